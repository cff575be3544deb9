"""Superghost solved, held against playing every game to its end."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.lexicon import Lexicon
from companion.solvers.retrograde import lost_runs
from companion.solvers.superghost import SHORTEST, Added, Superghost

WORDS = st.lists(st.text("abc", min_size=1, max_size=7), max_size=8, unique=True)


def solved(words: list[str]) -> Superghost:
    """The solved game on these words."""
    lexicon = Lexicon.from_words(words)
    return Superghost(lost_runs(lexicon.groups()), lexicon)


def played_out(words: list[str], letters: str) -> bool | None:
    """Whether the player to move wins, by trying every letter on both sides; None where the round is over."""

    @cache
    def wins(here: str) -> bool:
        nexts = [made for sign in "abc" for made in (sign + here, here + sign)]
        return any(going_on(made) and not wins(made) for made in nexts)

    def going_on(here: str) -> bool:
        return any(here in word for word in words) and not (here in words and len(here) >= SHORTEST)

    return wins(letters) if going_on(letters) else None


@given(WORDS, st.text("abc", min_size=1, max_size=7))
def test_it_is_as_when_every_game_is_played_to_its_end(words: list[str], letters: str) -> None:
    runs = {word[start:end] for word in words for start in range(len(word)) for end in range(start + 1, len(word) + 1)}
    game = solved(words)
    assert {run: game.wins(run) for run in runs} == {run: played_out(words, run) for run in runs}
    assert game.wins(letters) == played_out(words, letters)


@given(WORDS, st.text("abc", max_size=6))
def test_the_letters_that_win_leave_the_next_player_lost(words: list[str], letters: str) -> None:
    found = solved(words).winning(letters)
    if letters and played_out(words, letters) is not None:
        assert bool(found) == played_out(words, letters)
    for side, letter in found:
        assert played_out(words, letter + letters if side == "left" else letters + letter) is False


def test_what_is_in_no_word_is_over() -> None:
    game = solved(["trains"])
    assert game.wins("rx") is None
    assert game.wins("trainsx") is None
    assert game.wins("t?") is None
    assert game.wins("") is None
    assert game.wins("trains") is None, "a finished word"
    assert solved([]).wins("a") is None


def test_a_word_of_six_is_a_matter_of_counting() -> None:
    """From five of its letters the sixth finishes it, so that whoever makes five of them wins."""
    game = solved(["trains"])
    assert game.wins("train") is False
    assert game.winning("trai") == (Added("right", "n"),)
    assert game.winning("rain") == (Added("left", "t"), Added("right", "s"))


def test_a_word_of_three_ends_no_round() -> None:
    """Nobody can be challenged for it yet: TEA goes on to TEAM, which nobody may finish."""
    assert solved(["tea", "teams"]).wins("tea") is True


def test_a_table_of_other_words_is_turned_away() -> None:
    table = lost_runs(Lexicon.from_words(["trains"]).groups())
    with pytest.raises(ValueError, match="the table has 21 bytes, and these words need 15"):
        Superghost(table, Lexicon.from_words(["train"]))
