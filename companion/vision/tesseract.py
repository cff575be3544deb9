"""Tesseract through pytesseract: many lines of print in one call (starting it costs more than reading)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LINE_PX, GAP_PX, MARGIN_PX = 52, 44, 40
_LETTERS_ONLY = "--psm 6 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_lines(lines: Sequence[NDArray[np.uint8]], language: str = "eng") -> list[str]:
    """The capital letters on each line picture (uint8 grey, dark on light, upright), words parted by single spaces.

    Raises BadInput when the program `tesseract` is not installed.
    """
    import pytesseract

    if not lines:
        return []
    strip, tops = _strip(lines)
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # more threads only get in each other's way on lines this short
    try:
        data = pytesseract.image_to_data(
            strip, lang=language, config=_LETTERS_ONLY, output_type=pytesseract.Output.DICT
        )
    except pytesseract.TesseractNotFoundError:
        raise BadInput("Tesseract is not installed; it reads printed words (apt install tesseract-ocr)") from None
    texts: list[list[tuple[int, str]]] = [[] for _ in lines]
    for text, left, top, height in zip(data["text"], data["left"], data["top"], data["height"], strict=True):
        if text.strip():
            line = int(np.argmin(np.abs(np.array(tops) + LINE_PX / 2 - (top + height / 2))))
            texts[line].append((left, text.strip()))
    return [" ".join(text for _, text in sorted(line)) for line in texts]


def _strip(lines: Sequence[NDArray[np.uint8]]) -> tuple[NDArray[np.uint8], list[int]]:
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
