"""The typefaces the drawn cards are set in: whatever Debian's fonts-* packages have installed, and display typefaces of
npm's @fontsource packages where these were fetched; checked glyph by glyph.

A quarter of nothing is taken on trust: a file is used only when its capitals and digits are drawn, differ from each
other, and look like the capitals most typefaces draw. Families are split into "train" and "held out" by a hash of
the family's name, so that a typeface never stands on both sides.
"""

from __future__ import annotations

import subprocess
import zlib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIGNS = CAPITALS + "0123456789"
HELD_OUT_PERCENT = 12
MOST_PER_FAMILY = 6
LEAST_FACES = 20
LEAST_LIKENESS = 0.42  # how far, at least, the drawings of a typeface correlate with the median ones


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font file, the number of the face in it, and its family."""

    path: str
    index: int
    family: str

    @property
    def held_out(self) -> bool:
        """Whether the family is kept aside for measuring."""
        return zlib.crc32(self.family.split()[0].lower().encode()) % 100 < HELD_OUT_PERCENT


@lru_cache(maxsize=4000)
def sized(path: str, index: int, size_px: int) -> ImageFont.FreeTypeFont:
    """The typeface at a size; remembered, since opening a font file takes longer than drawing a card."""
    return ImageFont.truetype(path, size_px, index=index)


def drawn(face: Typeface, text: str, size_px: int = 48) -> NDArray[np.uint8]:
    """The text as a tight grey mask (255 ink); an empty array when nothing is drawn."""
    font = sized(face.path, face.index, size_px)
    left, top, right, bottom = font.getbbox(text)
    if right <= left or bottom <= top or right - left > 4000:
        return np.zeros((0, 0), np.uint8)
    mask = Image.new("L", (int(right - left), int(bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, 255, font)
    return np.asarray(mask)


def _thumbnails(face: Typeface) -> NDArray[np.float32] | None:
    rows = []
    try:
        for sign in SIGNS:
            mask = drawn(face, sign)
            if mask.size == 0 or mask.max() < 128:
                return None
            rows.append(np.asarray(Image.fromarray(mask).resize((16, 16), Image.Resampling.BOX), np.float32).ravel())
    except (OSError, ValueError):
        return None
    thumbnails = np.array(rows)
    thumbnails -= thumbnails.mean(1, keepdims=True)
    norms = np.linalg.norm(thumbnails, axis=1, keepdims=True)
    return thumbnails / norms if norms.min() > 1e-3 else None


def _listed() -> list[Typeface]:
    listing = subprocess.run(
        ["fc-list", ":lang=en", "--format=%{file}\t%{index}\t%{family[0]}\n"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    seen, faces = set(), []
    for line in sorted(listing.splitlines()):
        path, index, family = line.split("\t")
        if path.lower().endswith((".ttf", ".otf", ".ttc")) and (path, index) not in seen and int(index) < 100:
            seen.add((path, index))
            faces.append(Typeface(path, int(index), family))
    return faces


def typefaces() -> list[Typeface]:
    """All usable typefaces that are installed, in a fixed order, at most a few of each family.

    Raises BadInput when fewer than twenty are.
    """
    return _usable(_listed(), "apt install fonts-…")


def unseen_typefaces() -> list[Typeface]:
    """Those of them that are kept aside for measuring. Raises BadInput where there are none, or too few at all."""
    unseen = [face for face in typefaces() if face.held_out]
    if not unseen:
        raise BadInput("no installed typeface is kept aside for measuring; more are needed (apt install fonts-…)")
    return unseen


def display_typefaces(folder: Path) -> list[Typeface]:
    """The same of those that lie in a folder of @fontsource packages, as `scripts/typefaces` fetches them.

    Raises BadInput when fewer than twenty do.
    """
    files = sorted(folder.glob("*/files/*-latin-[47]00-normal.woff2"))
    return _usable([Typeface(str(file), 0, file.parts[-3].replace("-", " ")) for file in files], "scripts/typefaces")


def _usable(faces: Sequence[Typeface], to_be_had: str) -> list[Typeface]:
    """Those whose signs look like signs: each correlates with the median drawing of that sign over all of these."""
    with ProcessPoolExecutor() as pool:
        drawings = list(pool.map(_thumbnails, faces, chunksize=16))
    kept = [(face, drawing) for face, drawing in zip(faces, drawings, strict=True) if drawing is not None]
    if len(kept) < LEAST_FACES:
        raise BadInput(f"{len(kept)} usable typefaces; training needs at least {LEAST_FACES} ({to_be_had})")
    median = np.median(np.array([drawing for _, drawing in kept]), axis=0)
    median /= np.linalg.norm(median, axis=1, keepdims=True)
    usable, count = [], dict[str, int]()
    for face, drawing in kept:
        likeness = (drawing * median).sum(1)
        own = (drawing @ median.T).argmax(1)
        strange = (own[:26] != np.arange(26)).sum()
        if likeness.min() > LEAST_LIKENESS - 0.25 and likeness.mean() > LEAST_LIKENESS and strange <= 4:
            count[face.family] = count.get(face.family, 0) + 1
            if count[face.family] <= MOST_PER_FAMILY:
                usable.append(face)
    return usable
