"""Cards of the five games as somebody else might have printed them: random layouts, colours and typefaces.

For measuring and for thresholds only: no network has been shown any of these, and nothing here looks like the faces of
`companion.print`.
A face is a picture, uint8 BGRA, alpha 0 outside the rounded corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from training.fonts import Typeface, drawn
from training.ink import Colour, blank, lay_ink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

LONG_PX = 420
# Hue (OpenCV's 0…180), saturation and value of the colours that deck files name, each give or take a little.
HUES: dict[str, tuple[float, float, float]] = {
    "red": (178, 200, 190), "gold": (23, 200, 215), "green": (65, 170, 130), "blue": (108, 180, 180),
    "purple": (137, 150, 160), "orange": (12, 210, 225),
}  # fmt: skip
TRAITS = (
    "DRAW two cards from your deck.", "When this comes into play, BURN another card.", "INTERRUPT: negate a trait.",
    "FLIP a card in play", "Copy the trait of any other card in play", "Bounce a card back to its owner.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Print:
    """What the cards of one deck share: colours (BGR), two typefaces, shape; `layout` settles what stands where."""

    ground: Colour
    ink: Colour
    accent: Colour
    title: Typeface
    text: Typeface
    aspect: float
    corner: float
    layout: int


def random_print(rng: np.random.Generator, faces: Sequence[Typeface], *, wide: bool = False) -> Print:
    """A deck nobody has printed; `wide` for cards that lie across."""
    pale = np.clip(rng.uniform(205, 255) + rng.normal(0, 8, 3), 170, 255)
    dark = np.full(3, rng.uniform(0, 60)) if rng.random() < 0.7 else np.array(_hue(rng.uniform(0, 180), 200, 110))
    ground, ink = (dark, pale) if rng.random() < 0.1 else (pale, dark)
    aspect = float(rng.uniform(0.62, 0.78))
    return Print(
        ground=_colour(ground), ink=_colour(ink),
        accent=_colour(_hue(rng.uniform(0, 180), rng.uniform(120, 220), rng.uniform(90, 190))),
        title=faces[int(rng.integers(len(faces)))], text=faces[int(rng.integers(len(faces)))],
        aspect=1 / aspect if wide else aspect, corner=float(rng.uniform(0, 0.09)), layout=int(rng.integers(1 << 16)),
    )  # fmt: skip


def wordcard(letter: str, rank: str, look: Print) -> Any:
    """A letter with a rank: in one corner, in two opposite ones, with or without the letter below it, or a rule."""
    picture, width, height = _blank(look)
    rng = np.random.default_rng(look.layout)  # all cards of a deck are laid out alike
    if rng.random() < 0.25:
        inset = round(width * rng.uniform(0.03, 0.06))
        cv2.rectangle(picture, (inset, inset), (width - inset, height - inset), (*look.accent, 255), max(2, inset // 4))
    size = width * rng.uniform(0.17, 0.3)
    colour = look.accent if rng.random() < 0.5 else look.ink
    margin, below = width * rng.uniform(0.07, 0.11), rng.random() < 0.3
    twice, valued = rng.random() < 0.5, rng.random() < 0.3
    index = _sign(look.text if rng.random() < 0.5 else look.title, rank, size, width * 0.3)
    middle = height * rng.uniform(0.47, 0.57)
    capital = _sign(look.title, letter, height * rng.uniform(0.3, 0.46), width * 0.7)
    lay_ink(picture, capital, (width / 2, middle), look.ink)
    value = {"A": 1, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)
    if valued and not twice:
        mark = _sign(look.text, str(value), size * 0.7)
        lay_ink(picture, mark, (width - margin - mark.shape[1] / 2, height - margin - size * 0.35), look.ink)
    for _ in range(2 if twice else 1):
        lay_ink(picture, index, (margin + index.shape[1] / 2, margin + size / 2), colour)
        if below:
            small = _sign(look.text, letter, size * 0.6)
            lay_ink(picture, small, (margin + index.shape[1] / 2, margin + size * 1.6), colour)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return picture if not twice else np.ascontiguousarray(picture)


def word_card(word: str, look: Print) -> Any:
    """A printed word: in the middle or below it, once, or once more upside down above, paler and smaller or alike."""
    picture, width, height = _blank(look)
    rng = np.random.default_rng(look.layout)
    if rng.random() < 0.4:
        inset = round(min(width, height) * rng.uniform(0.04, 0.09))
        cv2.rectangle(picture, (inset, inset), (width - inset, height - inset), (*look.accent, 255), max(2, inset // 5))
    twice = rng.random() < 0.5
    y = rng.uniform(0.62, 0.75) if twice else rng.uniform(0.45, 0.6)
    capital = min(height, width) * rng.uniform(0.12, 0.2)
    if rng.random() < 0.4:  # a plate behind the word
        half = capital * rng.uniform(0.8, 1.1)
        corners = (round(width * 0.08), round(height * y - half)), (round(width * 0.92), round(height * y + half))
        cv2.rectangle(picture, *corners, (*look.accent, 255), 2)
    lay_ink(picture, _sign(look.title, word, capital, width * 0.78), (width / 2, height * y), look.ink)
    if twice:
        again = _sign(look.title, word, capital * rng.uniform(0.6, 1.0), width * 0.6)
        ink = look.accent if rng.random() < 0.6 else look.ink
        lay_ink(picture, cv2.rotate(again, cv2.ROTATE_180), (width / 2, height * (0.95 - y)), ink)
    return picture


def creature(name: str, dna: str, colour: str | None, look: Print, rng: np.random.Generator) -> Any:
    """A Monster or Villain: border, name above or below a made-up portrait, DNA beside or below it, a trait."""
    picture, width, height = _blank(look)
    own = np.random.default_rng(look.layout)
    edge = round(width * own.uniform(0.03, 0.09))
    if colour is not None and own.random() < 0.85:
        hue, saturation, value = HUES[colour]
        border = _hue(hue + rng.normal(0, 2), saturation, value)
        picture[..., :3] = border
        cv2.rectangle(picture, (edge, edge), (width - edge, height - edge), (*look.ground, 255), -1)
    upper = name.upper() if own.random() < 0.35 else name
    top, beside = own.random() < 0.75, own.random() < 0.5
    size = height * own.uniform(0.055, 0.085)
    dna_size = size * own.uniform(0.9, 1.5)
    strand = _sign(look.text if own.random() < 0.5 else look.title, dna, dna_size, width * 0.5)
    room = width - 2 * edge - width * 0.1 - ((strand.shape[1] + width * 0.06) if beside else 0)
    title = _sign(look.title, upper, size, room)
    left = edge + width * 0.05
    level = edge + height * 0.035 + size / 2 if top else height * 0.62
    if beside:
        lay_ink(picture, title, (left + title.shape[1] / 2, level), look.ink)
        lay_ink(picture, strand, (width - left - strand.shape[1] / 2, level), look.ink)
    else:
        lay_ink(picture, title, (width / 2 if own.random() < 0.5 else left + title.shape[1] / 2, level), look.ink)
        lay_ink(picture, strand, (left + strand.shape[1] / 2, height - edge - height * 0.06), look.ink)
    art_top = level + size if top else edge + height * 0.03
    art_bottom = height * 0.62 if top else level - size
    _portrait(picture, left, art_top, width - left, art_bottom, rng)
    small = height * own.uniform(0.028, 0.04)
    words, y = str(rng.choice(TRAITS)).split(), (height * 0.68 if top else level + 1.6 * size)
    for start in range(0, len(words), 4):
        line = _sign(look.text, " ".join(words[start : start + 4]), small, width - 2 * left)
        lay_ink(picture, line, (left + line.shape[1] / 2, y), look.ink)
        y += small * 1.6
    return picture


def jumble(letters: str, look: Print) -> Any:
    """Seven letters in a row: large or small, plain, on tiles, or between coloured bands."""
    picture, width, height = _blank(look)
    own = np.random.default_rng(look.layout)
    if own.random() < 0.5:
        band = round(height * own.uniform(0.08, 0.16))
        colour = (*_colour(_hue(*((65, 170, 130) if own.random() < 0.5 else (178, 200, 190)))), 255)
        alpha = picture[..., 3].copy()
        cv2.rectangle(picture, (0, 0), (width, band), colour, -1)
        if own.random() < 0.6:
            cv2.rectangle(picture, (0, height - band), (width, height), colour, -1)
        picture[..., 3] = alpha
    size, spaced = height * own.uniform(0.16, 0.3), own.random() < 0.6
    middle = height * own.uniform(0.4, 0.6)
    if not spaced:
        lay_ink(picture, _sign(look.title, letters, size, width * 0.88), (width / 2, middle), look.ink)
        return picture
    pitch = width * own.uniform(0.108, 0.125)
    tiled = own.random() < 0.1
    for number, letter in enumerate(letters):
        x = width / 2 + (number - 3) * pitch
        if tiled:
            box = (round(x - 0.45 * pitch), round(middle - 0.55 * pitch), round(0.9 * pitch), round(1.1 * pitch))
            cv2.rectangle(picture, box, (*look.accent, 255), max(1, round(width * 0.004)))
        mark = _sign(look.title, letter, min(size, pitch * 0.75) if tiled else size, pitch * (0.75 if tiled else 0.88))
        lay_ink(picture, mark, (x, middle), look.ink)
    return picture


def _portrait(picture: Picture, left: float, top: float, right: float, bottom: float, rng: Any) -> None:
    """Blobs on a coloured field, with two eyes: something that is not print."""
    box = (round(left), round(top)), (round(right), round(bottom))
    cv2.rectangle(
        picture, *box, (*_colour(_hue(rng.uniform(0, 180), rng.uniform(20, 120), rng.uniform(150, 240))), 255), -1
    )
    middle, reach = np.array([(left + right) / 2, (top + bottom) / 2]), (bottom - top) * 0.32
    for _ in range(int(rng.integers(2, 6))):
        at, axes = middle + rng.normal(0, reach * 0.3, 2), np.maximum(rng.uniform(0.2, 0.9, 2) * reach, 2).astype(int)
        shade = (*_colour(_hue(rng.uniform(0, 180), rng.uniform(60, 220), rng.uniform(40, 220))), 255)
        cv2.ellipse(
            picture,
            (int(at[0]), int(at[1])),
            (int(axes[0]), int(axes[1])),
            float(rng.uniform(0, 180)),
            0,
            360,
            shade,
            -1,
        )
    for side in (-1, 1):
        eye = (int(middle[0] + side * reach * 0.25), int(middle[1] - reach * 0.2))
        cv2.circle(picture, eye, max(2, int(reach * 0.12)), (250, 250, 250, 255), -1)
        cv2.circle(picture, eye, max(1, int(reach * 0.05)), (10, 10, 10, 255), -1)


def _blank(look: Print) -> tuple[Any, int, int]:
    width, height = (
        (round(LONG_PX * look.aspect), LONG_PX) if look.aspect < 1 else (LONG_PX, round(LONG_PX / look.aspect))
    )
    return blank(width, height, look.ground, look.corner), width, height


def _sign(typeface: Typeface, text: str, capital_px: float, most_px: float = 1e9) -> Any:
    """The text's tight mask with capitals of this height, smaller when it would be wider than `most_px`."""
    tall = drawn(typeface, "H", 96).shape[0]
    mask = drawn(typeface, text, max(8, round(96 * capital_px / tall)))
    if mask.shape[1] > most_px:
        scale = most_px / mask.shape[1]
        small = (max(2, round(most_px)), max(2, round(mask.shape[0] * scale)))
        mask = np.asarray(cv2.resize(mask, small, interpolation=cv2.INTER_AREA), np.uint8)
    return mask


def _hue(hue: float, saturation: float, value: float) -> Any:
    pixel = np.array([[[hue % 180, saturation, value]]]).clip(0, 255).astype(np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]


def _colour(bgr: Any) -> Colour:
    return int(bgr[0]), int(bgr[1]), int(bgr[2])
