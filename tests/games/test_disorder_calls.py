"""Disorder!: what the buttons for a challenge and an objection mean, and how long somebody has."""

from typing import Any

import pytest

from companion.games.disorder import windows
from companion.games.disorder.calls import pressed, pressed_own
from tests.rules.disorder_table import cards, challenged, table
from tests.rules.play import event

EVERYBODY = ("Ann", "Bob", "Cy")


def call(name: str, player: str) -> dict[str, Any]:
    return {"event": name, "player": player}


@pytest.mark.parametrize(
    ("board", "players", "meant"),
    [
        ("", EVERYBODY, call("challenge", "Ann")),  # refused, and the table hears why
        ("", ("Cy", "Bob"), call("challenge", "Cy")),
        ("CT", EVERYBODY, call("object", "Ann")),
        ("CT", ("Bob",), call("challenge", "Bob")),  # to one's own card nobody objects
        ("CTA", EVERYBODY, call("object", "Ann")),
        ("CTAR", EVERYBODY, call("challenge", "Bob")),
        ("CTAR", ("Ann", "Cy"), call("challenge", "Ann")),
    ],
)
def test_a_press_is_the_weightiest_call_that_somebody_of_those_may_make(
    board: str, players: tuple[str, ...], meant: dict[str, Any]
) -> None:
    assert pressed(cards(table(), board).state, players) == meant
    assert pressed_own(cards(table(), board).state, players[0]) == pressed(cards(table(), board).state, players[:1])


def test_a_press_means_nothing_while_something_else_is_awaited() -> None:
    assert pressed(challenged("ZOO?").state, EVERYBODY) is None


def test_each_thing_awaited_has_the_time_agreed_on_but_an_objection() -> None:
    seen = {}
    match = cards(table(answer_seconds=30), "CT")
    seen["place"] = windows.timed(match.state)
    match.apply(event("object", "Ann"))
    assert (windows.timed(match.state), windows.is_waiting(match.state)) == (None, True)
    match.apply(event("stand", "Bob"))
    assert not windows.is_waiting(match.state)
    cards(match, "AR")
    match.apply(event("challenge", "Bob"))
    seen["name_word"] = windows.timed(match.state)
    match.apply(event("name_word", "Ann", word="xyzzy"))
    seen["prove"] = windows.timed(match.state)
    for awaited, timed in seen.items():
        assert timed is not None
        assert (timed.seconds, timed.label) == (30, awaited)
    assert windows.timed(table().state) is None


def test_what_is_offered_has_the_places_of_the_board() -> None:
    def offered(board: str, name: str) -> list[dict[str, Any]]:
        match = cards(table(action_cards=True), board)
        assert match.book.legal is not None
        own = match.book.legal(match.state)[match.view().turn or ""]
        return [{**offer.fields} for offer in own if offer.event == name]

    (place,) = offered("ACT", "place")
    assert place["side"] == ("left", "right", None)
    assert [one["after"] for one in offered("ACT", "squeeze")] == [(1, 2)]
    assert [one["after"] for one in offered("AC", "squeeze")] == [(1,)]
    assert offered("A", "squeeze") == offered("A", "switch") == []
    assert [one["at"] for one in offered("AC", "exchange")] == [(1, 2)]
    assert [(one["at"], one["with"]) for one in offered("AC", "switch")] == [((1,), (2,)), ((2,), (1,))]
