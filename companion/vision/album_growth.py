"""One more picture of a card in an album, where it says something new and lets no other card be taken for this one.

Each picture of the cards that resemble it most is looked at as if it were not in the album, and must not surely be this
card. So cards that differ in one stroke, as O and Q do, keep the pictures with which they were shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.album import FACE_PX, INSIDE, MOST_OF_ONE, Album, faces_of
from companion.vision.album_matching import is_sure
from companion.vision.likeness import NEAR, Likeness
from companion.vision.quads import aspect
from companion.vision.rectify import halvings, inset, upright

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.likeness import Resemblance

LIKE_ITSELF = 0.6  # less like every picture of its own card than this, it is no picture of it
NOTHING_NEW = 0.97  # what is more like a picture of its card than this is known already


@dataclass(frozen=True, slots=True)
class AlbumFace:
    """A card as an album keeps it: `picture` (uint8, 80 × 80) from its own top left, `aspect` its width over height."""

    picture: NDArray[np.uint8]
    aspect: float


@dataclass(frozen=True, slots=True)
class AlbumGrown:
    """The album, grown by a picture, or as it was and `why_not`."""

    album: Album
    why_not: str | None = None


def face_at(album: Album, name: str, grey: NDArray[np.uint8], quad: NDArray[np.float32]) -> AlbumFace | None:
    """The card of this name where it lies on a grey frame, at a quad from whichever corner; None if nothing there looks
    like it."""
    own = Likeness(_only(album, name))
    found = own.matches(halvings(grey), [[quad]], NEAR)
    if not found or found[0].likeness < LIKE_ITSELF:
        return None
    return AlbumFace(faces_of(grey, [found[0].quad])[0], aspect(found[0].quad))


def grown(album: Album, name: str, face: AlbumFace) -> AlbumGrown:
    """The album with one more picture of a card that it has, of which it keeps the first and the newest few."""
    match = _looked_at(Likeness(album), face)
    if album.cards[match.card] == name and match.likeness > NOTHING_NEW:
        return AlbumGrown(album, f"it shows nothing new of {name}")
    with_it = _with_face(album, name, face)
    for rival in dict.fromkeys(album.cards[card] for card in (match.card, *(card for card, _ in match.others))):
        if rival != name and _is_taken_for(with_it, rival, name):
            return AlbumGrown(album, f"with it {rival} could be taken for {name}")
    return AlbumGrown(with_it)


def _is_taken_for(album: Album, rival: str, name: str) -> bool:
    """Whether a picture of the rival card would surely be taken for the other one, were it not in the album."""
    for at in (at for at, each in enumerate(album.names) if each == rival):
        without = _without(album, at)
        match = _looked_at(Likeness(without), AlbumFace(album.pictures[at], float(album.aspects[at])))
        if without.cards[match.card] == name and is_sure(match):
            return True
    return False


def _looked_at(likeness: Likeness, face: AlbumFace) -> Resemblance:
    """A kept picture looked at as if it lay on a table, in its own shape."""
    width_px = max(1, round(FACE_PX * face.aspect))
    lying = np.asarray(cv2.resize(face.picture, (width_px, FACE_PX), interpolation=cv2.INTER_LINEAR), np.uint8)
    rim = INSIDE / (1 - 2 * INSIDE)
    return likeness.matches([lying], [[inset(upright(width_px, FACE_PX), -rim)]], NEAR)[0]


def _with_face(album: Album, name: str, face: AlbumFace) -> Album:
    """The album with one more picture; where it has as many as it keeps, the oldest but the first makes room."""
    own = [at for at, each in enumerate(album.names) if each == name]
    if len(own) >= MOST_OF_ONE:
        album = _without(album, own[1])
    return album.with_faces([name], face.picture[None], np.array([face.aspect], np.float32))


def _without(album: Album, at: int) -> Album:
    left = [other for other in range(len(album.names)) if other != at]
    return _some(album, left)


def _only(album: Album, name: str) -> Album:
    return _some(album, [at for at, each in enumerate(album.names) if each == name])


def _some(album: Album, left: list[int]) -> Album:
    return Album(tuple(album.names[at] for at in left), album.pictures[left], album.aspects[left])
