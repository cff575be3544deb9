"""Learning the cards of a deck one owns: show them once, and they are known by their looks.

No network takes part in the reading, so any print, script or ornament can be learned. A card on the table is the one
of the album that it resembles most; when another resembles it nearly as much, or none does, it is doubtful.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.errors import BadInput
from companion.sentences import told
from companion.vision.album import Album, faces_of
from companion.vision.album_matching import AlbumMatcher, chance_instead, confidence_in, is_sure
from companion.vision.arrange import reading_direction, rows_of
from companion.vision.detections import outermost
from companion.vision.evidence import sighting_of
from companion.vision.find import Found
from companion.vision.quads import aspect
from companion.vision.rectify import halvings
from companion.vision.sighting import Alternative, Sighting, Table
from companion.vision.spread import spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.cards import Deck
    from companion.vision.likeness import Resemblance
    from companion.vision.spread import Finder

BACK = "?"


def deck_names(deck: Deck) -> tuple[str, ...]:
    """The names of a deck's cards in its order, and of its back."""
    return (*(card.name for card in deck.cards), BACK)


def check_names(deck: Deck) -> None:
    """Raises BadInput when two cards have one name: what is learned of the one would be said of the other."""
    name, count = Counter(deck_names(deck)).most_common(1)[0]
    if count > 1:
        raise BadInput(f"{count} cards of the deck {deck.name} are called {name!r}, the back being '{BACK}'; "
                       "to be learned each needs a name of its own")  # fmt: skip


def check_fits(album: Album, deck: Deck, whose: str) -> None:
    """Raises BadInput, naming `whose` album it is, when it holds a card that the deck does not have."""
    names = set(deck_names(deck))
    strange = next((name for name in album.cards if name not in names), None)
    if strange is not None:
        raise BadInput(
            told(
                "{whose} has a card {card}, which the deck {deck} does not have; enrol the deck again",
                whose=whose, card=repr(strange), deck=deck.name,
            )
        )  # fmt: skip


def missing(deck: Deck, album: Album) -> tuple[str, ...]:
    """The cards of the deck that have not been shown yet, in the deck's order."""
    known = set(album.cards)
    return tuple(name for name in deck_names(deck) if name not in known)


def learn(album: Album, picture: NDArray[np.uint8], names: Sequence[str], find: Finder) -> Album:
    """Learn a spread: a picture (BGR) of cards laid upright in rows, `names` of them from far left to near right.

    Raises BadInput when the picture shows another number of cards, or some whose edges cannot be seen.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    shown = spread(picture, find)
    quads = shown.quads
    if shown.doubtful:
        raise BadInput(unclear(len(shown.doubtful)))
    if len(quads) != len(names):
        raise BadInput(f"{len(quads)} cards were found where {len(names)} were expected: {' '.join(names)}")
    aspects = np.array([aspect(quad) for quad in quads], np.float32)
    return album.with_faces(names, faces_of(grey, quads), aspects)


def unclear(count: int) -> str:
    """What to say of so many places at which a card seems to lie without edges."""
    return (
        f"the edges of {count} of the cards cannot be seen well enough; "
        "lay them a little apart on a cloth that is plainly lighter or darker than they are"
    )


class EnrolledReader:
    """Reads the cards of an enrolled deck. `find` gives the quads of a grey frame, from any of their corners."""

    def __init__(self, deck: Deck, album: Album, find: Finder) -> None:
        self._cards = {card.name: card for card in deck.cards}
        self._names = album.cards
        self._matcher = AlbumMatcher(album)
        self._find = find

    def read(self, frame: NDArray[np.uint8]) -> Table:
        """The table on a frame (uint8, BGR)."""
        grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
        places = outermost([Found(np.asarray(quad, np.float32), 1.0) for quad in self._find(grey)])
        if not places or not self._names:
            return Table((), ())
        matches = self._matcher.matches(frame, halvings(grey), places)
        quads = [match.quad for match in matches]
        seen = partial(self._sighting, matches=matches, straight_deg=reading_direction(quads))
        return Table(tuple(map(seen, matches)), rows_of(quads))

    def _sighting(self, match: Resemblance, *, matches: Sequence[Resemblance], straight_deg: float) -> Sighting:
        """The card that was matched, one of these on a table that is read in this direction."""
        name, confidence = self._names[match.card], confidence_in(match)
        others = tuple(
            Alternative(self._names[card], min(1 - confidence, chance_instead(lead))) for card, lead in match.others
        )
        seen = sighting_of(match, self._cards.get(name), straight_deg)
        is_letter = seen.kind == "letter"
        accepted = is_sure(match) and not self._matcher.is_part_of_another(match, matches, is_letter=is_letter)
        return replace(seen, confidence=confidence, accepted=accepted, alternatives=others)
