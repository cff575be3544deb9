"""The print on a card, line by line: what stands there sign by sign, whichever way the card lies.

A card is looked at lying as it was found and a quarter turned; of each line of print the glyph network says what it
reads upright and upside down. Nothing is decided here: who knows what may stand on the card compares (`known_texts`).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.glyphs import SIGNS, cut_glyphs, read_glyphs
from companion.vision.parting import parted
from companion.vision.quads import begun_at
from companion.vision.rectify import FINE_PX, flat
from companion.vision.textlines import TextLine, glyph_crops, line_alone, text_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


CARD_PX = 280  # the shorter side of a card laid flat for reading
WORD_GAP = 0.33  # a gap this wide, in parts of the glyphs' height, parts two words
APART = 1.7  # jumbles and indices are set wide


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line of glyphs as found on a flat card, not yet read."""

    turn: int
    card: NDArray[np.uint8]
    line: TextLine


@dataclass(frozen=True, slots=True)
class PrintLine:
    """A line of print, read one way up.

    `turn` says from which corner of the card's quad it stands upright (the quad rolled back by it); `chances` are
    signs × 36 (`glyphs.SIGNS`), in reading order; `box` is where it stands on the card turned so: left, top, right,
    bottom in parts of the card's width and height; `height` its glyphs' height in parts of the card's; `gaps` the gap
    before each sign in parts of that height; `picture` the line alone, dark on light (uint8), for a second reader;
    `piece` is where it was cut from.
    """

    turn: int
    chances: NDArray[np.float32]
    box: tuple[float, float, float, float]
    height: float
    gaps: tuple[float, ...]
    picture: NDArray[np.uint8]
    piece: _Piece | None = None

    @property
    def text(self) -> str:
        """The likeliest sign at every place, words parted by spaces."""
        signs = (SIGNS[int(chance.argmax())] for chance in self.chances)
        return "".join(f" {sign}" if begins else sign for sign, begins in zip(signs, self.word_begins, strict=True))

    @property
    def word_begins(self) -> NDArray[np.bool_]:
        """Of each sign, whether a gap as between two words is before it."""
        return np.array(self.gaps) > WORD_GAP

    @property
    def legible(self) -> float:
        """The mean chance of the likeliest signs, 0…1."""
        return float(self.chances.max(1).mean()) if len(self.chances) else 0.0

    def crops(self) -> NDArray[np.uint8]:
        """Each sign alone and upright, as it would stand on a tile (n, 64, 64), in reading order; none of a line that
        was not cut from a card."""
        if self.piece is None:
            return np.zeros((0, FINE_PX, FINE_PX), np.uint8)
        crops = glyph_crops(self.piece.card, self.piece.line)
        return crops if self.turn == self.piece.turn else crops[::-1, ::-1, ::-1]


def print_on(
    pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]], *, least_glyph: float, most_lines: int,
    least_glyphs: int = 1, turns: Sequence[Sequence[int]] | None = None,
) -> list[list[PrintLine]]:  # fmt: skip
    """The lines of print on each card, each line read both ways up.

    `least_glyph` is the height of the smallest glyph in parts of the card's height, `most_lines` how many lines are
    read each way the card may lie, the largest first. `turns` says for each card how it may stand (quarter turns 0…3;
    all when None).
    """
    pieces: list[_Piece] = []
    owners: list[int] = []
    for owner, quad in enumerate(quads):
        allowed = (0, 1, 2, 3) if turns is None else turns[owner]
        for turn in sorted({turn % 2 for turn in allowed}):
            card = flat(pyramid, begun_at(quad, turn), CARD_PX)
            found = text_lines(card, least_glyph=least_glyph, apart=APART, least_glyphs=least_glyphs)[:most_lines]
            pieces += [_Piece(turn, card, parted(card, line)) for line in found]
            owners += [owner] * len(found)
    chances = read_glyphs(_crops(pieces))
    lines: list[list[PrintLine]] = [[] for _ in quads]
    start = 0
    for owner, piece in zip(owners, pieces, strict=True):
        own = chances[start : start + len(piece.line.glyphs)]
        start += len(own)
        allowed = (0, 1, 2, 3) if turns is None else turns[owner]
        lines[owner] += [
            _both_ways(piece, own, upside_down) for upside_down in (0, 1) if piece.turn + 2 * upside_down in allowed
        ]
    return lines


def _crops(pieces: list[_Piece]) -> NDArray[np.uint8]:
    crops = [cut_glyphs(one.card, one.line.glyphs, one.line.height_px, one.line.ink, one.line.ground) for one in pieces]
    return np.concatenate(crops) if crops else np.zeros((0, 1, 1), np.uint8)


def _both_ways(piece: _Piece, chances: NDArray[np.float32], upside_down: int) -> PrintLine:
    high, wide = piece.card.shape
    x, y, w, h = piece.line.box
    box = (x / wide, y / high, (x + w) / wide, (y + h) / high)
    glyphs = piece.line.glyphs
    gaps = [(b[0] - a[0] - a[2]) / piece.line.height_px for a, b in itertools.pairwise(glyphs)]
    if upside_down:
        box = (1 - box[2], 1 - box[3], 1 - box[0], 1 - box[1])
        gaps.reverse()
    own = chances[::-1, 1] if upside_down else chances[:, 0]
    picture = line_alone(piece.card, piece.line, piece.line.box, upside_down=bool(upside_down))
    height = piece.line.height_px / high
    return PrintLine(piece.turn + 2 * upside_down, own, box, height, (0.0, *gaps), picture, piece)
