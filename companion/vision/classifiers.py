"""Two small networks classify rectified cards: letters in any quarter turn, and the corners of playing cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.corners import to_corners
from companion.vision.models import infer, softmax
from companion.vision.quads import begun_at
from companion.vision.rectify import CROP_PX, FINE_PX, cut, index_corners, inset, normalised, whole_card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# The letter network's classes: letter × 4 + quarter turns, then a card turned face down, then nothing to read.
LETTER_TURNED_DOWN = 4 * len(LETTERS)
LETTER_NOTHING = LETTER_TURNED_DOWN + 1
LETTER_CLASSES = LETTER_NOTHING + 1
# The rank network's classes: the ranks, then nothing to read.
RANK_NOTHING = len(RANKS)
RANK_CLASSES = RANK_NOTHING + 1
RIM = 0.01  # the part of a card along each side without which nothing of the table is seen
AROUND_INDEX = (0.0, -0.05, 0.05)  # how much more than the index a cut shows, in parts of it
BLURRED = 0.36  # the sharpness below which an index is blurred: clear photographs have 0.41 and more
SURE_AT_ONCE = 0.985  # what is this likely at first glance needs no second look


def classify_letters(pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """What each card may be: probabilities (n, LETTER_CLASSES).

    A slim network takes a glance at every card. At one that it does not read surely a network that sees more pixels
    looks too, and if both together are not sure, it is read carefully; then the glance counts no more. The logits of
    all looks that count are averaged, so that what depends on the exact cut or on one network stays doubtful.
    """
    if not len(quads):
        return np.zeros((0, LETTER_CLASSES), np.float32)
    glance = _glance(pyramid, quads)
    chances = softmax(glance)
    unsure = _unsure(chances)
    if unsure:
        close = _classify_closely(pyramid, [quads[card] for card in unsure])
        chances[unsure] = _together(glance[unsure], close)
        still = _unsure(chances[unsure])
        if still:
            cards = [unsure[one] for one in still]
            chances[cards] = _together(close[still], *_classify_carefully(pyramid, [quads[card] for card in cards]))
    return chances


def classify_at_a_glance(pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """What each card may be as the slim network sees it: probabilities (n, LETTER_CLASSES)."""
    return softmax(_glance(pyramid, quads)) if len(quads) else np.zeros((0, LETTER_CLASSES), np.float32)


def by_direction(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """How likely each letter is in each quarter turn (n, 26, 4), of `chances` (n, LETTER_CLASSES)."""
    return chances[:, :LETTER_TURNED_DOWN].reshape(len(chances), len(LETTERS), 4)


def by_letter(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """How likely each letter is, in whatever direction (n, 26), of `chances` (n, LETTER_CLASSES)."""
    return np.asarray(by_direction(chances).sum(2), np.float32)


def reweighted(chances: NDArray[np.float32], times: NDArray[np.float32]) -> NDArray[np.float32]:
    """One card's `chances` (26, 4) or (4,), each so many `times` as likely, adding up to what they did."""
    both = chances * times
    return np.asarray(both * (chances.sum() / max(float(both.sum()), 1e-9)), np.float32)


def likeliest_turn(chances: NDArray[np.float32]) -> int:
    """By how many quarters the letter is turned that one place's `chances` (LETTER_CLASSES,) tell of."""
    return int(by_direction(chances[None])[0].sum(0).argmax())


