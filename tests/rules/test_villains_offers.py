"""Disorder of the Villains: exactly what is offered to whom, and all of it is accepted.

A line names the player, the event, the cards (of more than five how many), what makes room, and the targets that are
possible where not every one is, by name, and by name and player only where both have one of that name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.events import read_event
from companion.games.villains import windows
from tests.rules.villains_table import (
    BOARD_OF_FOUR,
    minted,
    now,
    opening,
    play,
    table,
    timed,
    trait,
    turn,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.games.legal import Offer
    from companion.referee.match import Match

FIRST = turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4"
BURNS = {"Ape2": now("burn"), "Ant2": now("copy"), "Asp2": now("draw"), "Auk2": timed("burn")}
DROPS = opening() + "Ann draw -> drawn V4\nAnn trigger Oz -> triggered V10\nlet resolve -> resolved V15"
COPIES = (
    opening()
    + turn("Ann", "Cat")
    + """
    Bob draw -> drawn V4
    Bob play Bat2 target=Cat -> played V4
    let resolve -> resolved V15
    Bob end_turn -> turn_ended V4
    Ann draw -> drawn V4
    Ann trigger Oz target=Bat2 -> triggered V10
    Bob decline -> declined V12
    """
)
ROOM = [f"Ann play 12 cards discard={name}" for name in ("Ape", "Bat", "Cat", "Dodo")]
ANYBODYS = "resolve target=Oz Ape Oz2 Ape2 Bat2"

Position = tuple[str, "Match", str, list[str]]
POSITIONS: list[Position] = [
    ("at first", table(), "", ["Ann draw"]),
    ("no trait triggers in the first turn", table({"Ape": now("burn")}), "Ann draw -> drawn V4",
     ["Ann play 19 cards discard=-"]),
    ("from the second on it aims, but not at itself", table({}, BURNS), FIRST,
     ["Bob play 17 cards discard=-", "Bob play Ape2 discard=- target=Oz Ape Oz2", "Bob play Ant2 discard=- target=-"]),
    ("what is shielded is no target", table({"Oz": trait("constant", "shield")}, BURNS), FIRST,
     ["Bob play 17 cards discard=-", "Bob play Ape2 discard=- target=Oz Oz2", "Bob play Ant2 discard=- target=-"]),
    ("four Monsters that are a Villain's DNA", table(), BOARD_OF_FOUR, ["Ann draw", "Ann mint villain=Oz"]),
    ("a fifth wants room, and a Villain none", table(), BOARD_OF_FOUR + "Ann draw -> drawn V4",
     ["Ann play Alien Witch Golem discard=-", *ROOM, "Ann mint villain=Oz"]),
    ("a trait that is used by saying so", table({"Oz": timed("burn"), "Ape": now("draw")}), opening(),
     ["Ann draw", "Ann trigger Oz target=Oz Ape Oz2 Ape2"]),
    ("a trait that came into play this turn is not used yet", table({"Ape": timed("draw", "own")}),
     "Ann draw -> drawn V4\nAnn play Ape -> played V3", ["Ann end_turn", "Bob decline", "Bob timeout"]),
    ("one that waits for the opponent's turn", table({"Oz": timed("burn", "opponent")}), opening(), ["Ann draw"]),
    ("a trait of a minted Villain", table({"Oz": minted("burn")}), BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1",
     ["Ann draw", "Ann trigger Oz target=Oz2 Ape2 Ant2 Asp2 Auk2"]),
    ("what a COPY has copied wants a target, and is interrupted",
     table({"Oz": timed("copy")}, {"Bat2": now("burn"), "Oz2": timed("flip")}), COPIES,
     ["Ann play 17 cards discard=-", ANYBODYS, "Bob trigger Oz2 target=Oz Ape Oz2 Ape2 Bat2", ANYBODYS]),
    ("a DROP is opened", table({"Oz": timed("drop", "own"), "Bat": now("burn")}), DROPS,
     ["Ann drop 18 cards discard=-"]),
    ("cards of one name", table({"Oz": timed("burn")}, same_names=True), opening(bob="Ape"),
     ["Ann draw", "Ann trigger Oz target=Ann:Oz Ann:Ape Bob:Oz Bob:Ape"]),
]  # fmt: skip


def _said(values: Iterable[Any]) -> str:
    names = ["-" if value is None else value for value in values if not isinstance(value, dict)]
    return " ".join(names or [f"{value['player']}:{value['card']}" for value in values])


def _grouped(offers: Iterable[Offer]) -> list[str]:
    cards: dict[tuple[str, str, str], list[str]] = {}
    for offer in offers:
        fields = dict(offer.all_fields)
        who, named = fields.pop("player", ("",)), fields.pop("card", ("",))
        rest = " ".join(f"{name}={_said(values)}" for name, values in fields.items())
        cards.setdefault((who[0], offer.event, rest), []).extend(named)
    return [" ".join(filter(None, [who, event, _shown(named), rest])) for (who, event, rest), named in cards.items()]


def _shown(cards: list[str]) -> str:
    return " ".join(cards) if len(cards) < 6 else f"{len(cards)} cards"


@pytest.mark.parametrize(("match", "script", "expected"), [pytest.param(*each, id=name) for name, *each in POSITIONS])
def test_what_is_offered_is_named_exactly_and_all_of_it_is_accepted(
    match: Match, script: str, expected: list[str]
) -> None:
    play(match, script)
    assert match.book.legal is not None
    offers = match.book.legal(match.state)
    assert [line for own in offers.values() for line in _grouped(own)] == expected
    for event in (event for own in offers.values() for offer in own for event in offer.events()):
        _, ruling = match.book.rule(match.state, read_event(match.book.events, event, match.players))
        assert ruling.accepted, f"{event}: {ruling.reason}"


def test_v4_the_last_card_of_a_hand_can_be_played_and_of_an_empty_hand_none() -> None:
    match = table()
    play(match, "Ann draw -> drawn V4")
    for cards, events in ((1, {"play"}), (0, {"end_turn"})):
        state = match.state.with_side(0, replace(match.state.sides[0], hand=cards))
        assert match.book.legal is not None
        assert {offer.event for offer in match.book.legal(state)["Ann"]} == events


def test_v6_a_trait_that_is_used_lies_sideways_and_its_effect_is_its_player_s_to_carry_out() -> None:
    match = table({"Oz": timed("draw", "own")})
    play(match, opening() + "Ann draw -> drawn V4\nAnn trigger Oz -> triggered V10")
    (oz, _ape) = match.state.sides[0].in_play
    assert oz.sideways
    timed_now = windows.timed(match.state)
    assert timed_now is not None
    assert (timed_now.label, match.view().score_name) == ("interrupt", "minted Villains")
    play(match, "Bob decline -> declined V12")
    assert match.view().holders["resolve"] == "Ann"
