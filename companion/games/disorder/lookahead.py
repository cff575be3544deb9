"""Looking ahead in Disorder!: the places a board has in words, where cards can still go, and who gets stuck.

A board stands if some word goes on beyond it and what it spells there is no word itself (D8). Whoever can lay no card
that leaves such a board is stuck: what they lay can be challenged, and to concede costs the board as well (D11). So the
search counts, ply by ply, who is stuck first. Of the others' hands it knows nothing: they may have any letter, some
more likely than not, and they can always lay a card face down (D4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.disorder.state import WILD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

InWord = tuple[str, int]  # a word, and where the board begins in it

HAS_LETTER = 0.24  # that seven cards of the house deck have a certain letter: 1 − (25/26)^7
EVEN = 0.5
MOST_PLACES = 60_000  # looked at in one search, beyond which it goes no deeper


@dataclass(frozen=True, slots=True)
class Standing:
    """A board and all its places in longer words, as far as somebody knows words. `is_word` is their dictionary."""

    board: str
    places: tuple[InWord, ...]
    is_word: Callable[[str], bool]

    @property
    def is_safe(self) -> bool:
        """Whether a word can be named for it (D8)."""
        return self.saving is not None

    @property
    def saving(self) -> str | None:
        """A word that can be named for it; the first there is."""
        length = len(self.board)
        if WILD not in self.board:
            return None if not self.places or self.is_word(self.board.lower()) else self.places[0][0]
        found = (word for word, start in self.places if not self.is_word(word[start : start + length]))
        return next(found, None)

    def with_card(self, card: str, side: str) -> Standing:
        """With one more card at an end."""
        length, letter = len(self.board), card.lower()
        if side == "left":
            further = [
                (word, start - 1) for word, start in self.places if start and card in (WILD, word[start - 1].upper())
            ]
            return Standing(card + self.board, self._longer(further), self.is_word)
        further = [
            (word, start) for word, start in self.places
            if start + length < len(word) and (card == WILD or word[start + length] == letter)
        ]  # fmt: skip
        return Standing(self.board + card, self._longer(further), self.is_word)

    def _longer(self, places: Sequence[InWord]) -> tuple[InWord, ...]:
        return tuple(place for place in places if len(place[0]) > len(self.board) + 1)

    def letters(self, side: str) -> set[str]:
        """The letters that come next on that side in some word (capital)."""
        length = len(self.board)
        if side == "left":
            return {word[start - 1].upper() for word, start in self.places if start}
        return {word[start + length].upper() for word, start in self.places if start + length < len(word)}


def standing(board: str, words: Sequence[str], is_word: Callable[[str], bool]) -> Standing:
    """A board in the words that hold it, at each of its places."""
    return Standing(board, tuple(place for word in words for place in _places(board, word)), is_word)


def moves(now: Standing, cards: Sequence[str]) -> Iterator[tuple[str, str, Standing]]:
    """The cards out of these, each kind once, that can be laid at an end so that the board stands; `?` is a wild."""
    for side in ("left", "right") if now.board else ("right",):
        open_letters = now.letters(side)
        for card in dict.fromkeys(cards):
            if card == WILD or card in open_letters:
                then = now.with_card(card, side)
                if then.is_safe:
                    yield card, side, then


def chances(now: Standing, hand: Sequence[str], plies: int, *, own: bool) -> float:
    """How likely whoever is to lay a card now (`own`: the player with this hand) is not the first to be stuck, from 0
    to 1, looking so many plies ahead."""
    if plies == 0:
        return EVEN
    return _of_own(now, hand, plies) if own else _of_other(now, hand, plies)


def _of_own(now: Standing, hand: Sequence[str], plies: int) -> float:
    best = 0.0
    for card, _, then in moves(now, (*hand, WILD) if hand else ()):
        best = max(best, 1 - chances(then, without(hand, card), plies - 1, own=False))
        if best == 1:
            break
    return best


def _of_other(now: Standing, hand: Sequence[str], plies: int) -> float:
    """The best of the moves the other may turn out to have; face down it can lay in any case."""
    letters = sorted(now.letters("left") | now.letters("right"))
    found = [
        (1 - chances(then, hand, plies - 1, own=True), card) for card, _, then in moves(now, (*letters, WILD))
    ]  # fmt: skip
    expected, still = 0.0, 1.0
    for value, card in sorted(found, reverse=True):
        likely = 1.0 if card == WILD else HAS_LETTER
        expected += still * likely * value
        still *= 1 - likely
    return expected


def affordable(places: int, plies: int) -> int:
    """How many of these plies a search over so many places can afford."""
    while plies and places * 4**plies > MOST_PLACES:
        plies -= 1
    return plies


def without(hand: Sequence[str], card: str) -> tuple[str, ...]:
    """A hand with one such card less; a card laid face down may be any."""
    cards = list(hand)
    if card in cards:
        cards.remove(card)
    return tuple(cards)


def _places(board: str, word: str) -> Iterator[InWord]:
    pattern = board.lower()
    if WILD not in pattern:
        start = word.find(pattern)
        while start >= 0:
            yield word, start
            start = word.find(pattern, start + 1)
        return
    for start in range(len(word) - len(pattern) + 1):
        if all(sign in (WILD, letter) for sign, letter in zip(pattern, word[start:], strict=False)):
            yield word, start
