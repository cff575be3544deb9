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

from companion.drawn.cut_outs import face_cut_out, mat_corner_cut_out
from companion.drawn.props import CLOTH_PLACE, HEIGHT_PX, WIDTH_PX, cloth, hand, with_hand
from companion.drawn.scene import CardOnTable, Conditions, draw_scene, view_of_table
from companion.errors import BadInput
from companion.print.mat import PIECE_MM
from companion.print.style import card_size_mm
from companion.sentences import told
from companion.vision.mat import FAR_LEFT, FAR_RIGHT, NEAR_LEFT, NEAR_RIGHT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

    from numpy.typing import NDArray

    from companion.cards import Card, Deck
    from companion.drawn.props import Matrix, Picture
    from companion.vision.sighting import Corners

MOST_ROWS = 5
MOST_COLUMNS = 6
_VIEW_MM = 640.0  # so much of the table fills the width of the picture, unless the cards need more
_SURE = 0.92  # this part of the view is in the picture at the near edge too, where the leaning camera sees less
_TILT_DEG = 9.0
_GAP_MM = 5.0
_APART = 3.0  # so many cards further on another line begins
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
    column: int | None = None  # its place in a grid, whose cards are never moved along

    @property
    def label(self) -> str:
        """What can be read off it as it lies: its label, or "?" for a face-down card."""
        return "?" if self.face_down else self.card.label

    @property
    def name(self) -> str:
        """The same with the rank before it where there is one ("Q/R")."""
        return "?" if self.face_down else self.card.name


