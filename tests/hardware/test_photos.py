"""Photos and drawn tables in a camera's place."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion.vision import photo as scanned
from hardware.camera import Camera, Frame, open_camera
from hardware.cameras.drawn import LIVELY, REPEATED, DrawnSource
from hardware.cameras.photos import LARGEST_BYTES, LEAST_SIDE_PX, MOST_MEGAPIXELS, Photos, read_photo
from hardware.errors import CameraError
from tests.damaged_pictures import endless_bitmap
from tests.hardware.pictures import GREY


def shown(camera: Camera, newer_than: int = -1) -> Frame:
    """The newest frame, which must come."""
    frame = camera.latest(newer_than)
    assert frame is not None, camera.fault
    return frame


def test_drawn_tables_are_drawn_anew_for_each_frame() -> None:
    shades = iter(range(256))
    with open_camera("drawn", draw=lambda: np.full((60, 80, 3), next(shades), np.uint8)) as camera:
        first = shown(camera)
        assert shown(camera, newer_than=first.number).picture[0, 0, 0] > first.picture[0, 0, 0]
        assert camera.advance() is False


def test_a_drawn_camera_needs_something_that_draws() -> None:
    with pytest.raises(CameraError, match="needs something that draws"):
        open_camera("drawn")


def save(path: Path, shade: int) -> None:
    assert cv2.imwrite(str(path), np.full((30, 40, 3), shade, np.uint8))


def test_photos_are_shown_one_after_the_other(tmp_path: Path) -> None:
    save(tmp_path / "b.png", 200)
    save(tmp_path / "a.jpg", 100)
    (tmp_path / "notes.txt").write_text("no photo")
    with open_camera(f"photos:{tmp_path}") as camera:
        first = shown(camera)
        assert first.picture[0, 0, 0] == 100
        assert shown(camera, newer_than=first.number).picture[0, 0, 0] == 100
        assert camera.advance() is True
        after = shown(camera, newer_than=shown(camera).number + 1)
        assert after.picture[0, 0, 0] == 200
        assert camera.advance() is False


def test_a_file_that_is_no_photo_is_named_and_passed_over(tmp_path: Path) -> None:
    save(tmp_path / "a.png", 1)
    (tmp_path / "b.png").write_bytes(b"not a picture")
    save(tmp_path / "c.png", 3)
    photos = Photos(tmp_path)
    with pytest.raises(CameraError, match=r"b\.png is no photo"):
        photos.advance()
    assert photos.current.name == "a.png"
    assert photos.advance()
    assert photos.current.name == "c.png"


def test_a_file_that_claims_an_impossible_size_is_no_photo(tmp_path: Path) -> None:
    (tmp_path / "wide.png").write_bytes(endless_bitmap())
    with pytest.raises(CameraError, match=r"wide\.png is no photo"):
        read_photo(tmp_path / "wide.png")


def test_a_photo_is_as_large_as_one_to_scan() -> None:
    assert LARGEST_BYTES == scanned.LARGEST_BYTES
    assert MOST_MEGAPIXELS == scanned.MOST_MEGAPIXELS
    assert LEAST_SIDE_PX == scanned.LEAST_SIDE_PX


def test_a_photo_out_of_bounds_is_passed_over_in_little_memory(tmp_path: Path) -> None:
    save(tmp_path / "a.png", 1)
    for name, size in (("b.png", (30_000, 30_000)), ("c.png", (10_000, 5_001)), ("d.png", (300, 15))):
        Image.new("1", size).save(tmp_path / name)
    (tmp_path / "e.jpg").write_bytes((tmp_path / "a.png").read_bytes())
    os.truncate(tmp_path / "e.jpg", 30 << 30)  # a hole: it takes no room on the disk
    save(tmp_path / "f.png", 6)
    photos = Photos(tmp_path)
    for name in "bcde":
        with pytest.raises(CameraError, match=rf"{name}\.\w+ is no photo .* at most 50 megapixels and 100 MB"):
            photos.advance()
    assert photos.advance()
    assert photos.current.name == "f.png"


def test_a_pipe_among_the_photos_is_not_waited_for(tmp_path: Path) -> None:
    save(tmp_path / "a.png", 1)
    os.mkfifo(tmp_path / "b.png")
    photos = Photos(tmp_path)
    assert photos.current.name == "a.png"
    assert not photos.advance()


def test_an_empty_file_is_no_photo(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    with pytest.raises(CameraError, match=r"empty\.jpg is no photo"):
        Photos(tmp_path)
    with pytest.raises(CameraError, match="cannot be read"):
        read_photo(tmp_path)


def test_a_drawn_table_keeps_a_cameras_pace() -> None:
    table = DrawnSource(lambda: GREY, frames_per_s=1000.0)
    table.open()
    assert all(table.shoot().picture is GREY for _ in range(3))
    table.close()


def test_a_drawn_table_is_drawn_less_often_while_nothing_changes_and_at_once_when_something_does() -> None:
    changes = [0]
    drawn: list[NDArray[np.uint8]] = []

    def draw() -> NDArray[np.uint8]:
        drawn.append(np.full((6, 8, 3), len(drawn), np.uint8))
        return drawn[-1]

    table = DrawnSource(draw, lambda: changes[0], frames_per_s=10_000.0)
    first = [table.shoot().picture for _ in range(LIVELY)]
    assert len(drawn) == LIVELY
    assert all(one is other for one, other in zip(first, drawn, strict=True))
    alike = [table.shoot().picture for _ in range(4 * REPEATED)]
    assert len(drawn) == LIVELY + 4
    assert all(picture is drawn[LIVELY + number // REPEATED] for number, picture in enumerate(alike))
    changes[0] += 1
    assert table.shoot().picture is drawn[LIVELY + 4]
    assert table.shoot().picture is drawn[LIVELY + 5]
