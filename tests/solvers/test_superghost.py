"""Superghost solved, held against playing every game to its end."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from companion.solvers.superghost import SHORTEST, Added, Superghost

WORDS = st.lists(st.text("abc", min_size=1, max_size=7), max_size=8, unique=True)


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
    assert Superghost(words).wins(letters) == played_out(words, letters)


@given(WORDS)
def test_it_is_so_for_all_that_may_lie_there(words: list[str]) -> None:
    factors = {
        word[start:end] for word in words for start in range(len(word)) for end in range(start + 1, len(word) + 1)
    }
    solved = Superghost(words)
    assert len(solved) == len(factors)
    assert all(solved.wins(factor) == played_out(words, factor) for factor in factors)


@given(WORDS, st.text("abc", max_size=6))
def test_the_letters_that_win_leave_the_next_player_lost(words: list[str], letters: str) -> None:
    found = Superghost(words).winning(letters)
    if letters and played_out(words, letters) is not None:
        assert bool(found) == played_out(words, letters)
    for side, letter in found:
        assert played_out(words, letter + letters if side == "front" else letters + letter) is False


def test_what_is_in_no_word_is_over() -> None:
    solved = Superghost(["trains"])
    assert solved.wins("rx") is None
    assert solved.wins("trainsx") is None
    assert solved.wins("T?") is None
    assert solved.wins("trains") is None, "a finished word"
    assert Superghost([]).wins("a") is None


def test_a_word_of_six_is_a_matter_of_counting() -> None:
    """From five of its letters the sixth finishes it, so that whoever makes five of them wins."""
    solved = Superghost(["trains"])
    assert solved.wins("train") is False
    assert solved.winning("trai") == (Added("back", "n"),)
    assert solved.winning("rain") == (Added("front", "t"), Added("back", "s"))
