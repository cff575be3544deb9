"""Playing cards: the rank printed in their corners.

The indices are found by themselves and gathered into cards: two upside down to each other are one card's, and so are
those where a card was found, or at the corners of one already known. A card whose indices cannot be found is asked
about, by what its corners seem to show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.calibrate import calibrated, threshold
from companion.vision.classifiers import RANK_NOTHING, RANKS, classify_ranks
from companion.vision.corners import to_corners
from companion.vision.detections import (
    DOUBTED,
    Detections,
    Examined,
    outermost,
    worth_asking,
)
from companion.vision.indices import (
    Index,
    IndexPlaces,
    agree,
    at_odds,
    find_indices,
    from_a_corner,
    opposed,
    opposite,
    together,
)
from companion.vision.outline import to_outline
from companion.vision.pips import doubt_without_pips
from companion.vision.quads import begun_at, in_common, shared, size_px

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.find import Found

    Floats = NDArray[np.float32]

NOTHING_THERE = 0.85  # a place whose corners are this surely blank is no playing card lying face up
AT_HOME = 0.4  # an index of a found card stands no further from its place than this part of its size
AT_A_CORNER = 0.6  # an index is another of a card's that stands no further from one of its corners
LIKE_A_NEIGHBOURS = 0.4  # or than this, when it stands as the card's own does: so does the next one of a fan
OPPOSITE = 0.8  # and two indices of one card stand no further from where each makes expect the other
# Where that is far, the card they tell is off by little, but where a found one is off by much: by so much of what tells
# against a found card two indices are beaten. Fitted to the quads on 160 drawn tables (typefaces not taught on).
TOLD_BY_TWO, TOLD_WORSE = 0.08, 0.26
ONE_PLACE = 0.35  # cards with one rank whose middles are nearer than this part of a card are one
SAME_PLACE = 0.85  # so are cards that have more than this part of what they cover in common, whatever they show
CLASH = 0.5  # and so are they where one's index is this near to the other corner of the other
ONE_INDEX = 0.4  # and indices whose middles are nearer than this part of one's size
LARGER = 0.3  # neighbours differ by less, the logarithm of their areas
NEIGHBOURS = 3  # so many cards say how large one near them is
LEGIBLE_PX = 12.0  # a smaller index has a handful of pixels: the card is asked about
LONELY = 0.5  # an index that no other of its card confirms is believed from this score of the finder on
EXPLAINED = 0.65  # a place that shares more than this part with cards of which indices are seen is no other card


@dataclass(frozen=True, slots=True, eq=False)
class _Card:
    """A card's quad (4, 2), from its own top left corner on, and the indices that are seen of it."""

    quad: Floats
    indices: tuple[Index, ...]
    score: float

    def united(self, other: _Card) -> _Card:
        """This card, with the indices of another that lies where it lies."""
        return replace(self, indices=(*self.indices, *other.indices), score=max(self.score, other.score))


def examine_ranks(detections: Detections) -> list[Examined]:
    """Every playing card of the frame that shows a rank in at least one of two opposite corners."""
    places = outermost(detections.found)
    cards = _one_each(_gathered(detections, places, find_indices(detections.grey, detections.pyramid)))
    rest = [place for place in places if all(shared(card.quad, place.quad) < EXPLAINED for card in cards)]
    seen = [(card.quad, *together(card.indices), card.score, _legible(card)) for card in cards]
    seen += [
        (*unindexed, place.score, False) for place, unindexed in zip(rest, _corners_of(detections, rest), strict=True)
    ]
    examined = []
    for quad, chances, nothing, presence, legible in seen:
        if nothing > NOTHING_THERE:
            continue
        by_rank = {
            rank: float(chance) for rank, chance in zip(RANKS, chances, strict=True) if _in_deck(detections, rank)
        }
        total = sum(by_rank.values()) or 1.0
        by_rank = {rank: chance / total for rank, chance in by_rank.items()}
        label = max(by_rank, key=lambda rank: by_rank[rank])
        confidence = calibrated("ranks", by_rank[label] * (1 - nothing), presence)
        if not legible:
            confidence = min(confidence, DOUBTED)
        if not worth_asking(confidence, presence):
            continue
        scores = {"ranks": {**by_rank, "nothing": nothing}, "finder": {"card": presence}}
        accepted = confidence >= threshold("ranks")
        examined.append(detections.examined("rank", label, quad, confidence, by_rank, scores, accepted=accepted))
    return doubt_without_pips(detections.pyramid, examined)


