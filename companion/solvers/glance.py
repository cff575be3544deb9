"""A good laydown at a glance: found at once and counted by the rules, for whoever cannot wait for the best.

Without wilds, and of few cards, the best itself is soon found. Wilds make the words many and what each stands for more:
then only the longest words are looked at, and where words and combinations count both, lines are made by what they must
be and what else counts in them comes by itself. So there may be a better one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.wordcard.notation import WILD
from companion.solvers.search import EXACT_CARDS, Opening, best_laydown, recounted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.wordcard.events import PlainType
    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.growing import SearchedWords
    from companion.solvers.search import Best

SOON_FOUND = 6  # so many cards, a wild counted three times, need no glance
# Settled on 500 hands of played matches (`benchmarks.hints_live`, seeds 1 and 2): with twice as many words one in a
# hundred of the points more is found, in half as much time again; with twice as many steps nothing.
LONGEST_WORDS = 100
STEPS = 10_000
MADE_BY: Mapping[PlainType, PlainType] = {"wordplay_plus": "wordplay", "cardplay_plus": "cardplay"}


class _LongestWords:
    """A dictionary in which only the longest words are spelled, of those that may be shown."""

    def __init__(self, words: SearchedWords) -> None:
        self._words = words
        self.is_word, self.begins, self.may_show = words.is_word, words.begins, words.may_show

    def spell(
        self, letters: str, /, *, shortest: int = 1, longest: int | None = None, shown: bool = False
    ) -> Sequence[str]:
        """See SearchedWords."""
        del shown
        words = self._words.spell(letters, shortest=shortest, longest=longest, shown=True)
        return sorted(words, key=len, reverse=True)[:LONGEST_WORDS]


def laydown_at_a_glance(
    hand: Sequence[str], scheme: Scheme, words: SearchedWords, *, opening: Opening, finish_bonus: int | None
) -> Best:
    """A good laydown out of a hand, as `best_laydown` gives the best one; `exhaustive` where it is known to be that."""
    wilds = hand.count(WILD)
    is_small = len(hand) + 2 * wilds <= SOON_FOUND
    if len(hand) <= EXACT_CARDS and (is_small or not wilds or scheme.type in ("wordcard", "cardplay")):
        return best_laydown(hand, scheme, words, opening=opening, finish_bonus=finish_bonus)
    made_by = replace(scheme, type=MADE_BY.get(scheme.type, scheme.type))
    seen = _dearest(hand, scheme) if wilds and made_by.type == "cardplay" else hand
    bonus = finish_bonus if len(seen) == len(hand) else None
    steps = None if len(seen) <= EXACT_CARDS else STEPS
    found = best_laydown(seen, made_by, _LongestWords(words), opening=opening, finish_bonus=bonus, steps=steps)
    return recounted(found, seen, scheme, words, bonus)


def _dearest(hand: Sequence[str], scheme: Scheme) -> Sequence[str]:
    """As many as are soon searched in full where wilds stand for every rank: the wilds, and the dearest of the rest."""
    return sorted(hand, key=lambda card: (card != WILD, -scheme.in_hand(card)))[:EXACT_CARDS]
