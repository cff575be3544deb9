"""How high letters are beside the others: only what another card may lie over can be lower, and it is told."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Deck
from companion.vision.cut_short import heights_beside_others
from companion.vision.detections import Detections
from companion.vision.find import Found
from companion.vision.letters import CUT_SHORT, HARDLY, LEFT_OF_ANOTHER, examine_letters
from companion.vision.quads import UNIT
from companion.vision.rectify import halvings
from tests.vision.drawn import tile

SIDE_PX = 100
Laid = tuple[str, float, float, float]  # a letter, where its card's top left is, and how high what is seen of it is


def _row(letters: str, apart: float = 1.1) -> list[Laid]:
    return [(letter, number * apart * SIDE_PX, 0.0, 1.0) for number, letter in enumerate(letters)]


def _laid(places: list[Laid]) -> tuple[np.ndarray, np.ndarray]:
    """A picture (uint8 BGR) of cards laid one after the other, and what is found of each (n, 4, 2)."""
    frame = np.full((400, 700, 3), (60, 90, 50), np.uint8)
    quads = []
    for letter, x, y, seen in places:
        left, top = round(x) + 40, round(y) + 60
        frame[top : top + SIDE_PX, left : left + SIDE_PX] = tile(letter, size_px=SIDE_PX)
        high = SIDE_PX * seen
        quads.append([[left, top], [left + SIDE_PX, top], [left + SIDE_PX, top + high], [left, top + high]])
    return frame, np.array(quads, np.float32).reshape(-1, 4, 2)


def _heights(places: list[Laid], turn: int = 0) -> np.ndarray:
    """How high the letters of a picture are that is turned to the left by so many quarters."""
    frame, quads = _laid(places)
    for _ in range(turn):
        quads = np.stack([quads[..., 1], frame.shape[1] - quads[..., 0]], -1)
        frame = np.rot90(frame)
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(frame), cv2.COLOR_BGR2GRAY), np.uint8)
    return heights_beside_others(halvings(grey), quads, np.ones(len(quads), np.bool_))


# An E of which the upper half is seen, and the T that lies over the rest; what is found of the E runs on to the T.
COVERED: list[Laid] = [*_row("HETLK"), ("E", 0.0, 160.0, 0.65), ("T", 0.0, 215.0, 1.0)]


@pytest.mark.parametrize("turn", range(4))
def test_a_letter_over_which_another_card_lies_is_lower(turn: int) -> None:
    heights = _heights(COVERED, turn)
    assert heights[5] < CUT_SHORT
    assert (np.delete(heights, 5) > 0.95).all()  # the card on top is as high as the others


def test_however_many_are_lower_the_highest_say_how_high_letters_are() -> None:
    lower = [("E", 110.0 * number, 160.0, 0.65) for number in range(5)]
    over = [("T", 110.0 * number, 215.0, 1.0) for number in range(5)]
    heights = _heights([*lower, *over])
    assert (heights[:5] < CUT_SHORT).all()
    assert (heights[5:] > 0.95).all()


def test_where_no_card_is_near_none_can_lie_over_it() -> None:
    assert (_heights([*_row("HETLK"), ("E", 0.0, 160.0, 0.65)]) == 1).all()  # cut by nothing that is seen


@pytest.mark.parametrize("apart", [1.0, 1.1])
def test_cards_that_touch_at_their_sides_lie_over_none(apart: float) -> None:
    assert (_heights(_row("HETLK", apart)) == 1).all()


def test_few_letters_do_not_say_how_high_letters_are() -> None:
    assert (_heights([("E", 0.0, 0.0, 0.65), ("T", 0.0, 55.0, 1.0)]) == 1).all()
    assert _heights([]).shape == (0,)


def test_what_is_not_surely_a_letter_says_nothing() -> None:
    grey = np.full((100, 100), 200, np.uint8)
    quads = np.repeat(UNIT[None] * 40, 6, 0) + np.arange(6, dtype=np.float32)[:, None, None]
    assert (heights_beside_others(halvings(grey), quads, np.zeros(6, np.bool_)) == 1).all()
    assert (heights_beside_others(halvings(grey), quads, np.ones(6, np.bool_)) == 1).all()  # no sign stands on them


@given(st.floats(0.6, 1.0))
def test_on_a_table_that_recedes_the_letters_are_as_high_as_the_others(narrowest: float) -> None:
    """Rows of cards, each over the lower edge of the one before and smaller."""
    frame = np.full((900, 900), 90, np.uint8)
    quads, top = [], 20.0
    for row in range(4):
        side = 90 * narrowest ** (row / 3)
        for letter, left in zip("HETLK", np.arange(5) * 1.1 * side + 100, strict=True):
            card = cv2.resize(tile(letter), (round(side), round(side)), interpolation=cv2.INTER_AREA)
            frame[round(top) : round(top) + round(side), round(left) : round(left) + round(side)] = card[..., 0]
            quads.append(UNIT * side + [left, top])
        top += 0.82 * side  # over the edge of the row before, not over its letters
    heights = heights_beside_others(halvings(frame), np.array(quads, np.float32), np.ones(len(quads), np.bool_))
    assert (heights > CUT_SHORT).all()


@pytest.mark.parametrize(
    ("letter", "part", "read_as"),
    [("A", 0.65, "V"), ("B", 0.7, "R"), ("D", 0.7, "U"), ("O", 0.7, "U"), ("P", 0.65, "D"), ("X", 0.7, "Y"),
     ("Y", 0.65, "V")],
)  # fmt: skip
def test_a_letter_that_is_surely_another_one_without_its_foot_is_asked_about(
    letter: str, part: float, read_as: str
) -> None:
    frame, quads = _laid([*_row("HETLK"), (letter, 0.0, 160.0, part + 0.1), ("T", 0.0, 160.0 + part * SIDE_PX, 1.0)])
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    found = [Found(quad, 0.97) for quad in quads]
    look = Detections(frame, grey, halvings(grey), found, Deck("any", "Any", "letters", ()))
    examined = examine_letters(look)
    (asked,) = [one for one in examined if not one.sighting.accepted]
    assert [one.sighting.label for one in examined if one.sighting.accepted] == [*"HETLKT"]
    assert asked.sighting.label == read_as
    assert asked.sighting.confidence == HARDLY
    assert asked.scores["letters"][read_as] > 0.9  # what is seen looks like nothing else
    assert asked.scores["height beside the others"][read_as] < CUT_SHORT


@pytest.mark.parametrize(("presence", "asked"), [(0.97, 10), (0.75, 0)])
def test_only_what_is_surely_a_card_says_how_high_letters_are(presence: float, asked: int) -> None:
    """Two rows of cards, one over the edge of the other, between six letters that are higher: cards, or print."""
    rows = [(letter, x, y, high) for y in (50.0, 130.0) for letter, x, _, high in _row("HETLK")]
    frame, quads = _laid(rows)
    higher = [UNIT * SIDE_PX + [40 + 200 * column, top] for top in (5, 295) for column in range(3)]
    for letter, (corner, *_) in zip("LTFLTF", higher, strict=True):
        (left, top), rim = corner.astype(int), SIDE_PX // 6
        large = tile(letter, size_px=SIDE_PX + 2 * rim)
        frame[top : top + SIDE_PX, left : left + SIDE_PX] = large[rim:-rim, rim:-rim]
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    found = [*(Found(quad, 0.97) for quad in quads), *(Found(quad.astype(np.float32), presence) for quad in higher)]
    examined = examine_letters(Detections(frame, grey, halvings(grey), found, Deck("any", "Any", "letters", ())))
    lower = [one for one in examined if min(one.scores.get("height beside the others", {"": 1.0}).values()) < CUT_SHORT]
    assert len(lower) == asked
    assert all(one.sighting.accepted == (one.sighting.label not in LEFT_OF_ANOTHER) for one in lower)


@pytest.mark.parametrize("letter", "MNW")
def test_a_lower_letter_that_no_other_looks_like_when_it_is_cut_is_not_asked_about(letter: str) -> None:
    frame, quads = _laid([*_row("HETLK"), (letter, 0.0, 160.0, 0.8), ("T", 0.0, 160.0 + 0.7 * SIDE_PX, 1.0)])
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    found = [Found(quad, 0.97) for quad in quads]
    examined = examine_letters(Detections(frame, grey, halvings(grey), found, Deck("any", "Any", "letters", ())))
    low = next(one for one in examined if "height beside the others" in one.scores)
    assert low.scores["height beside the others"][letter] < CUT_SHORT
    assert low.sighting.accepted
    assert letter not in LEFT_OF_ANOTHER
