"""What a press means: the call the rules allow now, for whoever pressed."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.referee.match import Match
from companion.referee.presses import call_by, joiner, starts_timer
from companion.referee.tableview import TableView
from tests.views import match_after, shipped


def called_in(match: Match, button: str) -> Mapping[str, Any] | None:
    """What a press calls in a match as it stands."""
    return call_by(match.view(), match.state, button)


@pytest.mark.parametrize(
    ("cards", "button", "event"),
    [
        ("ZOO?", "challenge", {"event": "challenge", "player": "Bob"}),
        ("ZOO?", "player2", {"event": "challenge", "player": "Bob"}),
        ("XZ", "challenge", {"event": "object", "player": "Cy"}),  # two face-up cards: an impossible beginning
        ("XZ", "player1", {"event": "object", "player": "Ann"}),
        ("Z", "challenge", {"event": "challenge", "player": "Bob"}),  # refused by the rules, and the table hears why
        ("ZOO?", "player8", None),
    ],
)
def test_a_press_calls_what_may_be_called(cards: str, button: str, event: dict[str, str] | None) -> None:
    assert called_in(match_after(cards), button) == event


def test_while_a_word_is_awaited_the_button_calls_nothing() -> None:
    assert called_in(match_after("ZOO?", {"event": "challenge", "player": "Bob"}), "challenge") is None


def test_the_button_of_who_has_left_calls_nothing_and_everybody_else_keeps_their_own() -> None:
    match = match_after("XZ", {"event": "leave", "player": "Bob"})
    calls = [called_in(match, f"player{seat}") for seat in (1, 2, 3)]
    assert calls == [{"event": "challenge", "player": "Ann"}, None, {"event": "challenge", "player": "Cy"}]
    assert called_in(match, "challenge") == {"event": "challenge", "player": "Cy"}


def test_once_the_match_is_over_no_button_calls_anything() -> None:
    match = match_after("XZ", *({"event": "leave", "player": player} for player in ("Bob", "Cy")))
    assert match.view().over
    assert not any(called_in(match, button) for button in ("challenge", "player1", "player2", "player3"))


def test_between_matches_the_button_calls_nothing() -> None:
    assert call_by(None, None, "challenge") is None


def wordcard(*words: str) -> Match:
    """The match after Ann has laid one line for each of these words of five letters, all claimed."""
    setup = {
        "game": "wordcard",
        "players": ["Ann", "Bob", "Cy"],
        "options": {"hand": 12, "type": "wordplay", "lexicon": {"words": ["stone"]}},
    }
    match = Match.begin(setup, shipped)
    lines = [[f"7/{letter}" for letter in word.upper()] for word in words]
    ruling = match.apply({"event": "lay", "player": "Ann", "lines": lines, "words": list(words)})
    assert ruling.accepted, ruling
    return match


def test_a_player_s_own_button_contests_the_word_just_laid() -> None:
    assert called_in(wordcard("stonz"), "player3") == {"event": "contest", "players": ["Cy"], "word": "stonz"}
    assert called_in(wordcard("stonz"), "player1") is None, "nobody contests their own word"
    assert called_in(wordcard("stonz"), "challenge") is None, "the big button does not know who pressed it"


def test_of_several_words_it_must_be_said_which() -> None:
    assert called_in(wordcard("stonz", "ztone"), "player2") is None


@pytest.mark.parametrize(
    ("button", "starts"), [("challenge", True), ("player2", True), ("player1", False), ("player8", False)]
)
def test_in_typo_the_big_button_and_the_holder_s_own_start_the_timer(button: str, starts: bool) -> None:
    match = Match.begin(
        {
            "game": "typo",
            "players": ["Ann", "Bob"],
            "options": {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["erase"]}},
        },
        shipped,
    )
    match.apply({"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}})
    view = TableView("server", 1, match=match.view(), state=match.state, timer_holder="Bob")
    assert starts_timer(view, button) == starts
    assert called_in(match, button) is None
    assert not starts_timer(TableView("server", 1, match=match.view(), state=match.state), button)
    assert not starts_timer(TableView("server", 1, timer_holder="Bob"), button)


def test_in_typo_a_player_s_own_button_doubts_the_word_just_said_before_it_starts_a_timer() -> None:
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["erase"]}}
    match = Match.begin({"game": "typo", "players": ["Ann", "Bob"], "options": options}, shipped)
    match.apply({"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}})
    assert joiner(match.view(), match.state, "player2") is None, "nothing has been said"
    match.apply({"event": "place", "player": "Ann", "row": 1, "side": "front", "word": "erase"})
    view = TableView("server", 1, match=match.view(), state=match.state, timer_holder="Bob")
    assert [joiner(view.match, view.state, button) for button in ("player1", "player2", "challenge", "player8")] == [
        None, "Bob", None, None,
    ]  # fmt: skip
    assert not starts_timer(view, "player2")
    assert starts_timer(view, "challenge")
    assert joiner(None, None, "player1") is None
