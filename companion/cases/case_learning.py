"""Learning from cases: the picture of a card that was read wrongly becomes one of its pictures in the deck's album."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.cases.reread import EyesToday, Outcome, held_against
from companion.decks.albums import load_album, quads_of, save_album
from companion.vision.album_growth import face_at, grown
from companion.vision.enrol import EnrolledReader, missing

if TYPE_CHECKING:
    from companion.cards import Deck
    from companion.cases.case import Case
    from companion.cases.case_shelf import CaseShelf
    from companion.vision.album import Album


class CaseLearning:
    """Learns from the cases of a shelf, into the albums of the same data folder."""

    def __init__(self, shelf: CaseShelf) -> None:
        self._shelf = shelf
        self._eyes = EyesToday(shelf.data)

    def learn(self, identifier: str) -> str | None:
        """Add the picture of a case to the album of its deck: why that is not done, None when it is.

        Raises BadInput when the case, its picture, its deck or the album cannot be used or written.
        """
        case = self._shelf.read(identifier)
        deck = self._eyes.deck_of(case).deck
        seen = case.sighting
        if seen is None or not case.truth:
            return "there is no place on its picture where a card of a known name lies"
        if case.eyes.is_drawn:
            return "a drawn table is known by the looks of the cards that are drawn"
        album = load_album(self._shelf.data, deck)
        if missing(deck, album):
            return f"the deck {deck.name} is not enrolled: `tableside deck enrol {case.eyes.deck}`"
        if case.truth not in album.cards:
            return f"the deck {deck.name} has no card {case.truth!r}"
        grey = np.asarray(cv2.cvtColor(self._shelf.picture(identifier), cv2.COLOR_BGR2GRAY), np.uint8)
        face = face_at(album, case.truth, grey, np.array(seen.quad, np.float32))
        if face is None:
            return f"what lies there does not look like {case.truth}"
        growth = grown(album, case.truth, face)
        if growth.why_not is not None:
            return growth.why_not
        harmed = self._harmed(deck, case, album, growth.album)
        if harmed is not None:
            return f"with it case {harmed} is read wrongly"
        save_album(self._shelf.data, deck, growth.album)
        return None

    def _harmed(self, deck: Deck, learned: Case, before: Album, after: Album) -> str | None:
        """The first case of this deck that is worse read once the album has grown, or the one that is to be learned if
        it is read wrongly still: the pictures at hand are the judge."""
        then, now = (EnrolledReader(deck, album, quads_of) for album in (before, after))
        for identifier in self._shelf.ids():
            case = self._shelf.read(identifier)
            if case.eyes.deck != learned.eyes.deck or case.eyes.is_drawn:
                continue
            picture = self._shelf.picture(identifier)
            was, is_now = held_against(case, then.read(picture)), held_against(case, now.read(picture))
            may_be_wrong = case.id != learned.id and was.outcome is Outcome.WRONG
            if is_now.otherwise > was.otherwise or (is_now.outcome is Outcome.WRONG and not may_be_wrong):
                return identifier
        return None
