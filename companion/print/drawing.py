"""A picture as a list of marks in millimetres: drawn once, painted as pixels (`paint`) or into a PDF (`sheets`).

Every drawing has its origin at the top left, x to the right and y down. Colours are "#rrggbb". Fonts are the two
cuts of Manrope that ship in `fonts/` under the SIL Open Font License 1.1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import cycle, pairwise
from math import hypot
from typing import TYPE_CHECKING, Literal, get_args

from PIL import ImageFont

from companion.resources import shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

Font = Literal["ExtraBold", "SemiBold"]
Anchor = Literal["left", "middle", "right"]

CAP_HEIGHT_EM = 0.72  # height of Manrope's capitals, as a part of the font size


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with rounded corners; `fill` and `stroke` may each be missing."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    radius_mm: float = 0.0
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse around a centre."""

    x_mm: float
    y_mm: float
    across_mm: float
    down_mm: float
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled polygon."""

    points_mm: tuple[tuple[float, float], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through the points, with round ends."""

    points_mm: tuple[tuple[float, float], ...]
    colour: str
    width_mm: float


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; (x, y) is on its baseline. `size_mm` is the em; `turned` sets it upside down around (x, y)."""

    x_mm: float
    y_mm: float
    size_mm: float
    words: str
    font: Font = "ExtraBold"
    fill: str = "#000000"
    anchor: Anchor = "middle"
    turned: bool = False


Drawable = Box | Ellipse | Shape | Stroke | Text


@dataclass(frozen=True, slots=True)
class Drawing:
    """A card's face, its back, or a sheet: its size and its marks, the later ones on top."""

    width_mm: float
    height_mm: float
    marks: tuple[Drawable, ...]


def font_file(font: Font) -> Path:
    """Path of the shipped TrueType file of one cut."""
    return shipped("print", "fonts", f"Manrope-{font}.ttf")


@lru_cache(maxsize=2)
def _thousand_units(font: Font) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(font), 1000, layout_engine=ImageFont.Layout.BASIC)


def text_width_mm(words: str, size_mm: float, font: Font = "ExtraBold") -> float:
    """Width of one line of text, in millimetres."""
    return float(_thousand_units(font).getlength(words)) * size_mm / 1000


def fitting_size_mm(words: str, room_mm: float, largest_mm: float, font: Font = "ExtraBold") -> float:
    """The largest font size, up to `largest_mm`, at which the words stay within `room_mm`."""
    return min(largest_mm, room_mm / max(text_width_mm(words, 1.0, font), 1e-9))


def signs_lacking(words: str) -> str:
    """The signs of a text that the fonts lack, each once: an empty box stands for them on paper and in pictures."""
    return "".join(dict.fromkeys(sign for sign in words if not sign.isspace() and ord(sign) not in _signs_there()))


@cache
def _signs_there() -> frozenset[int]:
    from reportlab.pdfbase.ttfonts import TTFontFile  # for printing only, as the rest of it

    there = [TTFontFile(str(font_file(font))).charToGlyph for font in get_args(Font)]
    return frozenset(there[0]).intersection(*there[1:])


def wrapped(words: str, size_mm: float, room_mm: float, font: Font = "SemiBold") -> list[str]:
    """The text broken into lines of at most `room_mm` (a single longer word keeps a line for itself)."""
    lines: list[str] = []
    for word in re.findall(r"[^ \t\n]+", words):  # not at a space that holds its neighbours together
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width_mm(longer, size_mm, font) <= room_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def dashed(stroke: Stroke, pattern_mm: Sequence[float]) -> Iterator[Stroke]:
    """A line as so many: of `pattern_mm` in turn one part that is drawn and one that is not, all along it; a part of no
    length is a dot. Without a pattern the line itself."""
    if not pattern_mm:
        yield stroke
        return
    parts = cycle([(length_mm, at % 2 == 0) for at, length_mm in enumerate(pattern_mm)])
    left_mm, is_drawn = next(parts)
    dash = [stroke.points_mm[0]]
    for start, end in pairwise(stroke.points_mm):
        length_mm = hypot(end[0] - start[0], end[1] - start[1])
        gone_mm = 0.0
        while length_mm - gone_mm > left_mm:
            gone_mm += left_mm
            share = gone_mm / length_mm
            at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            if is_drawn:
                yield replace(stroke, points_mm=(*dash, at))
            dash = [at]
            left_mm, is_drawn = next(parts)
        left_mm -= length_mm - gone_mm
        dash.append(end)
    if is_drawn:
        yield replace(stroke, points_mm=tuple(dash) if len(dash) > 1 else (*dash, *dash))


def upside_down(marks: Iterable[Drawable], width_mm: float, height_mm: float) -> tuple[Drawable, ...]:
    """The same marks turned by half a turn on a card of this size."""

    def turned(mark: Drawable) -> Drawable:
        match mark:
            case Box():
                x_mm, y_mm = width_mm - mark.x_mm - mark.width_mm, height_mm - mark.y_mm - mark.height_mm
                return replace(mark, x_mm=x_mm, y_mm=y_mm)
            case Ellipse():
                return replace(mark, x_mm=width_mm - mark.x_mm, y_mm=height_mm - mark.y_mm)
            case Text():
                return replace(mark, x_mm=width_mm - mark.x_mm, y_mm=height_mm - mark.y_mm, turned=not mark.turned)
            case Shape() | Stroke():
                return replace(mark, points_mm=tuple((width_mm - x, height_mm - y) for x, y in mark.points_mm))

    return tuple(turned(mark) for mark in marks)


def moved(mark: Drawable, right_mm: float, down_mm: float) -> Drawable:
    """The same mark farther to the right and down."""
    if isinstance(mark, Shape | Stroke):
        return replace(mark, points_mm=tuple((x + right_mm, y + down_mm) for x, y in mark.points_mm))
    return replace(mark, x_mm=mark.x_mm + right_mm, y_mm=mark.y_mm + down_mm)
