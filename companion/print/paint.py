"""Painting a drawing as pixels with Pillow."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.print.drawing import Box, Drawable, Drawing, Ellipse, Font, Shape, Stroke, Text, font_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Pillow draws shapes without smoothing, so everything is drawn this many times larger and reduced.
OVERSIZE = 3


def picture(drawing: Drawing, pixels_per_mm: float) -> Image.Image:
    """The drawing as an RGB picture of `pixels_per_mm`, edges smoothed."""
    scale = pixels_per_mm * OVERSIZE
    size_px = (max(1, round(drawing.width_mm * pixels_per_mm)), max(1, round(drawing.height_mm * pixels_per_mm)))
    large = Image.new("RGB", (size_px[0] * OVERSIZE, size_px[1] * OVERSIZE), "#ffffff")
    pen = ImageDraw.Draw(large)
    for mark in drawing.marks:
        _paint(large, pen, mark, scale)
    return large.resize(size_px, Image.Resampling.BOX)


def png(drawing: Drawing, width_px: int) -> bytes:
    """The drawing as a PNG file of the given width."""
    file = io.BytesIO()
    picture(drawing, width_px / drawing.width_mm).save(file, "PNG", optimize=True)
    return file.getvalue()


def _paint(large: Image.Image, pen: ImageDraw.ImageDraw, mark: Drawable, scale: float) -> None:
    match mark:
        case Box():
            edges = (mark.x_mm, mark.y_mm, mark.x_mm + mark.width_mm, mark.y_mm + mark.height_mm)
            left, top, right, bottom = (edge * scale for edge in edges)
            stroke_px = round(mark.stroke_mm * scale)
            pen.rounded_rectangle(
                (left, top, right - 1, bottom - 1), mark.radius_mm * scale, mark.fill, mark.stroke, stroke_px
            )
        case Ellipse():
            edges = (
                mark.x_mm - mark.across_mm / 2,
                mark.y_mm - mark.down_mm / 2,
                mark.x_mm + mark.across_mm / 2,
                mark.y_mm + mark.down_mm / 2,
            )
            left, top, right, bottom = (edge * scale for edge in edges)
            pen.ellipse((left, top, right, bottom), mark.fill, mark.stroke, round(mark.stroke_mm * scale))
        case Shape():
            pen.polygon([(x * scale, y * scale) for x, y in mark.points_mm], fill=mark.fill)
        case Stroke():
            points = [(x * scale, y * scale) for x, y in mark.points_mm]
            radius = mark.width_mm * scale / 2
            pen.line(points, fill=mark.colour, width=max(1, round(2 * radius)), joint="curve")
            for x, y in (points[0], points[-1]):
                pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=mark.colour)
        case Text():
            _write(large, pen, mark, scale)


@lru_cache(maxsize=64)
def _font(font: Font, size_px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(font), size_px, layout_engine=ImageFont.Layout.BASIC)


def _write(large: Image.Image, pen: ImageDraw.ImageDraw, text: Text, scale: float) -> None:
    font = _font(text.font, max(1, round(text.size_mm * scale)))
    anchor = {"left": "ls", "middle": "ms", "right": "rs"}[text.anchor]
    if not text.turned:
        pen.text((text.x_mm * scale, text.y_mm * scale), text.words, fill=text.fill, font=font, anchor=anchor)
        return
    reach = round(font.getlength(text.words) + 2 * font.size)
    stencil = Image.new("L", (2 * reach, 2 * reach), 0)
    ImageDraw.Draw(stencil).text((reach, reach), text.words, fill=255, font=font, anchor=anchor)
    stencil = stencil.transpose(Image.Transpose.ROTATE_180)
    corner = (round(text.x_mm * scale) - reach, round(text.y_mm * scale) - reach)
    large.paste(Image.new("RGB", stencil.size, text.fill), corner, stencil)


def pixels(drawing: Drawing, pixels_per_mm: float) -> NDArray[np.uint8]:
    """The drawing as a BGR picture (height × width × 3), as OpenCV and the eyes take it."""
    return np.ascontiguousarray(np.asarray(picture(drawing, pixels_per_mm))[:, :, ::-1])
