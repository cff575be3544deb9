"""Differences between two tables: each kind alone, and what may be said of any two tables."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.changes import Change, compare
from companion.vision.motion import carried, common_motion, motion_px
from companion.vision.sighting import Sighting, Table

WIDTH, HEIGHT = 80, 120


def card(label: str, x: float, y: float = 300.0, *, sideways: bool | None = None, turn: bool = False) -> Sighting:
    half_w, half_h = (HEIGHT / 2, WIDTH / 2) if turn else (WIDTH / 2, HEIGHT / 2)
    corners = ((x - half_w, y - half_h), (x + half_w, y - half_h), (x + half_w, y + half_h), (x - half_w, y + half_h))
    if turn:
        corners = (*corners[1:], corners[0])
    return Sighting("back" if label == "?" else "letter", label, corners, 0.99, True, sideways=sideways)


def told(changes: Iterable[Change]) -> list[tuple[str, str, str]]:
    return sorted(
        (change.kind, change.before.label if change.before else "", change.after.label if change.after else "")
        for change in changes
    )


ROW = (card("Z", 100), card("O", 200), card("O", 300))


def test_nothing_changed_is_no_change_even_a_little_beside() -> None:
    nudged = tuple(card(one.label, 104 + 100 * index, 306) for index, one in enumerate(ROW))
    assert compare(ROW, nudged) == ()


def test_each_kind_of_change() -> None:
    assert told(compare(ROW, (*ROW, card("K", 400)))) == [("added", "", "K")]
    assert told(compare(ROW, ROW[:2])) == [("taken", "O", "")]
    assert told(compare(ROW, (card("Z", 500), *ROW[1:]))) == [("moved", "Z", "Z")]
    assert told(compare(ROW, (card("?", 100), *ROW[1:]))) == [("turned", "Z", "?")]
    assert told(compare(ROW, (card("A", 100), *ROW[1:]))) == [("added", "", "A"), ("taken", "Z", "")]
    assert told(compare((card("Bog", 100, sideways=False),), (card("Bog", 100, sideways=True),))) == [
        ("turned", "Bog", "Bog")
    ]
    assert told(compare((card("Z", 100),), (card("Z", 100, turn=True),))) == [("turned", "Z", "Z")]


def test_a_quad_that_begins_at_another_corner_is_no_turn() -> None:
    upside_down = replace(ROW[0], quad=(*ROW[0].quad[2:], *ROW[0].quad[:2]))
    quarter = replace(ROW[0], quad=(*ROW[0].quad[1:], ROW[0].quad[0]))
    assert compare(ROW[:1], (upside_down,)) == ()
    assert compare(ROW[:1], (quarter,)) == ()


def test_a_card_squeezed_in_between_moves_its_neighbour_along() -> None:
    after = (card("Z", 100), card("K", 200), card("O", 300), card("O", 400))
    assert told(compare(ROW, after)) == [("added", "", "K"), ("moved", "O", "O")]


def test_equal_cards_are_paired_by_nearness() -> None:
    (moved,) = compare(ROW, (card("Z", 100), card("O", 200), card("O", 420)))
    assert moved.kind == "moved"
    assert moved.before is ROW[2]


places = st.lists(st.tuples(st.sampled_from("ABO?"), st.integers(0, 9)), max_size=8, unique_by=lambda pair: pair[1])


@given(places, places)
def test_changes_account_for_every_card_of_both_tables(
    before: list[tuple[str, int]], after: list[tuple[str, int]]
) -> None:
    one = [card(label, 100 + 100 * place) for label, place in before]
    other = [card(label, 100 + 100 * place) for label, place in after]
    changes = compare(one, other)
    gone = [change.before for change in changes if change.before is not None and change.kind != "turned"]
    came = [change.after for change in changes if change.after is not None and change.kind != "turned"]
    assert len({id(sighting) for sighting in gone}) == len(gone)
    assert len(one) - len(gone) == len(other) - len(came)
    added = sum(change.kind == "added" for change in changes)
    taken = sum(change.kind == "taken" for change in changes)
    assert len(one) + added - taken == len(other)
    assert compare(one, one) == ()


@given(st.floats(-30, 30), st.floats(-60, 60), st.floats(-60, 60))
def test_a_pushed_camera_is_found_and_undone(turn_deg: float, right: float, down: float) -> None:
    angle = np.deg2rad(turn_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    push = np.array([[cos, -sin, right], [sin, cos, down], [0, 0, 1.0]])
    before = Table((card("Z", 100), card("O", 300), card("?", 400, 200)), ())
    after = Table(carried(before.sightings, push), ())
    found = common_motion(before, after)
    assert found is not None
    assert motion_px(found @ np.linalg.inv(push), 1280, 720) < 1
    assert compare(carried(before.sightings, found), after.sightings) == ()


def test_a_pushed_camera_is_found_when_a_back_is_read_the_other_way_up() -> None:
    push = np.array([[1, 0, 55.0], [0, 1, -30.0], [0, 0, 1.0]])
    before = Table((card("Z", 100), card("O", 300), card("?", 400, 200)), ())
    *others, back = carried(before.sightings, push)
    after = Table((*others, replace(back, quad=(*back.quad[2:], *back.quad[:2]))), ())
    found = common_motion(before, after)
    assert found is not None
    assert np.allclose(found, push, atol=0.01)


def test_one_of_two_cards_that_goes_elsewhere_has_been_moved() -> None:
    before = Table((card("Z", 100), card("O", 300)), ())
    assert common_motion(before, Table((card("Z", 100), card("O", 500)), ())) is None


@given(st.floats(-6, 6), st.floats(-60, 60), st.floats(-60, 60))
def test_equal_cards_tell_of_a_push_too(turn_deg: float, right: float, down: float) -> None:
    angle = np.deg2rad(turn_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    push = np.array([[cos, -sin, right], [sin, cos, down], [0, 0, 1.0]])
    for row in (ROW, ROW[1:]):
        found = common_motion(Table(row, ()), Table(carried(row, push)[::-1], ()))
        assert found is not None
        assert np.allclose(found, push, atol=0.01)


def test_a_push_is_told_from_one_of_equal_cards_that_is_moved_meanwhile() -> None:
    push = np.array([[1, 0, 55.0], [0, 1, -30.0], [0, 0, 1.0]])
    before = (*ROW, card("K", 400))
    found = common_motion(Table(before, ()), Table(carried((ROW[0], ROW[1], card("O", 500), before[3]), push), ()))
    assert found is not None
    assert np.allclose(found, push, atol=0.01)


def test_one_of_equal_cards_that_goes_elsewhere_has_been_moved() -> None:
    after = Table((card("O", 0), *ROW[:2]), ())  # the last O, laid on the other side
    assert common_motion(Table(ROW, ()), after) is None


def test_one_of_two_equal_cards_laid_on_the_other_side_of_the_other_has_been_moved() -> None:
    before = Table((card("E", 100), card("E", 200)), ())
    assert common_motion(before, Table((card("E", 0), card("E", 101)), ())) is None
    assert common_motion(before, Table((card("E", 60), card("E", 160)), ())) is not None


def test_two_cards_that_are_switched_or_one_laid_on_the_other_side_have_been_moved() -> None:
    before = Table((card("Z", 100), card("O", 200)), ())
    assert common_motion(before, Table((card("Z", 200), card("O", 100)), ())) is None
    assert common_motion(before, Table((card("Z", 100), card("O", 0)), ())) is None
    assert common_motion(before, Table((card("Z", 100), card("O", 100, 400)), ())) is None


def test_a_row_that_is_slid_while_another_card_takes_a_ones_place_is_no_push() -> None:
    before = Table((*ROW, card("K", 300, 600)), ())
    slid = tuple(card(one.label, 160 + 100 * at, 320) for at, one in enumerate(ROW))
    assert common_motion(before, Table((*slid, card("Q", 305, 597)), ())) is None
    assert common_motion(before, Table((*slid, card("Q", 361, 620)), ())) is not None  # the camera, and a card laid
    assert common_motion(before, Table((*slid, card("Q", 700, 600)), ())) is not None


def test_cards_seen_at_one_place_tell_of_no_motion() -> None:
    one_place = Table((card("Z", 100), card("O", 100)), ())
    assert common_motion(one_place, one_place) is None


def test_no_common_motion_when_cards_went_different_ways_or_there_are_too_few() -> None:
    before = Table((card("Z", 100), card("O", 300)), ())
    assert common_motion(before, Table((card("Z", 100),), ())) is None
    assert common_motion(Table((), ()), Table((), ())) is None
    apart = Table((card("A", 100), card("B", 300), card("C", 500), card("D", 700)), ())
    mixed = Table((card("A", 400, 100), card("B", 100, 650), card("C", 900, 90), card("D", 700, 350)), ())
    assert common_motion(apart, mixed) is None


@pytest.mark.parametrize("number", [0, 1, 5])
def test_a_table_like_itself_has_no_changes(number: int) -> None:
    assert compare(ROW[:number], ROW[:number]) == ()
