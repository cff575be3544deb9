"""Cards lying face down are believed in by how they look and by what lies beside them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Deck
from companion.drawn.scene import Conditions, Shot, draw_scene, in_rows
from companion.vision import Reader
from companion.vision.alike import ENOUGH
from companion.vision.backs import MOST_MISFIT, THINKABLE, circumstances
from companion.vision.calibrate import calibrated
from companion.vision.quads import size_px
from companion.vision.rectify import halvings
from tests.vision.drawn import plain_card, tile

CHANCES = st.floats(0.01, 0.99)
EMPTY = halvings(np.full((64, 64), 120, np.uint8))


def _quads(count: int) -> list[np.ndarray]:
    """Equal squares in a row."""
    square = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], np.float32)
    return [square + np.array([30 * number, 0], np.float32) for number in range(count)]


def _belief(chance: float, presence: float, letters: int, rivals: int, misfit: float = 0.0) -> float:
    face_down = np.full(1 + rivals, THINKABLE + 0.1, np.float32)
    tells = circumstances(EMPTY, _quads(1 + rivals), face_down, _quads(letters)[: ENOUGH - 1])
    tells[0]["letters"] = np.log1p(letters)
    return calibrated("backs", chance, presence, tells[0] | {"misfit": misfit})


@given(CHANCES, CHANCES, st.integers(0, 20), st.integers(0, 20), st.floats(0, MOST_MISFIT - 0.1))
def test_a_back_is_the_likelier_the_more_it_looks_like_a_card_of_this_table(
    chance: float, presence: float, letters: int, rivals: int, misfit: float
) -> None:
    belief = _belief(chance, presence, letters, rivals, misfit)
    assert belief < _belief(chance + 0.01, presence, letters, rivals, misfit)
    assert belief < _belief(chance, presence + 0.01, letters, rivals, misfit)
    assert belief < _belief(chance, presence, letters + 1, rivals, misfit)
    assert belief > _belief(chance, presence, letters, rivals + 1, misfit)
    assert belief > _belief(chance, presence, letters, rivals, misfit + 0.1)


def test_what_the_network_hardly_takes_for_a_back_is_no_rival() -> None:
    tells = circumstances(EMPTY, _quads(4), np.array([0.9, 0.1, 0.9, THINKABLE], np.float32), [])
    assert [round(np.expm1(one["rivals"])) for one in tells] == [1, 2, 1, 2]


@given(st.integers(0, ENOUGH - 1))
def test_too_few_letters_do_not_say_what_shape_to_expect(letters: int) -> None:
    tells = circumstances(EMPTY, _quads(3), np.array([0.9, 0.9, 0.1], np.float32), _quads(letters))
    assert [one["misfit"] for one in tells] == [0.0] * 3
    assert [round(np.expm1(one["letters"]), 9) for one in tells] == [letters] * 3


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


def test_cards_face_down_alone_on_a_table_are_asked_about() -> None:
    """A telephone, a book and a coaster look like one too."""
    cards = in_rows([plain_card()] * 3, per_row=3, width_mm=40, gap_mm=15)
    shot = draw_scene(cards, Conditions(tilt_deg=10, noise=1.5), colour=(50, 90, 40), seed=5, view_mm=420)
    said = Reader(Deck("any", "Any", "letters", ())).read(shot.frame).sightings
    assert [(one.kind, one.accepted, one.confidence) for one in said] == [("back", False, 0.5)] * 3
