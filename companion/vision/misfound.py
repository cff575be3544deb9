"""Cards that were found wrongly: together with a neighbour, or half of one, or far too small or large.

One quad may lie over two cards, and nothing can be read. Where a likely card shows nothing, it is looked at closer. If
something can be read then, all likely cards are looked at so, and what is found counts if that reads clearly more.

As soon as some cards of the table are read, they say what shape the others have (`alike`). Where a card may lie but
still shows nothing, cards of that shape are looked for in and beside the place, turned as most others are, and in the
place as it lies itself. Those are taken that are read surely and have corners where that shape has them.

A card may also be read surely, but in a quad far smaller or larger than the others'. A letter printed on a cloth or a
board looks so too. Where the corners of a card are found about it that is of the shape that the others have, and the
same letter stands in it, it is a card; anything else stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.alike import ENOUGH, ExpectedShape
from companion.vision.classifiers import LETTER_NOTHING, by_letter, classify_letters, likeliest_turn
from companion.vision.corners import to_corners
from companion.vision.detections import LIKELY_CARD
from companion.vision.find import Found, find_closer
from companion.vision.neighbours import odd_sizes
from companion.vision.quads import alike_px, begun_at, holds, size_px, usual_size_px

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Quad = NDArray[np.float32]
    Floats = NDArray[np.float32]

SURE_OF_ITS_SHAPE = 0.95  # cards read as surely as this say what shape to expect, and only such are taken
NOTHING_READ = 0.3  # a place that is this likely to show nothing is looked at again
MOST = 4  # so many places are looked at again; where more are likely cards they are none, but the print of a board
STEPS = (-0.5, -0.33, 0.33, 0.5)  # how far off cards are looked for, in parts of their sides
NEAR_STEPS = (-0.33, 0.33)  # and how far about what is less likely a card
MISFIT = 0.15  # a card's corners are off what is expected by less than this part of its size
APART = 0.6  # two cards' middles are further from each other than this part of their size; a half read for one: 0.52
OVER = 0.55  # and a place lies over a card whose middle is no further from its own
# A card is at least so large beside a place that lies over two, in parts of its `size_px`: of two side by side each has
# half the area, 0.7 of the size. Print in the corners of cards is smaller. Chosen.
HALF = 0.6
LARGER = 2.0  # times as large or small as the finder says a card may be
CLEARLY_MORE = 1.2  # times as many cards must be read for another look to count; chosen, 1.1 reads the same


def looked_at_closer(
    pyramid: list[NDArray[np.uint8]], places: list[Found], chances: Floats
) -> tuple[list[Found], Floats]:
    """The places with their readings (n, LETTER_CLASSES), or those of a closer look at the likely cards, if it finds
    something to read where nothing was, and clearly more of all."""
    likely = [one for one in range(len(places)) if places[one].score > LIKELY_CARD]
    unread = [places[one] for one in likely if chances[one, LETTER_NOTHING] > NOTHING_READ]
    large_px = usual_size_px([place.size_px for place in unread]) if unread else 0.0
    if not surely_read(_read_closer(pyramid, unread, large_px)[1]).any():
        return places, chances
    closer, read = _read_closer(pyramid, [places[one] for one in likely], large_px)
    if surely_read(read).sum() < CLEARLY_MORE * max(1, surely_read(chances).sum()):
        return places, chances
    kept = [one for one in range(len(places)) if not _over_any(places[one], closer)]
    return closer + [places[one] for one in kept], np.vstack([read, chances[kept]])


def _read_closer(pyramid: list[NDArray[np.uint8]], cards: list[Found], large_px: float) -> tuple[list[Found], Floats]:
    """What a closer look finds where these cards are, and what it shows (n, LETTER_CLASSES)."""
    closer = find_closer(pyramid, cards, large_px)
    found = [one for one in closer if any(_may_be_in(card, one) for card in cards)]
    return found, classify_letters(pyramid, [one.quad for one in found])


def _may_be_in(place: Found, card: Found) -> bool:
    """Whether a card may be one of two that were taken for one."""
    return card.size_px > HALF * place.size_px and holds(place.quad, card.centre)


def surely_read(chances: Floats) -> NDArray[np.bool_]:
    """Of which places the letter is read so surely that they say what shape the others have (n,)."""
    return np.asarray(by_letter(chances).max(1, initial=0.0) > SURE_OF_ITS_SHAPE)


def found_again(pyramid: list[NDArray[np.uint8]], places: list[Found], chances: Floats) -> tuple[list[Found], Floats]:
    """The places with their readings (n, LETTER_CLASSES), cards in place of those that lie over several."""
    sure = np.flatnonzero(surely_read(chances))
    unread = _best_unread(places, chances)
    if len(sure) < ENOUGH or not unread:
        return places, chances
    upright = [_upright(places[one], chances[one]) for one in sure]
    expected = ExpectedShape.of_upright(upright)
    cards = [quad.mean(0) for quad in upright]
    new: list[Found] = []
    read: list[Floats] = []
    for one in unread:
        steps = STEPS if places[one].score > LIKELY_CARD else NEAR_STEPS
        as_it_lies = [expected.at(places[one].quad, across=across) for across in (False, True)]
        straight = _around(expected.straight(places[one].quad, upright), steps)
        cornered = to_corners(pyramid, as_it_lies + straight)
        quads = [expected.at(quad) for quad in cornered if expected.misfit(quad) < MISFIT]
        each_way = classify_letters(pyramid, quads)
        surely = by_letter(each_way).max(1)
        for way in np.argsort(-surely)[: int((surely > SURE_OF_ITS_SHAPE).sum())]:
            middle, apart_px = quads[way].mean(0), APART * size_px(quads[way])
            if all(np.linalg.norm(middle - card) > apart_px for card in cards):
                cards.append(middle)
                new.append(Found(quads[way], places[one].score))
                read.append(each_way[way])
    kept = [one for one in range(len(places)) if one not in unread or not _over_any(places[one], new)]
    return [places[one] for one in kept] + new, np.vstack([chances[kept], *read])


def _best_unread(places: list[Found], chances: Floats) -> list[int]:
    """The places worth looking at again, the likeliest cards first; none where it is print that is not read."""
    unread = [one for one in range(len(places)) if chances[one, LETTER_NOTHING] > NOTHING_READ]
    if sum(places[one].score > LIKELY_CARD for one in unread) > MOST:
        return []
    return sorted(unread, key=lambda one: -places[one].score)[:MOST]


def _around(quad: Quad, steps: tuple[float, ...]) -> list[Quad]:
    """The quad, and as it would lie these parts of its sides away."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    return [quad, *(np.asarray(quad + step * side, np.float32) for side in (across, down) for step in steps)]


