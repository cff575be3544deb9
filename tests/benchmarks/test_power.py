"""Power cuts, played: what was synced is always there, what was not may be gone."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.power import Disk

CUTS = 60


def after_cuts(disk: Disk, to: Path) -> list[dict[str, bytes]]:
    """What is left after each of many power cuts at the same moment: contents by name."""
    left = []
    for seed in range(CUTS):
        place = to / str(seed)
        place.mkdir()
        disk.cut(random.Random(seed), place)
        left.append({str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()})
    return left


@pytest.fixture
def disk(tmp_path: Path) -> tuple[Disk, Path]:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "old").write_bytes(b"before")
    return Disk(folder), folder


@pytest.fixture
def did(disk: tuple[Disk, Path]) -> Callable[..., None]:
    """Has the program write to a file of the folder (W), cut (T), sync (S), make, rename or remove it (C, R, U)."""

    def do(what: str, name: str, other: str = "", at: int = 0, data: bytes = b"") -> None:
        folder = disk[1]
        disk[0].note(what, folder / name if name else folder, folder / other, at, data)

    return do


def test_what_was_synced_with_its_folder_is_there_after_every_cut(
    disk: tuple[Disk, Path], did: Callable[..., None], tmp_path: Path
) -> None:
    did("C", "new")
    did("W", "new", data=b"whole")
    did("S", "new")
    did("S", "")
    assert all(left == {"old": b"before", "new": b"whole"} for left in after_cuts(disk[0], tmp_path))


def test_a_write_that_was_not_synced_may_be_there_or_not_or_torn(
    disk: tuple[Disk, Path], did: Callable[..., None], tmp_path: Path
) -> None:
    did("W", "old", data=b"a" * 1024)
    left = {content["old"] for content in after_cuts(disk[0], tmp_path)}
    assert {b"before", b"a" * 1024} < left
    assert all(set(content) <= set(b"before\0a") for content in left)


def test_a_file_replaced_by_another_is_the_old_or_the_new_one_until_its_folder_is_synced(
    disk: tuple[Disk, Path], did: Callable[..., None], tmp_path: Path
) -> None:
    did("C", "beside")
    did("W", "beside", data=b"after")
    did("S", "beside")
    did("R", "beside", "old")
    assert {left["old"] for left in after_cuts(disk[0], tmp_path)} == {b"before", b"after"}
    did("S", "")
    (tmp_path / "later").mkdir()
    assert after_cuts(disk[0], tmp_path / "later") == [{"old": b"after"}] * CUTS


def test_a_file_renamed_before_it_was_synced_may_be_empty_under_its_new_name(
    disk: tuple[Disk, Path], did: Callable[..., None], tmp_path: Path
) -> None:
    did("C", "beside")
    did("W", "beside", data=b"after")
    did("R", "beside", "old")
    did("S", "")
    assert {left["old"] for left in after_cuts(disk[0], tmp_path)} >= {b"", b"after"}


def test_what_is_cut_off_a_file_may_still_be_there(
    disk: tuple[Disk, Path], did: Callable[..., None], tmp_path: Path
) -> None:
    did("T", "old", at=2)
    assert {left["old"] for left in after_cuts(disk[0], tmp_path)} == {b"before", b"be"}


def test_a_file_that_was_removed_comes_back_unless_its_folder_was_synced(
    disk: tuple[Disk, Path], did: Callable[..., None], tmp_path: Path
) -> None:
    did("U", "old")
    assert {"old" in left for left in after_cuts(disk[0], tmp_path)} == {True, False}


def test_a_folder_that_was_made_is_gone_with_all_in_it_unless_the_one_around_it_was_synced(
    disk: tuple[Disk, Path], did: Callable[..., None], tmp_path: Path
) -> None:
    did("M", "frames")
    did("C", "frames/1.jpg")
    did("W", "frames/1.jpg", data=b"picture")
    did("S", "frames/1.jpg")
    did("S", "frames")
    assert {"frames/1.jpg" in left for left in after_cuts(disk[0], tmp_path)} == {True, False}
    did("S", "")
    (tmp_path / "later").mkdir()
    assert all(left["frames/1.jpg"] == b"picture" for left in after_cuts(disk[0], tmp_path / "later"))
