"""Starting a match with three buttons: game, players and their seats, dictionary, deck, options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from companion import dictionaries
from companion.dialog import cards
from companion.dialog.prompts import DONE, Deed, maybe, pick, sign, spelled, yes
from companion.games import rulebooks
from companion.games.wordcard.events import GameType
from companion.games.wordcard.options import LARGEST_HAND, SMALLEST_HAND
from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from companion.decks.shelf import DeckShelf, Offer
    from companion.dialog.prompts import Asking, Script
    from companion.referee.journal import JournalMatch

MOST_NAMES = 12  # of earlier matches, the latest first
NEW_NAME = message("new name …")
ANSWER_S = (15, 20, 30, 45, 60, 90, 120)
INTERRUPT_S = (3, 5, 8, 10, 15, 20, 30)
TARGETS_CHIPS = (50, 100, 25, 75)
TYPO_ROWS = 4
ROLLS = (5, 3, 4, 6, 8, 10)
KINDS = {"wild": message("wild game"), "group": message("group game")}


def new_match(matches: Sequence[JournalMatch], decks: DeckShelf) -> Script:
    """The script that ends in a new match; names come from `matches` (oldest first) or are spelled."""

    def script() -> Asking:
        books = rulebooks()
        game = yield from pick(message("Game"), [(book.title, name) for name, book in books.items()])
        players = yield from _players(books[game].seats, known_names(matches))
        shelf = dictionaries.available()
        lexicon = yield from pick(message("Dictionary"), [(entry.title, name) for name, entry in shelf.items()])
        offers = decks.offers(game)
        deck = yield from (_deck_each(offers, players) if game == "villains" else _deck(message("Deck"), offers))
        options = (yield from _first_cards()) if game == "typo" else {}
        how = [(message("as usual"), False), (message("choose them"), True)]
        if (yield from pick(message("Options"), how)):
            options |= yield from OPTIONS[game](Table(players, deck, offers))
        yield from pick(", ".join(players), [(message("start"), None)])
        setup = {"game": game, "players": players, "options": {"lexicon": lexicon, **options}}
        return Deed("begin", {**setup, "deck": deck})

    return script


def same_again(match: JournalMatch) -> Script:
    """The script that begins a match like an earlier one, or with its players in other seats."""

    def script() -> Asking:
        players = match.setup["players"]
        turned = [*players[1:], *players[:1]]
        starts = [(player, [*players[at:], *players[:at]]) for at, player in enumerate(players)]
        seats = yield from pick(message("Who starts"), starts if turned != players else starts[:1])
        return Deed("begin", {**match.setup, "players": seats})

    return script


def known_names(matches: Iterable[JournalMatch]) -> list[str]:
    """The names of those who played before, the latest first."""
    names = dict.fromkeys(name for match in reversed(list(matches)) for name in match.setup["players"])
    return list(names)[:MOST_NAMES]


def _players(seats: tuple[int, int], known: Sequence[str]) -> Asking:
    """The players from the first seat on."""
    fewest, most = seats
    taken: list[str] = []
    while len(taken) < most:
        lines = [(name, name) for name in known if name not in taken]
        ends = [(DONE, None)] if len(taken) >= fewest else []
        name = yield from pick(f"{len(taken) + 1}.", [*ends, *lines, (NEW_NAME, NEW_NAME)])
        if name is None:
            break
        if name == NEW_NAME:
            name = (yield from spelled(f"{len(taken) + 1}.")).capitalize()
        if name and name not in taken:
            taken.append(name)
    return taken


# ——— decks ———


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays, with which deck (in Disorder of the Villains by player), and what decks there were to choose from."""

    players: Sequence[str]
    deck: Any
    offers: Sequence[Offer]


def _deck(title: str, offers: Sequence[Offer]) -> Asking:
    if not offers:
        return None
    return (yield from pick(title, [(offer.title, offer.name) for offer in offers]))


def _deck_each(offers: Sequence[Offer], players: Sequence[str]) -> Asking:
    """A deck for each player; where there is one only, it is named once."""
    if len(offers) < 2:
        name = yield from _deck(message("Deck"), offers)
        return dict.fromkeys(players, name)
    chosen = {}
    for player in players:
        chosen[player] = yield from _deck(player, offers)
    return chosen


def _first_cards() -> Asking:
    """TYPO begins with four cards of the deck, which people deal and the rules must be told."""
    rows: list[str] = []
    while len(rows) < TYPO_ROWS:
        rows += yield from sign(f"{len(rows) + 1}.")
    return {"rows": rows}


# ——— options ———


def _number(title: str, numbers: Iterable[int]) -> Asking:
    return (yield from pick(title, [(str(number), number) for number in numbers]))


def _disorder(_table: Table) -> Asking:
    options: dict[str, Any] = {"target": (yield from _number(message("Game to"), TARGETS_CHIPS))}
    seconds = yield from maybe(message("Seconds to answer"), [(str(count), count) for count in ANSWER_S])
    if seconds is not None:
        options["answer_seconds"] = seconds
    options["action_cards"] = yield from yes(message("Action cards"))
    options["names_allowed"] = yield from yes(message("Names count"))
    return options


def _typo(table: Table) -> Asking:
    holder = yield from pick(message("Timer"), [(name, name) for name in table.players])
    always = yield from yes(message("Always 30 seconds"))
    asked = [(message("the others"), "others"), (message("all players"), "all")]
    majority = yield from pick(message("Doubt: more than half of"), asked)
    return {"timer_holder": holder, "always_timed": always, "majority": majority}


def _villains(table: Table) -> Asking:
    villains = {offer.name: offer.villains for offer in table.offers}
    starting = {}
    for player in table.players:
        starting[player] = yield from pick(player, [(name, name) for name in villains[table.deck[player]]])
    seconds = yield from _number(message("Seconds to interrupt"), INTERRUPT_S)
    return {"starting": starting, "interrupt_seconds": seconds}


def _anagrascramble(_table: Table) -> Asking:
    return {"rolls": (yield from _number(message("Rolls each"), ROLLS))}


def _wordcard(_table: Table) -> Asking:
    kinds = [(KINDS.get(kind, kind.replace("_", " ")), kind) for kind in get_args(GameType)]
    options: dict[str, Any] = {"type": (yield from pick(message("Game"), kinds))}
    if options["type"] == "group":
        options["cards"] = yield from _open_cards()
        return options
    aims = [(message("the most points"), "most"), (message("the fewest points"), "fewest")]
    options["aim"] = yield from pick(message("Play for"), aims)
    options["hand"] = yield from _number(message("Cards in hand"), (10, 8, 9, 11, 12, 13))
    return options


def _open_cards() -> Asking:
    found: list[str] = []
    while not SMALLEST_HAND <= len(found) <= LARGEST_HAND:
        found = yield from cards.cards(message("open"), laid=False, at_least=SMALLEST_HAND)
    return found


OPTIONS: Mapping[str, Callable[[Table], Asking]] = {
    "disorder": _disorder,
    "typo": _typo,
    "villains": _villains,
    "anagrascramble": _anagrascramble,
    "wordcard": _wordcard,
}
