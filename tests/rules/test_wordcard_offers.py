"""WORDCARD: exactly what is offered to whom, and what is given as an example of it; every example is accepted.

A line names the player, the event, its fields with the values that are possible (`-`: left out), and behind a bar each
example. Real cards are counted, there are 208 of them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.events import read_event
from companion.games.wordcard.legal import REAL_CARDS
from tests.rules.wordcard_table import LAID, OUT, group, play, table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.legal import Offer
    from companion.referee.match import Match

Offered = list[str]

TURN = ["Ann end_turn", "Ann notice"]
DRAWS = ["Ann draw from=deck", "Ann draw from=pile cards=-"]
KINDS = "type=wordplay/cardplay/wordplay_plus/cardplay_plus/wordcard"
OPENED = "Ann lay 7/O 8/N 9/E | 7/A 7/T -> laid W6 Ann+182\n"
EXPLAINED = LAID.replace("->", "words=train ->")
TWICE = "Ann lay A/T A/R A/A A/I A/N -> laid W6 Ann+11\nAnn lay 7/O 7/N -> laid W7 Ann+14\n"
BOTH = (
    LAID
    + """
    Ann end_turn -> turn_ended W17
    Bob lay 7/A 7/T 8/A 9/A 9/A -> laid W6 Bob+54
    Bob end_turn -> turn_ended W17
"""
)
PILE = """
    Ann draw deck -> drawn W25
    Ann discard 7/A -> discarded W25
    Ann end_turn -> turn_ended W17
    Bob draw deck -> drawn W25
    Bob discard 8/B -> discarded W25
    Bob end_turn -> turn_ended W17
