"""A spread: cards of one deck laid upright in rows, beside each other, found exactly and each once.

What is learned of a card is cut out where the card is thought to lie, so a quad that runs around half a card, or around
two, would spoil everything that is read afterwards. Every quad that anything suggests is therefore weighed by what
lies along its sides: a card has an edge on all four. The quads that have, and agree with each other in shape (`alike`),
are cards; what overlaps them is none. Where a card seems to lie whose edges cannot be seen it is not learned but said.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.alike import ALIKE, ENOUGH, ExpectedShape
from companion.vision.around import outlines, whole_cards
from companion.vision.arrange import rows_of
from companion.vision.corners import to_corners
from companion.vision.find import MUCH_SMALLER, Found, of_one_size
from companion.vision.outline import to_edges, to_outline
from companion.vision.quads import alike_px, area_px, begun_at, filled, free_part, holds, in_common, shared, size_px
from companion.vision.rectify import halvings, inset

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    Quad = NDArray[np.float32]
    Finder = Callable[[Picture], Sequence[Quad]]

_SHAPES = (1.0, 2.0)  # longer over shorter side of a card, tiles and slim cards too
_EDGE = 10.0  # grey levels, in any colour, by which the two sides of an edge differ
_FAINT, _PLAINLY = 4.0, 2.0  # a fainter one: by so much, and so many times what the table varies from point to point
_BESIDE = 0.025  # how far within and without a side is looked, in parts of the card
_ALONG = np.linspace(0.12, 0.88, 40)[:, None]  # the middle part of a side, where rounded corners do not matter
_EDGED, _HARDLY = 0.8, 0.6  # a card's sides are edges for this part of their length; below the second it is in doubt
_AS_GOOD = 0.9  # of several quads in one place the outermost counts, if its sides are edges nearly as much as any
_SAME = 0.6  # quads are of one card when they have so much in common (intersection over union)
_FREE = 0.55  # a place of which less is free beside known cards is part of one, or two at once
_APART = 0.15  # cards beside each other share less than this part of their area
_STEPS = (0.0, -0.2, 0.2, -0.45, 0.45)  # how far off a card is looked for, in parts of its size
# What is further from the cloth's usual colour than so many deviations is something on it: on 165 drawn spreads of
# eleven decks 8 % of a card without edges at least, and 2.7 % at most of bare cloth that was taken for one.
_FAR, _SOMETHING = 4.0, 0.04
_FAR_BESIDE = 0.05  # how far within and without its edge a card with nothing on it is compared, in parts of the card
_STANDS_OUT = 0.12  # natural logarithm of how much lighter or darker, in any colour, such a card is than the table
_DARK = 8.0  # grey levels below which that says less
_SIDES = 3  # so many of a card's sides are seen against the table
_EVERY = 16  # of so many pixels of the cloth one says what it looks like
_CROOKED_DEG = 20.0  # what lies more askew than this is none of the cards that were laid straight


@dataclass(frozen=True, slots=True)
class SpreadFound:
    """The cards of a spread: quads (4, 2) from far left to near right, each from its top left corner; and the places
    where a card seems to lie, but not where exactly."""

    quads: list[Quad]
    doubtful: list[Quad]


def spread(picture: Picture, find: Finder) -> SpreadFound:
    """The cards on a picture (BGR)."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    found = of_one_size([Found(np.asarray(quad, np.float32), 1.0) for quad in find(grey)])
    if not found:
        return SpreadFound([], [])
    around = outlines(picture, _SHAPES)
    whole = [place.quad for place in whole_cards(picture, halvings(grey), found)]
    able = _able(picture, _suggested(picture, grey, found, around) + whole, found)
    cards = _cards(able)
    expected = _shape(cards)
    if expected is not None:
        cards = [_likest(card, able, expected) for card in cards]
        cards = [quad for quad in cards if expected.misfit(quad) < ALIKE]
    doubtful: list[Quad] = []

    @cache
    def beside() -> NDArray[np.bool_]:
        return _what_lies_beside(picture, cards)

    def is_bare(quad: Quad) -> bool:
        inside = filled(picture.shape, [quad]) > 0
        return bool((beside() & inside).sum() <= _SOMETHING * inside.sum())

    for quad in [*whole, *(place.quad for place in found)]:
        if free_part([*cards, *doubtful], quad) > _FREE and not _is_crooked(quad, cards):
            looked_for = quad if expected is None else _looked_for(picture, quad, cards, expected)
            if free_part(cards, looked_for) <= 1 - _APART:
                continue
            if edged(picture, looked_for) > _HARDLY:
                cards.append(looked_for)
            elif not is_bare(looked_for):
                doubtful.append(looked_for)
    quads = [from_top_left(quad) for quad in cards]
    return SpreadFound([quads[index] for row in rows_of(quads) for index in row], doubtful)


