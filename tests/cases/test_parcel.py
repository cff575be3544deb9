"""Cases handed on: one file that opens as a data folder, and a folder that pytest runs."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cases.case import CaseEyes
from companion.cases.case_shelf import CaseShelf
from companion.cases.parcel import export, make_tests, unpack
from companion.cases.reread import EyesToday
from companion.decks import albums, deckfiles
from companion.drawn.house_album import house_album
from companion.errors import BadInput
from tests.cases.kept import keep
from tests.full_disk import room_for
from tests.own_decks import ZOO

OWN = CaseEyes("zoo.toml", 1, "usb")


@pytest.fixture
def shelf(tmp_path: Path) -> CaseShelf:
    """Two cases: one of a drawn table, one of an own deck before a camera."""
    data = tmp_path / "data"
    (data / "decks").mkdir(parents=True)
    (data / "decks" / "zoo.toml").write_text(ZOO, "utf-8")
    shelf = CaseShelf(data)
    keep(shelf, 1)
    keep(shelf, 2, eyes=OWN)
    return shelf


def test_what_is_exported_opens_as_a_data_folder_with_all_it_takes(shelf: CaseShelf, tmp_path: Path) -> None:
    deck = deckfiles.load(str(shelf.data / "decks" / "zoo.toml"))
    albums.save_album(shelf.data, deck, house_album(deckfiles.read(str(shelf.data / "decks" / "zoo.toml"))))
    export(shelf, shelf.ids(), tmp_path / "cases.zip")
    assert unpack(tmp_path / "cases.zip", tmp_path / "theirs") == shelf.ids()
    theirs = CaseShelf(tmp_path / "theirs")
    for identifier in shelf.ids():
        assert theirs.read(identifier) == shelf.read(identifier)
        assert theirs.picture_file(identifier).read_bytes() == shelf.picture_file(identifier).read_bytes()
    case = theirs.read(shelf.ids()[1])
    assert EyesToday(theirs.data).deck_of(case).deck == deck
    assert albums.load_album(theirs.data, deck).names == albums.load_album(shelf.data, deck).names


def test_nothing_of_the_match_is_in_the_file(shelf: CaseShelf, tmp_path: Path) -> None:
    export(shelf, shelf.ids(), tmp_path / "cases.zip")
    with zipfile.ZipFile(tmp_path / "cases.zip") as parcel:
        kinds = {name.rpartition("/")[2] for name in parcel.namelist()}
        said = "".join(parcel.read(name).decode() for name in parcel.namelist() if name.endswith(".json"))
    assert kinds == {"case.json", "picture.png", "zoo.toml"}
    assert not any(word in said for word in ("player", "score", "pin", str(tmp_path)))


def test_the_tests_made_of_cases_are_run_by_pytest(shelf: CaseShelf, tmp_path: Path) -> None:
    keep(shelf, 3, truth="Y")  # today read as the X that it is: this one fails
    make_tests(shelf, [shelf.ids()[0], shelf.ids()[2]], tmp_path / "made")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path / "made"),
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "1 failed, 1 passed" in ran.stdout
    with pytest.raises(BadInput, match="exists already"):
        make_tests(shelf, shelf.ids(), tmp_path / "made")


def test_a_deck_that_is_gone_is_said_and_no_file_made(shelf: CaseShelf, tmp_path: Path) -> None:
    (shelf.data / "decks" / "zoo.toml").unlink()
    with pytest.raises(BadInput, match="cannot be used"):
        export(shelf, shelf.ids(), tmp_path / "cases.zip")
    assert not (tmp_path / "cases.zip").exists()


def test_a_full_disk_leaves_what_was_there(shelf: CaseShelf, tmp_path: Path) -> None:
    (tmp_path / "cases.zip").write_bytes(b"what was there")
    with room_for(1000), pytest.raises(BadInput, match="cannot write"):
        export(shelf, shelf.ids(), tmp_path / "cases.zip")
    assert (tmp_path / "cases.zip").read_bytes() == b"what was there"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("name", ["../evil.txt", "/evil", "cases/a/other.json", "decks/x.py", "cases/../case.json"])
def test_what_is_no_part_of_a_case_is_not_written(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as parcel:
        parcel.writestr(name, b"x")
    with pytest.raises(BadInput, match="no part of a case"):
        unpack(tmp_path / "evil.zip", tmp_path / "theirs")
    assert not (tmp_path / "theirs").exists()


@pytest.fixture(scope="module")
def parcel(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("parcel")
    shelf = CaseShelf(folder)
    keep(shelf)
    export(shelf, shelf.ids(), folder / "cases.zip")
    return (folder / "cases.zip").read_bytes()


@settings(max_examples=40)
@given(place=st.integers(0, 10**6), bit=st.integers(0, 7), cut=st.booleans())
def test_a_damaged_file_is_said_in_one_sentence_or_opens(
    parcel: bytes, tmp_path_factory: pytest.TempPathFactory, place: int, bit: int, cut: bool
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    harmed = bytearray(parcel[: place % len(parcel)] if cut else parcel)
    if not cut:
        harmed[place % len(harmed)] ^= 1 << bit
    (folder / "cases.zip").write_bytes(harmed)
    said = ""
    try:
        assert len(unpack(folder / "cases.zip", folder / "theirs")) <= 1
    except BadInput as error:
        said = str(error)
    assert "\n" not in said
    assert (folder / "theirs").exists() is not bool(said)
