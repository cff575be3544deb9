"""Letter cards as strangers print them: letters on discs and shields, hollow and shadowed, on split and patterned
grounds, beside a picture, in the corners only; with ranks and suits; and their backs. Every look is invented, none is
one of those that the eyes are measured on (`deck_faces`).

A face's longer side is LONG_PX; pictures are uint8 BGRA.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from training.faces import RANKS, SUITS, Face, sign
from training.ink import Colour, blank, grey, hue, lay_ink, rays
from training.stranger_backs import BACKS, MORE_BACKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.fonts import Typeface

LONG_PX = 200
LEAST_CONTRAST = 60  # grey levels between an ink and its ground
VALUES = (1, 1, 2, 3, 4, 5, 8, 10)
EMBLEMS = ("disc", "disc", "diamond", "shield", "square", "hexagon", "star", "oval", "ring", "banner")
GROUNDS = ("plain", "plain", "plain", "plain", "split", "gradient", "stripes", "dots", "diagonal", "rays")
EFFECTS = ("plain", "plain", "plain", "plain", "plain", "hollow", "shadowed", "outlined")
CORNERS = ("none", "none", "value", "value", "values", "letters", "rank", "rank", "ranks", "ranks")


@dataclass(frozen=True, slots=True)
class Look:
    """What the cards of one deck share. `paper` and `second` are the ground's colours, `ink` the letter's, `accent`
    that of emblem, frame and rules; heights are parts of the card's shorter side."""

    aspect: float
    corner: float
    ground: str
    paper: Colour
    second: Colour
    ink: Colour
    accent: Colour
    many: bool
    emblem: str
    effect: str
    typeface: Typeface
    small: Typeface
    pips: Typeface
    height: float
    middle: tuple[float, float]
    corners: str
    corner_height: float
    suits: bool
    frame: float
    picture: bool
    back: str


def random_look(rng: np.random.Generator, typefaces: Sequence[Typeface], pips: Typeface) -> Look:
    """A deck nobody has printed."""
    paper, ink = _two_tones(rng)
    accent = hue(rng, rng.uniform(90, 255), rng.uniform(50, 210))
    emblem = str(rng.choice(EMBLEMS)) if rng.random() < 0.4 else ""
    if emblem and emblem != "ring":  # white on an emblem, or the emblem white on a deep ground
        if rng.random() < 0.75:
            accent, ink = _deep(rng), _pale(rng)
        else:
            paper, accent, ink = _deep(rng), _pale(rng), _deep(rng)
    picture = bool(rng.random() < 0.12)
    alone = not emblem and not picture and rng.random() < 0.06  # letters in the corners and nowhere else
    tall = rng.random() < 0.85
    return Look(
        aspect=float(rng.uniform(0.6, 0.8) if tall else rng.uniform(0.85, 1.15)),
        corner=float(rng.uniform(0, 0.14)),
        ground=str(rng.choice(GROUNDS)), paper=paper, second=_near(rng, paper), ink=ink, accent=accent,
        many=bool(rng.random() < 0.15),
        emblem=emblem, effect=str(rng.choice(EFFECTS)),
        typeface=typefaces[int(rng.integers(len(typefaces)))],
        small=typefaces[int(rng.integers(len(typefaces)))], pips=pips,
        height=0.0 if alone else float(rng.uniform(0.3, 0.5) if emblem or picture else rng.uniform(0.35, 0.75)),
        middle=(0.5 + float(rng.normal(0, 0.02)), 0.5 + float(rng.normal(0, 0.05 if tall else 0.02))),
        corners="letters" if alone else str(rng.choice(CORNERS)),
        corner_height=float(rng.uniform(0.2, 0.32) if alone else rng.uniform(0.1, 0.24)),
        suits=bool(rng.random() < 0.5),
        frame=float(rng.uniform(0.015, 0.08)) if rng.random() < 0.35 else 0.0,
        picture=picture, back=str(rng.choice(list(BACKS))),
    )  # fmt: skip


def with_any_back(look: Look, rng: np.random.Generator) -> Look:
    """The same deck with any of all backs, and those that look like letters, cloth or nothing twice as often."""
    return replace(look, back=str(rng.choice([*BACKS, *MORE_BACKS, *MORE_BACKS, "rings", "lattice"])))


