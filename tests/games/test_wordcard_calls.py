"""WORDCARD: a player's own button contests the one word just claimed, and nothing else (W16)."""

from companion.games.wordcard.calls import pressed_own
from tests.rules.wordcard_table import TRAIN, play, table


def test_nothing_is_contested_before_a_word_is_claimed() -> None:
    assert pressed_own(table().state, "Bob") is None


def test_the_one_word_claimed_is_contested_by_the_others() -> None:
    match = table()
    play(match, f"Ann lay {TRAIN} words=train -> laid W6 Ann+101")
    state = match.state
    assert pressed_own(state, "Bob") == {"event": "contest", "players": ["Bob"], "word": "train"}
    assert pressed_own(state, "Ann") is None
