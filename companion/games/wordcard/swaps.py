"""What a hand becomes by an exchange, or with wilds from the table, and the best it can lay then (W8, W25).

An exchange that can be looked into is the open pile's: its top card, which must then be laid, and perhaps one card
discarded. What the deck would have given nobody knows.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from companion.games.wordcard.notation import WILD, stands_for
from companion.solvers.growing import SearchedWords
from companion.solvers.search import best_laydown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.games.wordcard.state import State
    from companion.solvers.search import Opening


ALL_WAYS = 5  # cards of which every discard, and every number of wilds, is tried
STEPS = 20_000  # of each search for more cards than that


class Swap(NamedTuple):
    """The hand after it; the card taken from the pile and the one discarded, or the cards that took a wild's place."""

    hand: tuple[str, ...]
    taken: str | None = None
    discarded: str | None = None
    for_wilds: tuple[str, ...] = ()


class Swapped(NamedTuple):
    """A swap and the lines laid after it; `gain`, `exhaustive` and `at_most` are those of `Best`, what the hand costs
    less or more by the swap counted in where it is played for the fewest."""

    swap: Swap
    lines: tuple[tuple[str, ...], ...]
    gain: int
    exhaustive: bool
    at_most: int | None


def swaps(state: State, hand: Sequence[str]) -> Iterator[Swap]:
    """Every exchange with the top of the open pile, and every way to take wilds from the table; with more cards than
    `ALL_WAYS` without a discard, and one wild only."""
    top = state.pile[-1] if state.pile else None
    if top is not None:
        yield Swap((*hand, top), top)
        discards = sorted(set(hand) - {top}) if len(hand) <= ALL_WAYS else ()
        yield from (Swap((*_without(hand, [card]), top), top, card) for card in discards)
    wilds = [card for line in state.lines for card in line.cards if card.startswith(WILD)]
    if not state.options.grid:
        real = [card for card in hand if card != WILD]
        for count in range(1, len(wilds) + 1 if len(hand) <= ALL_WAYS else 2):
            for cards in sorted(set(combinations(sorted(real), count))):
                if _can_replace(cards, wilds):
                    yield Swap((*_without(hand, cards), *[WILD] * count), for_wilds=cards)


def best_swap(state: State, hand: Sequence[str], opening: Opening, finish_bonus: int) -> Swapped | None:
    """The swap after which most can be laid; None where nothing can. It is known to be the best for few cards only."""
    scheme, words = state.scheme, state.words
    if not isinstance(words, SearchedWords):
        return None
    best, at_most = None, 0
    unknown = len(hand) > ALL_WAYS
    for swap in swaps(state, hand):
        found = best_laydown(
            swap.hand, scheme, words, opening=opening, finish_bonus=finish_bonus, must=swap.taken,
            steps=None if len(hand) <= ALL_WAYS and WILD not in swap.hand else STEPS,
        )  # fmt: skip
        saved = _cost(hand, scheme) - _cost(swap.hand, scheme) if scheme.aim == "fewest" else 0
        unknown = unknown or found.at_most is None
        at_most = max(at_most, (found.at_most or 0) + saved)
        if found.lines and (best is None or found.gain + saved > best.gain):
            best = Swapped(swap, found.lines, found.gain + saved, exhaustive=False, at_most=None)
    if best is None or unknown:
        return best
    return best._replace(exhaustive=at_most <= best.gain, at_most=at_most)


def _cost(hand: Sequence[str], scheme: Scheme) -> int:
    return sum(map(scheme.in_hand, hand))


def _without(hand: Sequence[str], cards: Sequence[str]) -> tuple[str, ...]:
    return tuple((Counter(hand) - Counter(cards)).elements())


def _can_replace(cards: Sequence[str], wilds: Sequence[str]) -> bool:
    """Whether each of the cards can take the place of a wild of its own."""
    if not cards:
        return True
    first, *others = cards
    return any(
        _can_replace(others, [*wilds[:at], *wilds[at + 1 :]])
        for at, wild in enumerate(wilds)
        if stands_for(wild, first)
    )
