"""The folder of cases: what is kept there comes back, is bounded, and is whole or not there."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from companion.cases import case_shelf
from companion.cases.case_shelf import CaseShelf
from companion.errors import BadInput
from companion.referee.frames import jpeg
from tests.cases.kept import case_of, drawn, keep
from tests.full_disk import room_for


@pytest.fixture
def shelf(tmp_path: Path) -> CaseShelf:
    return CaseShelf(tmp_path)


def test_a_case_is_kept_pixel_by_pixel_and_forgotten(shelf: CaseShelf) -> None:
    assert shelf.ids() == ()
    case = keep(shelf)
    assert shelf.ids() == (case.id,)
    assert shelf.read(case.id) == case
    assert np.array_equal(shelf.picture(case.id), drawn()[0])
    shelf.remove(case.id)
    assert shelf.ids() == ()
    with pytest.raises(BadInput, match="there is no case"):
        shelf.remove(case.id)


def test_who_says_otherwise_of_the_same_card_puts_it_in_the_place_of_the_first(shelf: CaseShelf) -> None:
    case = keep(shelf, truth="Y")
    shelf.keep(case_of(truth="X"), jpeg(drawn()[0]))
    assert shelf.ids() == (case.id,)
    assert shelf.read(case.id).truth == "X"
    assert shelf.picture_file(case.id).name == "picture.jpg"


def test_the_oldest_make_room_by_number_and_by_size(shelf: CaseShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_shelf, "MOST_CASES", 3)
    kept = [keep(shelf, number).id for number in range(5)]
    assert shelf.ids() == tuple(kept[2:])
    size = shelf.picture_file(kept[4]).stat().st_size
    monkeypatch.setattr(case_shelf, "MOST_BYTES", 2 * size)
    newest = keep(shelf, 9).id
    assert shelf.ids() == (newest,)


def test_the_newest_stays_whatever_the_clock_says(shelf: CaseShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_shelf, "MOST_CASES", 3)
    kept = [keep(shelf, number).id for number in range(3)]
    for number, one in enumerate(kept):  # an earlier version's, when the clock was right: since then it was set back
        moment_s = 4_000_000_000 + number
        os.utime(shelf.picture_file(one).with_name("case.json"), (moment_s, moment_s))
    kept += [keep(shelf, number).id for number in (3, 4)]
    assert shelf.ids() == tuple(kept[2:])


def test_on_a_full_disk_nothing_is_kept_by_halves_and_the_others_stay(shelf: CaseShelf) -> None:
    first = keep(shelf)
    with room_for(2000), pytest.raises(OSError, match="File too large"):
        keep(shelf, 2)
    assert shelf.ids() == (first.id,)
    assert shelf.read(first.id) == first


def test_what_is_damaged_is_said_with_its_place(shelf: CaseShelf) -> None:
    case = keep(shelf)
    document = shelf.picture_file(case.id).with_name("case.json")
    whole = document.read_text("utf-8")
    document.write_text(whole[:100], "utf-8")
    with pytest.raises(BadInput, match=r"case\.json is not JSON"):
        shelf.read(case.id)
    broken = json.loads(whole)
    broken["reading"]["sightings"][1]["quad"] = [[1, 2], [3, 4]]
    document.write_text(json.dumps(broken), "utf-8")
    with pytest.raises(BadInput, match="sightings 1 is damaged: its “quad”"):
        shelf.read(case.id)
    picture = shelf.picture_file(case.id)
    picture.write_bytes(picture.read_bytes()[:500])
    with pytest.raises(BadInput, match="damaged or cut short"):
        shelf.picture(case.id)
    picture.unlink()
    with pytest.raises(BadInput, match="is gone"):
        shelf.picture(case.id)


@pytest.mark.parametrize("name", ["../../etc", "A", "", "x" * 81, "a/b"])
def test_no_other_folder_is_looked_into(shelf: CaseShelf, name: str) -> None:
    with pytest.raises(BadInput, match="no name of a case"):
        shelf.read(name)
