"""Cards as bright as the cloth but of another colour: a second grey shows them, where brightness does not."""

import cv2
import numpy as np

from companion.cards import Deck
from companion.vision import Reader
from companion.vision.colour import colour_grey
from tests.vision.drawn import tile


def table(cloth: tuple[int, int, int], card: tuple[int, int, int]) -> np.ndarray:
    """Six tiles of one colour on a cloth of another (BGR), with some light and shade over both."""
    frame = np.full((480, 640, 3), cloth, np.uint8)
    for number, letter in enumerate("TABLES"):
        face = np.full((100, 90, 3), card, np.uint8)
        ink = cv2.resize(tile(letter), (90, 100)).min(2) < 120
        face[ink] = 20
        y, x = 60 + 200 * (number // 3), 60 + 200 * (number % 3)
        frame[y : y + 100, x : x + 90] = face
    light = np.linspace(0.75, 1.1, 640)[None, :, None]
    noise = np.random.default_rng(3).normal(0, 3, frame.shape)
    return np.clip(cv2.GaussianBlur(frame, (0, 0), 0.8) * light + noise, 0, 255).astype(np.uint8)


def grey_of(colour: tuple[int, int, int]) -> int:
    return int(cv2.cvtColor(np.full((1, 1, 3), colour, np.uint8), cv2.COLOR_BGR2GRAY)[0, 0])


BLUE, BROWN = (205, 120, 95), (60, 115, 170)  # as bright as each other


def test_light_cards_on_a_dark_cloth_need_no_colours() -> None:
    assert colour_grey(table((60, 70, 40), (235, 240, 240))) is None
    assert colour_grey(np.full((64, 64, 3), 90, np.uint8)) is None


def test_cards_as_bright_as_the_cloth_stand_out_in_their_colour() -> None:
    assert abs(grey_of(BLUE) - grey_of(BROWN)) < 6
    frame = table(BLUE, BROWN)
    shown = colour_grey(frame)
    assert shown is not None
    card, cloth = shown[65:75, 65:75].astype(int), shown[20:40, 200:400].astype(int)
    assert card.mean() > cloth.mean() + 60


def test_they_are_read() -> None:
    reading = Reader(Deck("any", "Letters", "letters", ())).read(table(BLUE, BROWN))
    assert [[reading.sightings[index].label for index in row] for row in reading.rows] == [list("TAB"), list("LES")]
