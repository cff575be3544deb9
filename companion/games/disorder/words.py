"""What a named word is worth against the board: D8's four grounds, and the proof of a beginning (D6)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from companion.games.disorder.state import WILD
from companion.games.disorder.verdicts import Ground

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.disorder.state import State


@dataclass(frozen=True, slots=True)
class Check:
    """How a named word fared: why it fails (None: it holds), and what the board spells in it (capital letters)."""

    failing: Ground | None
    spelled: str | None


def places(board: str, word: str, wilds: str | None = None) -> Iterator[str]:
    """What the board spells at each place where it fits into `word` (capital letters both).

    With `wilds` only places where the face-down cards are those letters, left to right, count.
    """
    for start in range(len(word) - len(board) + 1):
        spelled = word[start : start + len(board)]
        if all(card in (WILD, letter) for card, letter in zip(board, spelled, strict=True)):
            meant = "".join(letter for card, letter in zip(board, spelled, strict=True) if card == WILD)
            if wilds is None or wilds == meant:
                yield spelled


def check_word(state: State, word: str, wilds: str | None = None) -> Check:
    """D8: is it a word, does it hold the board, and is the board still unfinished in it? Decided in that order."""
    letters = (state.words.fold(word) or "").upper()
    if not letters or not state.allows(word):
        return Check(Ground.NOT_A_WORD, None)
    spelled = None
    for spelled in places(state.board, letters, wilds):
        if not state.allows(spelled):
            return Check(None, spelled)
    return Check(Ground.DOES_NOT_FIT if spelled is None else Ground.FINISHED, spelled)


def proves(state: State, word: str, beginning: str) -> bool:
    """D6: whether the word is in the dictionary and holds the letters objected to together in their order."""
    letters = (state.words.fold(word) or "").upper()
    return state.allows(word) and beginning in letters


def saving_words(state: State, at_most: int = 10) -> tuple[str, ...]:
    """The words that would win the challenge as the board stands (D8), shortest first; only words that may be shown.

    Names of people and places are among them where they count (D13).
    """
    found = state.words.find(state.board, longer=True, shown=True, names=state.options.names_allowed)
    return tuple(islice((word for word in found if check_word(state, word).failing is None), at_most))
