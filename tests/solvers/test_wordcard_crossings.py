"""What each card of some hands brings in lines that it lengthens on the grid, held against how these are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wordcard.additions import paid_for
from companion.games.wordcard.lines import NotGood, check_good
from companion.games.wordcard.notation import WILD
from companion.games.wordcard.state import Line
from companion.solvers.card_sets import CardSets
from companion.solvers.grid_crossings import FREE, Crossings
from companion.solvers.grid_growing import GridGrower
from companion.solvers.growing import pieces_of
from companion.solvers.hand_sets import HandSets
from companion.solvers.prefix_tree import WordTree
from companion.solvers.row_ends import RowEnds
from tests.rules.wordcard_table import table
from tests.solvers.test_wordcard_solver import AIMS, CARDS, SMALL, TYPES

if TYPE_CHECKING:
    from companion.games.wordcard.events import Aim, PlainType

BESIDE = st.lists(CARDS, max_size=3)
HANDS = st.lists(st.lists(st.one_of(CARDS, CARDS, st.just(WILD)), min_size=1, max_size=3), min_size=1, max_size=2)


def padded(rows: list[list[int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array([row + [FREE] * (3 - len(row)) for row in rows], dtype=np.int64)


@settings(deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), HANDS, st.lists(st.tuples(BESIDE, BESIDE), min_size=1))
def test_each_card_may_lie_there_and_brings_as_the_line_is_scored(
    kind: PlainType, aim: Aim, hands: list[list[str]], lines: list[tuple[list[str], list[str]]]
) -> None:
    scheme = table(type=kind, aim=aim).state.scheme
    parts = [CardSets(hand, scheme) for hand in hands]
    sets = HandSets(parts, [[part.of(hand)] for part, hand in zip(parts, hands, strict=True)])
    lying = [card for line in lines for side in line for card in side]
    lying += [piece.laid for piece in pieces_of([each.card for each in sets.kinds], scheme)]
    grower = GridGrower(sets, lying, scheme, RowEnds(scheme, WordTree(SMALL)), 0)
    crossings = Crossings(grower)
    lines = [line for line in lines if any(line)]
    before = padded([[grower.lying[card] for card in reversed(line[0])] for line in lines])
    behind = padded([[grower.lying[card] for card in line[1]] for line in lines])
    paid = np.arange(len(lines))
    if not lines:
        return
    numbers = crossings.numbers(before, behind, paid)
    for (left, right), number, points in zip(lines, numbers.tolist(), paid.tolist(), strict=True):
        for at, piece in enumerate(grower.pieces[: grower.of_hand]):
            line = Line((*left, piece.laid, *right), owner=None)
            try:
                check_good(line, scheme, SMALL)
                is_good = True
            except NotGood:
                is_good = False
            assert crossings.may[number, at] == is_good
            if is_good:
                counts = paid_for([line], scheme, SMALL)
                brought = crossings.brought(np.array([number]), np.array([at]))
                assert [part.tolist() for part in brought] == [[counts - points], [counts]]
