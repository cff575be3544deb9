"""Long matches: as many players, cards, rows and words as a table may ever have to show. Every event is accepted by the
real rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.games.board import Board, Chosen
from companion.referee.match import Match
from tests.seen import items, rows_on, seen
from tests.views import shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

NAMES = (
    "Maximiliana", "Bartholomew", "Christabel", "Dorothea", "Evangeline", "Ferdinand", "Gwendolyn", "Hieronymus",
    "Isambard", "Josephine",
)  # fmt: skip
ROWS = 4  # of TYPO
HANDS = {2: 14, 3: 13, 4: 12, 5: 11, 6: 10}  # cards of each in TYPO (T1)


@dataclass
class Long:
    """A match being made: its setup and the events so far."""

    setup: Mapping[str, Any]
    events: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._match = Match.begin(self.setup, shipped)

    @property
    def board(self) -> Board:
        return seen(self._match)

    @property
    def turn(self) -> str:
        turn = self._match.view().turn
        assert turn is not None
        return turn

    @property
    def is_over(self) -> bool:
        return self._match.view().over

    def play(self, **event: Any) -> None:
        ruling = self._match.apply(event)
        assert ruling.accepted, (event, ruling.reason)
        self.events.append(event)


def _begun(game: str, players: int, **options: Any) -> Long:
    lexicon = options.pop("lexicon", {"words": ["zookeeper"]})
    return Long({"game": game, "players": list(NAMES[:players]), "options": {"lexicon": lexicon, **options}})


def disorder() -> Long:
    """Ten players, a row of twenty cards, and a challenge lost over all of them."""
    match = _begun("disorder", 10, lexicon={"words": ["internationalisations"]})
    for card in "INTERNATIONALISATION":
        match.play(event="place", player=match.turn, card=card)
    match.play(event="challenge", player=match.turn)
    return match


def typo(players: int, rows_used: int) -> Long:
    """All cards but the last of each player, on so many of the four rows."""
    match = _begun("typo", players, rows=list("RENT"))
    names = match.setup["players"]
    letters = "WMAEIOULNS"
    number = 0
    while min(len(row) for row in rows_on(match.board)[:rows_used]) < {1: 26, 4: 12}[rows_used]:
        match.play(event="reveal", cards={name: letters[(number + at) % 10] for at, name in enumerate(names)})
        for _ in names:
            row = number % rows_used
            number += 1
            letter = items(match.board, Chosen)[0].card.label
            word = f"{rows_on(match.board)[row]}{letter}".lower()
            match.play(event="place", player=match.turn, row=row + 1, side="back", word=word)
    match.play(event="reveal", cards={name: letters[at] for at, name in enumerate(names)})
    return match


def anagrascramble() -> Long:
    """Six players, a card with a great many words, none of them found."""
    words = {"words": [f"{a}{b}{c}{d}" for a in "aeint" for b in "rsaei" for c in "tnr" for d in "se"]}
    match = _begun("anagrascramble", 6, rolls=3, lexicon=words)
    match.play(event="roll", player=match.turn, face="4")
    match.play(event="declare", player=match.turn, move="triple")
    match.play(event="card", jumble="RETAINS")
    return match


def missed() -> Long:
    """The same once the time is up: what was missed is told."""
    match = anagrascramble()
    match.play(event="words", player=match.turn, words=["notaword", "nothing", "whatever"] * 4)
    return match


def _deck(whose: str) -> dict[str, Any]:
    """Names as long as a card takes, and traits that may be used at any time."""
    trait = {"timing": "timed", "when": "any", "effect": "flip"}
    villains = [f"Professor {whose} {number}" for number in range(1, 5)]
    monsters = [f"Somersaulter {whose} {number}" for number in range(1, 17)]
    plain = {"kind": "villain", "colour": "gold", "dna": "xxyy", "trait": None}
    cards: list[dict[str, Any]] = [{"name": name, **plain} for name in villains]
    cards += [{"name": name, "kind": "monster", "colour": "red", "dna": "A", "trait": trait} for name in monsters]
    return {"name": whose, "cards": cards}


def villains() -> Long:
    """All that can be in play on both sides, half of it sideways, and traits that wait to be carried out."""
    decks = {name: _deck(short) for name, short in zip(NAMES[:2], ("Muddle", "Tangle"), strict=True)}
    match = _begun("villains", 2, decks=decks, interrupt_seconds=60)
    hands: dict[str, Iterator[str]] = {}
    for name, deck in decks.items():
        names = [card["name"] for card in deck["cards"]]
        hands[name] = iter(names[1:8])  # the first Villain lies there from the start
    for _ in range(14):
        player = match.turn
        match.play(event="draw", player=player)
        match.play(event="play", player=player, card=next(hands[player]))
        match.play(event="end_turn", player=player)
    match.play(event="draw", player=match.turn)
    for player, deck in decks.items():
        for card in deck["cards"][4:7]:
            target = {"player": player, "card": card["name"]}
            match.play(event="trigger", player=player, card=card["name"], target=target)
    return match


def _cards(word: str) -> list[str]:
    ranks = ("7", "8", "9", "10", "J", "Q", "K", "A")
    return [f"{ranks[at % 8]}/{letter}" for at, letter in enumerate(word.upper())]


def wordcard() -> Long:
    """Eight players, every one of whom has laid two lines."""
    words = ("caters", "storming", "ration", "lengths", "admirers", "kitchen", "partner", "stones")
    match = _begun("wordcard", 8, hand=13, type="wordplay", aim="most", lexicon={"words": list(words)})
    for number in range(8):
        lines = [_cards(words[number]), _cards(words[-1 - number][:4])]
        match.play(event="lay", player=match.turn, lines=lines)
        match.play(event="end_turn", player=match.turn)
    return match


def grid() -> Long:
    """Lines that cross, thirteen cards across and nine down."""
    match = _begun("wordcard", 4, hand=13, type="wordplay", aim="most", grid=True, lexicon={"words": ["on"]})
    across = [{"x": x, "y": 0, "card": card} for x, card in enumerate(_cards("administrate"))]
    match.play(event="lay", player=match.turn, cells=across)
    match.play(event="end_turn", player=match.turn)
    for x, word in ((0, "nswering"), (5, "nterests"), (11, "leventhly"[1:])):
        down = [{"x": x, "y": y, "card": card} for y, card in enumerate(_cards(word), 1)]
        match.play(event="lay", player=match.turn, cells=down)
        match.play(event="end_turn", player=match.turn)
    return match


def group() -> Long:
    """The group game with thirteen open cards and everybody's solution."""
    cards = [*_cards("administrator")[:13]]
    words = {"words": ["administrator", "admin", "straits", "rations"]}
    match = _begun("wordcard", 8, type="group", group_type="wordplay", cards=cards, lexicon=words)
    for name in match.setup["players"]:
        match.play(event="solution", player=name, lines=[cards[:5]])
    match.play(event="close")
    return match


