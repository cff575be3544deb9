"""What the other cards of a table say about one: which way it lies, how large it is, and whether it is one at all."""

from __future__ import annotations

from itertools import compress
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.classifiers import LETTERS, reweighted
from companion.vision.find import MUCH_SMALLER
from companion.vision.plane import plane_through
from companion.vision.quads import sizes_px, usual_size_px

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.detections import Examined

SURE_NEIGHBOUR = 0.9  # a card that is likelier than this to be one letter says what the others are like
SHARED_DIRECTION = 0.9  # length of the mean direction above which a table counts as laid in one direction
# How likely a card stands in any one of the other three directions, beside the one that one surely read card has, that
# two share, or more: by von Mises's distribution as narrow as the next line has it, if of ten tables seven are laid in
# one direction (chosen), but never less than the last.
ASTRAY = (0.054, 0.006, 0.001)
NARROWEST = 20.0  # a card of a tidy row may lie some 13° askew (von Mises's concentration)
TURNED = {"N": "Z", "Z": "N", "M": "W", "W": "M"}  # letters that look like another when turned
EITHER_WAY = "OX"  # and these look the same: that one lies across says nothing
ALIKE = 1.35  # cards of one deck are of one size: by how much one may differ from what the others make expect
ENOUGH = 6  # this many sure cards say what size to expect
FEW = 3  # and so many, what is far from it
TELLS_DIRECTION = np.array([letter not in TURNED and letter not in EITHER_WAY for letter in LETTERS])
_ROUND = np.array([[letter == "O"] for letter in LETTERS])  # an X has thick and thin strokes, which tell a little
_MAY_BE_ANOTHER = np.array([letter in TURNED for letter in LETTERS])


def direction_prior(
    joint: NDArray[np.float32], quads: list[NDArray[np.float32]], least: int = FEW
) -> NDArray[np.float32]:
    """How likely each quarter turn of each card is (n, 4), from the direction the surely read cards share; 1 where
    there are fewer than `least` of these.

    Directions scatter around their mean as von Mises's distribution says (Mardia and Jupp, Directional Statistics,
    2000, ch. 3): a card half a quarter off may well be turned the one way or the other.
    """
    prior = np.ones((len(quads), 4), np.float32)
    if len(quads) <= 1:
        return prior
    corners = np.array(quads)
    edges = corners[:, [1, 2, 3, 0]] - corners  # edge t is the card's top if t is its turn
    directions = np.exp(1j * np.arctan2(edges[:, :, 1], edges[:, :, 0]))
    by_turn = joint.max(1)
    sure = (
        joint[:, TELLS_DIRECTION].max((1, 2)) > SURE_NEIGHBOUR
    )  # an M that was taken for a W says that it lies upside down
    if sure.sum() < least:
        return prior
    mean = directions[sure, by_turn[sure].argmax(1)].mean()
    if abs(mean) < SHARED_DIRECTION:
        return prior
    concentration = 1 / max(2 * (1 - abs(mean)), 1 / NARROWEST)
    near = np.exp(concentration * ((directions * np.conj(mean / abs(mean))).real - 1))
    near += ASTRAY[min(int(sure.sum()), len(ASTRAY)) - 1]
    return np.asarray(near / near.sum(1, keepdims=True) * 4, np.float32)


def laid_alike(
    joint: NDArray[np.float32], quads: list[NDArray[np.float32]], direction: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The chances (n, 26, 4) of letters in quarter turns, counted with how likely each turn is (n, 4).

    Where too few cards are surely read for all to lie as they do, even one tells an M from a W upside down, but nothing
    else: on a table of few cards any may lie across.
    """
    if (direction != 1).any():
        return joint * np.where(_ROUND, np.maximum(direction, 1)[:, None], direction[:, None])
    by_few = direction_prior(joint, quads, least=1)
    likeliest = joint.sum(2).argmax(1)
    by_few[~_MAY_BE_ANOTHER[likeliest]] = 1
    return np.array(list(map(reweighted, joint, by_few)), np.float32).reshape(joint.shape)


def odd_sizes(quads: list[NDArray[np.float32]], sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cards are much larger or smaller than their neighbourhood makes expect (n,)."""
    return np.asarray(np.abs(larger_than_expected(quads, sure)) > np.log(ALIKE))


def larger_than_expected(quads: list[NDArray[np.float32]], sure: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How much larger the cards are than their neighbourhood makes expect (n,), natural logarithms; 0 when too few are
    surely read to say.

    Seen at an angle, the sizes of equal cards change evenly over the picture: the logarithm of the size is fitted as
    a plane over the surely read cards, twice, the second time without those that fit badly. From few cards only what
    is far too small or large can be told.
    """
    fitted = np.flatnonzero(sure)
    if len(fitted) < FEW:
        return np.zeros(len(quads))
    plane = np.ones((len(quads), 3))
    plane[:, 1:] = np.array(quads).mean(1) / 1000
    size = np.log(sizes_px(quads))
    off = size - median(size[fitted].tolist())
    for tolerance in (0.7, 0.25):
        near = fitted[np.abs(off[fitted]) < tolerance]
        if len(near) < ENOUGH:
            return _far_off(size, fitted)
        off = size - plane @ plane_through(plane[near], size[near], 0.05)
    return np.asarray(off)


def _far_off(size: NDArray[np.float64], fitted: NDArray[np.intp]) -> NDArray[np.float64]:
    """How much larger the cards are than the usual one of the fitted (logarithms, n); 0 where that is not far."""
    off = size - np.log(usual_size_px(np.exp(size[fitted])))
    return np.where(np.abs(off) > -np.log(MUCH_SMALLER), off, 0.0)


def without_specks(examined: list[Examined], *, known: int, are_cards: Sequence[bool] = ()) -> list[Examined]:
    """The cards without places on which nothing is read and that are much smaller than the cards that are: a letter
    found alone, a frame around a word, a flower of the cloth. So many must be `known` to say how large a card is: read,
    or known to be cards (`are_cards`, of each) though they are asked about."""
    is_read = np.array([one.sighting.accepted for one in examined], np.bool_)
    if len(are_cards):
        is_read |= np.array(are_cards, np.bool_)
    if is_read.sum() < known:
        return examined
    small = much_smaller(examined, is_read)
    is_read |= np.array([one.sighting.label != "?" for one in examined], np.bool_)  # however unsurely
    return list(compress(examined, is_read | ~small))


def much_smaller(examined: list[Examined], are_cards: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which places are much smaller than those that are cards (n,), of which there must be one."""
    sizes = sizes_px(np.array([one.sighting.quad for one in examined], np.float32))
    return np.asarray(sizes <= MUCH_SMALLER * usual_size_px(sizes[are_cards]))
