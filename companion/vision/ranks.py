"""Playing cards: the rank printed in their corners."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.calibrate import calibrated, threshold
from companion.vision.look import Examined, Look, alternatives, as_quad, outermost, worth_asking
from companion.vision.outline import to_outline
from companion.vision.read import RANK_NOTHING, RANKS, read_ranks
from companion.vision.rectify import cut, whole_card
from companion.vision.sighting import Sighting

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOTHING_THERE = 0.85  # a place whose corners are this surely blank is no playing card lying face up
SQUARE = 1.12  # a quad less oblong than this does not say which way a card stands
UNREAD = 0.02  # how much a corner that seems to show a rank may still be wrong


def examine_ranks(look: Look) -> list[Examined]:
    """Every playing card of the look that shows a rank in at least one of two opposite corners."""
    places = outermost(look.found)
    outlined = [to_outline(look.frame, place.quad) for place in places]
    read = _read_both_ways(look, [place.quad for place in places], outlined)
    examined = []
    for place, (found, turn, chances, nothing) in zip(places, read, strict=True):
        if nothing > NOTHING_THERE:
            continue
        by_rank = {rank: float(chance) for rank, chance in zip(RANKS, chances, strict=True) if _in_deck(look, rank)}
        total = sum(by_rank.values()) or 1.0
        by_rank = {rank: chance / total for rank, chance in by_rank.items()}
        label = max(by_rank, key=lambda rank: by_rank[rank])
        quad = np.roll(found, -turn, 0)
        confidence = calibrated("ranks", by_rank[label] * (1 - nothing), place.score)
        if not worth_asking(confidence, place.score):
            continue
        sighting = Sighting(
            kind="rank", label=label, quad=as_quad(quad), confidence=confidence,
            accepted=confidence >= threshold("ranks"), alternatives=alternatives(by_rank, label),
        )  # fmt: skip
        crop = partial(cut, look.pyramid, whole_card(quad), 160, 224)
        scores = {"ranks": {**by_rank, "nothing": nothing}, "finder": {"card": place.score}}
        examined.append(Examined(sighting, crop, scores))
    return examined


def _in_deck(look: Look, rank: str) -> bool:
    return not look.deck.cards or any(rank in (card.label, card.rank) for card in look.deck.cards)


def corner_votes(card: NDArray[np.float32]) -> NDArray[np.float32]:
    """How likely each rank is for each quarter turn (4, 13), from both corners (4, 2, RANK_CLASSES), up to scale.

    The two corners of a card say the same, so their chances multiply, each weighing as much as it seems to show a
    rank at all: the other may be hidden, or there may be only one.
    """
    votes = card[:, :, :RANK_NOTHING] + card[:, :, RANK_NOTHING:] / RANK_NOTHING
    return np.asarray((votes * (1 - UNREAD) + UNREAD / RANK_NOTHING).prod(1), np.float32)


def _read_both_ways(
    look: Look, found: list[NDArray[np.float32]], outlined: list[NDArray[np.float32]]
) -> list[tuple[NDArray[np.float32], int, NDArray[np.float32], float]]:
    """For each card, the quad, quarter turn, chances of the ranks and chance of none, with the quad as found or drawn
    to its outline, whichever shows its ranks better: the outline is exact, unless cards lie on each other."""
    corners = read_ranks(look.pyramid, found + outlined)
    best = []
    for index, (loose, exact) in enumerate(zip(found, outlined, strict=True)):
        ways = [
            (quad, *_fused(corners[place], _upright_turns(quad)))
            for quad, place in ((loose, index), (exact, index + len(found)))
        ]
        best.append(max(ways, key=lambda way: float(way[2].max()) * (1 - way[3])))
    return best


def _upright_turns(quad: NDArray[np.float32]) -> list[int]:
    """The quarter turns at which a playing card may stand: its short sides are its top and bottom."""
    width, height = (float(np.linalg.norm(quad[i] - quad[0])) for i in (1, 3))
    if max(width, height) < SQUARE * min(width, height):
        return [0, 1, 2, 3]
    return [0, 2] if width < height else [1, 3]


def _fused(card: NDArray[np.float32], turns: list[int]) -> tuple[int, NDArray[np.float32], float]:
    """The quarter turn at which the corners read best, the chances of the ranks there, and of there being none.

    `card` is (4 turns, 2 corners, RANK_CLASSES).
    """
    product = corner_votes(card)
    shown = 1 - card[:, :, RANK_NOTHING]
    turn = max(turns, key=lambda one: float(product[one].max()))
    return turn, product[turn] / product[turn].sum(), float((1 - shown[turn]).prod())
