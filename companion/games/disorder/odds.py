"""How likely a challenge in Disorder! is right, going by the letters that nobody has seen yet."""

from __future__ import annotations

from collections import Counter
from math import prod
from string import ascii_uppercase
from typing import TYPE_CHECKING

from companion.games.disorder.state import COPIES, HAND_CARDS, WILD
from companion.games.disorder.words import readings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.disorder.state import State

MOST_WORDS = 3_000  # beyond so many words that hold the board, nothing is reckoned


def right_in_hundred(state: State, earlier: Iterable[State]) -> int | None:
    """Of the ways to deal the cards face down from the letters not seen yet, in a hundred (0–100), those that leave the
    board finished or in no word: then no word holds (D8).

    What was lying face up counts as seen: on the board and, as long as the deck cannot have run out and taken the
    discards in again, in the rounds before; `earlier` are the states of the match before this one, the newest first.
    None without a card face down, and for a board in too many words to be reckoned with.
    """
    board = state.board
    if WILD not in board:
        return None
    found = state.words.find(board, longer=True, names=state.options.names_allowed, limit=MOST_WORDS)
    if len(found) == MOST_WORDS:
        return None
    unseen = letters_unseen(state, earlier)
    stands = [reading for reading in readings(board, found) if not state.allows(reading)]
    ways = sum(_ways(_hidden(board, reading.upper()), unseen) for reading in stands)
    every = _arrangements(unseen.total(), board.count(WILD))
    return round(100 * (1 - ways / every))


def letters_unseen(state: State, earlier: Iterable[State]) -> Counter[str]:
    """How many of each letter may still be in the deck, in a hand or face down."""
    boards = [state.board, *_boards_before(state, earlier)]
    is_whole = sum(map(len, boards)) + HAND_CARDS * len(state.players) <= COPIES * len(ascii_uppercase)
    seen = Counter("".join(boards if is_whole else boards[:1]).replace(WILD, ""))
    return Counter({letter: max(0, COPIES - seen[letter]) for letter in ascii_uppercase})


def _boards_before(state: State, earlier: Iterable[State]) -> Iterable[str]:
    """The boards with which the rounds before ended."""
    after = state.board
    for before in earlier:
        if before.board and not after:
            yield before.board
        after = before.board


def _hidden(board: str, reading: str) -> list[str]:
    return [letter for card, letter in zip(board, reading, strict=True) if card == WILD]


def _ways(letters: Sequence[str], unseen: Counter[str]) -> int:
    """In how many ways these letters, in their order, can be dealt from so many cards of each."""
    return prod(max(0, unseen[letter] - letters[:place].count(letter)) for place, letter in enumerate(letters))


def _arrangements(cards: int, places: int) -> int:
    return prod(range(cards - places + 1, cards + 1))
