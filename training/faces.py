"""Random card faces for training: letter tiles and cards, playing cards, word cards, backs. Every look is invented.

A `Face` is a picture with what stands on it. Pictures are uint8 BGRA, the longer side about 160 px, alpha 0 outside
the rounded corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from training.fonts import CAPITALS, Typeface, drawn
from training.ink import Colour, blank, grey, hue, lay_ink

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.drawn.scene import Picture

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♠♥♦♣"
INDEX_WIDTHS = (0.65, 0.8, 1.0, 1.0, 1.2, 1.4)  # indices are set narrow or wide


@dataclass(frozen=True, slots=True)
class Face:
    """A drawn face: `kind` is "letter", "rank", "word" or "back"; `label` is what stands on it."""

    picture: Picture
    kind: str
    label: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """What the letter cards of one table share, so that a table looks like one deck."""

    kind: str
    aspect: float
    ground: Colour
    ink: Colour
    typeface: Typeface
    letter_height: float
    corner: float
    value_place: str
    border: float
    wood: float
    offset: tuple[float, float]
    rule: bool
    value_typeface: Typeface


def random_style(rng: np.random.Generator, typefaces: Sequence[Typeface]) -> Style:
    """A deck of letters nobody has printed: tile, card or die, light or dark, plain or with values."""
    kind = str(rng.choice(["tile", "tile", "tile", "tile", "card", "card", "card", "card", "die"]))
    ground, ink = _colours(rng, dark_chance=0.12)
    tile = kind != "card"
    typeface = typefaces[int(rng.integers(len(typefaces)))]
    wooden = kind == "tile" and rng.random() < 0.5
    if wooden:
        tone = rng.uniform(0.45, 1.0)
        ground = (
            int(rng.uniform(110, 180) * tone),
            int(rng.uniform(165, 205) * tone),
            int(rng.uniform(200, 240) * tone),
        )
        ink = (int(rng.uniform(0, 50)), int(rng.uniform(0, 45)), int(rng.uniform(0, 60)))
    places = (
        ["none", "none", "bottom-right", "bottom-right", "top-right", "corners"]
        if tile
        else ["none", "corners", "bottom-right", "bottom-right", "rank"]
    )
    return Style(
        kind=kind,
        aspect=float(rng.uniform(0.86, 1.08)) if tile else float(rng.uniform(0.62, 0.8)),
        ground=ground,
        ink=ink,
        typeface=typeface,
        letter_height=float(rng.uniform(0.42, 0.76)) if tile else float(rng.uniform(0.26, 0.55)),
        corner=float(rng.uniform(0.0, 0.16)) if kind != "die" else float(rng.uniform(0.15, 0.35)),
        value_place=str(rng.choice(places)),
        border=float(rng.uniform(0.02, 0.09)) if rng.random() < 0.25 else 0.0,
        wood=float(rng.uniform(2, 12)) if wooden else 0.0,
        offset=(float(rng.normal(0, 0.025)), float(rng.normal(0, 0.025 if tile else 0.05))),
        rule=bool(rng.random() < (0.04 if tile else 0.3)),
        value_typeface=typeface if rng.random() < 0.6 else typefaces[int(rng.integers(len(typefaces)))],
    )


def _colours(rng: np.random.Generator, dark_chance: float) -> tuple[Colour, Colour]:
    light: Any = tuple(int(v) for v in np.clip(rng.uniform(190, 255) + rng.normal(0, 12, 3), 120, 255))
    if rng.random() < 0.3:  # a coloured card
        light = hue(rng, rng.uniform(20, 160), rng.uniform(130, 255))
    ink = (
        (int(rng.uniform(0, 60)),) * 3 if rng.random() < 0.65 else hue(rng, rng.uniform(100, 255), rng.uniform(40, 170))
    )
    if abs(grey(light) - grey(ink)) < 55:
        ink = (int(rng.uniform(0, 30)),) * 3 if grey(light) > 100 else (245, 245, 245)
    pair = (light, ink)
    return (pair[1], pair[0]) if rng.random() < dark_chance else pair


def sign(typeface: Typeface, text: str, height_px: float, most_px: float = 1e9) -> Any:
    """The text's tight mask at a given height, narrowed when it would be wider than `most_px`."""
    mask = drawn(typeface, text, max(8, round(height_px * 1.4)))
    if mask.size == 0:
        return np.zeros((2, 2), np.uint8)
    scale = height_px / mask.shape[0]
    width = min(mask.shape[1] * scale, most_px)
    return cv2.resize(mask, (max(2, round(width)), max(2, round(height_px))), interpolation=cv2.INTER_AREA)


