"""Tesseract through pytesseract: many lines of print in one call (starting it costs more than reading)."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import cache
from shutil import which
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

    from numpy.typing import NDArray

    PrintPictures = Sequence[NDArray[np.uint8]]

LINE_PX, GAP_PX, MARGIN_PX = 52, 44, 40
MOST_AT_ONCE = 290  # lines or signs in one picture: Tesseract takes none of more than 32,767 pixels
SIGN_PX, SIGN_STEP_PX = 80, 110
LEAST_CONTRAST = 12  # grey levels between a sign and its ground
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_lines(lines: PrintPictures, signs: str | None = CAPITALS) -> list[str]:
    """What stands on each line picture (uint8 grey, dark on light, upright), words parted by single spaces.

    Only `signs` are read; any when None.

    Raises BadInput when the program `tesseract` is not installed.
    """
    config = "--psm 6" if signs is None else f"--psm 6 -c tessedit_char_whitelist={signs}"
    return _in_parts(lines, lambda part: _read(part, config))


def _read(lines: PrintPictures, config: str) -> list[str]:
    strip, tops = _strip(lines)
    with _tesseract() as pytesseract:
        data = pytesseract.image_to_data(strip, lang="eng", config=config, output_type=pytesseract.Output.DICT)
    texts: list[list[tuple[int, str]]] = [[] for _ in lines]
    for text, left, top, height in zip(data["text"], data["left"], data["top"], data["height"], strict=True):
        if text.strip():
            line = int(np.argmin(np.abs(np.array(tops) + LINE_PX / 2 - (top + height / 2))))
            texts[line].append((left, text.strip()))
    return [" ".join(text for _, text in sorted(line)) for line in texts]


def read_signs(signs: PrintPictures) -> list[str]:
    """The single capital on each picture (uint8 grey, upright, light or dark), "" where none is made out.

    Side by side in one call: a lone capital is read right by Tesseract in 79 of 100 cases, in a row in 97 (measured).

    Raises BadInput when the program `tesseract` is not installed.
    """
    return _in_parts(signs, _made_out)


def _made_out(signs: PrintPictures) -> list[str]:
    row = np.full((SIGN_PX + 2 * MARGIN_PX, SIGN_STEP_PX * len(signs) + MARGIN_PX), 255, np.uint8)
    for number, sign in enumerate(signs):
        left = MARGIN_PX + number * SIGN_STEP_PX
        row[MARGIN_PX : MARGIN_PX + SIGN_PX, left : left + SIGN_PX] = _dark_on_white(sign)
    with _tesseract() as pytesseract:
        boxes = pytesseract.image_to_boxes(row, config=f"--psm 7 -c tessedit_char_whitelist={CAPITALS}")
    read = ["" for _ in signs]
    for line in boxes.splitlines():
        text, left, _, right, *_ = line.split()
        number = int(((int(left) + int(right)) / 2 - MARGIN_PX) // SIGN_STEP_PX)
        if 0 <= number < len(signs):
            read[number] = text if not read[number] else "?"  # two signs on one card: not made out
    return [text if text in CAPITALS else "" for text in read]


def _in_parts(
    pictures: Sequence[NDArray[np.uint8]], read: Callable[[Sequence[NDArray[np.uint8]]], list[str]]
) -> list[str]:
    """What is read of the pictures, as many at once as Tesseract takes."""
    parts = (pictures[first : first + MOST_AT_ONCE] for first in range(0, len(pictures), MOST_AT_ONCE))
    return [text for part in parts for text in read(part)]


def _dark_on_white(sign: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The sign's picture in the size of the row, stretched to black on white; its edge tells the ground."""
    picture = np.asarray(cv2.resize(sign, (SIGN_PX, SIGN_PX), interpolation=cv2.INTER_AREA), np.float32)
    edge = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
    if np.median(edge) < picture.mean():
        picture = 255 - picture
    low, high = np.percentile(picture, [2, 70])
    if high - low < LEAST_CONTRAST:
        return np.full(picture.shape, 255, np.uint8)
    return np.asarray(np.clip((picture - low) / max(high - low, 1) * 255, 0, 255), np.uint8)


@cache
def is_installed() -> bool:
    """Whether there is a Tesseract to ask."""
    return which("tesseract") is not None


@contextmanager
def _tesseract() -> Iterator[ModuleType]:
    """Pytesseract, on one core (more threads get in each other's way on pictures this small)."""
    import pytesseract

    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    try:
        yield pytesseract
    except pytesseract.TesseractNotFoundError:
        raise BadInput(told("Tesseract is not installed; it reads printed words (apt install tesseract-ocr)")) from None


def _strip(lines: PrintPictures) -> tuple[NDArray[np.uint8], list[int]]:
    """All lines below each other on white, and where each starts."""
    scaled: list[NDArray[np.uint8]] = []
    for line in lines:
        width = max(8, min(1600, round(line.shape[1] * LINE_PX / line.shape[0])))
        interpolation = cv2.INTER_AREA if line.shape[0] > LINE_PX else cv2.INTER_CUBIC
        scaled.append(np.asarray(cv2.resize(line, (width, LINE_PX), interpolation=interpolation), np.uint8))
    width = max(line.shape[1] for line in scaled) + 2 * MARGIN_PX
    strip = np.full((len(lines) * (LINE_PX + GAP_PX) + GAP_PX, width), 255, np.uint8)
    tops = [GAP_PX + number * (LINE_PX + GAP_PX) for number in range(len(lines))]
    for top, line in zip(tops, scaled, strict=True):
        strip[top : top + LINE_PX, MARGIN_PX : MARGIN_PX + line.shape[1]] = line
    return strip, tops
