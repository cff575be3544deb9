"""Learning the cards of a deck one owns: show them once, and they are known by their looks.

No network takes part in the reading, so any print, script or ornament can be learned. A card on the table is the one
of the album that it resembles most; when another resembles it nearly as much, or none does, it is doubtful.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.errors import BadInput
from companion.vision.album import Album, Likeness, aspect, faces_of, is_square
from companion.vision.around import whole_cards
from companion.vision.arrange import rows_of
from companion.vision.find import Found
from companion.vision.sighting import Alternative, Sighting, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from companion.cards import Card, Deck
    from companion.vision.sighting import Quad

    Finder = Callable[[NDArray[np.uint8]], Sequence[NDArray[np.float32]]]

BACK = "?"
ACCEPTED = 0.9  # least confidence
_RESEMBLES = 0.6  # likeness of a card that may as well be none of the deck
# The best must beat each other card in what sets the two apart: O and Q differ in one small stroke, and it is in that
# stroke that they are compared. A lead of 1 is the one card to the dot, 0 half way between them, −1 the other.
_CLEAR = 0.12


def card_name(card: Card) -> str:
    """What a card is called in an album: its label, with the rank before it where it has one ("Q/R")."""
    return card.name


def deck_names(deck: Deck) -> tuple[str, ...]:
    """The names of a deck's cards in its order, and of its back."""
    return (*(card_name(card) for card in deck.cards), BACK)


def missing(deck: Deck, album: Album) -> tuple[str, ...]:
    """The cards of the deck that have not been shown yet, in the deck's order."""
    known = set(album.cards)
    return tuple(name for name in deck_names(deck) if name not in known)


def learn(album: Album, picture: NDArray[np.uint8], names: Sequence[str], find: Finder) -> Album:
    """Learn a spread: a picture (BGR) of cards laid upright in rows, `names` of them from far left to near right.

    Raises BadInput when the picture shows another number of cards.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    quads = spread(picture, find)
    if len(quads) != len(names):
        raise BadInput(f"{len(quads)} cards were found where {len(names)} were expected: {' '.join(names)}")
    aspects = np.array([aspect(quad) for quad in quads], np.float32)
    return album.with_faces(names, faces_of(grey, quads), aspects)


def spread(picture: NDArray[np.uint8], find: Finder) -> list[NDArray[np.float32]]:
    """The quads of cards laid upright in rows, from far left to near right, each from its top left corner."""
    quads = _outlines(picture, find)
    return [quads[index] for row in rows_of(quads) for index in row]


def _outlines(picture: NDArray[np.uint8], find: Finder) -> list[NDArray[np.float32]]:
    """The outlines of the whole cards found; what is found on a card is no card of its own."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    found = [Found(np.asarray(quad, np.float32), 1.0) for quad in find(grey)]
    return [_from_top_left(place.quad) for place in whole_cards(picture, found)]


class EnrolledReader:
    """Reads the cards of an enrolled deck. `find` gives the quads of a grey frame, from any of their corners."""

    def __init__(self, deck: Deck, album: Album, find: Finder) -> None:
        self._cards = {card_name(card): card for card in deck.cards}
        self._likeness = Likeness(album)
        self._apart = np.maximum(1.0 - self._likeness.between_turned, 0.02)
        self._find = find

    def read(self, frame: NDArray[np.uint8]) -> Table:
        """The table on a frame (uint8, BGR)."""
        grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
        quads = _outlines(frame, self._find)
        if not quads or not self._likeness.cards:
            return Table((), ())
        turned = [np.roll(quad, -turn, 0) for quad in quads for turn in range(4)]
        likeness = self._likeness.of(faces_of(grey, turned))
        off = np.abs(np.log(np.array([[aspect(quad)] for quad in turned]) / self._likeness.aspects))
        across = ~is_square(self._likeness.aspects) & (off > np.abs(np.log(self._likeness.aspects)))
        likeness = np.where(across, -1.0, likeness).astype(np.float32).reshape(len(quads), 4, -1)
        sightings = tuple(self._sighting(quad, each) for quad, each in zip(quads, likeness, strict=True))
        return Table(sightings, rows_of(quads))

    def _sighting(self, quad: NDArray[np.float32], likeness: NDArray[np.float32]) -> Sighting:
        """The card that a quad shows; `likeness` is quarter turns × cards."""
        by_card = likeness.max(0)
        order = np.argsort(-by_card)
        best, rest = int(order[0]), order[1:6]
        turn = int(likeness[:, best].argmax())
        leads = (by_card[best] - by_card[rest]) / self._apart[best, rest]
        lead = float(leads.min()) if len(rest) else 1.0
        confidence = _sure(float(by_card[best]), lead)
        others = tuple(
            Alternative(self._likeness.cards[int(index)], _sure(float(by_card[index]), -float(lead_over)))
            for index, lead_over in zip(rest, leads, strict=True)
        )
        corners = _as_quad(np.roll(quad, -turn, 0))
        seen = Sighting("back", BACK, corners, confidence, confidence >= ACCEPTED, others)
        card = self._cards.get(self._likeness.cards[best])
        if card is None:
            return seen
        sideways = turn % 2 == 1 if card.dna is not None else None
        return replace(
            seen,
            kind=card.kind,
            label=card.label,
            value=card.value,
            rank=card.rank,
            dna=card.dna,
            sideways=sideways,
        )


def _sure(likeness: float, lead: float) -> float:
    """A confidence 0…1: as good as the worse of two signs, the likeness and the lead over every other card."""
    signs = (16 * (likeness - _RESEMBLES), 18 * (lead - _CLEAR))
    return float(1 / (1 + np.exp(-min(signs))))


def _from_top_left(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same quad from the corner that is at the top left of the picture, if the card lies more or less upright."""
    edges = np.roll(quad, -1, 0) - quad
    return np.roll(quad, -int(np.argmax(edges[:, 0] / np.linalg.norm(edges, axis=1))), 0)


def _as_quad(corners: NDArray[np.float32]) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth
