"""Cards lying face down are believed in by how they look and by what lies beside them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Deck
from companion.drawn.scene import Conditions, Shot, draw_scene, in_rows
from companion.vision import Reader
from companion.vision.backs import circumstances
from companion.vision.calibrate import calibrated
from companion.vision.neighbours import FEW
from companion.vision.quads import size_px
from tests.vision.drawn import plain_card, tile

CHANCES = st.floats(0.01, 0.99)


def _belief(chance: float, presence: float, off: float, letters: int, of: int) -> float:
    sure = np.arange(of) < letters
    return calibrated("backs", chance, presence, circumstances(np.full(of, off), sure)[0])


@given(CHANCES, CHANCES, st.floats(-0.5, 0.5), st.integers(FEW, 20), st.integers(0, 20))
def test_a_back_is_the_likelier_the_more_it_looks_like_a_card_of_this_table(
    chance: float, presence: float, off: float, letters: int, others: int
) -> None:
    of = letters + others + 1
    belief = _belief(chance, presence, off, letters, of)
    assert belief < _belief(chance + 0.01, presence, off, letters, of)
    assert belief < _belief(chance, presence + 0.01, off, letters, of)
    assert belief > _belief(chance, presence, off + np.copysign(0.1, off), letters, of)
    assert belief < _belief(chance, presence, off, letters + 1, of)


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=20), st.integers(0, FEW - 1))
def test_too_few_letters_say_nothing_of_its_size(larger: list[float], letters: int) -> None:
    sure = np.arange(len(larger)) < letters
    assert all(one["off"] == 0 and one["known"] == 0 for one in circumstances(np.array(larger), sure))


def _table(letters: str, width_mm: float = 40.0) -> Shot:
    faces = [plain_card(), *map(tile, letters)]
    cards = in_rows(faces, per_row=5, width_mm=40, gap_mm=15)
    cards = [replace(cards[0], width_mm=width_mm), *cards[1:]]
    return draw_scene(cards, Conditions(tilt_deg=10, noise=1.5), colour=(50, 90, 40), seed=5, view_mm=420)


@pytest.mark.parametrize("letters", ["KAREN", "TEMELSA"])
def test_a_card_face_down_beside_letters_is_read_as_one(letters: str) -> None:
    shot = _table(letters)
    said = Reader(Deck("any", "Any", "letters", ())).read(shot.frame).sightings
    (back,) = (one for one in said if one.kind == "back")
    assert back.accepted
    assert np.linalg.norm(np.mean(back.quad, 0) - shot.quads[0].mean(0)) < 0.25 * size_px(shot.quads[0])
    assert sorted(one.label for one in said if one.kind == "letter" and one.accepted) == sorted(letters)


def test_what_looks_like_one_and_is_much_larger_is_none_that_is_sure() -> None:
    said = Reader(Deck("any", "Any", "letters", ())).read(_table("TEMELSA", width_mm=68).frame).sightings
    assert not any(one.kind == "back" and one.accepted for one in said)
