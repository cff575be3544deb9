"""Photographs from files, good and bad: bad ones get one sentence."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.errors import BadInput
from companion.vision.photo import load_photo


def _noise(width: int, height: int) -> Image.Image:
    return Image.fromarray(np.random.default_rng(1).integers(0, 256, (height, width, 3)).astype(np.uint8))


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "RGBA", "CMYK", "1"])
def test_every_kind_of_picture_becomes_bgr(tmp_path: Path, mode: str) -> None:
    path = tmp_path / ("p.tif" if mode == "CMYK" else "p.png")
    _noise(40, 30).convert(mode).save(path)
    frame = load_photo(path)
    assert frame.shape == (30, 40, 3)
    assert frame.dtype == np.uint8


def test_channels_are_blue_green_red(tmp_path: Path) -> None:
    Image.new("RGB", (20, 20), (255, 0, 0)).save(tmp_path / "red.png")
    assert load_photo(tmp_path / "red.png")[0, 0].tolist() == [0, 0, 255]


def test_the_note_to_show_a_photo_turned_is_not_followed(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn a quarter clockwise
    _noise(40, 30).save(tmp_path / "turned.jpg", exif=exif)
    assert load_photo(tmp_path / "turned.jpg").shape == (30, 40, 3)


def _not_an_image(folder: Path) -> Path:
    path = folder / "notes.jpg"
    path.write_text("these are no pixels")
    return path


def _truncated(folder: Path) -> Path:
    whole = folder / "whole.jpg"
    _noise(200, 200).save(whole)
    path = folder / "cut.jpg"
    path.write_bytes(whole.read_bytes()[:3000])
    return path


def _one_pixel(folder: Path) -> Path:
    path = folder / "one.png"
    _noise(1, 1).save(path)
    return path


def _huge(folder: Path) -> Path:
    path = folder / "huge.png"
    Image.new("1", (10_000, 10_000)).save(path)
    return path


def _deep_grey(folder: Path) -> Path:
    path = folder / "deep.png"
    Image.fromarray(np.zeros((40, 40), np.uint16)).save(path)
    return path


def _deep_colour(folder: Path) -> Path:
    import cv2

    path = folder / "deep-colour.png"
    cv2.imwrite(str(path), np.zeros((40, 40, 3), np.uint16))
    return path


def _missing(folder: Path) -> Path:
    return folder / "nowhere.jpg"


def _folder(folder: Path) -> Path:
    return folder


def _empty(folder: Path) -> Path:
    path = folder / "empty.png"
    path.touch()
    return path


def _heic(brands: bytes) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = folder / "IMG_0001.HEIC"
        path.write_bytes((8 + len(brands)).to_bytes(4, "big") + b"ftyp" + brands + bytes(5000))
        return path

    return make


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (_heic(b"heic\0\0\0\0mif1heic"), "is HEIC, which cannot be read here; save it as JPEG"),
        (_heic(b"mif1\0\0\0\0mif1miafheix"), "is HEIC"),
        (_heic(b"isom\0\0\2\0isomiso2mp41"), "is not a picture"),
        (_not_an_image, "is not a picture"),
        (_truncated, "damaged or cut short"),
        (_one_pixel, "1×1 pixels"),
        (_huge, "50 megapixels"),
        (_deep_grey, "8 bits"),
        (_deep_colour, "8 bits"),
        (_missing, "there is no photo"),
        (_folder, "is a folder"),
        (_empty, "is not a picture"),
    ],
)
def test_bad_photos_get_one_sentence(tmp_path: Path, make: Callable[[Path], Path], says: str) -> None:
    path = make(tmp_path)
    with pytest.raises(BadInput, match=says) as caught:
        load_photo(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
