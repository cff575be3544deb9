"""Settling how sure is sure enough: the tables it is settled on, what is kept of them, and what comes out."""

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawn.scene import Shot
from companion.vision.calibrate import threshold
from companion.vision.sighting import Sighting, as_quad
from training import families, settling
from training.deck_tables import Laid
from training.families import SIDES, Family, of_side, said_of, table
from training.fonts import Typeface
from training.risk import Said

SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
SURE, WRONG = Said(0.999, accepted=True, right=True), Said(0.999, accepted=True, right=False)


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing with the typefaces that ship, since others may not be installed."""
    fonts = sorted((Path(__file__).parents[2] / "companion").rglob("*.ttf"))
    faces = tuple(Typeface(str(font), 0, font.stem) for font in fonts)
    monkeypatch.setattr(families, "faces_of", lambda _: faces)


@given(st.lists(st.text("abcdefgh", min_size=1, max_size=3), unique=True, max_size=40))
def test_a_typeface_stands_on_one_side(names: list[str]) -> None:
    faces = [Typeface(f"{name}.ttf", 0, name) for name in names]
    sides = [of_side(faces, side) for side in SIDES]
    assert sorted(map(str, [*sides[0], *sides[1]])) == sorted(str(face) for face in faces if face.held_out)


def test_the_cuts_of_one_design_stand_on_one_side() -> None:
    families_ = ("TeX Gyre Bonum", "URW Bookman", "Nimbus Sans", "C059")
    assert {side for side in SIDES for name in families_ if of_side([Typeface("", 0, name)], side)} == {"tried"}


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("family", ["letters", "portraits"])
def test_a_number_is_always_the_same_table(family: Family) -> None:
    first, laid = table(family, "settled", 3)
    again, laid_again = table(family, "settled", 3)
    assert (first.frame == again.frame).all()
    assert laid == laid_again
    assert len(laid) == len(first.quads) <= families.MOST_CARDS[family]
    others = table(family, "tried", 3)[0], table(family, "settled", 3, families.harsh)[0]
    assert not any(np.array_equal(other.frame, first.frame) for other in others)


def _sighting(label: str, x_px: float, kind: str = "letter") -> Sighting:
    quad = as_quad(SQUARE * 50 + np.array([x_px, 20], np.float32))
    return Sighting(kind, label, quad, 0.99, accepted=label != "Z")


def test_each_reading_is_of_the_card_that_lies_there_or_of_none() -> None:
    quads = np.array([SQUARE * 50 + [x_px, 20] for x_px in (0, 100, 200)], np.float32)
    shot = Shot(np.zeros((90, 600, 3), np.uint8), quads, np.ones(3, np.float32))
    letters = [_sighting(*one) for one in (("A", 4), ("X", 96), ("Z", 203), ("E", 400))]
    said = said_of(shot, [Laid("A"), Laid("B"), Laid("Z")], [*letters, _sighting("?", 500, "back")])
    assert [(one.accepted, one.right) for one in said] == [(True, True), (True, False), (False, True), (True, False)]


def test_what_was_read_is_kept_and_gone_on_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def reading(*_: Any) -> Callable[[int], list[Said]]:
        return lambda number: [Said(number / 1000, accepted=False, right=True)]

    def each(work: Callable[[int], list[Said]], numbers: Iterable[int]) -> Iterable[list[Said]]:
        for number in numbers:
            read.append(number)
            yield work(number)

    monkeypatch.setattr(settling, "_reading", reading)
    monkeypatch.setattr(settling, "each", each)
    monkeypatch.setattr(settling, "faces_of", lambda _: ())
    kept = tmp_path / "new" / "letters.jsonl"
    first = list(islice(settling.gathered("letters", "settled", kept), 30))
    assert read == list(range(2 * settling.TOGETHER))
    assert list(islice(settling.gathered("letters", "settled", kept), 30)) == first
    assert read == list(range(2 * settling.TOGETHER))  # nothing was read again
    assert len(list(settling.gathered("letters", "settled", kept, more=False))) == 2 * settling.TOGETHER


def test_a_threshold_is_as_low_as_the_tables_allow_and_no_lower_than_photographs_do() -> None:
    clean = [[SURE] * 10] * 400
    known = settling.settled("letters", clean, clean)
    assert known["threshold"] == known["unlike"] == settling.LEAST["letters"]
    assert known["settled"].startswith("held to")


def test_what_cannot_be_held_to_stays_as_it_was_and_is_said_to_be_chosen() -> None:
    few, bad = [[SURE] * 10] * 20, [[SURE] * 9 + [WRONG]] * 400
    for tables in (few, bad):
        known = settling.settled("ranks", tables, tables)
        assert known["threshold"] == threshold("ranks")
        assert known["unlike"] == threshold("ranks", is_unlike=True)
        assert known["settled"].startswith("chosen")
