"""Drawing on 128×64 points that are either on or off: text that fits, bars, and nothing else.

The font is Terminus Bold (SIL Open Font License, `fonts/OFL.txt`), used only at the sizes it was drawn for, so
every point is on or off as its maker meant it. All letters of a size are equally wide.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from PIL import Image, ImageDraw, ImageFont

from companion import signs
from companion.resources import shipped

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH_PX = 128
HEIGHT_PX = 64

# Height in pixels of each size and the width of its letters. Bold letters of 14 touch each other and are left out.
ADVANCE_PX = {12: 6, 16: 8, 18: 9, 20: 10, 22: 11, 24: 12, 28: 14, 32: 16}
SIZES = tuple(sorted(ADVANCE_PX, reverse=True))
SMALLEST_PX = SIZES[-1]

ELLIPSIS = "…"
# Signs the font lacks, and what it has instead.
STAND_INS = str.maketrans({"⌫": "←", "’": "'", "—": "–"})


@cache
def font(size_px: int) -> ImageFont.FreeTypeFont:
    """Terminus Bold at one of `SIZES`."""
    return ImageFont.truetype(str(shipped("display", "fonts", "terminus-bold.otb")), size_px)


@lru_cache(maxsize=1024)
def _has(sign: str) -> bool:
    """Whether the font has a character, or draws a box in its place; what is no character to draw is let be."""
    if not sign.isprintable():
        return True
    drawn, box = (bytes(font(SMALLEST_PX).getmask(each, mode="1")) for each in (sign, "\U0010ffff"))
    return drawn != box


@lru_cache(maxsize=256)
def drawable(text: str) -> str:
    """The text as it is drawn, one character beside the other: a letter with a mark that the font lacks has none, what
    only joins or parts letters is not drawn, and a picture that the font lacks is one box, of however many characters
    it is made."""
    pieces = (piece for piece, _ in signs.pieces(normalize("NFC", text)) if piece not in signs.JOINERS)
    return "".join(piece if len(piece) == 1 and _has(piece) else _instead(piece) for piece in pieces)


def seen(text: str) -> str:
    """The text as people tell it apart: every sign that is drawn as a box is the same."""
    return "".join(sign if _has(sign) else "\U0010ffff" for sign in drawable(text))


def _instead(piece: str) -> str:
    bare = normalize("NFD", piece)[0]
    return "" if combining(bare) else bare


def width_px(text: str, size_px: int) -> int:
    """How wide a line of text is."""
    return len(drawable(text)) * ADVANCE_PX[size_px]


def biggest(text: str, room_px: int, sizes: Sequence[int] = SIZES) -> int:
    """The biggest of `sizes` (biggest first) in which `text` fits on one line of `room_px`, else the smallest."""
    return next((size_px for size_px in sizes if width_px(text, size_px) <= room_px), sizes[-1])


def shortened(text: str, room_px: int, size_px: int) -> str:
    """The text, or as much of it as fits, ending in an ellipsis."""
    text, most = drawable(text), room_px // ADVANCE_PX[size_px]
    return text if len(text) <= most else text[: max(0, most - 1)].rstrip() + ELLIPSIS


def wrapped(text: str, room_px: int, size_px: int) -> list[str]:
    """The text in lines of at most `room_px` (and at least two letters), broken at spaces.

    A word longer than a line is cut with a hyphen.
    """
    most = max(2, room_px // ADVANCE_PX[size_px])  # a letter and its hyphen, or the cutting would never end
    lines: list[str] = []
    for word in re.findall(r"[^ \n]+", drawable(text)):  # not at a space that holds its neighbours together
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
            continue
        rest = word
        while len(rest) > most:
            lines.append(rest[: most - 1] + "-")
            rest = rest[most - 1 :]
        lines.append(rest)
    return lines


def fitted(
    text: str, room_px: int, height_px: int, sizes: Sequence[int] = SIZES, *, whole_words: bool = False
) -> tuple[int, list[str]]:
    """The biggest of `sizes` in which the text, wrapped, fits into the box, and its lines.

    With `whole_words` a size that would cut a word in two is passed over. When even the smallest does not fit, the
    last line that does ends in an ellipsis.
    """
    for size_px in sizes:
        lines = wrapped(text, room_px, size_px)
        cuts = whole_words and any(width_px(word, size_px) > room_px for word in text.split())
        is_inside = len(lines) * size_px <= height_px and all(width_px(line, size_px) <= room_px for line in lines)
        if is_inside and not cuts:
            return size_px, lines
    size_px = sizes[-1]
    lines = wrapped(text, room_px, size_px)
    most = max(1, height_px // size_px)
    if len(lines) > most:
        tail = f"{lines[most - 1]} {lines[most]}"
        lines = [*lines[: most - 1], shortened(tail, room_px, size_px)]
    return size_px, lines


class Canvas:
    """One picture of mode "1" being drawn; white is lit."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH_PX, HEIGHT_PX))
        self._draw = ImageDraw.Draw(self.image)
        self._draw.fontmode = "1"

    def text(self, left: int, top: int, text: str, size_px: int, *, lit: bool = True) -> None:
        """A line of text with its upper left corner at (left, top)."""
        self._draw.text((left, top), drawable(text).translate(STAND_INS), font=font(size_px), fill=int(lit))

    def centred(
        self, top: int, text: str, size_px: int, *, lit: bool = True, left: int = 0, right: int = WIDTH_PX
    ) -> None:
        """A line of text in the middle between `left` and `right`."""
        self.text(left + (right - left - width_px(text, size_px)) // 2, top, text, size_px, lit=lit)

    def flushed(self, top: int, text: str, size_px: int, *, lit: bool = True, right: int = WIDTH_PX) -> None:
        """A line of text ending at `right`."""
        self.text(right - width_px(text, size_px), top, text, size_px, lit=lit)

    def block(
        self,
        text: str,
        box: tuple[int, int, int, int],
        sizes: Sequence[int] = SIZES,
        *,
        whole_words: bool = False,
        lit: bool = True,
    ) -> None:
        """Text as big as it fits, wrapped and centred in `box` (left, top, right, bottom)."""
        left, top, right, bottom = box
        size_px, lines = fitted(text, right - left, bottom - top, sizes, whole_words=whole_words)
        start = top + (bottom - top - len(lines) * size_px) // 2
        for place, line in enumerate(lines):
            self.centred(start + place * size_px, line, size_px, lit=lit, left=left, right=right)

    def fill(self, box: tuple[int, int, int, int], *, lit: bool = True) -> None:
        """Fill `box` (left, top, right, bottom; the last two not included)."""
        left, top, right, bottom = box
        if right > left and bottom > top:
            self._draw.rectangle((left, top, right - 1, bottom - 1), fill=int(lit))

    def frame(self, box: tuple[int, int, int, int]) -> None:
        """The outline of `box`, one point wide."""
        left, top, right, bottom = box
        self._draw.rectangle((left, top, right - 1, bottom - 1), outline=1)

    def bar(self, text: str, right_text: str = "", size_px: int = 16) -> int:
        """A lit bar across the top with dark text at its left and right; returns where the space below begins."""
        height_px = size_px + 1
        self.fill((0, 0, WIDTH_PX, height_px))
        room_px = WIDTH_PX - (width_px(right_text, size_px) + 2 if right_text else 0)
        self.text(1, 0, shortened(text, room_px - 1, size_px), size_px, lit=False)
        if right_text:
            self.flushed(0, right_text, size_px, lit=False, right=WIDTH_PX - 1)
        return height_px
