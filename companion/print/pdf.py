"""Painting drawings into a PDF with ReportLab: vectors and embedded fonts, so that print is as sharp as the printer."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Literal

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.print.drawing import Box, Drawable, Drawing, Ellipse, Font, Shape, Stroke, Text, font_file, text_width_mm

if TYPE_CHECKING:
    from collections.abc import Sequence

_FONTS: tuple[Font, ...] = ("ExtraBold", "SemiBold")
_ROUND = 1  # PDF's name for round line caps and joins


class Pdf:
    """A PDF file in the making: pages of one size, drawings placed on them in millimetres from the top left.

    The same calls always give the same bytes: no date and no chance goes in. With `sides` viewers are asked to print it
    in true size, on one side of the paper or on both, turned over the long edge; without, they fit it to the paper.
    """

    def __init__(
        self, width_mm: float, height_mm: float, title: str, *, sides: Literal["one", "both"] | None = None
    ) -> None:
        for font in _FONTS:
            if f"Manrope-{font}" not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(f"Manrope-{font}", str(font_file(font))))
        self.height_mm = height_mm
        self._file = io.BytesIO()
        self._canvas = Canvas(
            self._file,
            pagesize=(width_mm * mm, height_mm * mm),
            invariant=1,
            pageCompression=1,
            initialFontName=f"Manrope-{_FONTS[0]}",  # ReportLab's own is named in the file and not inside it
        )
        self._canvas.setTitle(title)
        self._canvas.setCreator("Tableside")
        if sides is not None:
            self._canvas.setViewerPreference("PrintScaling", "None")
            self._canvas.setViewerPreference("Duplex", "Simplex" if sides == "one" else "DuplexFlipLongEdge")
        self._forms: dict[Drawing, str] = {}

    def place(self, drawing: Drawing, x_mm: float, y_mm: float) -> None:
        """Put a drawing on the page with its top left corner here, cut off at its edges; equal ones are stored once."""
        name = self._forms.get(drawing)
        if name is None:
            name = self._forms[drawing] = f"drawing{len(self._forms)}"
            self._canvas.beginForm(name, 0, 0, drawing.width_mm * mm, drawing.height_mm * mm)
            self.marks(drawing.marks, drawing.height_mm)
            self._canvas.endForm()
        self._canvas.saveState()
        self._canvas.translate(x_mm * mm, (self.height_mm - y_mm - drawing.height_mm) * mm)
        self._canvas.doForm(name)
        self._canvas.restoreState()

    def marks(self, marks: Sequence[Drawable], height_mm: float | None = None) -> None:
        """Draw marks straight on to the page (or on to a field of this height)."""
        for mark in marks:
            _draw(self._canvas, mark, self.height_mm if height_mm is None else height_mm)

    def next_page(self) -> None:
        """The page is done."""
        self._canvas.showPage()

    def finished(self) -> bytes:
        """The file, once every page is done."""
        self._canvas.save()
        return self._file.getvalue()


def _draw(canvas: Any, mark: Drawable, height_mm: float) -> None:
    match mark:
        case Box():
            ink = _ink(canvas, mark.fill, mark.stroke, mark.stroke_mm)
            # The stroke lies inside the edge, as Pillow draws it.
            inset = mark.stroke_mm / 2 if mark.stroke else 0.0
            canvas.roundRect(
                (mark.x_mm + inset) * mm,
                (height_mm - mark.y_mm - mark.height_mm + inset) * mm,
                (mark.width_mm - 2 * inset) * mm,
                (mark.height_mm - 2 * inset) * mm,
                max(0.0, mark.radius_mm - inset) * mm,
                **ink,
            )
        case Ellipse():
            ink = _ink(canvas, mark.fill, mark.stroke, mark.stroke_mm)
            inset = mark.stroke_mm / 2 if mark.stroke else 0.0
            half_w, half_h = mark.across_mm / 2 - inset, mark.down_mm / 2 - inset
            middle = height_mm - mark.y_mm
            canvas.ellipse(
                (mark.x_mm - half_w) * mm,
                (middle - half_h) * mm,
                (mark.x_mm + half_w) * mm,
                (middle + half_h) * mm,
                **ink,
            )
        case Shape():
            canvas.drawPath(_path(canvas, mark.points_mm, height_mm, close=True), **_ink(canvas, mark.fill, None, 0))
        case Stroke():
            canvas.setLineCap(_ROUND)
            canvas.setLineJoin(_ROUND)
            ink = _ink(canvas, None, mark.colour, mark.width_mm)
            canvas.drawPath(_path(canvas, mark.points_mm, height_mm, close=False), **ink)
        case Text():
            _write(canvas, mark, height_mm)


def _ink(canvas: Any, fill: str | None, stroke: str | None, stroke_mm: float) -> dict[str, int]:
    if fill:
        canvas.setFillColor(HexColor(fill))
    if stroke:
        canvas.setStrokeColor(HexColor(stroke))
        canvas.setLineWidth(stroke_mm * mm)
    return {"fill": int(fill is not None), "stroke": int(stroke is not None)}


def _path(canvas: Any, points_mm: Sequence[tuple[float, float]], height_mm: float, *, close: bool) -> Any:
    path = canvas.beginPath()
    for number, (x, y) in enumerate(points_mm):
        (path.lineTo if number else path.moveTo)(x * mm, (height_mm - y) * mm)
    if close:
        path.close()
    return path


def _write(canvas: Any, text: Text, height_mm: float) -> None:
    share = {"left": 0.0, "middle": 0.5, "right": 1.0}[text.anchor]
    canvas.saveState()
    canvas.translate(text.x_mm * mm, (height_mm - text.y_mm) * mm)
    if text.turned:
        canvas.rotate(180)
    canvas.setFont(f"Manrope-{text.font}", text.size_mm * mm)
    canvas.setFillColor(HexColor(text.fill))
    canvas.drawString(-share * text_width_mm(text.words, text.size_mm, text.font) * mm, 0, text.words)
    canvas.restoreState()