class DrawnTable:
    """Cards in rows on a table, seen by a camera at 1280×720. Every method may be called from any thread.

    `rows` is how many rows the table has room for (0 is the farthest from the player). `seed` decides how
    crookedly cards are laid and the noise of the picture. With `mat` its four corners lie around the cards. `traits`
    are what a deck file prints on its creatures, by label. `changes` counts what was done that is seen.
    """

    def __init__(
        self,
        deck: Deck,
        *,
        rows: int = 1,
        seed: int = 0,
        mat: bool = False,
        traits: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._has_mat = mat
        self._chance = np.random.default_rng()
        self._lock = threading.RLock()
        self._cards: list[DrawnCard] = []
        self._laid = 0
        self._hand_at: tuple[float, float] | None = None
        self._bump = (0.0, 0.0, 0.0)
        self._light = 1.0
        self._seed = seed
        self._noise, self._chance.bit_generator.state = _surroundings(seed)
        self.changes = 0
        self._clean: Picture | None = None  # the table without hand and noise, until something changes
        self._drawn: tuple[object, tuple[Sequence[CardOnTable], Picture]] | None = None  # how it was seen, and what
        self._shown: Picture | None = None  # the same with the hand
        self.deal(deck, rows=rows, traits=traits)

    def deal(self, deck: Deck, *, rows: int = 1, traits: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        """Take another deck to the table, with room for so many rows. The old cards are taken away."""
        if not 1 <= rows <= MOST_ROWS:
            raise BadInput(told("a drawn table has 1 to {most} rows, not {count}", most=MOST_ROWS, count=rows))
        with self._lock:
            self.deck, self.rows, self._traits = deck, rows, traits or {}
            self.clear()

    def follow(self, deck: Deck, *, rows: int, traits: Mapping[str, Mapping[str, Any]]) -> None:
        """As `deal`, but cards of a table that is laid out so already stay where they lie."""
        if (self.deck.name, self.rows) != (deck.name, rows):
            self.deal(deck, rows=rows, traits=traits)

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
        apart: bool = False,
        column: int | None = None,
    ) -> DrawnCard:
        """Lay a card at one end of a row, or between its cards (`at` counts from 0 at the left of that row).

        `label` is one of the deck's (or "?", which lies face down); with `rank` the card that carries both ("Q/R" says
        so too). `apart` leaves so wide a gap to the next card that another line begins. With `column` the card gets
        that place of a grid, from 0 in the middle of the row, left of it below 0.
        Raises BadInput when the deck has no such card, or the table no such place.
        """
        with self._lock:
            if not 0 <= row < self.rows:
                raise BadInput(told("this drawn table has rows 0 to {last}, not {row}", last=self.rows - 1, row=row))
            line = [card for card in self._cards if card.row == row]
            place = at if at is not None else (0 if side == "left" else len(line))
            if not 0 <= place <= len(line):
                raise BadInput(
                    told("row {row} has places 0 to {last}, not {place}", row=row, last=len(line), place=place)
                )
            if column is not None and not (abs(column) <= MOST_COLUMNS and all(card.column != column for card in line)):
                raise BadInput(
                    told("row {row} has free columns from −{most} to {most}, and not {column}",
                         row=row, most=MOST_COLUMNS, column=column)
                )  # fmt: skip
            x_mm = self._room_for(line, place, apart=apart) if column is None else column * self._step_mm()
            card = DrawnCard(
                card=self.of_deck(label, rank),
                face_down=face_down or label == "?",
                sideways=False,
                row=row,
                x_mm=x_mm,
                y_mm=self._row_y_mm(row) + float(self._chance.normal(0, 1.0)),
                turn_deg=float(self._chance.normal(0, 1.5)),
                copy=self._laid,
                column=column,
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
            self._changed()
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

    def still(self) -> AbstractContextManager[object]:
        """Within it no picture is taken: several cards come to lie there at once."""
        return self._lock

    def clear(self) -> None:
        """Take all cards away."""
        with self._lock:
            self._cards.clear()
            self._changed()

    def put_back(self, cards: Sequence[DrawnCard]) -> None:
        """Lay these cards as they lay once, instead of what lies there."""
        with self._lock:
            self._cards = list(cards)
            self._laid = 1 + max((card.copy for card in cards), default=-1)
            self._changed()

    def hand(self, at_mm: tuple[float, float] | None = (0.0, 0.0)) -> None:
        """Hold a hand over the table, its fingertips at this place (from the middle of the view), or None: away."""
        with self._lock:
            self._hand_at = at_mm
            self._shown = None
            self.changes += 1

    def bump(self, right_mm: float = 0.0, down_mm: float = 0.0, turn_deg: float = 0.0) -> None:
        """Push the camera: from now on it stands this far from where it first stood."""
        with self._lock:
            self._bump = (right_mm, down_mm, turn_deg)
            self._changed()

    def light(self, brightness: float = 1.0) -> None:
        """Dim or brighten the room: 1.0 is the first evening's light, 0.5 half of it."""
        with self._lock:
            self._light = brightness
            self._changed()

    def frame(self) -> Picture:
        """The next picture of the table: 720×1280×3, BGR, with fresh noise."""
        with self._lock:
            if self._clean is None:
                self._clean, self._shown = self._draw(), None
            if self._shown is None:
                self._shown = self._clean
                if self._hand_at is not None:
                    self._shown = with_hand(self._clean, self._view(), self._hand_at)
            down, right = (int(offset) for offset in self._chance.integers(0, 61, 2))
            window = np.s_[down : down + HEIGHT_PX, right : right + WIDTH_PX]
            return np.asarray(cv2.add(self._shown, self._noise[window], dtype=cv2.CV_8U), np.uint8)

    def quads(self) -> tuple[Corners, ...]:
        """The true corners of each card of `cards`, in pixels, clockwise from the card's own top left."""
        with self._lock:
            view = self._view()
            quads = []
            for shown in self._cards:
                lying = _motion(shown.x_mm, shown.y_mm, shown.turn_deg + (90.0 if shown.sideways else 0.0))
                quads.append(_corners(view @ lying, *self._size_mm()))
            return tuple(quads)

    def hidden(self) -> frozenset[int]:
        """Which cards of `cards` the hand covers, wholly or for more than a twentieth."""
        with self._lock:
            if self._hand_at is None:
                return frozenset()
            view = self._view()
            over = hand(view, self._hand_at) > 0
            under = set()
            for index, quad in enumerate(self.quads()):
                card = np.zeros(over.shape, np.uint8)
                cv2.fillConvexPoly(card, np.round(quad).astype(np.int32), 1)
                if over[card > 0].mean() > 0.05:
                    under.add(index)
            return frozenset(under)

    def of_deck(self, label: str, rank: str | None) -> Card:
        """The deck's card with this label, and this rank where it has one. Raises BadInput when it has none."""
        for card in self.deck.cards:
            if label in ("?", card.name) or (label == card.label and rank in (None, card.rank)):
                return card
        wanted = label if rank is None else f"{rank}/{label}"
        raise BadInput(told("the deck {deck} has no card {card}", deck=self.deck.name, card=repr(wanted)))

    def _at(self, index: int) -> DrawnCard:
        if not 0 <= index < len(self._cards):
            raise BadInput(
                told(
                    "there are {count} cards on the drawn table, so there is no card {number}",
                    count=len(self._cards),
                    number=index,
                )
            )
        return self._cards[index]

    def _change(self, before: DrawnCard, after: DrawnCard) -> None:
        self._cards[self._cards.index(before)] = after
        self._changed()

    def _changed(self) -> None:
        self._clean = None
        self.changes += 1

    def _size_mm(self) -> tuple[float, float]:
        return card_size_mm(self.deck)

    def _row_y_mm(self, row: int) -> float:
        height = self._size_mm()[1]
        return (row - (self.rows - 1) / 2) * (height + 3 * _GAP_MM)

    def _step_mm(self) -> float:
        """From one card of a row to the next."""
        width, height = self._size_mm()
        return _GAP_MM + (height if self.deck.reads == "portraits" else width)  # these are turned sideways

    def _room_for(self, line: list[DrawnCard], place: int, *, apart: bool) -> float:
        """Where the new card goes; what lies to the right of it in the row moves along when it comes between."""
        step = self._step_mm() * (_APART if apart else 1.0)
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
        reach = _SURE * _VIEW_MM / 2 - self._size_mm()[0] * 0.6
        for row in range(self.rows):
            line = [card for card in self._cards if card.row == row]
            in_grid = any(card.column is not None for card in line)
            if line and not in_grid and (line[0].x_mm < -reach or line[-1].x_mm > reach):
                middle = (line[0].x_mm + line[-1].x_mm) / 2
                for card in line:
                    self._change(card, replace(card, x_mm=card.x_mm - middle))
        self._changed()

    def _view_mm(self) -> float:
        """How much of the table must fill the width of the picture for all cards to lie in it."""
        reach = max((abs(card.x_mm) for card in self._cards), default=0.0) + self._size_mm()[0] * 0.75
        rows_mm = self.rows * (self._size_mm()[1] + 3 * _GAP_MM)
        return max(_VIEW_MM, 2 * reach / _SURE, rows_mm / _SURE * WIDTH_PX / HEIGHT_PX)

    def _conditions(self) -> Conditions:
        return Conditions(tilt_deg=_TILT_DEG, gradient=0.25, exposure=self._light, blur_px=0.7, noise=0.0)

    def _view(self) -> Matrix:
        """From millimetres on the table, as it lay before any push of the camera, to pixels."""
        return view_of_table((WIDTH_PX, HEIGHT_PX), self._view_mm(), self._conditions()) @ _motion(*self._bump)

    def _on_table(self, face: Picture, x_mm: float, y_mm: float, turn_deg: float, width_mm: float) -> CardOnTable:
        """A face at its place, seen from where the camera stands after a push."""
        place = _motion(*self._bump) @ np.array([x_mm, y_mm, 1.0])
        return CardOnTable(face, float(place[0]), float(place[1]), width_mm, turn_deg + self._bump[2])

    def _face(self, shown: DrawnCard) -> Picture:
        if shown.face_down:
            return face_cut_out(None, self.deck, 0, ())
        trait = tuple(sorted(self._traits.get(shown.card.label, {}).items()))
        return face_cut_out(shown.card, self.deck, shown.copy % 4, trait)

    def _draw(self) -> Picture:
        laid = []
        if self._has_mat:
            right = _SURE * self._view_mm() / 2 - PIECE_MM / 2
            down = right * HEIGHT_PX / WIDTH_PX - PIECE_MM / 3
            for marker, (across, along) in _MAT_CORNERS.items():
                laid.append(self._on_table(mat_corner_cut_out(marker), across * right, along * down, 0.0, PIECE_MM))
        for shown in self._cards:
            x_mm, y_mm, turn_deg = shown.x_mm, shown.y_mm, shown.turn_deg + (90.0 if shown.sideways else 0.0)
            laid.append(self._on_table(self._face(shown), x_mm, y_mm, turn_deg, self._size_mm()[0]))
        seen = (self._view().tobytes(), self._conditions())
        upon = self._drawn[1] if self._drawn is not None and self._drawn[0] == seen else None
        frame = draw_scene(laid, self._conditions(), cloth=self._under(), view_mm=self._view_mm(), upon=upon).frame
        self._drawn = seen, (laid, frame)
        return frame

    def _under(self) -> Picture:
        """The cloth as it fills the picture."""
        return _cloth_seen(self._seed, (self._view() @ CLOTH_PLACE).tobytes())


_MAT_CORNERS = {FAR_LEFT: (-1, -1), FAR_RIGHT: (1, -1), NEAR_RIGHT: (1, 1), NEAR_LEFT: (-1, 1)}


@lru_cache(maxsize=1)  # a table begun anew, as many are in tests, is nearly always of the same seed
def _surroundings(seed: int) -> tuple[NDArray[np.int8], Mapping[str, Any]]:
    """What is chance around the cards: the noise, and the generator's state after the cloth and it."""
    chance = np.random.default_rng(seed)
    cloth(chance)
    noise = _noise(chance)
    noise.flags.writeable = False
    return noise, chance.bit_generator.state


@lru_cache(maxsize=1)  # and it is nearly always seen from the same place, by the table before as well
def _cloth_seen(seed: int, place: bytes) -> Picture:
    """The cloth of a table of this seed, in the picture of a camera that has it at this place (the matrix's bytes)."""
    matrix = np.frombuffer(place).reshape(3, 3)
    painted = cloth(np.random.default_rng(seed))
    seen = np.asarray(
        cv2.warpPerspective(painted, matrix, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REFLECT), np.uint8
    )
    seen.flags.writeable = False
    return seen


def _noise(chance: np.random.Generator) -> NDArray[np.int8]:
    """What the sensor's noise adds to each value of a picture somewhat larger than a frame."""
    noise = np.empty((HEIGHT_PX + 61, WIDTH_PX + 61, 3), np.int8)
    for row in noise:  # row by row: all of it in floats is eight times as large
        row[:] = np.clip(chance.normal(0, _NOISE, row.shape), -9, 9)
    return noise


def _motion(right_mm: float, down_mm: float, turn_deg: float) -> Matrix:
    angle = np.deg2rad(turn_deg)
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    return np.array([[cos, -sin, right_mm], [sin, cos, down_mm], [0.0, 0.0, 1.0]])


def _corners(matrix: Matrix, width_mm: float, height_mm: float) -> Corners:
    half_w, half_h = width_mm / 2, height_mm / 2
    own = np.array([[(-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)]])
    first, second, third, fourth = ((float(x), float(y)) for x, y in cv2.perspectiveTransform(own, matrix)[0])
    return first, second, third, fourth
