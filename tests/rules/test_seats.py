"""Who joins and who leaves, in what all games share of it: forms, refusals, and the ways back."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games import RULEBOOKS
from companion.games.comings import hinders_joining, next_of
from companion.games.core import plain
from companion.referee.match import Match
from tests.rules.play import begin, cited, event, last, no_lexicon

WORDS = {"words": ["zoo"]}


@pytest.mark.parametrize("name", ["", " ", 5, None, ["Ann"]])
def test_whoever_joins_has_a_name(name: object) -> None:
    match = begin("disorder")
    match.apply({"event": "join", "player": name})
    assert cited(match) == ("malformed", "—")
    assert "player" in last(match)["reason"]


def test_who_plays_does_not_join_again_and_who_does_not_play_does_not_leave() -> None:
    match = begin("disorder")
    match.apply(event("join", "Bob"))
    assert cited(match) == ("already_plays", "D15")
    match.apply(event("leave", "Zed"))
    assert cited(match) == ("malformed", "—")


def test_in_a_game_that_says_nothing_of_it_nobody_joins_or_leaves() -> None:
    book = replace(RULEBOOKS["disorder"], comings=None)
    match = Match(book, book.start(["Ann", "Bob"], {}, no_lexicon))  # type: ignore[arg-type]
    for name in ("join", "leave", "sit_out"):
        match.apply(event(name, "Ann"))
        assert cited(match) == ("not_enabled", "—")
    assert (match.playing, hinders_joining(book, match.state) is None) == (("Ann", "Bob"), False)


def test_after_the_end_nobody_joins_or_leaves() -> None:
    match = begin("disorder", target=1)
    for said in (event("place", "Ann", card="A"), event("concede", "Bob"), event("place", "Cy", card="A")):
        match.apply(said)
    match.apply(event("concede", "Ann"))
    assert match.view().winners == ("Cy",)
    for name, player in (("join", "Dee"), ("leave", "Ann"), ("sit_out", "Ann")):
        match.apply(event(name, player))
        assert cited(match) == ("game_over", "D15")


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("disorder", event("place", "Bob", card="A")),
        ("typo", event("reveal", cards={"Bob": "A"})),
        ("villains", event("draw", "Bob")),
        ("anagrascramble", event("roll", "Bob", face="7")),
        ("wordcard", event("draw", "Bob", from_="deck")),
    ],
)
def test_a_match_that_all_but_one_have_left_is_over_by_a_reading_of_ours(game: str, said: dict[str, Any]) -> None:
    match = begin(game, ("Ann", "Bob"), **({"rows": list("RENT")} if game == "typo" else {}))
    match.apply(event("leave", "Ann"))
    match.apply(said)
    assert (last(match)["verdict"], last(match)["house"]) == ("game_over", True)


def test_a_join_is_taken_back_brought_back_and_corrected_with_what_came_after() -> None:
    match = begin("disorder", ("Ann", "Bob"))
    start = plain(match.state)
    for said in (event("join", "Cy"), event("place", "Ann", card="A"), event("place", "Bob", card="B")):
        match.apply(said)
    match.apply(event("place", "Cy", card="C"))
    stood = plain(match.state)
    match.apply({"event": "correct", "number": 1, "to": None})
    assert last(match)["now_refused"] == [4]
    assert list(match.players) == ["Ann", "Bob"]
    match.apply(event("undo"))
    assert plain(match.state) == stood
    match.apply({"event": "correct", "number": 1, "to": event("join", "Dee")})
    assert list(match.players) == ["Ann", "Bob", "Dee"]
    assert last(match)["now_refused"] == [4]
    match.apply(event("undo"))
    for _ in range(4):
        match.apply(event("undo"))
    assert plain(match.state) == start
    for _ in range(4):
        match.apply(event("redo"))
    assert plain(match.state) == stood


def test_what_is_put_in_the_place_of_an_event_is_read_by_who_played_then() -> None:
    match = begin("disorder")
    for said in (event("place", "Ann", card="A"), event("leave", "Ann")):
        match.apply(said)
    match.apply({"event": "correct", "number": 1, "to": event("place", "Ann", card="Z")})
    assert cited(match) == ("corrected", "—")
    match.apply({"event": "correct", "number": 2, "to": event("place", "Ann", card="Z")})
    assert cited(match) == ("corrected", "—")
    assert match.playing == ("Ann", "Bob", "Cy")
    match.apply({"event": "correct", "number": 1, "to": event("place", "Dee", card="Z")})
    assert cited(match) == ("malformed", "—")


@pytest.mark.parametrize(
    "mistyped",
    [
        event("leave", "Zed"),
        event("sit_out", "Zed"),
        {"event": "join"},
        event("join", " "),
        event("place", "Zed", card="A"),
    ],
)
def test_what_was_mistyped_can_be_corrected(mistyped: dict[str, Any]) -> None:
    match = begin("disorder", ("Ann", "Bob", "Cy"))
    match.apply(mistyped)
    assert cited(match) == ("malformed", "—")
    match.apply({"event": "correct", "number": 1, "to": event("leave", "Bob")})
    assert cited(match) == ("corrected", "—")
    assert match.playing == ("Ann", "Cy")


def test_a_mistyped_leave_stands_once_whoever_it_names_plays() -> None:
    match = begin("disorder", ("Ann", "Bob", "Cy"))
    match.apply(event("join", "Di"))
    match.apply(event("leave", "Dee"))
    match.apply({"event": "correct", "number": 1, "to": event("join", "Dee")})
    assert match.playing == ("Ann", "Bob", "Cy")


@pytest.mark.parametrize("own", [event("undo"), event("redo"), {"event": "correct", "number": 9, "to": None}])
def test_what_takes_back_or_corrects_is_not_corrected_itself(own: dict[str, Any]) -> None:
    match = begin("disorder", ("Ann", "Bob", "Cy"))
    match.apply(own)
    match.apply({"event": "correct", "number": 1, "to": event("leave", "Bob")})
    assert cited(match) == ("no_such_event", "—")


def test_a_match_without_anybody_coming_or_going_is_called_what_it_was_called_before() -> None:
    for game in RULEBOOKS:
        players = ("Ann", "Bob")
        options = {"rows": list("RENT")} if game == "typo" else {}
        assert "gone" not in plain(begin(game, players, **options).state)
    match = begin("disorder")
    match.apply(event("leave", "Cy"))
    assert plain(match.state)["gone"] == [2]


def test_the_next_seat_is_the_next_one_clockwise() -> None:
    assert next_of((0, 2, 3), 0, 4) == 2
    assert next_of((0, 2), 2, 4) == 0
    assert next_of((1,), 1, 4) == 1