def _glance(pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Logits (n, LETTER_CLASSES) of the slim network."""
    return infer("glance", _crops(pyramid, [whole_card(quad) for quad in quads]))


def _unsure(chances: NDArray[np.float32]) -> list[int]:
    """The cards of which it is not sure which letter they show, or that they show none."""
    surest = np.maximum(by_letter(chances).max(1), chances[:, LETTER_TURNED_DOWN:].max(1))
    return [int(index) for index in np.flatnonzero(surest < SURE_AT_ONCE)]


def _classify_closely(pyramid: list[NDArray[np.uint8]], quads: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Logits (n, LETTER_CLASSES) of the network that sees more pixels."""
    return infer("letters", _crops(pyramid, [whole_card(quad) for quad in quads], FINE_PX))


def _classify_carefully(pyramid: list[NDArray[np.uint8]], quads: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Logits (3, n, LETTER_CLASSES) of three cuts of each card along its exact corners, each begun at another of them
    and none as it was seen before, since a sign is not read alike whichever way it is turned. Of backs little is seen
    within their rim: only one cut leaves it out."""
    exact = to_corners(pyramid, to_corners(pyramid, quads))
    whole, within = [whole_card(quad) for quad in exact], [inset(quad, RIM) for quad in exact]
    looks = ((1, whole), (2, within), (3, whole))
    crops = _crops(pyramid, [begun_at(quad, corner) for corner, cuts in looks for quad in cuts], FINE_PX)
    logits = infer("letters", crops).reshape(len(looks), len(quads), LETTER_CLASSES)
    return np.array([_turned_back(look, corner) for look, (corner, _) in zip(logits, looks, strict=True)])


def _turned_back(logits: NDArray[np.float32], corner: int) -> NDArray[np.float32]:
    """What is said (n, LETTER_CLASSES) of cards begun at this `corner`, as it would be said of them begun at their
    first."""
    turned = np.roll(by_direction(logits), corner, 2).reshape(-1, LETTER_TURNED_DOWN)
    return np.hstack([turned, logits[:, LETTER_TURNED_DOWN:]])


def _crops(
    pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]], crop_px: int = CROP_PX
) -> NDArray[np.float32]:
    return normalised(np.array([cut(pyramid, quad, crop_px, crop_px) for quad in quads], np.uint8))


def classify_ranks(pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """What each corner of each card may be: probabilities (n, 4 quarter turns of the card, 2 corners, RANK_CLASSES).

    Turn t means that the card's own top-left is corner t of the quad; the corners are top-left and bottom-right.
    """
    if not len(quads):
        return np.zeros((0, 4, 2, RANK_CLASSES), np.float32)
    corners = [view for quad in quads for turn in range(4) for view in index_corners(begun_at(quad, turn))[:2]]
    return softmax(_rank_logits(_crops(pyramid, corners))).reshape(len(quads), 4, 2, RANK_CLASSES)


def classify_indices(pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """What each place where an index may stand shows: probabilities (n, 4 quarter turns, RANK_CLASSES).

    Turn t means that the index stands upright when the quad begins at its corner t. Each is cut a little closer and a
    little wider too and the logits are averaged, so that what depends on the exact cut stays doubtful.
    """
    if not len(quads):
        return np.zeros((0, 4, RANK_CLASSES), np.float32)
    cuts = [inset(quad, -more) for more in AROUND_INDEX for quad in quads]
    crops = _crops(pyramid, [begun_at(quad, turn) for quad in cuts for turn in range(4)])
    return _together(*_rank_logits(crops).reshape(len(AROUND_INDEX), len(quads), 4, RANK_CLASSES))


def classify_upright_indices(
    pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]
) -> NDArray[np.float32]:
    """What the index in each quad shows, upright in it and cut as it is: probabilities (n, RANK_CLASSES)."""
    return softmax(_rank_logits(_crops(pyramid, list(quads))))


def _rank_logits(crops: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logits (n, RANK_CLASSES) of crops (n, 1, 40, 40), of blurred ones by the network that was taught with such: the
    other takes a blurred 10 for a Q."""
    logits = infer("ranks", crops)
    blurred = np.flatnonzero(steepness(crops) < BLURRED)
    if len(blurred):
        logits[blurred] = infer("ranks_blurred", crops[blurred])
    return logits


def steepness(crops: NDArray[np.float32]) -> NDArray[np.float32]:
    """The steepest step from one pixel to the next in parts of the whole range (n,) of crops (n, 1, height, width)."""
    spans = crops.max((1, 2, 3)) - crops.min((1, 2, 3))
    steps = [np.abs(np.diff(crops, axis=axis)).max((1, 2, 3)) for axis in (2, 3)]
    return np.asarray(np.maximum(*steps) / np.maximum(spans, 1e-6), np.float32)


def classify_crops(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What each crop (n, 64, 64) shows, letter, quarter turn or none: probabilities (n, LETTER_CLASSES)."""
    return softmax(infer("letters", normalised(crops)))


def _together(*looks: NDArray[np.float32]) -> NDArray[np.float32]:
    """The probabilities that several looks at the same cards tell, each look's logits (n, classes)."""
    return softmax(np.mean(looks, axis=0, dtype=np.float32))