def stranger_face(letter: str, look: Look, rng: np.random.Generator) -> Face:
    """A card of the deck with this letter."""
    picture, width, height = _printed_ground(look, rng)
    short = min(width, height)
    centre = width * look.middle[0], height * look.middle[1]
    ink = hue(rng, 200, 140) if look.many and not look.emblem else look.ink
    if look.picture:
        _draw_picture(picture, rng)
        centre = centre[0], height * (0.3 if look.middle[1] < 0.5 else 0.72)
    capital_px = look.height * short
    if look.emblem:
        _lay_emblem(picture, look, centre, capital_px * rng.uniform(0.95, 1.05))
    if look.height:
        _lay_letter(picture, sign(look.typeface, letter, capital_px, 0.85 * width), centre, look, ink)
    _print_corners(picture, look, letter, rng)
    return Face(picture, "letter", letter)


def stranger_back(look: Look, rng: np.random.Generator) -> Face:
    """The deck's cards face down."""
    width, height = _size_px(look)
    picture = blank(width, height, look.accent, look.corner)
    {**BACKS, **MORE_BACKS}[look.back](picture, look, rng)
    if rng.random() < 0.5:
        edge = max(2, round(0.06 * min(width, height)))
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (*look.paper, 255), edge)
    picture[..., 3] = blank(width, height, look.accent, look.corner)[..., 3]
    return Face(picture, "back", "?")


def _size_px(look: Look) -> tuple[int, int]:
    return (round(LONG_PX * look.aspect), LONG_PX) if look.aspect < 1 else (LONG_PX, round(LONG_PX / look.aspect))


