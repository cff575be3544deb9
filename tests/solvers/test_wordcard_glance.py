"""A laydown at a glance can be laid, brings what it says, shows no hidden word, and is never better than the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wordcard.notation import WILD
from companion.games.wordcard.scoring import Scheme
from companion.lexicon import Lexicon
from companion.solvers.glance import laydown_at_a_glance
from companion.solvers.search import Opening, best_laydown
from tests.solvers.test_wordcard_solver import AIMS, CARDS, SMALL, TYPES, check_it_can_be_laid

if TYPE_CHECKING:
    from companion.games.wordcard.events import Aim, PlainType


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=9), st.integers(0, 2))
def test_it_is_what_it_says(kind: PlainType, aim: Aim, real: list[str], wilds: int) -> None:
    hand, scheme = [*real, *[WILD] * wilds], Scheme(kind, aim, {})
    seen = laydown_at_a_glance(hand, scheme, SMALL, opening=Opening(), finish_bonus=50)
    check_it_can_be_laid(seen, hand, scheme, SMALL)
    if len(hand) <= 8:
        best = best_laydown(hand, scheme, SMALL)
        assert seen.gain <= best.gain
        assert seen.gain == best.gain or not seen.exhaustive


@pytest.mark.parametrize("kind", TYPES)
def test_a_word_that_may_not_be_shown_is_not(kind: PlainType) -> None:
    words = Lexicon.from_words(["carpet", "car", "pet"], shown=["car", "pet"])
    hand = ["7/C", "7/A", "7/R", "7/P", "7/E", WILD, WILD]
    seen = laydown_at_a_glance(hand, Scheme(kind, "most", {}), words, opening=Opening(), finish_bonus=25)
    assert not any("CARPET" in "".join(card.split("/")[1] for card in line) for line in seen.lines)