def _won_disorder(players: int) -> Long:
    """Round after round is lost to the same word, until one player is left."""
    match = _begun("disorder", players, target=1, lexicon={"words": ["internationalisations"]})
    while not match.is_over:
        for card in "INTERNATIO":
            match.play(event="place", player=match.turn, card=card)
        match.play(event="challenge", player=match.turn)
        match.play(event="name_word", player=match.turn, word="internationalisations")
    return match


def _won_typo(players: int) -> Long:
    """One player lays the last card; all others doubt the word, and it stands."""
    match = _begun("typo", players, rows=list("RENT"), lexicon={"words": ["team"]})
    first, *others = match.setup["players"]
    for number in range(HANDS[players]):
        is_last = number == HANDS[players] - 1
        match.play(event="reveal", cards={first: "E", **dict.fromkeys(others, "W")})
        word = "team" if is_last else f"{rows_on(match.board)[0]}e".lower()
        match.play(event="place", player=first, row=4 if is_last else 1, side="back", word=word)
        for name in () if is_last else others:
            word = f"{rows_on(match.board)[1]}w".lower()
            match.play(event="place", player=name, row=2, side="back", word=word)
    match.play(event="doubt", players=others)
    return match


def _won_anagrascramble(players: int) -> Long:
    """One card, and then nobody takes another."""
    match = _begun("anagrascramble", players, rolls=2, lexicon={"words": ["retain", "stain", "nastier"]})
    match.play(event="roll", player=match.turn, face="4")
    match.play(event="declare", player=match.turn, move="triple")
    match.play(event="card", jumble="RETAINS")
    match.play(event="words", player=match.turn, words=["stain", "nothing"])
    while not match.is_over:
        match.play(event="roll", player=match.turn, face="pass")
    return match


def _won_wordcard(players: int) -> Long:
    """Two lines of one player, who then has no cards, and all the others' hands are counted."""
    match = _begun("wordcard", players, hand=8, type="wordplay", lexicon={"words": ["cater", "one"]})
    first, *others = match.setup["players"]
    match.play(event="lay", player=first, lines=[_cards("cater")])
    for player in (first, *others):
        match.play(event="end_turn", player=player)
    match.play(event="lay", player=first, lines=[_cards("one")])
    match.play(event="hands", hands=dict.fromkeys(others, _cards("bdfghilm")))
    return match


WON: Mapping[str, Callable[[int], Long]] = {
    "disorder": _won_disorder,
    "typo": _won_typo,
    "anagrascramble": _won_anagrascramble,
    "wordcard": _won_wordcard,
}
"""Matches of so many players that are over, with a report."""

LONG: Mapping[str, Callable[[], Long]] = {
    "disorder": disorder,
    "typo": lambda: typo(6, 4),
    "typo, one row": lambda: typo(2, 1),
    "anagrascramble": anagrascramble,
    "anagrascramble, missed": missed,
    "villains": villains,
    "wordcard": wordcard,
    "wordcard, grid": grid,
    "wordcard, group": group,
}