def from_top_left(quad: Quad) -> Quad:
    """The same quad from the corner that is at the top left of the picture, if the card lies more or less upright."""
    edges = np.roll(quad, -1, 0) - quad
    return begun_at(quad, int(np.argmax(edges[:, 0] / np.linalg.norm(edges, axis=1))))


def edged(picture: Picture, quad: Quad) -> float:
    """For how much of its length (0…1) that side of a quad is an edge of a picture (BGR) which is one least."""
    return float(edged_sides(picture, quad).min())


def edged_sides(picture: Picture, quad: Quad) -> NDArray[np.float64]:
    """For how much of its length (0…1) each side of a quad, from its first corner on, is an edge of a picture (BGR)."""
    return _differing(picture, quad, np.full((4, 1), _EDGE))


def faintly_edged_sides(picture: Picture, quad: Quad) -> NDArray[np.float64]:
    """The same, where fainter edges count too beside sides along which the table varies little."""
    beside = _beside(picture, quad, -_BESIDE)
    varies = np.abs(np.diff(beside, axis=1)).max(2).mean(1, keepdims=True)
    return _differing(picture, quad, np.clip(_PLAINLY * varies, _FAINT, _EDGE))


def stands_out(picture: Picture, quad: Quad) -> bool:
    """Whether a card with nothing on it, such as tiles that lie face down, may have its edges where this quad has its:
    something of another colour than what is around it."""
    inner, outer = (_usual_along(picture, inset(quad, off)) for off in (_FAR_BESIDE, -_FAR_BESIDE))
    return int((np.abs(inner - outer).max(1) > _STANDS_OUT).sum()) >= _SIDES


def _usual_along(picture: Picture, quad: Quad) -> NDArray[np.float64]:
    """The logarithm of the usual colour along each side of a quad (4 × 3)."""
    along = np.linspace(0.1, 0.9, 24)[:, None]
    colours = []
    for one, other in zip(quad, np.roll(quad, -1, 0), strict=True):
        points = np.round(one + (other - one) * along).astype(int)
        x, y = points[:, 0].clip(0, picture.shape[1] - 1), points[:, 1].clip(0, picture.shape[0] - 1)
        colours.append(np.log(np.median(picture[y, x], axis=0) + _DARK))
    return np.array(colours)


def _differing(picture: Picture, quad: Quad, least: NDArray[np.float64]) -> NDArray[np.float64]:
    """For how much of its length what is within and without each side differs by more than `least` (4 × 1)."""
    inner, outer = (_beside(picture, quad, off) for off in (_BESIDE, -_BESIDE))
    return np.asarray((np.abs(inner - outer).max(2) > least).mean(1))


