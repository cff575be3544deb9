"""What a named word is worth against the board: D8's four grounds, and the proof of a beginning (D6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from string import ascii_uppercase
from typing import TYPE_CHECKING

from companion.games.disorder.state import WILD
from companion.games.disorder.verdicts import Ground

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.games.disorder.state import State

FIRST = (20, 400)  # so many words that hold a board are looked up first, then so many
LOOKED_AT = 3_000  # words in which each letter between two cards is looked up; with more, each is asked about by itself


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


def readings(board: str, words: Iterable[str]) -> set[str]:
    """All that the board may be read as in these words (a–z, as the readings are)."""
    text, letters = " ".join(words), board.lower()
    if WILD not in board:
        return {letters} if letters in text else set()
    return set(re.findall(f"(?=({letters.replace(WILD, '[a-z]')}))", text))


def stands(state: State, board: str) -> bool:
    """D8: whether there is a word that would hold against a challenge of this board."""
    return any(True for _ in _holding(state, board))


def standing_letters(state: State, before: str, after: str) -> str:
    """The cards that may lie between these so that the board stands: letters in their order and, if any, the wild."""
    pattern = before + WILD + after
    few = _found(state, pattern, LOOKED_AT + 1)
    if len(few) <= LOOKED_AT:
        letters = {reading[len(before)].upper() for reading in readings(pattern, few) if not state.allows(reading)}
    else:
        letters = {letter for letter in ascii_uppercase if stands(state, before + letter + after)}
    return "".join(sorted(letters)) + (WILD if letters else "")


def standing_rows(state: State, before: str, after: str) -> Iterator[str]:
    """Some of the boards that stand with one letter between these, those of short words first; a letter may be told
    more than once."""
    pattern = before + WILD + after
    for word in _with(state, pattern):
        for reading in sorted(readings(pattern, [word])):
            if not state.allows(reading):
                yield before + reading[len(before)].upper() + after


def _holding(state: State, board: str, *, shown: bool = False) -> Iterator[str]:
    """The words that would hold against a challenge of the board, shortest first."""
    if WILD not in board:
        return iter(()) if state.allows(board) else _with(state, board, shown=shown)
    found = _with(state, board, shown=shown)
    return (word for word in found if not all(map(state.allows, readings(board, [word]))))


def _with(state: State, board: str, *, shown: bool = False) -> Iterator[str]:
    """The words longer than the board that have it in them, shortest first. A few will nearly always do, and are looked
    up first: some boards lie in hundreds of thousands."""
    told = 0
    for limit in FIRST:
        found = _found(state, board, limit, shown=shown)
        yield from found[told:]
        told = len(found)
        if told < limit:
            return
    yield from _found(state, board, None, shown=shown)[told:]


def _found(state: State, board: str, limit: int | None, *, shown: bool = False) -> Sequence[str]:
    return state.words.find(board, longer=True, shown=shown, names=state.options.names_allowed, limit=limit)


def proves(state: State, word: str, beginning: str) -> bool:
    """D6: whether the word is in the dictionary and holds the letters objected to together in their order."""
    letters = (state.words.fold(word) or "").upper()
    return state.allows(word) and beginning in letters


def proving_words(state: State, beginning: str, at_most: int, *, shown: bool = True) -> tuple[str, ...]:
    """D6: words in which these letters stand together, shortest first; only such as may be shown, unless all are asked
    for."""
    names = state.options.names_allowed
    return tuple(state.words.find(beginning, shown=shown, names=names, limit=at_most))


def saving_words(state: State, at_most: int = 10) -> tuple[str, ...]:
    """The words that would win the challenge as the board stands (D8), shortest first; only words that may be shown.

    Names of people and places are among them where they count (D13).
    """
    return tuple(islice(_holding(state, state.board, shown=True), at_most))
