"""Playing cards: indices found by themselves and gathered into cards, side by side, fanned, upside down."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Deck
from companion.drawn.scene import Conditions, Shot, draw_scene, in_rows
from companion.vision import Reader
from companion.vision.classifiers import RANK_CLASSES, RANK_NOTHING, RANKS, steepness
from companion.vision.corner_rank import index_chances
from companion.vision.detections import Detections
from companion.vision.find import Found
from companion.vision.index_place import corners_of
from companion.vision.indices import Index, IndexPlaces, find_indices, from_a_corner, together
from companion.vision.quads import size_px
from companion.vision.ranks import examine_ranks
from companion.vision.rectify import halvings, index_corners, window
from tests.vision.drawn import playing_card

PLAYING_CARDS = Deck("cards", "Playing cards", "ranks", ())
CARD = np.array([[100, 100], [240, 100], [240, 300], [100, 300]], np.float32)


def _index(quad: np.ndarray, rank: str = "K", chance: float = 0.9) -> Index:
    chances = np.full(RANK_CLASSES, (1 - chance) / (RANK_CLASSES - 1), np.float32)
    chances[RANKS.index(rank)] = chance
    return Index(np.asarray(quad, np.float32), chances, 0.9)


def _table(
    ranks: list[str], *, step_mm: float, spin_deg: float = 0.0, fanned_deg: float = 0.0, four: bool = False
) -> Shot:
    cards = in_rows([playing_card(rank, four=four) for rank in ranks], per_row=len(ranks), width_mm=60, gap_mm=0)
    middle = (len(ranks) - 1) / 2
    cards = [
        replace(card, x_mm=(number - middle) * step_mm, angle_deg=(number - middle) * fanned_deg)
        for number, card in enumerate(cards)
    ]
    conditions = Conditions(tilt_deg=12, spin_deg=spin_deg, noise=1.0)
    return draw_scene(cards, conditions, colour=(50, 90, 40), seed=5, view_mm=520)


def _said(shot: Shot) -> dict[int, tuple[str, bool]]:
    """What is said of each card: that whose middle is nearest to what was seen."""
    middles = shot.quads.mean(1)
    said = {}
    for one in Reader(PLAYING_CARDS).read(shot.frame).sightings:
        nearest = int(np.linalg.norm(middles - np.mean(one.quad, 0), axis=1).argmin())
        assert nearest not in said, "a card was seen twice"
        said[nearest] = one.label, one.accepted
    return said


@pytest.mark.parametrize("spin_deg", [0, 77, 180])
def test_cards_side_by_side_are_read(spin_deg: float) -> None:
    ranks = ["4", "9", "K", "7", "2"]
    said = _said(_table(ranks, step_mm=75, spin_deg=spin_deg))
    assert [said[number][0] for number in range(len(ranks))] == ranks
    assert sum(accepted for _, accepted in said.values()) >= len(ranks) - 1


def test_a_fan_of_which_only_indices_are_seen_is_read() -> None:
    ranks = ["5", "A", "8", "4", "9"]
    said = _said(_table(ranks, step_mm=26, fanned_deg=7))
    assert len(said) == len(ranks)
    assert all(label == ranks[number] or not accepted for number, (label, accepted) in said.items())
    assert sum(label == ranks[number] for number, (label, _) in said.items()) >= len(ranks) - 1


@pytest.mark.parametrize("spin_deg", [0, 90, 200])
def test_cards_with_an_index_in_every_corner_are_each_said_once(spin_deg: float) -> None:
    ranks = ["5", "A", "8", "4", "9"]
    shot = _table(ranks, step_mm=30, fanned_deg=6, spin_deg=spin_deg, four=True)
    said = _said(shot)  # fails where a card is said twice
    assert sum(said.get(number, ("", False)) == (rank, True) for number, rank in enumerate(ranks)) >= len(ranks) - 1
    assert all(label == ranks[number] or not accepted for number, (label, accepted) in said.items())


def test_an_index_found_beside_its_place_is_read_there_and_its_card_said(monkeypatch: pytest.MonkeyPatch) -> None:
    ranks = ["K", "4", "7"]
    shot = _table(ranks, step_mm=80)
    grey = np.asarray(cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY), np.uint8)
    places = [index_corners(quad)[0] for quad in shot.quads]
    beside = [Found(np.asarray(2 * window(place, -0.16, 0, 0.84, 1), np.float32), 0.9) for place in places]
    monkeypatch.setattr("companion.vision.indices.find", lambda *_pyramids, network: beside)
    indices = find_indices(grey, halvings(grey))
    clear = [index for index in indices if index.beside]
    assert [RANKS[int(index.chances.argmax())] for index in clear] == ranks
    for index, place in zip(clear, places, strict=True):
        assert np.linalg.norm(index.centre - place.mean(0)) < 0.2 * index.size_px
    look = Detections(shot.frame, grey, halvings(grey), [], PLAYING_CARDS)
    assert sorted(one.sighting.label for one in examine_ranks(look)) == sorted(ranks)


def test_two_cards_found_as_one_are_not_both_said_to_lie_there() -> None:
    ranks = ["4", "7"]
    shot = _table(ranks, step_mm=30)
    lower, upper = shot.quads
    grey = np.asarray(cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY), np.uint8)
    both = Found(np.array([lower[0], upper[1], upper[2], lower[3]], np.float32), 0.95)
    examined = examine_ranks(Detections(shot.frame, grey, halvings(grey), [both], PLAYING_CARDS))
    said = {one.sighting.label: np.mean(one.sighting.quad, 0) for one in examined}
    assert sorted(said) == ranks
    for label, own, other in zip(ranks, shot.quads, shot.quads[::-1], strict=True):
        away, from_other = (np.linalg.norm(said[label] - quad.mean(0)) for quad in (own, other))
        assert away < 0.7 * from_other


@pytest.mark.parametrize("spin_deg", [0, 40, 100])
def test_a_card_whose_corners_show_two_ranks_is_one_card_and_asked_about(spin_deg: float) -> None:
    shot, other = (_table(["7", rank, "K"], step_mm=80, spin_deg=spin_deg) for rank in ("4", "A"))
    lower_half = np.zeros(shot.frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(lower_half, shot.quads[1][1:].astype(int), 1)
    shot.frame[lower_half > 0] = other.frame[lower_half > 0]
    said = _said(shot)  # fails where a card is said twice
    assert (said[0], said[2]) == (("7", True), ("K", True))
    assert said[1] in (("4", False), ("A", False))


def test_indices_stand_where_the_cards_have_them_and_upright() -> None:
    shot = _table(["K", "4", "7"], step_mm=80, spin_deg=30)
    grey = np.asarray(cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY), np.uint8)
    indices = find_indices(grey, halvings(grey))
    for quad in shot.quads:
        upper, lower = IndexPlaces.of(indices).misplaced(quad).min(0)
        assert upper < 0.4
        assert lower < 0.4


def test_nothing_on_an_empty_table() -> None:
    frame = draw_scene([], Conditions(noise=3), cloth="carpet", seed=3).frame
    assert Reader(PLAYING_CARDS).read(frame).sightings == ()


@given(width=st.floats(40, 400), turn=st.floats(0, 360), slot=st.sampled_from([0, 1]))
def test_a_card_follows_from_its_index(width: float, turn: float, slot: int) -> None:
    angle = np.deg2rad(turn)
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    card = np.asarray(CARD * (width / 140) @ spin, np.float32)
    index = _index(index_corners(card)[slot])
    upright = np.roll(card, -2 * slot, 0)  # upside down, the lower right corner is the upper left one
    assert index.card() == pytest.approx(upright, abs=width / 50)
    assert index.card((width, width / 0.7)) == pytest.approx(upright, abs=width / 50)
    away = IndexPlaces.of([index]).misplaced(card)[0]
    assert away[slot] < 0.05
    assert from_a_corner(index, card) < 0.05
    assert away[1 - slot] == np.inf


@given(corner=st.sampled_from(range(4)), away=st.floats(0, 2))
def test_an_index_may_stand_in_any_corner_of_its_card(corner: int, away: float) -> None:
    place = index_corners(CARD)[corner]
    index = _index(place + np.float32(away * size_px(place)) * np.array([1, 0], np.float32))
    assert from_a_corner(index, CARD) <= away + 1e-3
    assert from_a_corner(_index(np.roll(place, 2, 0)), CARD) < 1e-3
    assert from_a_corner(_index(np.roll(place, 1, 0)), CARD) == np.inf
    middle = place.mean(0)
    assert from_a_corner(_index((place - middle) / 2 + middle), CARD) < 1e-3
    assert from_a_corner(_index((place - middle) / 3 + middle), CARD) == np.inf


def test_an_index_much_larger_or_standing_across_is_not_that_cards() -> None:
    upper = index_corners(CARD)[0]
    larger = (upper - upper.mean(0)) * 2 + upper.mean(0)
    away = IndexPlaces.of([_index(np.roll(upper, 1, 0)), _index(larger), _index(upper)]).misplaced(CARD)
    assert np.isinf(away[:2]).all()
    assert away[2, 0] < 0.05


@given(first=st.sampled_from(RANKS), second=st.sampled_from(RANKS), chance=st.floats(0.3, 0.99))
def test_two_indices_that_agree_are_believed_more_and_two_that_do_not_less(
    first: str, second: str, chance: float
) -> None:
    quad = index_corners(CARD)[0]
    one, other = _index(quad, first, chance), _index(quad, second, chance)
    alone, _ = together([one])
    both, nothing = together([one, other])
    assert both.sum() == pytest.approx(1, abs=1e-4)
    assert nothing == pytest.approx(float(one.chances[RANK_NOTHING] * other.chances[RANK_NOTHING]), rel=1e-3)
    if first == second:
        assert both.max() >= alone.max() - 1e-6
    else:
        assert both.max() <= alone.max() + 1e-6


def _told(*indices: Index) -> np.ndarray:
    corners = corners_of(CARD, indices, IndexPlaces.of(indices))
    return index_chances([one.index for one in corners if one.index is not None])


def test_a_cards_rank_is_told_by_the_indices_at_its_own_corners_only() -> None:
    upper, lower, other = index_corners(CARD)[:3]
    assert RANKS[int(_told(_index(upper), _index(lower)).argmax())] == "K"
    assert RANKS[int(_told(_index(lower, "7")).argmax())] == "7"
    torn = _told(_index(upper), _index(lower, "7"))
    assert torn.max() < 0.6
    for none in ([], [_index(other)], [_index(upper + 150)]):
        assert np.allclose(_told(*none), 1 / len(RANKS))


def test_blurred_indices_are_read_by_the_network_taught_with_such() -> None:
    ranks = ["10", "Q", "10", "K", "9"]
    shot = _table(ranks, step_mm=75)
    blurred = np.asarray(cv2.GaussianBlur(shot.frame, (0, 0), 3.5), np.uint8)
    seen = sorted(Reader(PLAYING_CARDS).read(blurred).sightings, key=lambda one: one.quad[0][0])
    assert [(one.label, one.accepted) for one in seen] == [(rank, True) for rank in ranks]


@given(seed=st.integers(0, 99), scale=st.floats(0.5, 20), more=st.floats(-50, 50))
def test_sharpness_is_the_pictures_own_whatever_its_contrast_and_falls_with_blur(
    seed: int, scale: float, more: float
) -> None:
    sharp = np.random.default_rng(seed).normal(size=(2, 1, 40, 40)).astype(np.float32)
    blurred = np.array([[cv2.GaussianBlur(one[0], (0, 0), 2.0)] for one in sharp])
    assert (steepness(blurred) < steepness(sharp)).all()
    assert steepness(np.asarray(sharp * scale + more, np.float32)) == pytest.approx(steepness(sharp), rel=1e-2)
    assert (steepness(np.zeros_like(sharp)) == 0).all()
