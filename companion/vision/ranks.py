"""Playing cards: the rank printed in their corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.calibrate import calibrated, threshold
from companion.vision.look import Examined, Look, alternatives, as_quad, outermost
from companion.vision.read import RANK_NOTHING, RANKS, read_ranks
from companion.vision.rectify import cut, whole_card
from companion.vision.sighting import Sighting

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOTHING_THERE = 0.97  # a place whose corners are this surely blank is no playing card lying face up
UNREAD = 0.02  # how much a corner that seems to show a rank may still be wrong


def examine_ranks(look: Look) -> list[Examined]:
    """Every playing card of the look that shows a rank in at least one of two opposite corners."""
    places = outermost(look.found)
    corners = read_ranks(look.pyramid, [place.quad for place in places])
    examined = []
    for place, card in zip(places, corners, strict=True):
        turn, chances, nothing = _fused(card)
        if nothing > NOTHING_THERE:
            continue
        by_rank = {rank: float(chance) for rank, chance in zip(RANKS, chances, strict=True) if _in_deck(look, rank)}
        total = sum(by_rank.values()) or 1.0
        by_rank = {rank: chance / total for rank, chance in by_rank.items()}
        label = max(by_rank, key=lambda rank: by_rank[rank])
        quad = np.roll(place.quad, -turn, 0)
        confidence = calibrated("ranks", by_rank[label] * (1 - nothing), place.score)
        sighting = Sighting(
            kind="rank", label=label, quad=as_quad(quad), confidence=confidence,
            accepted=confidence >= threshold("ranks"), alternatives=alternatives(by_rank, label),
        )  # fmt: skip
        crop = cut(look.pyramid, whole_card(quad), 160, 224)
        scores = {"ranks": {**by_rank, "nothing": nothing}, "finder": {"card": place.score}}
        examined.append(Examined(sighting, crop, scores))
    return examined


def _in_deck(look: Look, rank: str) -> bool:
    return not look.deck.cards or any(rank in (card.label, card.rank) for card in look.deck.cards)


def _fused(card: NDArray[np.float32]) -> tuple[int, NDArray[np.float32], float]:
    """The quarter turn at which the corners read best, the chances of the ranks there, and of there being none.

    `card` is (4 turns, 2 corners, RANK_CLASSES). The two corners of a card say the same: their chances multiply,
    each corner weighing as much as it seems to show a rank at all (the other may be hidden).
    """
    shown = 1 - card[:, :, RANK_NOTHING]
    votes = card[:, :, :RANK_NOTHING] + card[:, :, RANK_NOTHING:] / RANK_NOTHING
    votes = votes * (1 - UNREAD) + UNREAD / RANK_NOTHING
    product = votes.prod(1)
    certainty = product.max(1)
    turn = int(certainty.argmax())
    return turn, product[turn] / product[turn].sum(), float((1 - shown[turn]).prod())
