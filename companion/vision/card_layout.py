"""How the cards of a deck are laid out, and so which way up a card lies whose letter does not say it.

An M may be a W upside down, an N a Z turned by a quarter. But the cards of a deck have their value in one corner, their
letter as high on the card and the same shape: what the surely read cards of the table show there says how the
doubtful one lies, wherever it lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.blobs import ink_on
from companion.vision.classifiers import LETTERS, reweighted
from companion.vision.corners import to_corners
from companion.vision.neighbours import SURE_NEIGHBOUR, TELLS_DIRECTION, TURNED
from companion.vision.quads import aspect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.blobs import Blob, InkedCard

    Floats = NDArray[np.float32]
    Picture = NDArray[np.uint8]

LEGIBLE = 0.5  # the least chance of a letter: elsewhere it does not matter which
POSSIBLE = 0.002  # from this chance on a letter may be the other one, turned
MOST = 8  # so many sure cards say how the deck is laid out, and no more are looked at; one is enough
AROUND_CELLS, SOFT_CELLS = 24, 1.5  # the print around the letter is compared this coarse, since values differ
LEAST_PX = 12  # less ink is a speck
FRAME = (0.4, 0.1)  # what is longer and wider than this, in parts of the card, is a frame or part of a picture
SOME_INK = 0.08  # the least of the squared print around a letter that is worth comparing
# Over 1,280 cards drawn in the typefaces of the training, turned anyhow: where the likeness to the deck's print was
# larger by 0.5 and more in one of two directions, it was the card's own in 1,232 of 1,232, by 0.3 in 20 of 23 upside
# down, by less in most.
UNLIKE, LOG_ODDS = (0.3, 0.6), (0.0, 6.0)
# How far the letter's middle, in parts of the card, and the logarithm of width to height are from what the deck's cards
# have: standard deviations, at least. A few are far off, so that the tails are as long as Student's with few degrees.
MIDDLE_OFF, SHAPE_OFF, DEGREES = 0.018, 0.06, 3.0
_OTHER = np.array([LETTERS.index(TURNED.get(letter, letter)) for letter in LETTERS])  # which letter it is, turned


@dataclass(frozen=True, slots=True)
class _Layout:
    """A card as its quad begins: the print `around` its letter (AROUND_CELLS, AROUND_CELLS), how far the letter's
    `middle` is from the card's in parts of it (x, y), if it is seen, and the logarithm of width to height."""

    around: Floats
    middle: Floats | None
    shape: float

    def begun_at(self, turn: int) -> _Layout:
        """The same card as its quad begun at this corner shows it."""
        middle = self.middle
        for _ in range(turn if middle is not None else 0):
            middle = np.array([middle[1], -middle[0]], np.float32)  # type: ignore[index]
        return _Layout(np.rot90(self.around, turn), middle, -self.shape if turn % 2 else self.shape)


def count_layouts(
    pyramid: list[Picture], quads: Sequence[Floats], joint: Floats, total: Floats, direction: Floats
) -> Floats:
    """Count in `joint` (n, 26, 4) how the deck is laid out, for each card that may be another letter turned or lies
    across the direction of the others.

    `total` (n,) is what all the chances of a card add up to, letters and others; `direction` (n, 4) how likely the
    others make each quarter turn of it. For cards that lie across what the layout says is counted there, too. Returns
    how likely it makes each quarter turn beside the likeliest one (n, 4): 1 for all where it was not asked or no card
    of the table is surely read.
    """
    layouts_say = np.ones((len(quads), 4), np.float32)
    chances = joint / np.maximum(total, 1e-9)[:, None, None]
    turns = chances.max(1).argmax(1)
    across = np.take_along_axis(direction, turns[:, None], 1)[:, 0] < 1
    doubtful = np.flatnonzero((_may_be_turned(chances) | across) & (chances.sum((1, 2)) > LEGIBLE))
    sure = np.flatnonzero((chances[:, TELLS_DIRECTION].max((1, 2)) > SURE_NEIGHBOUR) & ~across)[:MOST]
    if not len(doubtful) or not len(sure):
        return layouts_say
    looked_at = [quads[card] for card in (*sure, *doubtful)]
    layouts = [_layout(pyramid, quad) for quad in to_corners(pyramid, to_corners(pyramid, looked_at))]
    deck = [layout.begun_at(int(turns[card])) for card, layout in zip(sure, layouts[: len(sure)], strict=True)]
    for card, layout in zip(doubtful, layouts[len(sure) :], strict=True):
        layouts_say[card] = np.exp(_log_odds(layout, deck))
        joint[card] = reweighted(joint[card], layouts_say[card])
        if across[card]:  # it may vouch for a stray, but a hint makes none
            direction[card] = reweighted(direction[card], layouts_say[card])
    return layouts_say


