"""Letters that are nearly sure, and what a second reader makes of them."""

from dataclasses import replace

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Deck
from companion.vision.calibrate import threshold
from companion.vision.letters import NEARLY_SURE, agreed, second_opinions
from companion.vision.look import Examined, Look
from companion.vision.rectify import halvings
from companion.vision.sighting import Sighting
from companion.vision.tesseract import SIGN_PX, read_signs
from tests.vision.drawn import tile

ROW = "KTREA"
SIDE_PX = 160


def _row() -> tuple[Look, list[Examined]]:
    """Five tiles side by side, each said to be a K and nearly sure."""
    frame = np.hstack([tile(letter, size_px=SIDE_PX) for letter in ROW])
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    look = Look(frame, grey, halvings(grey), [], Deck("any", "Any", "letters", ()))
    examined = []
    for number in range(len(ROW)):
        x = SIDE_PX * number
        quad = ((x, 0.0), (x + SIDE_PX, 0.0), (x + SIDE_PX, float(SIDE_PX)), (x, float(SIDE_PX)))
        sighting = Sighting("letter", "K", quad, NEARLY_SURE + 0.05, accepted=False)
        examined.append(Examined(sighting, lambda: np.zeros((2, 2), np.uint8), {"letters": {"K": 0.8}}))
    return look, examined


def test_a_second_reader_makes_only_the_letter_it_reads_too_likelier() -> None:
    look, examined = _row()
    told = second_opinions(look, examined)
    assert told[0].sighting.confidence > examined[0].sighting.confidence
    assert [one.sighting.confidence for one in told[1:]] == [one.sighting.confidence for one in examined[1:]]
    assert told[0].scores["tesseract"] == {"K": 1.0}


def test_what_is_sure_or_far_from_sure_is_not_asked_again() -> None:
    look, (one, *_) = _row()
    sure = replace(one, sighting=replace(one.sighting, confidence=threshold("letters"), accepted=True))
    vague = replace(one, sighting=replace(one.sighting, confidence=NEARLY_SURE - 0.01))
    back = replace(one, sighting=replace(one.sighting, kind="back", label="?"))
    assert second_opinions(look, [sure, vague, back]) == [sure, vague, back]


@given(st.floats(0.01, 0.999), st.floats(0.01, 0.999))
def test_agreement_raises_a_confidence_and_keeps_its_order(one: float, other: float) -> None:
    assert one < agreed(one) < 1
    assert agreed(min(one, other)) <= agreed(max(one, other))


def test_single_signs_are_read_side_by_side_in_either_tone() -> None:
    signs = [cv2.cvtColor(tile(letter, size_px=SIGN_PX), cv2.COLOR_BGR2GRAY) for letter in ROW]
    signs.append(np.asarray(255 - signs[1], np.uint8))
    blank = np.full((SIGN_PX, SIGN_PX), 200, np.uint8)
    assert read_signs([np.asarray(sign, np.uint8) for sign in signs] + [blank]) == [*ROW, "T", ""]


def test_no_signs_are_read_without_calling_anybody() -> None:
    assert read_signs([]) == []
