"""What the networks are taught with (close-ups, the indices of drawn playing cards), and for how long; none of it needs
PyTorch."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.vision.quads import sizes_px
from companion.vision.rectify import index_corners
from training import closeups, dataset, fonts
from training.cloths import cloth
from training.course import Course
from training.dataset import KINDS, Shard, indices_of, part_of, prepare, uncovered
from training.fonts import Typeface, display_typefaces
from training.parts import shards
from training.sheets import lay_sheets, written_sheet
from training.stranger_backs import BACKS, MORE_BACKS
from training.stranger_tables import StrangerPainter
from training.strangers import random_look, stranger_back, stranger_face
from training.tables import TablePainter

CARD = np.array([[50, 50], [120, 50], [120, 150], [50, 150]], np.float32)


def own_typefaces() -> list[Typeface]:
    """Those that the program ships."""
    fonts = sorted((Path(__file__).parents[2] / "companion").rglob("*.ttf"))
    assert fonts
    return [Typeface(str(font), 0, font.stem) for font in fonts]


@pytest.fixture
def typefaces() -> list[Typeface]:
    return own_typefaces()


def _shard(*quads: np.ndarray) -> Shard:
    count = len(quads)
    return Shard(
        np.zeros((1, 512, 512), np.uint8), np.zeros(count, np.int32), np.array(quads, np.float32),
        np.ones(count, np.float32), np.full(count, KINDS.index("rank"), np.int8), np.arange(count, dtype=np.int8),
    )  # fmt: skip


def test_close_ups_show_what_they_say_where_they_say(typefaces: list[Typeface]) -> None:
    shown = closeups.of_indices(40, typefaces, 3)
    again = closeups.of_indices(40, typefaces, 3)
    assert (shown.pictures == again.pictures).all()
    assert (shown.labels == again.labels).all()
    assert len(set(shown.labels.tolist())) > 8
    for picture, quad in zip(shown.pictures, shown.quads, strict=True):
        assert cv2.contourArea(quad, oriented=True) > 200
        assert quad[1][0] > quad[0][0]  # upright
        assert quad[3][1] > quad[0][1]
        inside = cv2.fillConvexPoly(np.zeros_like(picture), quad.astype(np.int32), 1).astype(bool)
        assert np.ptp(picture[inside].astype(int)) > 20  # ink


def test_each_playing_card_has_two_indices_with_its_rank() -> None:
    shown = indices_of(_shard(CARD, CARD + 200))
    assert shown.label.tolist() == [0, 0, 1, 1]
    assert shown.visible.tolist() == [1, 1, 1, 1]
    assert (shown.quads[:2] == np.array(index_corners(CARD)[:2])).all()


def test_an_index_under_another_card_is_not_seen() -> None:
    over = CARD + np.array([0, 60], np.float32)  # the later card covers the lower right corner
    shown = indices_of(_shard(CARD, over))
    assert shown.visible[0] == 1
    assert shown.visible[1] < 0.2  # all but its edge
    assert shown.visible[2] == shown.visible[3] == 1
    assert uncovered(_shard(CARD, over), 0, CARD) == pytest.approx(0.6, abs=0.1)


def test_tables_drawn_from_near_show_large_letter_cards(typefaces: list[Typeface]) -> None:
    painter = TablePainter(typefaces)
    tables = [painter.paint(seed, layout="near") for seed in range(4)]
    for drawn in tables:
        assert 40 < float(np.median(sizes_px(drawn.quads))) < 240
    kinds = [face.kind for drawn in tables for face in drawn.faces]
    assert kinds.count("letter") > len(kinds) / 2


def test_a_training_without_tables_says_how_to_get_them(tmp_path: Path) -> None:
    (tmp_path / "train-000.part.npz").write_bytes(b"cut off")
    with pytest.raises(BadInput, match=r"no drawn tables .*train-\*\.npz to learn from: .* --only tables"):
        shards(tmp_path, "train-*.npz")


@given(st.integers(1, 60), st.integers(1, 4))
def test_a_course_ends_as_many_cycles_as_it_has(steps: int, cycles: int) -> None:
    course = Course("short", steps, Path(), report=lambda _line: None, cycles=cycles)
    ended = [step for step in range(steps) if course.ends_cycle(step)]
    assert len(ended) == min(steps, cycles)
    assert ended[-1] == steps - 1
    if steps % cycles == 0:
        assert [course.spent(step + 1) for step in ended] == [0] * cycles


@given(st.integers(0, 10_000))
def test_strangers_cards_of_one_look_differ_by_their_letters(seed: int) -> None:
    rng = np.random.default_rng(seed)
    fonts = own_typefaces()
    look = random_look(rng, fonts, fonts[0])
    cards = [stranger_face(letter, look, np.random.default_rng(seed)) for letter in "AK"]
    back = stranger_back(look, np.random.default_rng(seed))
    assert [card.label for card in (*cards, back)] == ["A", "K", "?"]
    assert cards[0].picture.shape == cards[1].picture.shape == back.picture.shape
    assert (cards[0].picture[..., 3] == back.picture[..., 3]).all()  # one shape
    differing = np.abs(cards[0].picture[..., :3].astype(int) - cards[1].picture[..., :3]).max(-1) > 25
    assert differing.sum() > 20


def test_strangers_tables_are_the_same_for_a_seed_and_show_cards_that_touch(typefaces: list[Typeface]) -> None:
    painter = StrangerPainter(typefaces)
    tables = [painter.paint(seed) for seed in range(6)]
    assert (painter.paint(5).frame == tables[5].frame).all()
    assert {face.kind for drawn in tables for face in drawn.faces} == {"letter", "back"}
    near = 0
    for drawn in tables:
        middles, sizes = drawn.quads.mean(1), sizes_px(drawn.quads)
        away = np.linalg.norm(middles[:, None] - middles, axis=2) + 1e6 * np.eye(len(middles))
        near += int((away.min(1) < 1.25 * sizes).sum())
    assert near > 20


def test_tables_with_sheets_of_writing_are_often_bare(typefaces: list[Typeface]) -> None:
    painter = StrangerPainter(typefaces)
    tables = [painter.paint(seed, layout="sheets") for seed in range(12)]
    assert (painter.paint(11, layout="sheets").frame == tables[11].frame).all()
    assert 2 < sum(not drawn.faces for drawn in tables) < 10
    assert all(len(drawn.faces) == len(drawn.quads) for drawn in tables)


def test_where_backs_are_to_be_learned_many_lie_face_down(typefaces: list[Typeface]) -> None:
    painter = StrangerPainter(typefaces)
    faces = [face for seed in range(8) for face in painter.paint(seed, layout="backs").faces]
    assert 0.35 < sum(face.kind == "back" for face in faces) / len(faces) < 0.65


@pytest.mark.parametrize("back", [*BACKS, *MORE_BACKS])
def test_every_back_leaves_the_card_its_shape_and_but_one_is_printed(back: str) -> None:
    fonts = own_typefaces()
    rng = np.random.default_rng(3)
    look = replace(random_look(rng, fonts, fonts[0]), back=back)
    backs = [stranger_back(look, np.random.default_rng(seed)).picture for seed in range(4)]
    assert len({one.shape for one in backs}) == 1
    assert all((one[..., 3] == backs[0][..., 3]).all() for one in backs)
    inside = [one[one.shape[0] // 4 : -one.shape[0] // 4, one.shape[1] // 8 : -one.shape[1] // 8] for one in backs]
    assert any(one[..., :3].std((0, 1)).max() > 5 for one in inside) == (back != "plain")


def test_sheets_are_written_on(typefaces: list[Typeface]) -> None:
    words = ["BADO", "KEFUL", "NI"]
    sheets = [written_sheet(words, typefaces, np.random.default_rng(seed)) for seed in range(20)]
    inked = [np.abs(one[..., :3] - np.median(one[..., :3].reshape(-1, 3), axis=0)).max(-1) > 20 for one in sheets]
    assert sum(0.01 < float(one.mean()) < 0.5 for one in inked) > 12
    table = np.full((200, 300, 3), 90, np.uint8)
    laid = [lay_sheets(table, words, typefaces, np.random.default_rng(seed)) for seed in range(5)]
    assert all(one.shape == table.shape and (one != table).any() for one in laid)
    assert (table == 90).all()


@given(st.integers(0, 10_000))
def test_a_part_of_a_card_lies_within_it(seed: int) -> None:
    part = part_of(CARD, np.random.default_rng(seed))
    assert all(cv2.pointPolygonTest(CARD, (float(x), float(y)), measureDist=True) > -0.01 for x, y in part)
    assert cv2.contourArea(part) >= (dataset.LEAST_PART**2 - 0.01) * cv2.contourArea(CARD)


def test_cloths_have_patterns_more_often_than_not() -> None:
    contrasts = [float(cloth((96, 64), np.random.default_rng(seed)).std((0, 1)).max()) for seed in range(30)]
    assert 8 < sum(contrast > 25 for contrast in contrasts) < 28


def test_shards_of_tables_are_drawn_once(
    typefaces: list[Typeface], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "SHARD", 2)
    prepare(tmp_path, 1, StrangerPainter(typefaces), name="strangers")
    path = tmp_path / "strangers-000.npz"
    first, drawn = path.stat().st_mtime_ns, dataset.load(path)
    assert len(drawn.frames) == 2
    prepare(tmp_path, 1, TablePainter(typefaces), name="strangers")
    assert path.stat().st_mtime_ns == first
    assert [file.name for file in tmp_path.iterdir()] == ["strangers-000.npz"]


def test_without_display_typefaces_it_says_how_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"0 usable typefaces; training needs at least 20 \(scripts/typefaces\)"):
        display_typefaces(tmp_path)


def test_where_no_typeface_is_kept_aside_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    families = [Typeface("", 0, family) for family in ("DejaVu Sans", "Hack", "Lato", "Cabin")]
    seen = [face for face in families if not face.held_out]
    monkeypatch.setattr(fonts, "typefaces", lambda: families)
    assert [face.family for face in fonts.unseen_typefaces()] == ["Hack", "Cabin"]
    monkeypatch.setattr(fonts, "typefaces", lambda: seen)
    with pytest.raises(BadInput, match="kept aside for measuring"):
        fonts.unseen_typefaces()