"""
HANDS = f"hands | {{hands: {{Bob: [{', '.join(['7/A'] * 8)}], Cy: [{', '.join(['7/A'] * 8)}]}}}}"
SPREAD = ["A/S", "Q/E", "K/E", "A/X", "A/T", "*", "A/X", "A/X"]


def _lay(*cards: str) -> str:
    return f"Ann lay | {{lines: [[{', '.join(cards)}]]}}"


def _solutions(cards: str) -> list[str]:
    shown = f" | {{lines: [[{cards}]]}}" if cards else ""
    return [f"Ann solution{shown}", "close", f"Bob solution{shown}", "close"]


def _contests(player: str, word: str, *others: str, explained: bool = False) -> list[str]:
    together = [player, *([", ".join([player, *others])] if others else [])]
    said = "".join(f" | {{players: [{challengers}], word: {word}}}" for challengers in together)
    more = [f"contest about=explanation upheld=true/false{said}"] if explained else []
    return [f"contest about=-{said}", *more]


def _value(value: Any) -> str:
    return "-" if value is None else value if isinstance(value, str) else json.dumps(value).replace('"', "")


def _values(values: tuple[Any, ...]) -> str:
    cards = [value for value in values if value in REAL_CARDS]
    others = [_value(value) for value in values if value not in REAL_CARDS]
    return "/".join(others) if len(cards) < 9 and "/" not in str(values) else f"{len(cards)}" + "".join(others)


def _line(offer: Offer) -> str:
    fields: Mapping[str, tuple[Any, ...]] = offer.fields
    said = [_value(fields["player"][0])] if "player" in fields else []
    said += [offer.event, *(f"{name}={_values(of)}" for name, of in fields.items() if name != "player")]
    samples = [_value(sample) for sample in offer.samples() if sample]
    return " | ".join([" ".join(said), *samples])


POSITIONS: list[tuple[str, Match, str, Offered]] = [
    ("at first", table(), "", [*DRAWS, _lay(*["K/A"] * 5), *TURN]),
    ("the dealer's choice", table(type="wild", dealer="Bob"), "", [f"Bob dealer_chooses {KINDS}"]),
    ("a word of the open cards", group(), "", _solutions("A/T, A/R, A/A, A/I, A/N, A/S")),
    ("one that needs two of a letter", group(cards=SPREAD, words=("tees",)), "", _solutions("A/T, Q/E, K/E, A/S")),
    ("two of a rank", group(group_type="cardplay", cards=["7/A", "*", "8/B", "9/C", "J/D", "9/E", "7/F", "10/G"]), "",
     _solutions("7/A, 7/F")),
    ("two neighbours of a rank", group(group_type="cardplay"), "", _solutions("A/T, A/R")),
    ("neither", group(group_type="wordcard"), "", _solutions("")),
    ("a solution is handed in once", group(), "Ann solution A/T A/R A/A A/I A/N -> solved W24 Ann+11", _solutions(
        "A/T, A/R, A/A, A/I, A/N, A/S")[1:]),
    ("a line, its tag and a contest", table(), LAID,
     [*DRAWS, _lay("K/A", "K/A"), "Ann tag line=1 | {back: [J/A]}", *TURN, *_contests("Bob", "train")]),
    ("explanations", table("Ann Bob Cy", explanations=True), EXPLAINED,
     [*DRAWS, _lay("K/A", "K/A"), "Ann tag line=1 | {back: [J/A]}", *TURN,
      *_contests("Bob", "train", "Cy", explained=True), *_contests("Cy", "train", "Bob", explained=True)]),
    ("the last card is not laid", table(hand=8), TWICE,
     [*DRAWS, "Ann lay", "Ann tag line=1 | {back: [A/A]}", "Ann tag line=2 | {back: [7/A]}", *TURN,
      *_contests("Bob", "on")]),
    ("not behind a combination of several ranks", table(type="wordcard"), OPENED,
     [*DRAWS, _lay("K/A", "K/A"), "Ann tag line=1", "Ann tag line=2 | {back: [7/A]}", *TURN,
      *_contests("Bob", "one")]),
    ("any card of the pile", table(pick_any=True), PILE,
     [*DRAWS, "Ann draw from=pile | {cards: [7/A, 7/A, 8/B]} | {cards: [7/A, 8/B]} | {cards: [8/B]}",
      _lay(*["K/A"] * 5), *TURN]),
    ("not for the fewest", table(pick_any=True, aim="fewest"), "", [*DRAWS, _lay(*["K/A"] * 5), *TURN]),
    ("a word where it must be one", table(strict=True, open_cards=2), "", [*DRAWS, _lay("K/A", "K/D"), *TURN]),
    ("no word where none is needed", table(strict=True, type="cardplay"), "", [*DRAWS, _lay(*["K/A"] * 5), *TURN]),
    ("a value", table(open_points=60), "", [*DRAWS, _lay(*["K/A"] * 6), *TURN]),
    ("a value that two cards have", table(open_points=15), "", [*DRAWS, _lay("K/A", "K/A"), *TURN]),
    ("more than a hand is worth", table(open_points=200), "", [*DRAWS, _lay(*["K/A"] * 10), *TURN]),
    ("no more than a hand has", table(open_cards=12), "", [*DRAWS, _lay(*["K/A"] * 10), *TURN]),
    ("a line of one is none", table(open_cards=1), "", [*DRAWS, _lay("K/A", "K/A"), *TURN]),
    ("on the grid", table(grid=True, open_cards=2), "", [
        *DRAWS, "Ann lay | {cells: [{x: 0, y: 10, card: K/A}, {x: 1, y: 10, card: K/A}]}", *TURN]),
    ("below what lies on it", table(grid=True, open_cards=4),
     "Ann cells 0,0:7/T 1,0:8/R 2,0:9/A 2,1:10/I 2,2:J/N 2,3:J/N -> laid W9 Ann+83",
     [*DRAWS, "Ann lay | {cells: [{x: 0, y: 13, card: K/A}, {x: 1, y: 13, card: K/A}]}", *TURN,
      *_contests("Bob", "tra")]),
    ("a wild that is replaced", table(), "Ann lay *=7/T 8/R 9/A 10/I J/N | 7/A 7/N -> laid W6 Ann+133",
     [*DRAWS, _lay("K/A", "K/A"), "Ann tag line=1", "Ann tag line=2 | {back: [7/A]}",
      "Ann replace_wild line=1 at=1 card=1", *TURN, *_contests("Bob", "train")]),
    ("one's own lines only", table(tag_on="own"), BOTH,
     [*DRAWS, _lay("K/A", "K/A"), "Ann tag line=1 | {back: [J/A]}", *TURN]),
    ("anybody's lines", table(), BOTH,
     [*DRAWS, _lay("K/A", "K/A"), "Ann tag line=1 | {back: [J/A]}", "Ann tag line=2 | {back: [9/A]}", *TURN]),
    ("nothing is drawn twice", table(), "Ann draw deck -> drawn W25", [_lay(*["K/A"] * 5), *TURN]),
    ("no wild is replaced on the grid", table(grid=True, open_cards=2),
     "Ann draw deck -> drawn W25\nAnn cells 0,0:7/A 1,0:7/T -> laid W9 Ann+14",
     ["Ann lay | {cells: [{x: 0, y: 10, card: K/A}, {x: 1, y: 10, card: K/A}]}", *TURN, *_contests("Bob", "at")]),
    ("no word is needed for the fewest ranks", table(strict=True, open_points=15, words=("at",)), "",
     [*DRAWS, _lay("K/A", "K/T"), *TURN]),
    ("nor one that is too long", table(strict=True, open_cards=2, words=("extraordinary",)), "",
     [*DRAWS, "Ann lay", *TURN]),
    ("time's notice", table(), "Ann notice -> noticed W17",
     [*DRAWS, _lay(*["K/A"] * 5), "Ann end_turn", "Ann timeout"]),
    ("what the others have left", table("Ann Bob Cy", hand=8), OUT,
     [HANDS, *_contests("Bob", "train", "Cy"), HANDS, *_contests("Cy", "train", "Bob"), HANDS]),
]  # fmt: skip


@pytest.mark.parametrize(("match", "script", "expected"), [pytest.param(*each, id=name) for name, *each in POSITIONS])
def test_what_is_offered_is_named_exactly_and_each_example_is_accepted(
    match: Match, script: str, expected: Offered
) -> None:
    play(match, script)
    assert match.book.legal is not None
    offers = [offer for own in match.book.legal(match.state).values() for offer in own]
    assert [_line(offer) for offer in offers if offer.event != "discard"] == expected
    for event in (event for offer in offers for event in offer.events()):
        _, ruling = match.book.rule(match.state, read_event(match.book.events, event, match.players))
        assert ruling.accepted, f"{event}: {ruling.reason}"
