"""Pictures unlike all that the eyes were tried on: what is said of them, and what is believed there."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cards import Deck
from companion.vision import Reader, Table
from companion.vision.calibrate import threshold
from companion.vision.detections import Examined
from companion.vision.rectify import halvings
from companion.vision.sighting import Sighting, as_quad
from companion.vision.unlike import surer_where_unlike, unlike

SIDE_PX, GAP_PX, CARDS = 100, 30, 5
QUADS = [
    np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * SIDE_PX
    + np.array([GAP_PX + number * (SIDE_PX + GAP_PX), GAP_PX], np.float32)
    for number in range(CARDS)
]


def _table(paper: int = 225, ink: int = 40, blur_px: float = 0.6, noise: float = 1.0) -> np.ndarray:
    """Cards with a letter each, grey (uint8)."""
    frame = np.full((SIDE_PX + 2 * GAP_PX, CARDS * (SIDE_PX + GAP_PX) + GAP_PX), (paper + ink) // 2, np.uint8)
    for quad, letter in zip(QUADS, "EAHTK", strict=True):
        corner, end = (tuple(int(place) for place in quad[at]) for at in (0, 2))
        cv2.rectangle(frame, corner, end, paper, -1)
        cv2.putText(frame, letter, (corner[0] + 25, end[1] - 25), cv2.FONT_HERSHEY_SIMPLEX, 2.2, ink, 5, cv2.LINE_AA)
    soft = cv2.GaussianBlur(frame, (0, 0), blur_px).astype(np.float32)
    soft += np.random.default_rng(1).normal(0, noise, soft.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


def _examined(confidence: float, scores: dict[str, dict[str, float]] | None = None) -> Examined:
    sighting = Sighting("letter", "E", as_quad(QUADS[0]), confidence, accepted=True)
    return Examined(sighting, scores or {})


@pytest.mark.parametrize(
    ("conditions", "says"),
    [
        ({}, None),
        ({"paper": 60, "ink": 5}, "dark"),
        ({"paper": 160, "ink": 135, "noise": 0.0}, "faint"),
        ({"blur_px": 6.0}, "blurred"),
        ({"paper": 150, "ink": 100, "noise": 60.0, "blur_px": 0.3}, "grainy"),
    ],
)
def test_what_is_unlike_is_said(conditions: dict[str, float], says: str | None) -> None:
    assert unlike(halvings(_table(**conditions)), QUADS) == says  # type: ignore[arg-type]


def test_where_no_cards_lie_nothing_is_unlike() -> None:
    assert unlike(halvings(_table(paper=20, ink=10)), []) is None


@pytest.mark.parametrize("family", ["letters", "ranks", "ranked_letters", "portraits", "jumbles", "words"])
def test_on_a_dark_table_a_reading_must_be_surer(family: str) -> None:
    dark, light = halvings(_table(paper=60, ink=5)), halvings(_table())
    usual, surer = threshold(family), threshold(family, is_unlike=True)
    assert usual <= surer
    barely, surely = _examined((usual + surer) / 2 - 1e-9), _examined(surer)
    seen, why = surer_where_unlike(family, dark, [barely, surely])
    assert why == "dark"
    assert [one.sighting.accepted for one in seen] == [usual == surer, True]
    assert surer_where_unlike(family, light, [barely, surely]) == ([barely, surely], None)
    assert surer_where_unlike(family, dark, [surely]) == ([surely], None)  # nobody is asked: nothing to explain


def _laid(letters: str) -> tuple[Table, Table]:
    """What is read of these letters in a row, and in a mirror."""
    deck, side_px = Deck("any", "Any", "letters", ()), 120
    frame = np.full((300, 60 + len(letters) * 150, 3), 90, np.uint8)
    for at, letter in enumerate(letters):
        corner = (40 + 150 * at, 90)
        cv2.rectangle(frame, corner, (corner[0] + side_px, corner[1] + side_px), (225, 235, 240), -1)
        cv2.putText(frame, letter, (corner[0] + 30, 185), cv2.FONT_HERSHEY_DUPLEX, 2.6, (30, 30, 30), 6, cv2.LINE_AA)
    frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.8), np.uint8)
    return Reader(deck).read(frame), Reader(deck).read(np.ascontiguousarray(frame[:, ::-1]))


def test_of_a_mirrored_picture_no_letter_is_believed_and_it_is_said_why() -> None:
    table, mirrored = _laid("FAGRSTLQ")
    assert (table.unlike, sorted(one.label for one in table.sightings if one.accepted)) == (None, sorted("FAGRSTLQ"))
    assert mirrored.unlike == "mirrored"
    assert [one.label for one in mirrored.sightings if one.accepted] == []


def test_what_is_known_by_its_looks_is_sure_in_another_measure() -> None:
    known = _examined(0.93, {"looks": {"E": 0.93}})
    doubtful = replace(known, sighting=replace(known.sighting, accepted=False))
    seen, why = surer_where_unlike("letters", halvings(_table(paper=60, ink=5)), [known, doubtful])
    assert (seen, why) == ([known, doubtful], "dark")
