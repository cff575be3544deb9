"""An album: small grey pictures of every card of a deck one owns, and how much a face resembles each of them.

Faces are compared by correlation, give or take a few pixels, after what all cards of the deck have in common (white
ground, frame, rule) is taken off; so what counts is what sets the cards apart.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import BadInput
from companion.sentences import told
from companion.vision.rectify import cut, halvings, window

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Pictures = NDArray[np.uint8]
Floats = NDArray[np.float32]

FACE_PX = 80  # enough to tell the small rank in a WORDCARD card's corner
MOST_OF_ONE = 4  # pictures kept of one card
LOOKS_ALIKE = 0.975  # two cards more alike than this are told apart poorly
INSIDE = 0.04  # the rim that is left out: the finder's corners are not quite exact
_SHIFTS_PX = (-2, 0, 2)


@dataclass(frozen=True, slots=True)
class Album:
    """What is known of a deck's looks: pictures with the names of their cards.

    `pictures` are uint8, n × 80 × 80, upright, stretched to a square; `aspects` float32, n: the card's width over its
    height.
    """

    names: tuple[str, ...] = ()
    pictures: Pictures = field(default_factory=lambda: np.zeros((0, FACE_PX, FACE_PX), np.uint8))
    aspects: Floats = field(default_factory=lambda: np.zeros(0, np.float32))

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards that are known, each once."""
        return tuple(dict.fromkeys(self.names))

    def with_faces(self, names: Sequence[str], pictures: Pictures, aspects: Floats) -> Album:
        """The album with more pictures; of each card the newest few are kept."""
        both = [*self.names, *names]
        kept = [index for index, name in enumerate(both) if both[index + 1 :].count(name) < MOST_OF_ONE]
        all_pictures, all_aspects = np.concatenate([self.pictures, pictures]), np.concatenate([self.aspects, aspects])
        return Album(tuple(both[index] for index in kept), all_pictures[kept], all_aspects[kept])

    def to_bytes(self) -> bytes:
        """The album as a file."""
        file = io.BytesIO()
        names = np.array(self.names, np.str_)
        np.savez_compressed(file, names=names, pictures=self.pictures, aspects=self.aspects)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes, whose: str) -> Album:
        """The album of a file. Raises BadInput, naming `whose` it is, when it is damaged."""
        damaged = BadInput(told("{whose} is damaged; enrol the deck again", whose=whose))
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as file:
                names = tuple(str(name) for name in file["names"])
                pictures, aspects = file["pictures"], file["aspects"]
        except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile):
            raise damaged from None
        if pictures.shape != (len(names), FACE_PX, FACE_PX) or aspects.shape != (len(names),):
            raise damaged
        if pictures.dtype != np.uint8 or aspects.dtype != np.float32:
            raise damaged
        return cls(names, pictures, aspects)


