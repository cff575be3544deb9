"""An album: small grey pictures of every card of a deck one owns. How faces are compared with them says `likeness`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.errors import BadInput
from companion.sentences import told
from companion.vision.rectify import cut, halvings, inset

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Pictures = NDArray[np.uint8]
Floats = NDArray[np.float32]

FACE_PX = 80  # enough to tell the small rank in a corner
MOST_OF_ONE = 4  # pictures kept of one card
INSIDE = 0.04  # the rim that is left out: the finder's corners are not quite exact

MARK = b"tableside album 1\n"
_DIGEST_BYTES = 32
_ASPECT = np.dtype("<f4")


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
        """The album as a file: a mark, a digest of all that follows, the names as one line of JSON, the aspects and the
        pictures as they lie in memory (little-endian)."""
        names = json.dumps(self.names).encode() + b"\n"
        content = names + self.aspects.astype(_ASPECT).tobytes() + self.pictures.tobytes()
        return MARK + _digest(content) + content

    @classmethod
    def from_bytes(cls, file: bytes, whose: str) -> Album:
        """The album of a file. Raises BadInput, naming `whose` it is, when it is cut short or altered."""
        damaged = BadInput(told("{whose} is damaged; enrol the deck again", whose=whose))
        content = memoryview(file)[len(MARK) + _DIGEST_BYTES :]
        # Nothing is looked at that the digest does not vouch for.
        if not file.startswith(MARK) or file[len(MARK) : len(MARK) + _DIGEST_BYTES] != _digest(content):
            raise damaged
        line, _, rest = bytes(content).partition(b"\n")
        try:
            names = json.loads(line)
        except (ValueError, RecursionError):
            raise damaged from None
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise damaged
        if len(rest) != len(names) * (_ASPECT.itemsize + FACE_PX * FACE_PX):
            raise damaged
        aspects = np.frombuffer(rest, _ASPECT, len(names)).astype(np.float32)
        pictures = np.frombuffer(rest, np.uint8, offset=aspects.nbytes).reshape(-1, FACE_PX, FACE_PX)
        if not np.all(np.isfinite(aspects)) or np.any(aspects <= 0):
            raise damaged
        return cls(tuple(names), pictures, aspects)


def _digest(content: bytes | memoryview) -> bytes:
    return blake2b(content, digest_size=_DIGEST_BYTES).digest()


def faces_of(grey: NDArray[np.uint8], quads: Iterable[NDArray[np.float32]]) -> Pictures:
    """The faces of the cards at these quads (each from the corner that shall be top left), n × 80 × 80."""
    pyramid = halvings(grey)
    inner = [inset(quad, INSIDE) for quad in quads]
    return np.array([cut(pyramid, quad, FACE_PX, FACE_PX) for quad in inner], np.uint8).reshape(-1, FACE_PX, FACE_PX)


def is_square(aspects: Floats) -> NDArray[np.bool_]:
    """Which cards are so nearly square that a quarter turn cannot be told by their outline."""
    return np.asarray(np.abs(np.log(aspects)) < 0.11, np.bool_)
