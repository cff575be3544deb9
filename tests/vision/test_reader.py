"""The Reader from frame to table: letters, backs, priors, doubts."""

import numpy as np
import pytest

from companion.cards import Card, Deck
from companion.decks import deckfiles
from companion.drawn.scene import CLOTHS, Conditions, draw_scene, in_rows
from companion.errors import BadInput
from companion.print import faces, paint
from companion.vision import Reader, Table
from companion.vision.overlay import draw_overlay
from tests.vision.drawn import plain_card, tile

LETTERS = deckfiles.load("letters")
EASY = Conditions(tilt_deg=10, noise=1.5)


def _frame(word: str, *, spin_deg: float = 0.0, seed: int = 3) -> np.ndarray:
    faces = [plain_card() if letter == "?" else tile(letter) for letter in word]
    cards = in_rows(faces, per_row=len(word), width_mm=50, gap_mm=10, thickness_mm=2)
    conditions = Conditions(tilt_deg=10, noise=1.5, spin_deg=spin_deg)
    return draw_scene(cards, conditions, colour=(60, 90, 50), seed=seed, size_px=(1280, 720), view_mm=560).frame


def _row(table: Table, number: int = 0) -> str:
    return "".join(table.sightings[index].label for index in table.rows[number])


@pytest.mark.parametrize("word", ["WIZARD", "MOTHER", "FLANK", "SPHINX", "BUDGET", "JACKY", "QUIVER"])
def test_a_row_of_letters_is_read_in_order_or_asked(word: str) -> None:
    table = Reader(LETTERS).read(_frame(word))
    (row,) = table.rows
    assert len(row) == len(word)
    seen = [table.sightings[index] for index in row]
    assert sum(one.accepted for one in seen) >= len(word) - 2
    for letter, one in zip(word, seen, strict=True):
        assert one.kind == "letter"
        assert one.label == letter or (not one.accepted and letter in {other.label for other in one.alternatives})


@pytest.mark.parametrize("side", [0, 90, 180, 270])
def test_a_row_is_read_from_the_players_side(side: int) -> None:
    frame = draw_scene(
        in_rows([tile(letter) for letter in "LAKE"], per_row=4, width_mm=40, gap_mm=8),
        Conditions(spin_deg=side, noise=1), colour=(60, 90, 50), seed=4, size_px=(720, 720), view_mm=300,
    ).frame  # fmt: skip
    assert _row(Reader(LETTERS, side_deg=side).read(frame)) == "LAKE"


def test_nothing_wrong_is_ever_accepted_on_these_tables() -> None:
    rng = np.random.default_rng(8)
    for seed in range(12):
        word = "".join(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), 6))
        table = Reader(LETTERS).read(_frame(word, spin_deg=float(rng.uniform(-30, 30)), seed=seed))
        for one in table.sightings:
            assert not one.accepted or one.label in word


def test_the_quad_starts_at_the_letters_own_top_left() -> None:
    table = Reader(LETTERS).read(_frame("FRAGE"))
    for one in table.sightings:
        assert one.quad[0][0] < one.quad[2][0]
        assert one.quad[0][1] < one.quad[2][1]
        assert one.quad[1][0] > one.quad[0][0] + 20


def test_a_card_lying_face_down_is_a_back() -> None:
    disorder = deckfiles.load("disorder")
    back = paint.pixels(faces.back(disorder), 4.0)
    cards = in_rows([back] * 3, per_row=3, width_mm=60, gap_mm=20)
    frame = draw_scene(cards, EASY, colour=(60, 90, 50), seed=2, view_mm=620).frame
    seen = Reader(disorder).read(frame).sightings
    assert len(seen) == 3
    assert {(one.kind, one.label) for one in seen} == {("back", "?")}


def test_one_card_is_reported_once() -> None:
    cards = in_rows([tile("K")], per_row=1, width_mm=90, gap_mm=0)
    frame = draw_scene(cards, EASY, colour=(60, 90, 50), seed=2).frame
    assert [one.label for one in Reader(LETTERS).read(frame).sightings] == ["K"]


def test_letters_the_deck_does_not_have_are_not_read() -> None:
    few = Deck("few", "Few", "letters", tuple(Card("letter", letter, value=3) for letter in "ABDEGM"))
    table = Reader(few).read(_frame("GAMED"))
    assert _row(table) == "GAMED"
    assert {one.value for one in table.sightings} == {3}
    named = {other.label for one in table.sightings for other in one.alternatives}
    assert named <= set("ABDEGM?")


def test_accepted_means_at_least_the_threshold_and_doubts_have_alternatives() -> None:
    blurred = Conditions(blur_px=6, noise=12)
    cards = in_rows([tile(letter) for letter in "OQCGDU"], per_row=6, width_mm=45, gap_mm=10)
    frame = draw_scene(cards, blurred, colour=(60, 90, 50), seed=1, view_mm=560).frame
    for one in Reader(LETTERS).read(frame).sightings:
        assert 0 <= one.confidence <= 1
        assert one.alternatives or one.accepted
        assert one.label not in {other.label for other in one.alternatives}


@pytest.mark.parametrize("deck", ["letters", "ranks", "wordcard"])
@pytest.mark.parametrize("cloth", CLOTHS)
def test_nothing_is_accepted_on_an_empty_table(deck: str, cloth: str) -> None:
    for seed in range(3):
        frame = draw_scene([], Conditions(gradient=0.5), cloth=cloth, seed=seed, size_px=(960, 540)).frame
        seen = Reader(deckfiles.load(deck)).read(frame).sightings
        assert [one.label for one in seen if one.accepted] == []


def test_the_overlay_is_a_picture_of_the_same_size() -> None:
    frame = _frame("GA?ES")
    before = frame.copy()
    drawn = draw_overlay(frame, Reader(LETTERS).read(frame))
    assert drawn.shape == frame.shape
    assert np.array_equal(frame, before)
    assert not np.array_equal(drawn, frame)
    assert draw_overlay(frame[:, :, 0], Table((), ())).shape == frame.shape


@pytest.mark.parametrize(
    "frame",
    [np.zeros((50, 50, 4), np.uint8), np.zeros((50, 50, 3), np.float32), np.zeros((8, 90, 3), np.uint8)],
)
def test_what_is_no_frame_is_refused(frame: np.ndarray) -> None:
    with pytest.raises(BadInput, match="frame"):
        Reader(LETTERS).read(frame)
