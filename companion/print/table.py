"""A drawn table: cards of a deck laid out before an imaginary camera, picture after picture.

It is the picture source of `--camera drawn` and of the films that the tests show the eyes. Everything follows from
the calls made and the seed: the same table always gives the same pictures, noise included.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

from companion.errors import BadInput
from companion.print import faces, paint
from companion.print.style import card_size_mm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.cards import Card, Deck

    Picture = NDArray[np.uint8]
    Matrix = NDArray[np.float64]

WIDTH_PX, HEIGHT_PX = 1280, 720

# What the camera sees of the table: this wide at its middle, a little wider at the far edge than at the near one.
_VIEW_WIDTH_MM = 640.0
_FAR_WIDER = 1.08
_GAP_MM = 5.0
_CORNER_MM = 2.5
_FACE_PX_PER_MM = 3.0
_NOISE = 2.0  # standard deviation of the sensor's noise, in grey levels


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """One card on the table: which, how it lies, and where its centre is (millimetres from the middle of the view)."""

    card: Card
    face_down: bool
    sideways: bool
    row: int
    x_mm: float
    y_mm: float
    turn_deg: float
    copy: int

    @property
    def label(self) -> str:
        """What can be read off it as it lies: its label, or "?" for a face-down card."""
        return "?" if self.face_down else self.card.label


class DrawnTable:
    """Cards in rows on a table, seen by a camera at 1280×720. Every method may be called from any thread.

    `rows` is how many rows the table has room for (0 is the farthest from the player). `seed` decides how
    crookedly cards are laid and the noise of the picture.
    """

    def __init__(self, deck: Deck, *, rows: int = 1, seed: int = 0) -> None:
        if not 1 <= rows <= 4:
            raise BadInput(f"a drawn table has 1 to 4 rows, not {rows}")
        self.deck = deck
        self._rows = rows
        self._chance = np.random.default_rng(seed)
        self._lock = threading.RLock()
        self._cards: list[DrawnCard] = []
        self._laid = 0
        self._hand_at: tuple[float, float] | None = None
        self._bump = (0.0, 0.0, 0.0)
        self._light = 1.0
        self._cloth = _cloth(self._chance)
        self._noise = np.clip(self._chance.normal(0, _NOISE, (HEIGHT_PX + 61, WIDTH_PX + 61, 3)), -9, 9).astype(np.int8)
        self._clean: Picture | None = None

    @property
    def cards(self) -> tuple[DrawnCard, ...]:
        """The cards that lie there, row by row from far to near, each row from left to right."""
        with self._lock:
            return tuple(self._cards)

    def place(
        self,
        label: str,
        face_down: bool = False,
        side: Literal["left", "right"] = "right",
        at: int | None = None,
        *,
        row: int = 0,
        rank: str | None = None,
    ) -> DrawnCard:
        """Lay a card at one end of a row, or between its cards (`at` counts from 0 at the left of that row).

        `label` is one of the deck's (or "?", which lies face down); with `rank` the card that carries both.
        Raises BadInput when the deck has no such card, or the table no such place.
        """
        with self._lock:
            if not 0 <= row < self._rows:
                raise BadInput(f"this drawn table has rows 0 to {self._rows - 1}, not {row}")
            line = [card for card in self._cards if card.row == row]
            place = at if at is not None else (0 if side == "left" else len(line))
            if not 0 <= place <= len(line):
                raise BadInput(f"row {row} has places 0 to {len(line)}, not {place}")
            x_mm = self._room_for(line, place)
            card = DrawnCard(
                card=self._of_deck(label, rank),
                face_down=face_down or label == "?",
                sideways=False,
                row=row,
                x_mm=x_mm,
                y_mm=self._row_y_mm(row) + float(self._chance.normal(0, 1.0)),
                turn_deg=float(self._chance.normal(0, 1.5)),
                copy=self._laid,
            )
            self._laid += 1
            self._cards.append(card)
            self._tidy()
            return next(shown for shown in self._cards if shown.copy == card.copy)

    def remove(self, index: int) -> DrawnCard:
        """Take away the card with this place in `cards`, and give it back; the others stay where they lie."""
        with self._lock:
            card = self._at(index)
            self._cards.remove(card)
            self._clean = None
            return card

    def turn_over(self, index: int) -> None:
        """Turn a card face down, or face up again."""
        with self._lock:
            card = self._at(index)
            self._change(card, replace(card, face_down=not card.face_down))

    def turn_sideways(self, index: int) -> None:
        """Turn a card by a quarter, or back upright."""
        with self._lock:
            card = self._at(index)
            self._change(card, replace(card, sideways=not card.sideways))

    def clear(self) -> None:
        """Take all cards away."""
        with self._lock:
            self._cards.clear()
            self._clean = None

    def hand(self, at_mm: tuple[float, float] | None = (0.0, 0.0)) -> None:
        """Hold a hand over the table, its fingertips at this place (from the middle of the view), or None: away."""
        with self._lock:
            self._hand_at = at_mm
            self._clean = None

    def bump(self, right_mm: float = 0.0, down_mm: float = 0.0, turn_deg: float = 0.0) -> None:
        """Push the camera: from now on it stands this far from where it first stood."""
        with self._lock:
            self._bump = (right_mm, down_mm, turn_deg)
            self._clean = None

    def light(self, brightness: float = 1.0) -> None:
        """Dim or brighten the room: 1.0 is the first evening's light, 0.5 half of it."""
        with self._lock:
            self._light = brightness
            self._clean = None

    def frame(self) -> Picture:
        """The next picture of the table: 720×1280×3, BGR, with fresh noise."""
        with self._lock:
            if self._clean is None:
                self._clean = self._draw()
            down, right = (int(offset) for offset in self._chance.integers(0, 61, 2))
            noise = self._noise[down : down + HEIGHT_PX, right : right + WIDTH_PX]
            return cv2.add(self._clean, noise, dtype=cv2.CV_8U).astype(np.uint8, copy=False)

    def quads(self) -> tuple[tuple[tuple[float, float], ...], ...]:
        """The true corners of each card of `cards`, in pixels, clockwise from the card's own top left."""
        with self._lock:
            view = self._view()
            return tuple(_corners(view @ _lying(card), *self._size_mm()) for card in self._cards)

    def hidden(self) -> frozenset[int]:
        """Which cards of `cards` the hand covers, wholly or for more than a twentieth."""
        with self._lock:
            if self._hand_at is None:
                return frozenset()
            view = self._view()
            hand = _hand(view, self._hand_at) > 0
            under = set()
            for index, quad in enumerate(self.quads()):
                card = np.zeros(hand.shape, np.uint8)
                cv2.fillConvexPoly(card, np.round(quad).astype(np.int32), 1)
                if hand[card > 0].mean() > 0.05:
                    under.add(index)
            return frozenset(under)

    def _of_deck(self, label: str, rank: str | None) -> Card:
        for card in self.deck.cards:
            if label in ("?", card.label) and rank in (None, card.rank):
                return card
        wanted = label if rank is None else f"{rank}/{label}"
        raise BadInput(f"the deck {self.deck.name} has no card {wanted!r}")

    def _at(self, index: int) -> DrawnCard:
        if not 0 <= index < len(self._cards):
            raise BadInput(f"there are {len(self._cards)} cards on the drawn table, so there is no card {index}")
        return self._cards[index]

    def _change(self, before: DrawnCard, after: DrawnCard) -> None:
        self._cards[self._cards.index(before)] = after
        self._clean = None

    def _size_mm(self) -> tuple[float, float]:
        return card_size_mm(self.deck)

    def _row_y_mm(self, row: int) -> float:
        height = self._size_mm()[1]
        return (row - (self._rows - 1) / 2) * (height + 3 * _GAP_MM)

    def _room_for(self, line: list[DrawnCard], place: int) -> float:
        """Where the new card goes; what lies to the right of it in the row moves along when it comes between."""
        step = self._size_mm()[0] + _GAP_MM
        wobble = float(self._chance.normal(0, 0.7))
        if not line:
            return wobble
        if place == 0:
            return line[0].x_mm - step + wobble
        for card in line[place:]:
            self._change(card, replace(card, x_mm=card.x_mm + step))
        return line[place - 1].x_mm + step + wobble

    def _tidy(self) -> None:
        """Sort the cards, and push a row that has grown out of the view back to its middle."""
        self._cards.sort(key=lambda card: (card.row, card.x_mm))
        reach = _VIEW_WIDTH_MM / 2 - self._size_mm()[0] * 0.6
        for row in range(self._rows):
            line = [card for card in self._cards if card.row == row]
            if line and (line[0].x_mm < -reach or line[-1].x_mm > reach):
                middle = (line[0].x_mm + line[-1].x_mm) / 2
                for card in line:
                    self._change(card, replace(card, x_mm=card.x_mm - middle))
        self._clean = None

    def _view(self) -> Matrix:
        """From millimetres on the table to pixels. The view widens when the cards need more than its width."""
        width = self._size_mm()[0]
        reach = max((abs(card.x_mm) + width * 0.75 for card in self._cards), default=0.0)
        rows_mm = self._rows * (self._size_mm()[1] + 3 * _GAP_MM)
        scale = max(1.0, 2 * reach / _VIEW_WIDTH_MM, 1.06 * rows_mm / (_VIEW_WIDTH_MM * HEIGHT_PX / WIDTH_PX))
        half_w, half_h = scale * _VIEW_WIDTH_MM / 2, scale * _VIEW_WIDTH_MM / 2 * HEIGHT_PX / WIDTH_PX
        seen = [(-half_w * _FAR_WIDER, -half_h), (half_w * _FAR_WIDER, -half_h), (half_w, half_h), (-half_w, half_h)]
        frame = [(0, 0), (WIDTH_PX, 0), (WIDTH_PX, HEIGHT_PX), (0, HEIGHT_PX)]
        view = cv2.getPerspectiveTransform(np.array(seen, np.float32), np.array(frame, np.float32))
        return np.asarray(view, np.float64) @ _motion(*self._bump)

    def _draw(self) -> Picture:
        view, size = self._view(), self._size_mm()
        scene = cv2.warpPerspective(
            self._cloth, view @ _cloth_place(), (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REFLECT
        ).astype(np.uint8, copy=False)
        for shown in self._cards:
            face = _face(None if shown.face_down else shown.card, self.deck, shown.copy % 4)
            _lay(scene, face, view @ _lying(shown), size)
        if self._hand_at is not None:
            _reach_in(scene, view, self._hand_at)
        return _lit(scene, self._light)


def _motion(right_mm: float, down_mm: float, turn_deg: float) -> Matrix:
    angle = np.deg2rad(turn_deg)
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    return np.array([[cos, -sin, right_mm], [sin, cos, down_mm], [0.0, 0.0, 1.0]])


def _lying(card: DrawnCard) -> Matrix:
    """From the card's own middle to its place on the table."""
    return _motion(card.x_mm, card.y_mm, card.turn_deg + (90.0 if card.sideways else 0.0))


def _corners(matrix: Matrix, width_mm: float, height_mm: float) -> tuple[tuple[float, float], ...]:
    half_w, half_h = width_mm / 2, height_mm / 2
    own = np.array([[(-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)]])
    return tuple((float(x), float(y)) for x, y in cv2.perspectiveTransform(own, matrix)[0])


_CLOTH_PX_PER_MM = 1.0
_CLOTH_MM = (1100, 700)


def _cloth(chance: np.random.Generator) -> Picture:
    """A dark cloth with a soft weave: larger and smaller clouds of the same blue-green."""
    width, height = _CLOTH_MM
    clouds = np.zeros((height, width), np.float32)
    for grain_mm, strength in ((160, 5.0), (24, 3.0), (2, 4.0)):
        patch = chance.normal(0, strength, (height // grain_mm + 2, width // grain_mm + 2)).astype(np.float32)
        clouds += cv2.resize(patch, (width, height), interpolation=cv2.INTER_CUBIC)
    colour = np.array([74.0, 78.0, 46.0], np.float32)  # blue, green, red
    cloth: Picture = np.clip(colour + clouds[:, :, None] * np.array([1.0, 1.0, 0.8]), 0, 255).astype(np.uint8)
    return cloth


def _cloth_place() -> Matrix:
    """From the cloth's pixels to millimetres about the middle of the view."""
    width, height = _CLOTH_MM
    scale = 1 / _CLOTH_PX_PER_MM
    return np.array([[scale, 0, -width / 2], [0, scale, -height / 2], [0, 0, 1.0]])


@lru_cache(maxsize=256)
def _face(card: Card | None, deck: Deck, copy: int) -> Picture:
    """A card's face in pixels, or the deck's back when there is no card."""
    drawing = faces.back(deck) if card is None else faces.front(card, deck, copy)
    return paint.pixels(drawing, _FACE_PX_PER_MM)


def _lay(scene: Picture, face: Picture, matrix: Matrix, size_mm: tuple[float, float]) -> None:
    """Lay one card on the scene, with the soft shadow of its edge."""
    height, width = face.shape[:2]
    to_card = np.diag([size_mm[0] / width, size_mm[1] / height, 1.0])
    to_card[:2, 2] = -size_mm[0] / 2, -size_mm[1] / 2
    corners = np.array(_corners(matrix, *size_mm))
    left, top = np.maximum(np.floor(corners.min(0)).astype(int) - 12, 0)
    right, bottom = np.minimum(np.ceil(corners.max(0)).astype(int) + 14, (WIDTH_PX, HEIGHT_PX))
    if right <= left or bottom <= top:
        return
    shift = np.array([[1.0, 0, -left], [0, 1.0, -top], [0, 0, 1.0]])
    warp, box = shift @ matrix @ to_card, (int(right - left), int(bottom - top))
    stencil = _rounded(width, height, _CORNER_MM * _FACE_PX_PER_MM)
    cover = cv2.warpPerspective(stencil, warp, box, flags=cv2.INTER_AREA).astype(np.float32)[:, :, None] / 255
    face_there = cv2.warpPerspective(face, warp, box, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    under = scene[top:bottom, left:right].astype(np.float32)
    fallen = np.array([[1.0, 0, 2.0], [0, 1.0, 3.0]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(cover[:, :, 0], fallen, box), (0, 0), 2.5)[:, :, None]
    under *= 1 - 0.45 * shadow
    scene[top:bottom, left:right] = (under * (1 - cover) + face_there.astype(np.float32) * cover).astype(np.uint8)


def _rounded(width: int, height: int, radius: float) -> Picture:
    stencil = np.zeros((height, width), np.uint8)
    inset = round(radius)
    cv2.rectangle(stencil, (inset, 0), (width - 1 - inset, height - 1), 255, -1)
    cv2.rectangle(stencil, (0, inset), (width - 1, height - 1 - inset), 255, -1)
    for x in (inset, width - 1 - inset):
        for y in (inset, height - 1 - inset):
            cv2.circle(stencil, (x, y), inset, 255, -1)
    return stencil


_FINGERS_MM = ((-27.0, 22.0), (-9.0, 4.0), (9.0, 0.0), (27.0, 10.0))


def _hand(view: Matrix, tip_mm: tuple[float, float]) -> Picture:
    """Where a hand and forearm reaching in from the near edge cover the frame (255), its middle finger at the tip."""
    cover = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    scale = _px_per_mm(view)

    def at(x_mm: float, y_mm: float) -> tuple[int, int]:
        point = view @ np.array([tip_mm[0] + x_mm, tip_mm[1] + y_mm, 1.0])
        return round(float(point[0] / point[2])), round(float(point[1] / point[2]))

    for x_mm, y_mm in _FINGERS_MM:
        cv2.line(cover, at(x_mm, y_mm + 10), at(x_mm * 0.8, 90), 255, max(1, round(17 * scale)))
    cv2.line(cover, at(46, 75), at(25, 115), 255, max(1, round(19 * scale)))
    cv2.ellipse(cover, at(0, 110), (round(42 * scale), round(48 * scale)), 0, 0, 360, 255, -1)
    cv2.line(cover, at(0, 120), at(20, 500), 255, max(1, round(62 * scale)))
    return cover


def _px_per_mm(view: Matrix) -> float:
    return float(np.linalg.norm(view[:2, 0]) / abs(view[2, 2]))


def _reach_in(scene: Picture, view: Matrix, tip_mm: tuple[float, float]) -> None:
    """A hand over the scene, with its shadow."""
    cover = _hand(view, tip_mm)
    fallen = cv2.warpAffine(cover, np.array([[1.0, 0, 18.0], [0, 1.0, 14.0]]), (WIDTH_PX, HEIGHT_PX))
    shadow = cv2.GaussianBlur(fallen, (0, 0), 9).astype(np.float32)[:, :, None] / 255
    soft = cv2.GaussianBlur(cover, (0, 0), 1.5).astype(np.float32)[:, :, None] / 255
    round_off = cv2.GaussianBlur(cover, (0, 0), 14 * _px_per_mm(view)).astype(np.float32)[:, :, None] / 255
    skin = np.array([120.0, 150.0, 205.0], np.float32) * (0.45 + 0.55 * round_off)
    scene[:] = (scene * (1 - 0.5 * shadow) * (1 - soft) + skin * soft).astype(np.uint8)


def _lit(scene: Picture, brightness: float) -> Picture:
    """A lamp above and to the left, and the slight softness of a lens."""
    across = np.linspace(1.08, 0.9, WIDTH_PX, dtype=np.float32)
    down = np.linspace(1.04, 0.94, HEIGHT_PX, dtype=np.float32)
    light = (down[:, None] * across[None, :] * brightness)[:, :, None]
    soft = cv2.GaussianBlur(scene, (0, 0), 0.7).astype(np.float32)
    return np.clip(soft * light, 0, 255).astype(np.uint8)