def _over_any(place: Found, cards: list[Found]) -> bool:
    """Whether one of the cards lies in the place, more or less."""
    return any(np.linalg.norm(place.centre - card.centre) < OVER * place.size_px for card in cards)


def sized_alike(pyramid: list[NDArray[np.uint8]], places: list[Found], chances: Floats) -> tuple[list[Found], Floats]:
    """The places with their readings (n, LETTER_CLASSES), those of misjudged size in the shape of the others."""
    sure = surely_read(chances)
    odd = odd_sizes([place.quad for place in places], sure)
    misjudged, usual = np.flatnonzero(sure & odd), np.flatnonzero(sure & ~odd)
    if len(usual) < ENOUGH or not 0 < len(misjudged) <= MOST:
        return places, chances
    expected = ExpectedShape.of_upright([_upright(places[one], chances[one]) for one in usual])
    sized, read = list(places), chances.copy()
    for one in misjudged:
        guess = expected.at(_upright(places[one], chances[one]))
        cornered = to_corners(pyramid, to_corners(pyramid, [guess]))[0]
        if not alike_px(size_px(guess), places[one].size_px, LARGER) or expected.misfit(cornered) > MISFIT:
            continue
        quad = expected.at(cornered)
        again = classify_letters(pyramid, [quad])[0]
        now, then = by_letter(np.array([again, chances[one]]))
        if now.max() > SURE_OF_ITS_SHAPE and now.argmax() == then.argmax():
            sized[one], read[one] = Found(quad, places[one].score), again
    return sized, read


def _upright(place: Found, chances: Floats) -> Quad:
    """The place from the top left of the letter that its `chances` (LETTER_CLASSES,) tell of."""
    return begun_at(place.quad, likeliest_turn(chances))