def letter_face(letter: str, style: Style, rng: np.random.Generator, long_px: int = 150) -> Face:
    """A letter tile or card in the deck's style; the value, when one is printed, is random."""
    width, height = (
        (round(long_px * style.aspect), long_px) if style.aspect < 1 else (long_px, round(long_px / style.aspect))
    )
    jitter = rng.normal(0, 5) if style.wood else rng.normal(0, 1.5)
    ground: Any = tuple(int(np.clip(c + jitter, 0, 255)) for c in style.ground)
    picture = blank(width, height, ground, style.corner)
    if style.wood:
        grain = cv2.resize(rng.standard_normal((max(2, height // 3), 3), np.float32), (width, height)) * style.wood
        picture[..., :3] = np.clip(
            picture[..., :3] + (grain if rng.random() < 0.7 else grain[:, ::-1])[..., None], 0, 255
        )
    if style.kind == "die" or rng.random() < 0.15:
        _bevel(picture, rng)
    if style.border:
        edge = max(1, round(style.border * min(width, height) * 0.5))
        inset = round(min(width, height) * style.border)
        cv2.rectangle(picture, (inset, inset), (width - 1 - inset, height - 1 - inset), (*style.ink, 255), edge)
    capital_px = style.letter_height * min(width, height) / (1 if style.kind != "card" else 0.75)
    mask = sign(style.typeface, letter, capital_px * (1.12 if letter == "Q" and rng.random() < 0.7 else 1), 0.9 * width)
    lay_ink(picture, mask, (width * (0.5 + style.offset[0]), height * (0.5 + style.offset[1])), style.ink)
    if rng.random() < 0.04 and letter in "MWNZUC":
        cv2.line(
            picture,
            (round(width * 0.3), round(height * 0.9)),
            (round(width * 0.7), round(height * 0.9)),
            (*style.ink, 255),
            2,
        )
    if style.rule:
        y, reach = round(height * min(0.92, 0.5 + style.offset[1] + rng.uniform(0.3, 0.38))), rng.uniform(0.3, 0.4)
        ends = (round(width * (0.5 - reach)), y), (round(width * (0.5 + reach)), y)
        cv2.line(picture, *ends, (*style.ink, 255), max(1, height // 60))
    value = _print_value(picture, style, letter, rng)
    return Face(picture, "letter", letter, value)


def _print_value(picture: Any, style: Style, letter: str, rng: np.random.Generator) -> int | None:
    if style.value_place == "none":
        return None
    height, width = picture.shape[:2]
    small = min(width, height) * rng.uniform(0.13, 0.22)
    value = int(rng.choice([1, 1, 1, 2, 3, 4, 5, 8, 10]))
    if style.value_place == "rank":
        mask = sign(style.value_typeface, str(rng.choice(RANKS)), small * 1.1, 0.3 * width)
        lay_ink(picture, mask, (max(small, mask.shape[1] * 0.7), small), style.ink)
    if style.value_place == "corners":
        text = letter if rng.random() < 0.5 else str(value)
        mask = sign(style.value_typeface, text, small)
        lay_ink(picture, mask, (small, small), style.ink)
        lay_ink(picture, cv2.rotate(mask, cv2.ROTATE_180), (width - small, height - small), style.ink)
        return None if text == letter else value
    mask = sign(style.value_typeface, str(value), small, 0.3 * width)
    x = width - small * 0.55 - mask.shape[1] / 2
    y = height - small if style.value_place == "bottom-right" else small
    lay_ink(picture, mask, (x, y), style.ink)
    return value


def _bevel(picture: Any, rng: np.random.Generator) -> None:
    height, width = picture.shape[:2]
    inside = np.zeros((height, width), np.uint8)
    edge = round(min(width, height) * rng.uniform(0.04, 0.12))
    cv2.rectangle(inside, (edge, edge), (width - edge, height - edge), 255, -1)
    soft = cv2.GaussianBlur(inside, (0, 0), max(1.0, edge * 0.5)).astype(np.float32)[..., None] / 255
    tone = rng.uniform(0.65, 1.1)
    picture[..., :3] = np.clip(picture[..., :3] * (tone + (1 - tone) * soft), 0, 255)


def rank_face(
    rank: str, suit: str, typefaces: Sequence[Typeface], pips: Typeface, rng: np.random.Generator, *,
    middle: str | None = None,
) -> Face:  # fmt: skip
    """A playing card of our own drawing: index in two corners (sometimes four), pips or a made-up court picture.

    `middle` is the rank whose pips or court stand in the middle, its own when None; nothing stands there when "".
    """
    middle = rank if middle is None else middle
    width, height = 220, round(220 / rng.uniform(0.62, 0.74))
    ground: Any = tuple(int(v) for v in np.clip(rng.uniform(220, 255) + rng.normal(0, 6, 3), 190, 255))
    red = (int(rng.uniform(20, 60)), int(rng.uniform(10, 50)), int(rng.uniform(170, 230)))
    ink: Any = red if suit in "♥♦" else (int(rng.uniform(0, 45)),) * 3
    picture = blank(width, height, ground, float(rng.uniform(0.03, 0.1)))
    if middle in ("J", "Q", "K"):
        _court(picture, ink, suit, pips, rng)
    elif middle:
        _pips(picture, 1 if middle == "A" else int(middle), suit, ink, pips, rng)
    size = height * (rng.uniform(0.075, 0.13) if rng.random() < 0.8 else rng.uniform(0.13, 0.19))
    typeface = typefaces[int(rng.integers(len(typefaces)))]
    index = sign(typeface, rank, size, width * rng.uniform(0.13, 0.22))
    wide = max(3, round(min(index.shape[1] * float(rng.choice(INDEX_WIDTHS)) * rng.uniform(0.9, 1.1), width * 0.25)))
    index = cv2.resize(index, (wide, index.shape[0]), interpolation=cv2.INTER_LINEAR)
    mark = sign(pips, suit, size * rng.uniform(0.55, 0.9))
    x = max(width * rng.uniform(0.075, 0.115), index.shape[1] / 2 + 0.02 * width)
    y = max(height * rng.uniform(0.07, 0.1), size / 2 + 0.02 * height)
    below = y + size * rng.uniform(0.85, 1.1)
    four, suited = rng.random() < 0.15, rng.random() < 0.88
    for _ in range(2):
        for at in (x, width - x) if four else (x,):
            lay_ink(picture, index, (at, y), ink)
            if suited:
                lay_ink(picture, mark, (at, below), ink)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return Face(picture, "rank", rank)


def _pips(picture: Any, count: int, suit: str, ink: Colour, pips: Typeface, rng: np.random.Generator) -> None:
    height, width = picture.shape[:2]
    if count == 1:
        lay_ink(picture, sign(pips, suit, height * rng.uniform(0.15, 0.5)), (width / 2, height / 2), ink)
        return
    columns = {2: "c2", 3: "c3", 4: "s2", 5: "s2c1", 6: "s3", 7: "s3c1", 8: "s3c2", 9: "s4c1", 10: "s4c2"}[count]
    mask = sign(pips, suit, height * rng.uniform(0.12, 0.17))
    upside_down = cv2.rotate(mask, cv2.ROTATE_180)
    for column, number in zip(columns[::2], columns[1::2], strict=True):
        rows = np.linspace(0.2, 0.8, int(number)) if int(number) > 1 else [0.5 if count in (5, 9) else 0.35]
        if column == "c" and count in (8, 10):
            rows = [0.32, 0.68]
        for x in (0.3, 0.7) if column == "s" else (0.5,):
            for y in rows:
                lay_ink(picture, mask if y <= 0.5 else upside_down, (width * x, height * y), ink)


def _court(picture: Any, ink: Colour, suit: str, pips: Typeface, rng: np.random.Generator) -> None:
    height, width = picture.shape[:2]
    left, top = round(width * rng.uniform(0.14, 0.22)), round(height * rng.uniform(0.06, 0.13))
    half = picture[top : height // 2, left : width - left]
    palette = [(30, 190, 235), (40, 30, 200), (160, 70, 20), (20, 20, 20), (245, 245, 245), ink]
    for _ in range(int(rng.integers(12, 40))):
        points = rng.uniform(-0.1, 1.1, (int(rng.integers(3, 6)), 2)) * [half.shape[1], half.shape[0]]
        colour = palette[int(rng.integers(len(palette)))]
        cv2.fillPoly(half, [points.astype(np.int32)], (*colour, 255))
        if rng.random() < 0.5:
            cv2.polylines(half, [points.astype(np.int32)], True, (20, 20, 20, 255), 1)
    lay_ink(half, sign(pips, suit, height * 0.15), (half.shape[1] * 0.2, half.shape[0] * 0.2), ink)
    picture[height - height // 2 : height - top, left : width - left] = half[::-1, ::-1][: height // 2 - top]
    if rng.random() < 0.8:
        cv2.rectangle(picture, (left, top), (width - left - 1, height - top - 1), (160, 60, 20, 255), 1)


def word_face(words: Sequence[str], typefaces: Sequence[Typeface], rng: np.random.Generator) -> Face:
    """A card with a printed word, upright or wide, sometimes with the word once more upside down."""
    word = str(words[int(rng.integers(len(words)))]).upper()
    wide = rng.random() < 0.7
    width, height = (160, round(160 / rng.uniform(1.3, 1.8))) if wide else (108, 160)
    ground, ink = _colours(rng, dark_chance=0.1)
    picture = blank(width, height, ground, float(rng.uniform(0.03, 0.15)))
    if rng.random() < 0.5:
        inset = round(height * rng.uniform(0.05, 0.1))
        shade = tuple(int(c * rng.uniform(0.75, 0.95)) for c in ground)
        cv2.rectangle(
            picture, (inset, inset), (width - inset, height - inset), (*shade, 255), -1 if rng.random() < 0.5 else 2
        )
    large = rng.random() < 0.3
    y = height * (0.5 if large else rng.uniform(0.2, 0.75))
    tall = height * (rng.uniform(0.2, 0.36) if large else rng.uniform(0.07, 0.2))
    mask = sign(typefaces[int(rng.integers(len(typefaces)))], word, tall, width * 0.92)
    if rng.random() < 0.3:
        _illustrate(picture, y, rng)
    if rng.random() < 0.5:
        cv2.rectangle(
            picture,
            (round(width * 0.1), round(y - height * 0.15)),
            (round(width * 0.9), round(y + height * 0.15)),
            (*ground, 255),
            -1,
        )
    lay_ink(picture, mask, (width / 2, y), ink)
    if rng.random() < 0.4:
        faint: Any = tuple(int(0.5 * a + 0.5 * b) for a, b in zip(ground, ink, strict=True))
        lay_ink(picture, cv2.rotate(mask, cv2.ROTATE_180), (width / 2, height - y), faint)
    return Face(picture, "word", word)


def _illustrate(picture: Any, text_y: float, rng: np.random.Generator) -> None:
    """Something painted in the other half of the card, and a coloured frame."""
    height, width = picture.shape[:2]
    colour = hue(rng, rng.uniform(80, 255), rng.uniform(60, 255))
    middle = (round(width * rng.uniform(0.35, 0.65)), round(height * (0.7 if text_y < height / 2 else 0.3)))
    cv2.ellipse(
        picture, middle, (round(width * rng.uniform(0.08, 0.3)), round(height * 0.15)), 0, 0, 360, (*colour, 255), -1
    )
    for _ in range(4):
        spot = (middle[0] + int(rng.normal(0, width * 0.08)), middle[1] + int(rng.normal(0, height * 0.06)))
        cv2.circle(picture, spot, max(1, width // 25), (20, 20, 20, 255), -1)
    if rng.random() < 0.6:
        edge = round(width * rng.uniform(0.04, 0.1))
        alpha = picture[..., 3].copy()
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (*colour, 255), edge)
        picture[..., 3] = alpha


def back_face(aspect: float, typefaces: Sequence[Typeface], rng: np.random.Generator) -> Face:
    """A face-down card: a pattern, a plain colour, or the word WILD."""
    width, height = round(150 * min(aspect, 1)), 150
    ground, ink = _colours(rng, dark_chance=0.5)
    picture = blank(width, height, ground, float(rng.uniform(0.02, 0.12)))
    pattern = rng.choice(["plain", "diamonds", "stripes", "wild", "dots"], p=[0.08, 0.25, 0.17, 0.2, 0.3])
    pitch = int(rng.integers(6, 24))
    if pattern in ("diamonds", "stripes"):
        for start in range(-height, width + height, pitch):
            cv2.line(picture, (start, 0), (start + height, height), (*ink, 255), max(1, pitch // 6))
            if pattern == "diamonds":
                cv2.line(picture, (start, 0), (start - height, height), (*ink, 255), max(1, pitch // 6))
    elif pattern == "dots":
        for y in range(pitch // 2, height, pitch):
            for x in range(pitch // 2, width, pitch):
                cv2.circle(picture, (x, y), max(1, pitch // 4), (*ink, 255), -1)
    elif pattern == "wild":
        mask = sign(typefaces[int(rng.integers(len(typefaces)))], "WILD", height * rng.uniform(0.12, 0.25), width * 0.8)
        turned: Callable[[Any], Any] = (
            (lambda m: cv2.rotate(m, cv2.ROTATE_90_CLOCKWISE)) if rng.random() < 0.2 else (lambda m: m)
        )
        lay_ink(picture, turned(mask), (width / 2, height / 2), ink)
    if pattern in ("dots", "diamonds", "stripes") and rng.random() < 0.6:
        _plate(picture, ground, ink, typefaces, rng)
    if pattern != "plain" and rng.random() < 0.7:
        edge = round(width * rng.uniform(0.04, 0.12))
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (*ground, 255), edge)
    return Face(picture, "back", "?")


def _plate(picture: Any, ground: Colour, ink: Colour, typefaces: Sequence[Typeface], rng: np.random.Generator) -> None:
    """A plate in the middle of a back with a word, once or twice."""
    height, width = picture.shape[:2]
    half_w, half_h = width * rng.uniform(0.3, 0.42), height * rng.uniform(0.1, 0.24)
    corners = (
        (round(width / 2 - half_w), round(height / 2 - half_h)),
        (round(width / 2 + half_w), round(height / 2 + half_h)),
    )
    cv2.rectangle(picture, *corners, (*ground, 255), -1)
    cv2.rectangle(picture, *corners, (*ink, 255), max(1, width // 80))
    word = str(rng.choice(["WILD", "WILD", "JOKER", "CARDS", "WORDS", "LETTERS", "QUIZ"]))
    mask = sign(typefaces[int(rng.integers(len(typefaces)))], word, half_h * rng.uniform(0.5, 0.8), half_w * 1.7)
    if rng.random() < 0.5:
        lay_ink(picture, mask, (width / 2, height / 2), ink)
    else:
        lay_ink(picture, mask, (width / 2, height / 2 - half_h / 2), ink)
        lay_ink(picture, cv2.rotate(mask, cv2.ROTATE_180), (width / 2, height / 2 + half_h / 2), ink)


def pip_typeface(typefaces: Sequence[Typeface]) -> Typeface:
    """A typeface that draws all four suits; of several, DejaVu Sans."""
    able = [face for face in typefaces if _draws_suits(face)]
    return next((face for face in able if "DejaVuSans" in face.path), able[0] if able else typefaces[0])


def _draws_suits(face: Typeface) -> bool:
    """Whether the typeface has the suits: what it has not, it draws as one and the same box."""
    return len({drawn(face, suit).tobytes() for suit in SUITS}) == len(SUITS)


def letters(count: int, rng: np.random.Generator) -> list[str]:
    """Random capitals, each equally likely: a real deck's frequencies belong to the deck, not to the eyes."""
    return [CAPITALS[i] for i in rng.integers(0, 26, count)]
