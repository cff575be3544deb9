"""Where a deck prints the indices of its cards: told by those that were found, and read there where none was.

Who looks for indices knows those of playing cards, with a suit below, and may overlook a bare J in a narrow typeface.
But all cards of a deck are printed alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.classifiers import AROUND_INDEX, RANK_NOTHING, classify_upright_indices
from companion.vision.corners import moved, steps_to
from companion.vision.indices import CLEARLY, Index, IndexPlaces
from companion.vision.quads import UNIT, begun_at
from companion.vision.rectify import inset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Quad = NDArray[np.float32]

# These were chosen and fitted on nothing.
AT_A_CORNER = 0.6  # an index stands no further from where one may, in parts of its size
FEW = 3  # so many clear indices tell where the others stand
ALIKE = 0.08  # they stand alike when no corner of theirs is further off than this part of a card


@dataclass(frozen=True, slots=True)
class CardCorner:
    """The corner at which the quad of a `card` (4, 2) begins, and the index found in it, if any; `lower` if that is the
    lower right corner of the card as it is read, and the index stands upside down on it."""

    card: Quad
    lower: bool
    index: Index | None = None


def indices_on(
    pyramid: list[NDArray[np.uint8]], cards: Sequence[Quad], turns: Sequence[Sequence[int]], indices: Sequence[Index]
) -> list[dict[int, list[Index]]]:
    """The indices on each card (4, 2), for each of the quarter turns in which it may stand: those found, and where none
    was found in a corner what is read at the place where the other cards have theirs."""
    standing_at = IndexPlaces.of(indices)
    corners = [
        {turn: corners_of(begun_at(card, turn), indices, standing_at) for turn in standing}
        for card, standing in zip(cards, turns, strict=True)
    ]
    found = [
        {turn: [one.index for one in pair if one.index is not None] for turn, pair in by_turn.items()}
        for by_turn in corners
    ]
    one_way = [one for by_turn in corners if len(by_turn) == 1 for pair in by_turn.values() for one in pair]
    usual = usual_place(one_way)
    if usual is None:
        return found
    printed = {one.lower for one in one_way if one.index is not None}
    empty = [
        (own[turn], one)
        for own, by_turn in zip(found, corners, strict=True)
        for turn, pair in by_turn.items()
        for one in pair
        if one.index is None and one.lower in printed
    ]
    for (own, _), index in zip(empty, read_at(pyramid, [one for _, one in empty], usual), strict=True):
        own.append(index)
    return found


def corners_of(card: Quad, indices: Sequence[Index], places: IndexPlaces) -> list[CardCorner]:
    """The upper left and the lower right corner of a card (4, 2) that is read as its quad begins, each with the nearest
    of the indices, which stand in these `places`."""
    found = [
        indices[int(away.argmin())] if away.min(initial=np.inf) < AT_A_CORNER else None
        for away in places.misplaced(card).T
    ]
    return [CardCorner(begun_at(card, 2 * lower), bool(lower), found[lower]) for lower in (0, 1)]


def usual_place(corners: Sequence[CardCorner]) -> Quad | None:
    """Where the clear ones of the indices found in these corners stand, in parts of the card (4, 2), its upper left
    corner being (0, 0); None when too few stand alike."""
    clear = [one for one in corners if one.index is not None and one.index.chances[:RANK_NOTHING].max() > CLEARLY]
    if len(clear) < FEW:
        return None
    stand = np.array([UNIT + steps_to(one.card, one.index.quad) for one in clear if one.index is not None])
    usual = np.median(stand, axis=0)
    alike = np.abs(stand - usual).max((1, 2)) < ALIKE
    return np.asarray(usual, np.float32) if alike.sum() >= max(FEW, len(clear) / 2) else None


def read_at(pyramid: list[NDArray[np.uint8]], corners: Sequence[CardCorner], usual: Quad) -> list[Index]:
    """What stands in these corners at the `usual` place (4, 2), in parts of the card."""
    if not len(corners):
        return []
    quads = [moved(one.card, usual - UNIT) for one in corners]
    cuts = [inset(quad, -more) for more in AROUND_INDEX for quad in quads]
    looks = np.log(classify_upright_indices(pyramid, cuts).reshape(len(AROUND_INDEX), len(quads), -1) + 1e-9)
    chances = np.exp(looks.mean(0))
    chances /= chances.sum(1, keepdims=True)
    return [Index(quad, np.asarray(one, np.float32), 1.0) for quad, one in zip(quads, chances, strict=True)]