def _printed_ground(look: Look, rng: np.random.Generator) -> tuple[Any, int, int]:
    """The card without anything on it: the picture, its width and its height."""
    width, height = _size_px(look)
    paper = hue(rng, 90, 235) if look.many and sum(look.paper) > 500 else look.paper
    picture = blank(width, height, paper, look.corner)
    shape = picture[..., 3].copy()
    second = look.second
    if look.ground == "split":
        cv2.fillPoly(
            picture, [np.array([[0, height], [width, height], [width, height // 3], [0, height // 2]])], second
        )
    elif look.ground == "gradient":
        part = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
        picture[..., :3] = np.array(paper, np.float32) * (1 - part) + np.array(second, np.float32) * part
    elif look.ground == "stripes":
        for x in range(0, width, 14):
            picture[:, x : x + 5, :3] = second
    elif look.ground == "diagonal":
        for x in range(-height, width, 16):
            cv2.line(picture, (x, height), (x + height, 0), second, 4, cv2.LINE_AA)
    elif look.ground == "dots":
        for y in range(6, height, 16):
            for x in range(6, width, 16):
                cv2.circle(picture, (x, y), 3, second, -1, cv2.LINE_AA)
    elif look.ground == "rays":
        rays(picture, second)
    if look.frame:
        inset = round(look.frame * min(width, height))
        thick = max(1, round(inset * 0.4))
        cv2.rectangle(picture, (inset, inset), (width - 1 - inset, height - 1 - inset), look.accent, thick, cv2.LINE_AA)
    picture[..., 3] = shape
    return picture, width, height


def _lay_letter(picture: Any, mask: Any, centre: tuple[float, float], look: Look, ink: Colour) -> None:
    """The letter: full, as an outline, or with its shadow."""
    reach = max(2, round(mask.shape[0] * 0.06))
    grown = cv2.copyMakeBorder(mask, reach, reach, reach, reach, cv2.BORDER_CONSTANT)
    wide = cv2.dilate(grown, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2))
    if look.effect == "hollow":
        lay_ink(picture, wide, centre, ink)
        lay_ink(picture, grown, centre, look.accent if look.emblem else look.paper)
    elif look.effect == "shadowed":
        lay_ink(picture, grown, (centre[0] + reach, centre[1] + reach), look.second)
        lay_ink(picture, grown, centre, ink)
    elif look.effect == "outlined":
        lay_ink(picture, wide, centre, look.second if look.emblem else look.accent)
        lay_ink(picture, grown, centre, ink)
    else:
        lay_ink(picture, mask, centre, ink)


def _lay_emblem(picture: Any, look: Look, centre: tuple[float, float], capital_px: float) -> None:
    """What the letter stands on, a little larger than it."""
    height, width = picture.shape[:2]
    reach = min(capital_px * 0.95, 0.47 * width)
    if look.emblem in ("diamond", "star"):
        reach = min(capital_px * 1.2, 0.49 * width)
    at, size = (round(centre[0]), round(centre[1])), round(reach)
    shape = picture[..., 3].copy()
    if look.emblem in ("disc", "oval"):
        axes = (size, size) if look.emblem == "disc" else (round(0.8 * size), round(1.1 * size))
        cv2.ellipse(picture, at, axes, 0, 0, 360, look.accent, -1, cv2.LINE_AA)
    elif look.emblem == "ring":
        cv2.circle(picture, at, size, look.accent, max(2, size // 9), cv2.LINE_AA)
    elif look.emblem == "banner":
        top, bottom = (max(0, round(centre[1] - 0.8 * size)), min(height, round(centre[1] + 0.8 * size)))
        picture[top:bottom, :, :3] = look.accent
    else:
        cv2.fillPoly(picture, [_outline(look.emblem, np.array(centre), reach)], look.accent, cv2.LINE_AA)
    picture[..., 3] = shape


def _outline(emblem: str, centre: Any, reach: float) -> Any:
    """The corners of an emblem."""
    if emblem == "square":
        points = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 0.85
    elif emblem == "diamond":
        points = np.array([[0, -1.1], [1, 0], [0, 1.1], [-1, 0]])
    elif emblem == "shield":
        points = np.array([[-0.85, -0.9], [0.85, -0.9], [0.85, 0.2], [0.5, 0.8], [0, 1.15], [-0.5, 0.8], [-0.85, 0.2]])
    else:
        count = 6 if emblem == "hexagon" else 20
        turns = np.arange(count) * 2 * np.pi / count
        long = np.where(np.arange(count) % 2, 1.0 if emblem == "hexagon" else 0.82, 1.0)[:, None]
        points = np.stack([np.sin(turns), -np.cos(turns)], -1) * long
    return np.round(centre + points * reach).astype(np.int32)


def _print_corners(picture: Any, look: Look, letter: str, rng: np.random.Generator) -> None:
    """Value, letter, or rank and suit in one corner or two."""
    if look.corners == "none":
        return
    height, width = picture.shape[:2]
    small = look.corner_height * min(width, height)
    suit, rank = str(rng.choice(list(SUITS))), str(rng.choice(RANKS))
    text = {"letters": letter, "rank": rank, "ranks": rank}.get(look.corners) or str(rng.choice(VALUES))
    mask = sign(look.typeface if rng.random() < 0.5 else look.small, text, small, 0.28 * width)
    margin = 0.05 * width
    at = margin + mask.shape[1] / 2, margin + small / 2
    if look.corners == "value":  # below, on the right
        at = width - at[0], height - at[1]
    ink = _seen_on(look, picture[round(at[1]), round(at[0]), :3])
    for _ in range(2 if look.corners in ("values", "letters", "ranks") else 1):
        lay_ink(picture, mask, at, ink)
        if look.suits and look.corners in ("rank", "ranks"):
            lay_ink(picture, sign(look.pips, suit, small * 0.8, 0.25 * width), (at[0], at[1] + small * 1.1), ink)
        if look.corners != "rank":
            mask = cv2.rotate(mask, cv2.ROTATE_180)
            at = width - at[0], height - at[1]


def _seen_on(look: Look, ground: Any) -> Colour:
    """Of the deck's inks the one that differs most from this ground; black or white where neither can be seen."""
    ink = max((look.ink, look.accent), key=lambda one: _apart(one, ground))
    if _apart(ink, ground) > LEAST_CONTRAST:
        return ink
    return (20, 20, 20) if np.mean(ground) > 120 else (240, 240, 240)


def _apart(one: Any, other: Any) -> float:
    return float(abs(grey(one) - grey(other)))


def _draw_picture(picture: Any, rng: np.random.Generator) -> None:
    """Something painted that no letter looks like."""
    height, width = picture.shape[:2]
    shape = picture[..., 3].copy()
    for _ in range(int(rng.integers(3, 9))):
        middle = np.array([width, height]) * (0.5 + rng.normal(0, 0.12, 2))
        points = middle + rng.normal(0, 0.14, (int(rng.integers(3, 8)), 2)) * [width, height]
        cv2.fillPoly(picture, [np.round(points).astype(np.int32)], hue(rng, 170, 190), cv2.LINE_AA)
    picture[..., 3] = shape


def _two_tones(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """Paper and ink that differ enough to be read; one deck in four is dark."""
    light, dark = _pale(rng), _deep(rng)
    return (light, dark) if rng.random() < 0.75 else (dark, light)


def _pale(rng: np.random.Generator) -> Colour:
    return hue(rng, 255 * rng.beta(0.8, 3.5), rng.uniform(205, 255))


def _deep(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.4:
        return (int(rng.uniform(5, 60)),) * 3
    return hue(rng, rng.uniform(120, 255), rng.uniform(50, 150))


def _near(rng: np.random.Generator, colour: Colour) -> Colour:
    """The same colour, somewhat lighter or darker."""
    factor = rng.uniform(0.6, 0.88) if sum(colour) > 300 else rng.uniform(1.3, 1.9)
    blue, green, red = (int(np.clip(part * factor + 6, 0, 255)) for part in colour)
    return blue, green, red
