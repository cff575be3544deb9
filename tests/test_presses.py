"""What a press means: the call the rules allow now, for whoever pressed."""

import pytest

from companion.presses import called
from tests.views import view_after


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
    assert called(view_after(cards), button) == event


def test_while_a_word_is_awaited_the_button_calls_nothing() -> None:
    assert called(view_after("ZOO?", {"event": "challenge", "player": "Bob"}), "challenge") is None


def test_between_matches_the_button_calls_nothing() -> None:
    assert called(None, "challenge") is None
