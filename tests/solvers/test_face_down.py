"""A row with cards face down, held against playing every game to its end."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.lexicon import Lexicon
from companion.solvers.face_down import FaceDown, TooMany
from companion.solvers.superghost import SHORTEST, Added

WITHOUT_END = 100_000  # more rows than any of these come to
MANY_ROWS = ["aaabaaa", "aacaaca", "aacbabc"]  # more than a table looks at, from three cards face down on
WORDS = st.lists(st.text("abc", min_size=3, max_size=7), max_size=8, unique=True)


def looked_at(row: str, words: list[str]) -> FaceDown:
    """The row in these words, however far there is to look."""
    lexicon = Lexicon.from_words(words)
    return FaceDown(row, lexicon.find(row, longer=True), lexicon.is_word, most_rows=WITHOUT_END)


class PlayedOut:
    """Every card tried on both sides, every letter of a word that fits compared with the row."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self.wins = cache(self._wins)

    def spellings(self, row: str) -> set[str]:
        """What the row may be taken for while it is unfinished."""
        parts = {
            word[start : start + len(row)]
            for word in self._words
            if len(word) > len(row)
            for start in range(len(word) - len(row) + 1)
        }
        fitting = {part for part in parts if all(card in ("?", sign) for card, sign in zip(row, part, strict=True))}
        return {part for part in fitting if len(row) < SHORTEST or part not in self._words}

    def safe(self, row: str) -> list[Added]:
        """The cards after which the row is unfinished."""
        left = [Added("left", card) for card in "abc?" if self.spellings(card + row)]
        return left + [Added("right", card) for card in "abc?" if self.spellings(row + card)]

    def _wins(self, row: str) -> bool:
        return any(not self.wins(laid(row, added)) for added in self.safe(row))


def laid(row: str, added: Added) -> str:
    """The row with a card more."""
    return added.card + row if added.side == "left" else row + added.card


@given(WORDS, st.text("abc?", min_size=3, max_size=6))
@example(MANY_ROWS, "???")
def test_it_is_as_when_every_card_is_tried(words: list[str], row: str) -> None:
    game, judge = looked_at(row, words), PlayedOut(words)
    assert game.wins() == judge.wins(row)
    won = sorted(added for added in judge.safe(row) if not judge.wins(laid(row, added)))
    assert sorted(game.winning(99)) == won


def test_where_the_rest_is_too_far_the_first_of_those_that_win_are_named() -> None:
    few = FaceDown("???", MANY_ROWS, Lexicon.from_words(MANY_ROWS).is_word, most_rows=40).winning(99)
    every = looked_at("???", MANY_ROWS).winning(99)
    assert 0 < len(few) < len(every)
    assert few == every[: len(few)]


def test_what_fits_in_too_many_places_is_not_looked_at() -> None:
    words = ["trainer", "trainee", "training"]
    lexicon = Lexicon.from_words(words)
    with pytest.raises(TooMany):
        FaceDown("rain", words, lexicon.is_word, most_fits=2)
    few = FaceDown("rain", words, lexicon.is_word, most_rows=0)
    with pytest.raises(TooMany):
        few.wins()