class Likeness:
    """An album made ready for comparing: how much a face resembles each of its cards, and they each other.

    `between` is cards × cards; `between_turned` the same at the most, when cards may lie in any direction they can be
    mistaken in (V and A upside down; N and Z a quarter turned, if they are square).
    """

    def __init__(self, album: Album) -> None:
        self.cards = album.cards
        self._of_card = [[at for at, name in enumerate(album.names) if name == card] for card in self.cards]
        self._album = album
        raw = correlation_vectors(album.pictures)
        # With one card only there is nothing in common to take off.
        self._common = raw.mean(0) * (1 - 1 / max(1, len(raw))) if len(raw) else np.zeros(FACE_PX**2, np.float32)
        # Kept in half precision, which is plenty for what is all between -1 and 1: albums of large decks are large.
        self._variants = [
            self._features(_shifted(album.pictures, x, y)).astype(np.float16) for x in _SHIFTS_PX for y in _SHIFTS_PX
        ]
        self.aspects = np.array([np.median(album.aspects[own]) for own in self._of_card], np.float32)
        self.between = self._between(album.pictures)
        turns = range(4) if len(self.aspects) and np.any(is_square(self.aspects)) else (0, 2)
        self.between_turned = np.max([self._between(np.rot90(album.pictures, turn, (1, 2))) for turn in turns], 0)

    def of(self, faces: Pictures) -> Floats:
        """How much each face (n × 80 × 80) resembles each card: correlation −1…1, n × cards."""
        features = self._features(faces)
        each = np.full((len(faces), len(self._album.names)), -1, np.float32)
        for variant in self._variants:
            np.maximum(each, features @ variant.astype(np.float32).T, out=each)
        columns = [each[:, own].max(1) for own in self._of_card]
        return np.stack(columns, 1) if columns else np.zeros((len(faces), 0), np.float32)

    def look_alikes(self) -> list[tuple[str, str, float]]:
        """Pairs of different cards that are hard to tell apart, the worst first, with the likeness of the whole faces.

        What the deck has in common is left on for this: between two equal cards only noise would remain.
        """
        whole = correlation_vectors(self._album.pictures)
        every_px = range(min(_SHIFTS_PX), max(_SHIFTS_PX) + 1)
        moved = [correlation_vectors(_shifted(self._album.pictures, x, y)) for x in every_px for y in every_px]
        each = np.max([whole @ variant.T for variant in moved], 0)
        pairs = [
            (self.cards[one], self.cards[other], float(each[np.ix_(self._of_card[one], self._of_card[other])].max()))
            for one in range(len(self.cards))
            for other in range(one + 1, len(self.cards))
        ]
        return sorted((pair for pair in pairs if pair[2] > LOOKS_ALIKE), key=lambda pair: -pair[2])

    def _between(self, pictures: Pictures) -> Floats:
        likeness = self.of(pictures)
        rows = [likeness[own].max(0) for own in self._of_card]
        return np.array(rows, np.float32).reshape(len(self.cards), len(self.cards))

    def _features(self, faces: Pictures) -> Floats:
        vectors = correlation_vectors(faces) - self._common
        return np.asarray(vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6), np.float32)


def faces_of(grey: NDArray[np.uint8], quads: Iterable[NDArray[np.float32]]) -> Pictures:
    """The faces of the cards at these quads (each from the corner that shall be top left), n × 80 × 80."""
    pyramid = halvings(grey)
    inner = [window(quad, INSIDE, INSIDE, 1 - INSIDE, 1 - INSIDE) for quad in quads]
    return np.array([cut(pyramid, quad, FACE_PX, FACE_PX) for quad in inner], np.uint8).reshape(-1, FACE_PX, FACE_PX)


def aspect(quad: NDArray[np.float32]) -> float:
    """Width over height of a quad from its top left corner."""
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    return float((sides[0] + sides[2]) / max(1e-6, sides[1] + sides[3]))


def is_square(aspects: Floats) -> NDArray[np.bool_]:
    """Which cards are so nearly square that a quarter turn cannot be told by their outline."""
    return np.asarray(np.abs(np.log(aspects)) < 0.11, np.bool_)


def correlation_vectors(faces: Pictures) -> Floats:
    """Faces as vectors whose products are correlations: a little blurred, mean 0, length 1."""
    soft = np.array([cv2.GaussianBlur(face, (0, 0), 1.0) for face in faces], np.float32)
    soft = soft.reshape(len(faces), FACE_PX**2)
    soft -= soft.mean(1, keepdims=True) if len(soft) else 0
    return np.asarray(soft / (np.linalg.norm(soft, axis=1, keepdims=True) + 1e-3), np.float32)


def _shifted(faces: Pictures, right_px: int, down_px: int) -> Pictures:
    """The faces moved by so much, their edges drawn out."""
    reach = max(abs(shift) for shift in _SHIFTS_PX)
    wider = np.pad(faces, ((0, 0), (reach, reach), (reach, reach)), mode="edge")
    top, left = reach - down_px, reach - right_px
    return wider[:, top : top + FACE_PX, left : left + FACE_PX]
