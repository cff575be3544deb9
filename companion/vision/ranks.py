"""Playing cards: the rank printed in their corners."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.calibrate import calibrated, threshold
from companion.vision.corners import to_corners
from companion.vision.look import Examined, Look, alternatives, as_quad, outermost, worth_asking
from companion.vision.outline import to_outline
from companion.vision.read import RANK_NOTHING, RANKS, look_for_ranks, read_ranks
from companion.vision.rectify import cut, whole_card
from companion.vision.sighting import Sighting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.find import Found

    Way = tuple[NDArray[np.float32], int, NDArray[np.float32], float]  # quad, quarter turn, chances of ranks, of none

NOTHING_THERE = 0.85  # a place whose corners are this surely blank is no playing card lying face up
SQUARE = 1.12  # a quad less oblong than this does not say which way a card stands
SURE = 0.95  # a card less surely read than this is looked at more closely
LIKELY = 0.6  # if it is likely a card at all
ONE_CORNER = 0.3  # two cards of one rank with corners nearer than this, in parts of their size, are one
LEGIBLE_PX, GUESSED = 45.0, 0.5  # on a smaller card the rank has a handful of pixels: it is asked about
UNREAD = 0.02  # how much a corner that seems to show a rank may still be wrong


def examine_ranks(look: Look) -> list[Examined]:
    """Every playing card of the look that shows a rank in at least one of two opposite corners."""
    places = outermost(look.found)
    read = _read_every_way(look, places)
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
        if place.size_px < LEGIBLE_PX:
            confidence = min(confidence, GUESSED)
        if not worth_asking(confidence, place.score):
            continue
        sighting = Sighting(
            kind="rank", label=label, quad=as_quad(quad), confidence=confidence,
            accepted=confidence >= threshold("ranks"), alternatives=alternatives(by_rank, label),
        )  # fmt: skip
        crop = partial(cut, look.pyramid, whole_card(quad), 160, 224)
        scores = {"ranks": {**by_rank, "nothing": nothing}, "finder": {"card": place.score}}
        examined.append(Examined(sighting, crop, scores))
    return _once(examined)


def _once(examined: list[Examined]) -> list[Examined]:
    """Each card once: of two places with one rank whose corners nearly meet, the more surely read one."""
    kept: list[Examined] = []
    for one in sorted(examined, key=lambda each: -each.sighting.confidence):
        quad = np.array(one.sighting.quad, np.float32)
        size = float(np.sqrt(max(cv2.contourArea(quad), 1.0)))
        same = (other.sighting for other in kept if other.sighting.label == one.sighting.label)
        if not any(_apart(quad, np.array(other.quad, np.float32)) < ONE_CORNER * size for other in same):
            kept.append(one)
    return [one for one in examined if any(one is other for other in kept)]


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How far two cards' corners with an index are from each other, top-left or bottom-right, either way up."""
    far = np.linalg.norm(one[[0, 2]][:, None] - other[[0, 2]][None], axis=2)
    return float(min(far.diagonal().mean(), far[::-1].diagonal().mean()))


def _in_deck(look: Look, rank: str) -> bool:
    return not look.deck.cards or any(rank in (card.label, card.rank) for card in look.deck.cards)


def corner_votes(card: NDArray[np.float32]) -> NDArray[np.float32]:
    """How likely each rank is for each quarter turn (4, 13), from both corners (4, 2, RANK_CLASSES), up to scale.

    The two corners of a card say the same, so their chances multiply, each weighing as much as it seems to show a
    rank at all: the other may be hidden, or there may be only one.
    """
    votes = card[:, :, :RANK_NOTHING] + card[:, :, RANK_NOTHING:] / RANK_NOTHING
    return np.asarray((votes * (1 - UNREAD) + UNREAD / RANK_NOTHING).prod(1), np.float32)


def _read_every_way(look: Look, places: list[Found]) -> list[Way]:
    """For each card, the quad, quarter turn, chances of the ranks and chance of none, with the quad as found, with its
    corners where a network sees them, or drawn to its outline, whichever shows its ranks best: the outline is exact,
    unless cards lie on each other."""
    if not places:
        return []
    found = [place.quad for place in places]
    ways = [found, to_corners(look.pyramid, found), [to_outline(look.frame, quad) for quad in found]]
    corners = read_ranks(look.pyramid, [quad for way in ways for quad in way]).reshape(len(ways), len(found), 4, 2, -1)
    best = [
        max(((quad, *_fused(seen, _upright_turns(quad))) for quad, seen in zip(quads, shown, strict=True)), key=_shown)
        for quads, shown in zip(zip(*ways, strict=True), corners.swapaxes(0, 1), strict=True)
    ]
    unsure = [i for i, way in enumerate(best) if _shown(way) < SURE and places[i].score > LIKELY]
    quads = [best[index][0] for index in unsure]
    for index, quad, seen in zip(unsure, quads, look_for_ranks(look.pyramid, quads), strict=True):
        best[index] = max(best[index], (quad, *_fused(seen, _upright_turns(quad))), key=_shown)
    return best


def _shown(way: Way) -> float:
    """How surely a card shows one rank."""
    return float(way[2].max()) * (1 - way[3])


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
