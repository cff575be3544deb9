"""Starting a match with three buttons: game, players and their seats, dictionary, deck, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import dictionaries
from companion.dialog.fields import fill_in, to_choose
from companion.dialog.prompts import DONE, Deed, MenuLine, name, pick, read_and_pick
from companion.games import rulebooks
from companion.games.form import from_decks, setting_of
from companion.games.house_rules import as_last_chosen, is_house_rule, newest_options, own_rules
from companion.games.layout import one_deck_each
from companion.games.naming import WIDEST_NAME, fault_of
from companion.games.opponent import Strength
from companion.games.persons import person_of
from companion.games.teaching import TEACH
from companion.practice.agreement import KEY, anew, can_play
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.decks.shelf import DeckChoice, DeckShelf
    from companion.dialog.prompts import Asking, Script
    from companion.games.form_fields import Field
    from companion.referee.journal import JournalMatch

MOST_NAMES = 12  # of earlier matches, the latest first
NEW_NAME = message("new name …")
START, TEACH_US = message("start"), message("Teach us")
THE_TABLE = "Tableside"  # what it is called where it plays
STRENGTHS = [
    (message("easy"), str(Strength.EASY)),
    (message("medium"), str(Strength.MEDIUM)),
    (message("hard"), str(Strength.HARD)),
]


def new_match(matches: Sequence[JournalMatch], decks: DeckShelf) -> Script:
    """The script that ends in a new match; names come from `matches` (oldest first) or are spelled."""

    def script() -> Asking:
        books = rulebooks()
        game = yield from pick(message("Game"), [(book.title, name) for name, book in books.items()])
        players, table = yield from _players(books[game].seats, known_names(matches), can_play(game))
        lexicon = (yield from _lexicon()) if books[game].asks_words else {}
        offers = decks.offers(game)
        deck = yield from (_deck_each(offers, players) if one_deck_each(game) else _deck(message("Deck"), offers))
        offered = [from_decks(field, offers, deck) for field in setting_of(game, players)]
        setting = as_last_chosen(offered, newest_options((match.setup for match in matches), game))
        options = yield from _options(setting)
        teach = yield from _start(", ".join(players))
        setup = {"game": game, "players": players, "options": {**lexicon, **options}, "deck": deck, **teach}
        return Deed("begin", {**setup, **({KEY: {"players": table}} if table else {})})

    return script


def _lexicon() -> Asking:
    """The dictionary, as an option."""
    shelf = dictionaries.available()
    return {"lexicon": (yield from pick(message("Dictionary"), [(entry.title, name) for name, entry in shelf.items()]))}


def _options(setting: Sequence[Field]) -> Asking:
    """What is chosen besides players, dictionary and deck. House rules are asked for only by who wants to choose; who
    does not has those of the table."""
    options = yield from fill_in([field for field in setting if field.is_needed], "")
    if (yield from to_choose(message("Options"))):
        options |= yield from fill_in([field for field in setting if not (field.is_needed or is_house_rule(field))], "")
        rules = [field for field in setting if is_house_rule(field) and field.is_asked(options)]
        if rules and (yield from to_choose(message("House rules"))):
            options |= yield from fill_in(rules, "", options)
    return options | own_rules(setting, options)


def _start(title: str) -> Asking:
    """The word to begin, and what the setup says besides where the match is to teach."""
    switch = MenuLine(TEACH_US, {TEACH: True}, message("Teach us: say during play, too, what could be done"))
    chosen = yield from read_and_pick(title, [MenuLine(START, {}), switch])
    if chosen:
        yield from pick(TEACH_US, [(START, None)])
    return chosen


def same_again(match: JournalMatch) -> Script:
    """The script that begins a match like an earlier one, or with its players in other seats."""

    def script() -> Asking:
        players = match.setup["players"]
        turned = [*players[1:], *players[:1]]
        starts = [(player, [*players[at:], *players[:at]]) for at, player in enumerate(players)]
        seats = yield from pick(message("Who starts"), starts if turned != players else starts[:1])
        setup = {name: part for name, part in match.setup.items() if name != "pairing"}  # that was a tournament's
        return Deed("begin", anew({**setup, "players": seats}))

    return script


def known_names(matches: Iterable[JournalMatch]) -> list[str]:
    """The names of those who played before, the latest first, but for those by which nobody can begin; the table is
    asked to play otherwise."""
    names = dict.fromkeys(name for match in reversed(list(matches)) for name in match.setup["players"])
    return [name for name in names if name != THE_TABLE and fault_of(name) is None][:MOST_NAMES]


def _players(seats: tuple[int, int], known: Sequence[str], with_table: bool) -> Asking:
    """The players from the first seat on, and how well the table plays if it is one of them."""
    fewest, most = seats
    taken: list[str] = []
    table: dict[str, str] = {}
    while len(taken) < most:
        persons = set(map(person_of, taken))
        lines = [(name, name) for name in known if person_of(name) not in persons]
        ends = [(DONE, None)] if len(taken) >= fewest else []
        itself = [(message("the table"), THE_TABLE)] if with_table and taken and not table else []
        title = told("Player {number}", number=len(taken) + 1)
        player = yield from pick(title, [*ends, *lines, (NEW_NAME, NEW_NAME), *itself])
        if player is None:
            break
        if player == NEW_NAME:
            player = yield from new_name(title)
        if player == THE_TABLE:
            table[player] = yield from pick(message("How well?"), STRENGTHS)
        if player and person_of(player) not in persons:
            taken.append(player)
    return taken, table


def new_name(title: str) -> Asking:
    """A name that is spelled, as much of it as a name has room for; empty when it was ended at once."""
    return (yield from name(title)).title()[:WIDEST_NAME]


# ——— decks ———


def _deck(title: str, offers: Sequence[DeckChoice]) -> Asking:
    if not offers:
        return None
    return (yield from pick(title, [(offer.title, offer.name) for offer in offers]))


def _deck_each(offers: Sequence[DeckChoice], players: Sequence[str]) -> Asking:
    """A deck for each player; where there is one only, it is named once."""
    if len(offers) < 2:
        name = yield from _deck(message("Deck"), offers)
        return dict.fromkeys(players, name)
    chosen = {}
    for player in players:
        chosen[player] = yield from _deck(player, offers)
    return chosen
