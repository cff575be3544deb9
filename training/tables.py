"""Random tables to learn from: faces laid out as people lay them, on boards and cloths, among clutter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.drawn.scene import CLOTHS, CardOnTable, Conditions, draw_cloth, draw_scene
from training.faces import (
    RANKS,
    SUITS,
    Face,
    back_face,
    letter_face,
    letters,
    pip_typeface,
    random_style,
    rank_face,
    word_face,
)
from training.fonts import CAPITALS, Typeface, drawn
from training.house import DECKS, house_faces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.drawn.scene import Floats, Picture


# How often each layout is drawn.
LAYOUTS = {
    "scatter": 0.2, "rows": 0.13, "board": 0.15, "pile": 0.06, "close": 0.04, "ranks": 0.1, "words": 0.07,
    "empty": 0.05, "covered": 0.12, "house": 0.08,
}  # fmt: skip
NEAR = ("scatter", "rows", "board", "pile", "covered", "house")  # what the layout "near" draws with larger cards


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A frame with its truth: a face, a quad (4, 2) and the visible part for every card."""

    frame: Picture
    faces: tuple[Face, ...]
    quads: Floats
    visible: Floats


class TablePainter:
    """Draws random tables with the given typefaces. The same seed draws the same table."""

    def __init__(self, typefaces: Sequence[Typeface], all_typefaces: Sequence[Typeface] | None = None) -> None:
        self.typefaces = typefaces
        self.pips = pip_typeface(all_typefaces or typefaces)
        self.words = made_up_words(3000)

    def paint(self, seed: int, size_px: tuple[int, int] = (512, 512), layout: str | None = None) -> DrawnTable:
        """One table; `layout` is a name of LAYOUTS or "near", random when None."""
        rng = np.random.default_rng(seed)
        layout = layout or str(rng.choice(list(LAYOUTS), p=list(LAYOUTS.values())))
        view_mm = 500.0
        card_px = float(np.exp(rng.uniform(np.log(20), np.log(110))))
        if layout == "close":
            card_px = rng.uniform(180, 400)
        elif layout == "near":
            card_px = rng.uniform(60, 160)
            layout = str(rng.choice(NEAR))
        size_mm = card_px * view_mm / size_px[0]
        arrange: Callable[..., list[tuple[Face, CardOnTable]]] = {
            "scatter": self._scatter, "rows": self._rows, "board": self._board, "pile": self._pile,
            "close": self._close, "ranks": self._ranks, "words": self._words, "empty": self._empty,
            "covered": self._covered, "house": self._house,
        }[layout]  # fmt: skip
        laid = arrange(rng, size_mm, view_mm)
        conditions = Conditions.random(rng, tilt_deg=45, hand=0.04)
        cloth = draw_cloth(str(rng.choice(CLOTHS)), size_px, rng)
        if layout == "board" or rng.random() < 0.35:
            cloth = self._printed(cloth, rng, card_px, board=layout == "board")
        if rng.random() < 0.3:
            cloth = self._cluttered(cloth, rng)
        shot = draw_scene([c for _, c in laid], conditions, cloth=cloth, size_px=size_px, view_mm=view_mm, seed=seed)
        return DrawnTable(shot.frame, tuple(f for f, _ in laid), shot.quads, shot.visible)

    def _scatter(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:
        style = random_style(rng, self.typefaces)
        spread = rng.choice(["loose", "tight"])
        pitch = size_mm * (rng.uniform(1.3, 2.2) if spread == "loose" else rng.uniform(1.02, 1.25))
        turned = rng.choice([180, 25, 5], p=[0.6, 0.2, 0.2])
        thickness = float(rng.choice([0.02, 0.12, 0.25]) * size_mm)
        backs = float(rng.choice([0.0, 0.05, 0.25]))
        laid: list[tuple[Face, CardOnTable]] = []
        for row in np.arange(-view_mm / 2, view_mm / 2, pitch):
            for column in np.arange(-view_mm / 2, view_mm / 2, pitch):
                if rng.random() < 0.3 or len(laid) > 120:
                    continue
                face = (
                    back_face(style.aspect, self.typefaces, rng) if rng.random() < backs else self._letter(style, rng)
                )
                x, y = np.array([column, row]) + rng.uniform(-0.3, 0.3, 2) * (pitch - size_mm * 0.8)
                laid.append((face, _lay(face, x, y, size_mm, rng.uniform(-turned, turned), thickness)))
        return laid

    def _letter(self, style: Any, rng: Any) -> Face:
        return letter_face(letters(1, rng)[0], style, rng)

    def _rows(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:
        style = random_style(rng, self.typefaces)
        gap = size_mm * float(rng.choice([0.0, 0.02, 0.15, 0.4]))
        thickness = float(rng.choice([0.02, 0.12]) * size_mm)
        laid: list[tuple[Face, CardOnTable]] = []
        for row in np.arange(-view_mm / 2, view_mm / 2, size_mm * rng.uniform(1.2, 2.5)):
            x = -view_mm / 2 + rng.uniform(0, 2 * size_mm)
            turn = rng.normal(0, 2)
            for _ in range(int(rng.integers(3, 15))):
                face = back_face(style.aspect, self.typefaces, rng) if rng.random() < 0.1 else self._letter(style, rng)
                card = _lay(face, x, row, size_mm, turn + rng.normal(0, 1.5), thickness)
                laid.append((face, card))
                x += card.width_mm + gap + abs(rng.normal(0, 0.01)) * size_mm
        return laid

    def _board(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:
        style = random_style(rng, self.typefaces)
        pitch = size_mm * rng.uniform(1.0, 1.12)
        number = int(view_mm / pitch / 2)
        taken: dict[tuple[int, int], str] = {}
        for _ in range(int(rng.integers(3, 22))):
            x, y = rng.integers(-number, number + 1, 2)
            across = rng.random() < 0.5
            for step, letter in enumerate(letters(int(rng.integers(2, 9)), rng)):
                taken[(int(x + step * across), int(y + step * (not across)))] = letter
        laid = []
        turn = float(rng.choice([0, 0, 90, 180, 270]))
        for (x, y), letter in taken.items():
            face = letter_face(letter, style, rng)
            wobble = rng.normal(0, 0.02, 2) * size_mm
            laid.append(
                (
                    face,
                    _lay(
                        face,
                        x * pitch + wobble[0],
                        y * pitch + wobble[1],
                        size_mm,
                        turn + rng.normal(0, 2),
                        0.15 * size_mm,
                    ),
                )
            )
        return laid

    def _pile(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:
        style = random_style(rng, self.typefaces)
        size_mm *= 1.4
        laid: list[tuple[Face, CardOnTable]] = []
        for _ in range(int(rng.integers(2, 9))):
            place = rng.uniform(-0.42, 0.42, 2) * view_mm
            heading = rng.uniform(0, 360)
            step = (
                size_mm * rng.uniform(0.55, 0.95) * np.array([np.cos(np.deg2rad(heading)), np.sin(np.deg2rad(heading))])
            )
            for _ in range(int(rng.integers(2, 6))):
                face = self._letter(style, rng)
                laid.append(
                    (face, _lay(face, place[0], place[1], size_mm, heading + rng.normal(0, 12), 0.03 * size_mm))
                )
                place = place + step
        return laid

    def _close(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:
        choice = rng.random()
        if choice < 0.4:
            face = word_face(self.words, self.typefaces, rng)
        elif choice < 0.6:
            face = self._rank(rng)
        else:
            face = self._letter(random_style(rng, self.typefaces), rng)
        place = rng.uniform(-0.06, 0.06, 2) * view_mm
        return [(face, _lay(face, place[0], place[1], size_mm, rng.uniform(-180, 180), 0.02 * size_mm))]

    def _rank(self, rng: Any) -> Face:
        return rank_face(str(rng.choice(RANKS)), str(rng.choice(list(SUITS))), self.typefaces, self.pips, rng)

    def _ranks(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:
        size_mm *= rng.uniform(1.2, 2.2)
        laid: list[tuple[Face, CardOnTable]] = []
        if rng.random() < 0.5:
            for _ in range(int(rng.integers(1, 7))):
                laid += self._hand_of_ranks(rng, size_mm, rng.uniform(-0.45, 0.45, 2) * view_mm)
            return laid
        for _ in range(int(rng.integers(1, 14))):
            face = self._rank(rng) if rng.random() < 0.92 else back_face(0.7, self.typefaces, rng)
            place = rng.uniform(-0.48, 0.48, 2) * view_mm
            laid.append((face, _lay(face, place[0], place[1], size_mm, rng.uniform(-180, 180), 0.01 * size_mm)))
        return laid

    def _hand_of_ranks(self, rng: Any, size_mm: float, place: Any) -> list[tuple[Face, CardOnTable]]:
        """Playing cards as they come out of a hand: side by side, half on each other, in a column or a fan."""
        turn = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 15)) if rng.random() < 0.7 else rng.uniform(0, 360)
        way = rng.choice(["row", "column", "fan"], p=[0.5, 0.2, 0.3])
        step = size_mm * rng.uniform(0.18, 0.8)
        opening = float(rng.uniform(6, 22)) if way == "fan" else 0.0
        laid = []
        for number in range(int(rng.integers(2, 6))):
            angle = turn + number * opening
            across = np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))])
            along = np.array([-across[1], across[0]])
            lift = rng.normal(0, 0.08) * size_mm
            place = place + (along * step + across * lift if way == "column" else across * step + along * lift)
            face = self._rank(rng)
            laid.append((face, _lay(face, place[0], place[1], size_mm, angle + rng.normal(0, 3), 0.01 * size_mm)))
        return laid

    def _covered(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:
        """Letter cards in straight lines, each laid over a part of the one before."""
        style = random_style(rng, self.typefaces)
        size_mm *= rng.uniform(1.0, 1.5)
        laid: list[tuple[Face, CardOnTable]] = []
        turn = float(rng.uniform(0, 360))
        right = np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))])
        down = np.array([-right[1], right[0]])
        width_mm, height_mm = (size_mm * np.sqrt(style.aspect), size_mm / np.sqrt(style.aspect))
        sideways = rng.random() < 0.3
        step = (right * width_mm if sideways else down * height_mm) * rng.uniform(0.5, 0.9) * rng.choice([-1, 1])
        aside = (down * height_mm if sideways else right * width_mm) * rng.uniform(1.01, 1.4)
        for line in range(-8, 9):
            middle = aside * line + rng.normal(0, 0.03, 2) * size_mm
            for number in range(int(rng.integers(2, 7))):
                if (np.abs(place := middle + step * (number - 2)) > 0.55 * view_mm).any():
                    continue
                face = self._letter(style, rng) if rng.random() < 0.95 else back_face(style.aspect, self.typefaces, rng)
                laid.append((face, _lay(face, place[0], place[1], size_mm, turn + rng.normal(0, 2), 0.01 * size_mm)))
        return laid

    def _house(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:
        """Cards of one of the house decks, in rows or anyhow."""
        fronts, back = house_faces(str(rng.choice(DECKS)))
        size_mm *= rng.uniform(1.0, 1.8)
        pitch, tidy = size_mm * rng.uniform(1.25, 1.9), rng.random() < 0.6
        laid: list[tuple[Face, CardOnTable]] = []
        for row in np.arange(-view_mm / 2, view_mm / 2, pitch):
            for column in np.arange(-view_mm / 2, view_mm / 2, pitch):
                if rng.random() < 0.35 or len(laid) > 80:
                    continue
                face = back if rng.random() < 0.2 else fronts[int(rng.integers(len(fronts)))]
                spin = rng.normal(0, 4) + float(rng.choice([0, 0, 0, 90])) if tidy else rng.uniform(0, 360)
                place = np.array([column, row]) + rng.normal(0, 0.04, 2) * size_mm
                laid.append((face, _lay(face, place[0], place[1], size_mm, spin, 0.01 * size_mm)))
        return laid

    def _words(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:
        pitch = size_mm * rng.uniform(1.35, 2)
        tilt = rng.choice([4, 180], p=[0.7, 0.3])
        laid = []
        for row in np.arange(-view_mm / 2, view_mm / 2, pitch):
            for column in np.arange(-view_mm / 2, view_mm / 2, pitch * 1.2):
                face = word_face(self.words, self.typefaces, rng)
                laid.append((face, _lay(face, column, row, size_mm, rng.uniform(-tilt, tilt), 0.02 * size_mm)))
        return laid if len(laid) < 100 else laid[:: len(laid) // 60]

    def _empty(self, rng: Any, size_mm: float, view_mm: float) -> list[tuple[Face, CardOnTable]]:  # noqa: ARG002
        return []

    def _printed(self, cloth: Picture, rng: Any, card_px: float, *, board: bool) -> Picture:
        """Print that is no card: a game board's squares and captions, big words, tables of letters."""
        canvas = cloth.copy()
        height, width = canvas.shape[:2]
        if board:
            canvas = self._squares(canvas, rng, card_px)
        for _ in range(int(rng.integers(2, 14))):
            text = " ".join(str(w) for w in rng.choice(self.words, int(rng.integers(1, 4)))).upper()
            if rng.random() < 0.25:
                text = CAPITALS[int(rng.integers(26))]
            size = float(np.exp(rng.uniform(np.log(5), np.log(90))))
            mask = drawn(self.typefaces[int(rng.integers(len(self.typefaces)))], text, max(6, int(size)))
            if mask.size == 0:
                continue
            turn = cv2.getRotationMatrix2D(
                (mask.shape[1] / 2, mask.shape[0] / 2), float(rng.choice([0, 90, 180, rng.uniform(0, 360)])), 1
            )
            turn[:, 2] += rng.uniform(0, 1, 2) * [width, height] - [mask.shape[1] / 2, mask.shape[0] / 2]
            laid = cv2.warpAffine(mask, turn, (width, height)).astype(np.float32)[..., None] / 255
            if rng.random() < 0.3:  # a printed panel behind the words
                x, y = rng.uniform(0, 1, 2) * [width, height]
                cv2.rectangle(
                    canvas,
                    (int(x), int(y)),
                    (int(x + rng.uniform(20, 200)), int(y + rng.uniform(20, 200))),
                    rng.uniform(0, 255, 3),
                    -1,
                )
            canvas = (canvas + laid * (rng.uniform(0, 255, 3) - canvas)).astype(np.uint8)
        return canvas

    def _squares(self, canvas: Any, rng: Any, card_px: float) -> Any:
        height, width = canvas.shape[:2]
        pitch = card_px * rng.uniform(0.95, 1.2)
        overlay = canvas.copy()
        ground = rng.uniform(60, 250, 3)
        overlay[:] = (0.3 * overlay + 0.7 * ground).astype(np.uint8)
        palette = [rng.uniform(0, 255, 3) for _ in range(3)]
        for y in np.arange(0, height * 1.4, pitch) - height * 0.2:
            for x in np.arange(0, width * 1.4, pitch) - width * 0.2:
                if rng.random() < 0.25:
                    box = (int(x), int(y)), (int(x + pitch * 0.95), int(y + pitch * 0.95))
                    cv2.rectangle(overlay, *box, palette[int(rng.integers(3))], -1)
                    for line, word in enumerate(
                        rng.choice(
                            ["DOUBLE", "TRIPLE", "WORD", "LETTER", "SCORE", "BONUS", "2X", "DL"],
                            int(rng.integers(0, 4)),
                        )
                    ):
                        place = (int(x + pitch * 0.06), int(y + pitch * (0.3 + 0.25 * line)))
                        cv2.putText(
                            overlay,
                            str(word),
                            place,
                            cv2.FONT_HERSHEY_SIMPLEX,
                            pitch * 0.0075,
                            rng.uniform(0, 255, 3),
                            1,
                            cv2.LINE_AA,
                        )
        rule = rng.uniform(0, 255, 3)
        for at in np.arange(-0.2, 1.2, pitch / width):
            cv2.line(overlay, (int(at * width), 0), (int(at * width), height), rule, max(1, int(pitch * 0.04)))
            cv2.line(overlay, (0, int(at * width)), (width, int(at * width)), rule, max(1, int(pitch * 0.04)))
        turn = cv2.getRotationMatrix2D(
            (width / 2, height / 2), float(rng.uniform(0, 360)), float(rng.uniform(0.8, 1.2))
        )
        return cv2.warpAffine(overlay, turn, (width, height), borderMode=cv2.BORDER_REFLECT)

    def _cluttered(self, cloth: Picture, rng: Any) -> Picture:
        """Pens, cups, cloth folds, sheets: shapes that are no cards."""
        canvas = cloth.copy()
        height, width = canvas.shape[:2]
        for _ in range(int(rng.integers(1, 9))):
            x, y = (rng.uniform(0, 1, 2) * [width, height]).astype(int).tolist()
            colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
            shape = rng.choice(["circle", "stroke", "sheet", "curve"])
            if shape == "circle":
                cv2.circle(canvas, (x, y), int(rng.uniform(5, 80)), colour, int(rng.choice([-1, 2, 5])), cv2.LINE_AA)
            elif shape == "stroke":
                cv2.line(
                    canvas,
                    (x, y),
                    tuple((rng.uniform(0, 1, 2) * [width, height]).astype(int).tolist()),
                    colour,
                    int(rng.uniform(1, 14)),
                    cv2.LINE_AA,
                )
            elif shape == "sheet":
                points = np.array([x, y]) + rng.uniform(-300, 300, (3, 2))
                cv2.fillPoly(canvas, [points.astype(np.int32)], colour, cv2.LINE_AA)
            else:
                cv2.ellipse(
                    canvas,
                    (x, y),
                    (int(rng.uniform(10, 150)), int(rng.uniform(10, 150))),
                    0,
                    0,
                    float(rng.uniform(30, 360)),
                    colour,
                    int(rng.uniform(1, 6)),
                    cv2.LINE_AA,
                )
        return canvas


def _lay(face: Face, x_mm: float, y_mm: float, size_mm: float, angle_deg: float, thickness_mm: float) -> CardOnTable:
    """Lay a face so that the square root of its area is `size_mm`."""
    width_mm = size_mm * float(np.sqrt(face.picture.shape[1] / face.picture.shape[0]))
    return CardOnTable(face.picture, float(x_mm), float(y_mm), width_mm, float(angle_deg), thickness_mm)


def made_up_words(count: int) -> list[str]:
    """Words of no language, all letters in them: what a word says does not matter to whoever looks for its card."""
    rng = np.random.default_rng(1)
    consonants, vowels = list("BCDFGHJKLMNPQRSTVWXZ"), list("AEIOUY")
    words = []
    for _ in range(count):
        syllables = (
            str(rng.choice(consonants))
            + str(rng.choice(vowels))
            + (str(rng.choice(consonants)) if rng.random() < 0.4 else "")
            for _ in range(int(rng.integers(1, 5)))
        )
        words.append("".join(syllables))
    return words
