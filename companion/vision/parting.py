"""Glyphs that touch are parted: of all ways to cut a blob into signs, the one whose parts read best."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.glyphs import cut_glyphs, read_glyphs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.textlines import Bounds, TextLine

WIDE = 0.8  # a glyph wider than this, in parts of the line's height, may be several that touch
NARROWEST, BROADEST = 0.16, 1.35  # widths of a sign, in parts of the line's height
STEP = 0.07  # cuts are this far apart at least
MOST_CUTS = 60
FLOOR = 0.01  # least chance of a part


def parted(card: NDArray[np.uint8], line: TextLine) -> TextLine:
    """The line with its wide blobs cut into signs; upright and upside down are tried, the better one counts."""
    glyphs: list[Bounds] = []
    for glyph in line.glyphs:
        glyphs += _parts(card, line, glyph) if glyph[2] > WIDE * line.height_px else [glyph]
    return replace(line, glyphs=tuple(glyphs))


def _parts(card: NDArray[np.uint8], line: TextLine, glyph: Bounds) -> list[Bounds]:
    x, y, _w, h = glyph
    cuts = _cuts(card, line, glyph)
    tall = line.height_px
    spans = [
        (one, other)
        for one in range(len(cuts))
        for other in range(one + 1, len(cuts))
        if NARROWEST * tall <= cuts[other] - cuts[one] <= BROADEST * tall or (one == 0 and other == len(cuts) - 1)
    ]
    boxes = [_trimmed(card, line, (x + cuts[one], y, cuts[other] - cuts[one], h)) for one, other in spans]
    chances = read_glyphs(cut_glyphs(card, boxes, tall, line.ink, line.ground)).max(2)
    best: list[int] = []
    most = -np.inf
    for way in (0, 1):
        total, chosen = _best_cover(len(cuts), cuts, spans, np.log(np.maximum(chances[:, way], FLOOR)))
        if total > most:
            most, best = total, chosen
    return [boxes[index] for index in best] or [glyph]


def _cuts(card: NDArray[np.uint8], line: TextLine, glyph: Bounds) -> list[int]:
    """Columns of a blob at which it may be cut: where its ink is thinnest."""
    x, y, w, h = glyph
    ink = np.abs(card[y : y + h, x : x + w].astype(np.float32) - line.ground).sum(0)
    ink = np.convolve(np.pad(ink, 1, mode="edge"), [0.25, 0.5, 0.25], "valid")
    apart = max(2, round(STEP * line.height_px))
    low = [at for at in range(1, w - 1) if ink[at] <= ink[max(0, at - apart) : at + apart + 1].min()]
    kept: list[int] = []
    for at in sorted(low, key=lambda column: float(ink[column])):
        if all(abs(at - other) >= apart for other in kept):
            kept.append(at)
    return [0, *sorted(kept[:MOST_CUTS]), w]


def _trimmed(card: NDArray[np.uint8], line: TextLine, box: Bounds) -> Bounds:
    """The box drawn in to the ink above and below: a small letter is not as high as its line."""
    x, y, w, h = box
    inked = np.abs(card[y : y + h, x : x + w].astype(np.float32) - line.ground).max(1)
    rows = np.flatnonzero(inked > 0.45 * abs(line.ink - line.ground))
    if not len(rows):
        return box
    return x, y + int(rows[0]), w, int(rows[-1] - rows[0]) + 1


def _best_cover(
    count: int, cuts: list[int], spans: list[tuple[int, int]], gains: NDArray[np.float32]
) -> tuple[float, list[int]]:
    """The chain of spans from the first cut to the last with the best mean of its gains, by width; and that sum."""
    best = [0.0, *[-np.inf] * (count - 1)]
    came: list[int | None] = [None] * count
    for index in sorted(range(len(spans)), key=lambda number: spans[number][0]):
        one, other = spans[index]
        total = best[one] + float(gains[index]) * (cuts[other] - cuts[one])
        if total > best[other]:
            best[other], came[other] = total, index
    chosen: list[int] = []
    at = count - 1
    while at > 0 and (index_ := came[at]) is not None:
        chosen.append(index_)
        at = spans[index_][0]
    return best[-1], chosen[::-1]