def _may_be_turned(chances: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which cards are likeliest a letter that may be another one, turned (n,)."""
    letters = chances.sum(2)
    likeliest = letters.argmax(1)
    other = _OTHER[likeliest]
    return np.asarray((other != likeliest) & (letters[np.arange(len(letters)), other] > POSSIBLE))


def _layout(pyramid: list[Picture], quad: Floats) -> _Layout:
    inked = ink_on(pyramid, quad, 0.0)
    sign = inked.sign
    height, width = inked.card.shape
    middle = None
    if sign:
        x, y, w, h = sign.box
        middle = np.array([(x + w / 2) / width - 0.5, (y + h / 2) / height - 0.5], np.float32)
    return _Layout(_around(inked, sign), middle, float(np.log(aspect(quad))))


def _around(inked: InkedCard, sign: Blob | None) -> Floats:
    """What is printed on the card besides its sign: values and lines, no frames (AROUND_CELLS, AROUND_CELLS)."""
    height, width = inked.card.shape
    other = [
        blob.number
        for blob in inked.blobs
        if blob is not sign and blob.area_px >= LEAST_PX and inked.is_whole(blob)
        and not _is_frame(blob.box[2] / width, blob.box[3] / height)
    ]  # fmt: skip
    print_there = np.isin(inked.numbers, other).astype(np.float32)
    cells = cv2.resize(print_there, (AROUND_CELLS, AROUND_CELLS), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(cells, (0, 0), SOFT_CELLS), np.float32)


def _is_frame(wide: float, high: float) -> bool:
    return max(wide, high) > FRAME[0] and min(wide, high) > FRAME[1]


def _log_odds(layout: _Layout, deck: list[_Layout]) -> Floats:
    """How much likelier the card lies so than as it does likeliest: the logarithm for each quarter turn (4,)."""
    ways = [layout.begun_at(turn) for turn in range(4)]
    print_there = np.mean([card.around for card in deck], axis=0)
    likeness = np.array([_likeness(way.around, print_there) for way in ways])
    log_odds = -np.interp(likeness.max() - likeness, UNLIKE, LOG_ODDS)
    log_odds += _off([np.array([way.shape]) for way in ways], [np.array([card.shape]) for card in deck], SHAPE_OFF)
    middles = [card.middle for card in deck if card.middle is not None]
    if layout.middle is not None and middles:
        log_odds += _off([way.middle for way in ways if way.middle is not None], middles, MIDDLE_OFF)
    return np.asarray(log_odds - log_odds.max(), np.float32)


def _likeness(one: Floats, other: Floats) -> float:
    """The cosine of two cards' print, 0 where one has hardly any."""
    squares = float((one**2).sum()), float((other**2).sum())
    return float((one * other).sum() / np.sqrt(squares[0] * squares[1])) if min(squares) > SOME_INK else 0.0


def _off(ways: list[Floats], deck: list[Floats], least_off: float) -> Floats:
    """What it tells how far each way (4 of (k,)) is from where the deck's cards are (m of (k,)): log odds (4,)."""
    usual = np.median(deck, axis=0)
    deviation = np.maximum(np.std(deck, axis=0), least_off)
    squares = (((np.array(ways) - usual) / deviation) ** 2).sum(1)
    return np.asarray(-(DEGREES + 1) / 2 * np.log1p(squares / DEGREES), np.float32)