def _beside(picture: Picture, quad: Quad, off: float) -> NDArray[np.float32]:
    """The colours along the four sides of a quad, this far within it (4 × points × 3)."""
    sides = inset(quad, off)
    points = np.array(
        [one + (other - one) * _ALONG for one, other in zip(sides, np.roll(sides, -1, 0), strict=True)], np.float32
    )
    seen = cv2.remap(picture, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _suggested(picture: Picture, grey: Picture, found: list[Found], around: list[Quad]) -> list[Quad]:
    """Every quad that may run around a card, as the finder, the corner network and outlines have it."""
    seen = to_corners(halvings(grey), [place.quad for place in found])
    seen = to_corners(halvings(grey), seen)
    drawn = [to_outline(picture, quad) for quad in seen]
    return [*seen, *drawn, *(quad for quad in around if any(_holds(quad, place) for place in found))]


def _holds(quad: Quad, place: Found) -> bool:
    """Whether a quad may be the card of a place: that one's middle lies in it, or several were found as one."""
    return holds(quad, place.centre) or shared(quad, place.quad) > _FREE


def _able(picture: Picture, suggested: list[Quad], found: list[Found]) -> list[tuple[float, Quad]]:
    """The suggested quads that have edges along all sides, of about the size of what was found; and along how much of
    them, most first."""
    usual = float(np.median([place.size_px for place in found]))
    able = [
        (edged(picture, quad), quad) for quad in suggested
        if cv2.isContourConvex(quad) and alike_px(size_px(quad), usual, 1 / MUCH_SMALLER)
    ]  # fmt: skip
    return sorted(((part, quad) for part, quad in able if part > _EDGED), key=lambda one: -one[0])


def _cards(able: list[tuple[float, Quad]]) -> list[Quad]:
    """Those of the quads that do not overlap."""
    cards: list[Quad] = []
    while able:
        most, first = able[0]
        same = [quad for part, quad in able if part > _AS_GOOD * most and in_common(quad, first) > _SAME]
        card = max(same, key=area_px)
        cards.append(card)
        able = [one for one in able if one[1] is not first and shared(one[1], card) < _APART]
    return cards


def _likest(card: Quad, able: list[tuple[float, Quad]], expected: ExpectedShape) -> Quad:
    """Of the quads around one card the one most as all are: the outermost may go as far as its neighbour's edge.

    On 1,475 cards of spreads in ten decks a corner is off by more than 3 % of the card's size for 66, instead of 171.
    """
    return min((quad for _, quad in able if in_common(quad, card) > _SAME), key=expected.misfit)


def _shape(cards: list[Quad]) -> ExpectedShape | None:
    """The shape that most cards have; None when there are too few to say."""
    if len(cards) < ENOUGH:
        return None
    expected = ExpectedShape.of_upright([from_top_left(quad) for quad in cards])
    return expected if sum(expected.misfit(quad) < ALIKE for quad in cards) >= ENOUGH else None


def _looked_for(picture: Picture, quad: Quad, cards: list[Quad], expected: ExpectedShape) -> Quad:
    """Where near this quad the edges of a card are that looks as the others do."""
    near = expected.straight(quad, cards)
    across, down = (near[1] - near[0]), (near[3] - near[0])
    tried = [to_edges(picture, np.asarray(near + right * across + low * down, np.float32))
             for right in _STEPS for low in _STEPS]  # fmt: skip
    free = [one for one in tried if all(shared(one, card) < _APART for card in cards)]
    return max(free or tried[:1], key=lambda one: edged(picture, one))


def _what_lies_beside(picture: Picture, cards: Sequence[Quad]) -> NDArray[np.bool_]:
    """Where a picture shows something beside the cards that is not their cloth."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.float32)
    on_cards = cv2.dilate(filled(picture.shape, cards), np.ones((9, 9), np.uint8)) > 0
    cloth = soft[~on_cards][::_EVERY]
    if not len(cloth):
        return ~on_cards
    usual = np.median(cloth, 0)
    deviation = 1.4826 * np.median(np.abs(cloth - usual), 0) + 1  # as of a normal distribution; a grey level is nothing
    return np.asarray((np.abs(soft - usual) > _FAR * deviation).any(2) & ~on_cards)


def _is_crooked(quad: Quad, cards: Sequence[Quad]) -> bool:
    """Whether a quad lies askew to the cards, which lie straight to each other; a quarter turn is none."""
    if not cards:
        return False
    usual, own = (np.angle(np.mean([_fourfold(one) for one in quads])) for quads in (cards, [quad]))
    return bool(abs((own - usual + np.pi) % (2 * np.pi) - np.pi) / 4 > np.deg2rad(_CROOKED_DEG))


def _fourfold(quad: Quad) -> complex:
    """The direction of a quad's edges as a complex number that a quarter turn does not change."""
    edges = np.roll(quad, -1, 0) - quad
    return complex(np.exp(4j * np.arctan2(edges[:, 1], edges[:, 0])).mean())
