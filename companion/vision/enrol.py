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
from companion.vision.album import Album, aspect, faces_of
from companion.vision.alike import ENOUGH, ExpectedShape
from companion.vision.around import whole_cards
from companion.vision.arrange import is_sideways, reading_direction, rows_of
from companion.vision.find import Found
from companion.vision.look import as_quad, outermost
from companion.vision.outline import to_edges
from companion.vision.recognise import ALIKE, SURE, Recogniser, chance_instead, confidence_in
from companion.vision.rectify import halvings
from companion.vision.sighting import Alternative, Sighting, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from companion.cards import Card, Deck
    from companion.vision.likeness import Match

    Finder = Callable[[NDArray[np.uint8]], Sequence[NDArray[np.float32]]]

BACK = "?"


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
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    found = [Found(np.asarray(quad, np.float32), 1.0) for quad in find(grey)]
    quads = [_from_top_left(quad) for quad in _evened(picture, found)]
    return [quads[index] for row in rows_of(quads) for index in row]


def _evened(picture: NDArray[np.uint8], found: list[Found]) -> list[NDArray[np.float32]]:
    """The outlines of the cards found, all of the shape that most of them have; what is found on a card is no card."""
    quads = [place.quad for place in whole_cards(picture, found)]
    if len(quads) < ENOUGH:
        return quads
    expected = ExpectedShape(quads, float(np.median([aspect(_from_top_left(quad)) for quad in quads])))
    even = [quad for quad in quads if expected.misfit(quad) < ALIKE]
    evened = []
    for quad in quads:
        if expected.misfit(quad) < ALIKE or not even:
            evened.append(quad)
            continue
        nearest = min(found, key=lambda place: float(np.linalg.norm(place.centre - quad.mean(0))))
        evened.append(to_edges(picture, expected.straight(nearest.quad, even)))
    return evened


class EnrolledReader:
    """Reads the cards of an enrolled deck. `find` gives the quads of a grey frame, from any of their corners."""

    def __init__(self, deck: Deck, album: Album, find: Finder) -> None:
        self._cards = {card_name(card): card for card in deck.cards}
        self._names = album.cards
        self._recogniser = Recogniser(album)
        self._find = find

    def read(self, frame: NDArray[np.uint8]) -> Table:
        """The table on a frame (uint8, BGR)."""
        grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
        places = outermost([Found(np.asarray(quad, np.float32), 1.0) for quad in self._find(grey)])
        if not places or not self._names:
            return Table((), ())
        matches = self._recogniser.matches(frame, halvings(grey), places)
        quads = [match.quad for match in matches]
        straight = reading_direction(quads)
        return Table(tuple(self._sighting(match, straight) for match in matches), rows_of(quads))

    def _sighting(self, match: Match, straight_deg: float) -> Sighting:
        """The card that was matched, on a table that is read in this direction."""
        name, confidence = self._names[match.card], confidence_in(match)
        others = tuple(
            Alternative(self._names[card], min(1 - confidence, chance_instead(lead))) for card, lead in match.others
        )
        seen = Sighting("back", BACK, as_quad(match.quad), confidence, confidence >= SURE, others)
        card = self._cards.get(name)
        if card is None:
            return seen
        sideways = is_sideways(match.quad, straight_deg) if card.dna is not None else None
        return replace(
            seen,
            kind=card.kind,
            label=card.label,
            value=card.value,
            rank=card.rank,
            dna=card.dna,
            sideways=sideways,
        )


def _from_top_left(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same quad from the corner that is at the top left of the picture, if the card lies more or less upright."""
    edges = np.roll(quad, -1, 0) - quad
    return np.roll(quad, -int(np.argmax(edges[:, 0] / np.linalg.norm(edges, axis=1))), 0)