def _legible(card: _Card) -> bool:
    alone = card.indices[0] if len(card.indices) == 1 else None
    large = max(index.size_px for index in card.indices) >= LEGIBLE_PX
    return large and (alone is None or alone.score > LONELY) and not at_odds(card.indices)


def _in_deck(detections: Detections, rank: str) -> bool:
    return not detections.deck.cards or any(rank in (card.label, card.rank) for card in detections.deck.cards)


def _gathered(detections: Detections, places: list[Found], indices: list[Index]) -> list[_Card]:
    """The cards that show the indices, each index on one card: the likeliest first."""
    beside = [index for index in indices if index.beside]
    free = [index for index in indices if not index.beside]
    doubtless = _apart_from(beside, free)
    cards: list[_Card] = []
    for _, card in sorted([*_found_cards(detections, places, free), *_pairs(doubtless)], key=lambda one: one[0]):
        new = all(any(one is index for one in free) for index in card.indices)
        if new and (len(card.indices) == 2 or _usual(card, [one.quad for one in cards if len(one.indices) == 2])):
            cards.append(card)
            free = [one for one in free if not any(one is index for index in card.indices)]
    beside = _apart_from([index for card in cards for index in card.indices], beside)
    return _with_lone(cards, _apart_from(beside, free), beside)


def _apart_from(others: list[Index], indices: list[Index]) -> list[Index]:
    """The indices that stand where none of the others does."""
    return [
        index
        for index in indices
        if all(np.linalg.norm(index.centre - other.centre) > ONE_INDEX * index.size_px for other in others)
    ]


def _with_lone(cards: list[_Card], free: list[Index], beside: list[Index]) -> list[_Card]:
    """The cards, and those that the indices left are of, the clearest first, those read beside their places last; an
    index that is another of a card's makes no card."""
    known, gathered = [card.quad for card in cards], list(cards)
    for index in [*sorted(free, key=lambda one: float(one.chances[RANK_NOTHING])), *beside]:
        lone = _Card(index.card(_size_near(known, index.centre)), (index,), index.score)
        twin = next((card for card in gathered if _are_one(lone, card)), None)
        if twin is not None:
            gathered[gathered.index(twin)] = twin.united(lone)
        elif not any(_is_another(index, card) for card in gathered):
            gathered.append(lone)
    return gathered


def _one_each(cards: list[_Card]) -> list[_Card]:
    """The cards, those that cannot both lie where they lie made one, with the indices of all."""
    apart: list[_Card] = []
    for card in cards:
        twin = next((one for one in apart if _are_one(card, one) or _clash(card, one)), None)
        if twin is None:
            apart.append(card)
        else:
            apart[apart.index(twin)] = twin.united(card)
    return apart


def _is_another(index: Index, card: _Card) -> bool:
    """Whether an index is another of the card's: some decks have one in each of the four corners."""
    if not all(agree(index, own) for own in card.indices):
        return False
    if len(card.indices) == 2 or opposed(index, card.indices[0]):
        return from_a_corner(index, card.quad) < AT_A_CORNER
    return index.beside and from_a_corner(index, card.quad) < LIKE_A_NEIGHBOURS


def _are_one(card: _Card, other: _Card) -> bool:
    """Whether two cards that each show one index lie in one place, the indices upside down to each other."""
    if len(card.indices) + len(other.indices) != 2 or not agree(card.indices[0], other.indices[0]):
        return False
    apart = float(np.linalg.norm(card.quad.mean(0) - other.quad.mean(0)))
    return apart < ONE_PLACE * size_px(other.quad) and opposed(card.indices[0], other.indices[0])


def _clash(card: _Card, other: _Card) -> bool:
    """Whether two cards lie in one place, or one's only index in the other corner of a card of which one is seen: if
    they show different ranks, one is misread."""
    if in_common(card.quad, other.quad) > SAME_PLACE:
        return True
    if len(card.indices) + len(other.indices) != 2 or not opposed(card.indices[0], other.indices[0]):
        return False
    return bool(IndexPlaces.of(card.indices).misplaced(other.quad).min() < CLASH)


def _usual(card: _Card, known: list[Floats]) -> bool:
    """Whether a card is as large as those near it are known to be: one that lies on another may have been taken for
    one larger card with it."""
    size = _size_near(known, card.quad.mean(0))
    return size is None or abs(np.log(size_px(card.quad) ** 2 / (size[0] * size[1]))) < LARGER


def _size_near(cards: list[Floats], place: Floats) -> tuple[float, float] | None:
    """Width and height in pixels that the cards nearest to a place have; None when there are none."""
    nearest = sorted(cards, key=lambda quad: float(np.linalg.norm(quad.mean(0) - place)))[:NEIGHBOURS]
    if not nearest:
        return None
    sides = np.array([np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1) for quad in nearest])
    width, height = np.median((sides[:, :2] + sides[:, 2:]) / 2, 0)
    return float(width), float(height)


def _found_cards(
    detections: Detections, places: list[Found], indices: list[Index]
) -> list[tuple[tuple[int, float], _Card]]:
    """The places found that have indices where a card has them, each with how much speaks against it."""
    if not places or not indices:
        return []
    found, standing_at = [place.quad for place in places], IndexPlaces.of(indices)
    ways = [found, to_corners(detections.pyramid, found), [to_outline(detections.frame, quad) for quad in found]]
    cards = []
    for place, *quads in zip(places, *ways, strict=True):
        for quad in quads:
            for turn in range(4):
                turned = begun_at(quad, turn)
                away = standing_at.misplaced(turned)
                nearest = away.argmin(0)
                home = [i for i in (0, 1) if away[nearest[i], i] < AT_HOME]
                both = len(home) == 2
                if both and not agree(*(indices[int(nearest[i])] for i in home)):
                    continue  # two cards were found as one
                for slots in ([home] if both else []) + [[i] for i in home]:
                    mine = tuple(indices[int(nearest[i])] for i in slots)
                    off = float(np.mean([away[nearest[i], i] for i in slots]))
                    cards.append(((2 - len(slots), off), _Card(turned, mine, place.score)))
    return cards


def _pairs(indices: list[Index]) -> list[tuple[tuple[int, float], _Card]]:
    """Every two indices that may be one card's, with how much speaks against it."""
    cards = []
    for one, other in combinations(indices, 2):
        away, quad = opposite(one, other)
        if away < OPPOSITE and agree(one, other):
            cards.append(((0, TOLD_BY_TWO + TOLD_WORSE * away), _Card(quad, (one, other), max(one.score, other.score))))
    return cards


def _corners_of(detections: Detections, places: list[Found]) -> list[tuple[Floats, Floats, float]]:
    """For each place without an index its quad, the chances of the ranks in its corners, and of there being none."""
    quads = [place.quad for place in places]
    read = []
    for quad, turns in zip(quads, classify_ranks(detections.pyramid, quads), strict=True):
        votes = (turns[:, :, :RANK_NOTHING] + turns[:, :, RANK_NOTHING:] / RANK_NOTHING).prod(1)
        turn = int(votes.max(1).argmax())
        read.append((begun_at(quad, turn), votes[turn] / votes[turn].sum(), float(turns[turn, :, RANK_NOTHING].prod())))
    return read
