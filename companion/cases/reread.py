"""Reading the picture of a case again, with the eyes as they are today."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from companion.decks import albums
from companion.decks.shelf import DeckShelf
from companion.errors import BadInput
from companion.vision.changes import lying_at

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from companion.cases.case import Case, CaseEyes
    from companion.cases.case_shelf import CaseShelf
    from companion.decks.deckfiles import DeckFile
    from companion.vision.sighting import Table


class Outcome(StrEnum):
    """What becomes of the card of a case."""

    RIGHT = "right"
    """It is read as what it is."""
    ASKED = "asked"
    """Somebody is asked what it is."""
    WRONG = "wrong"
    """It is read as something else, or not seen at all."""


class PictureReader(Protocol):
    """Reads the cards on one picture (uint8 BGR)."""

    def read(self, frame: NDArray[np.uint8], /) -> Table: ...


@dataclass(frozen=True, slots=True)
class Reread:
    """The outcome, what the card is read as today (empty: no card is seen there), and how many of the other cards that
    were surely read are now surely read as something else."""

    outcome: Outcome
    read: str
    otherwise: int


class EyesToday:
    """The readers of a data folder's decks, each made once."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._shelf = DeckShelf(data)
        self._made: dict[tuple[str, bool], PictureReader] = {}

    def deck_of(self, case: Case) -> DeckFile:
        """The deck of a case. Raises BadInput when it is gone or cannot be used."""
        try:
            return self._shelf.read(case.eyes.deck)
        except BadInput as error:
            raise BadInput(f"the deck {case.eyes.deck!r} of case {case.id} cannot be used: {error}") from None

    def reader_of(self, case: Case) -> PictureReader:
        """What reads the pictures of such a table. Raises BadInput as `deck_of` does, and for a damaged album."""
        key = _key(case.eyes)
        if key not in self._made:
            file = self.deck_of(case)
            self._made[key] = albums.printed_reader(file) if case.eyes.is_drawn else albums.reader_for(file, self._data)
        return self._made[key]


def reread(shelf: CaseShelf, identifier: str, eyes: EyesToday) -> Reread:
    """Read a case again. Raises BadInput when it, its picture, its deck or that one's album cannot be used."""
    case = shelf.read(identifier)
    return held_against(case, eyes.reader_of(case).read(shelf.picture(identifier)))


def held_against(case: Case, now: Table) -> Reread:
    """What today's reading of the picture of a case says to it."""
    otherwise = _read_otherwise(case, now)
    seen = case.sighting
    if seen is None:
        return _unseen(case, now, otherwise)
    at = lying_at(now.sightings, seen.quad)
    if at is None:
        return Reread(Outcome.WRONG if case.truth else Outcome.RIGHT, "", otherwise)
    today = now.sightings[at]
    return Reread(_outcome(today.name == case.truth, today.accepted), today.name, otherwise)


def _outcome(is_true: bool, is_sure: bool) -> Outcome:
    if not is_sure:
        return Outcome.ASKED
    return Outcome.RIGHT if is_true else Outcome.WRONG


def _unseen(case: Case, now: Table, otherwise: int) -> Reread:
    """Of a card that was not seen nobody knows where it lies: it is one of those that are seen besides."""
    before = case.table.sightings
    new = [one for one in now.sightings if lying_at(before, one.quad) is None]
    if any(one.accepted and one.name == case.truth for one in new):
        return Reread(Outcome.RIGHT, case.truth, otherwise)
    doubtful = [one for one in new if not one.accepted]
    if doubtful:
        return Reread(Outcome.ASKED, doubtful[0].name, otherwise)
    return Reread(Outcome.WRONG, "", otherwise)


def _read_otherwise(case: Case, now: Table) -> int:
    count = 0
    for number, one in enumerate(case.table.sightings):
        at = None if number == case.card or not one.accepted else lying_at(now.sightings, one.quad)
        count += at is not None and now.sightings[at].accepted and now.sightings[at].name != one.name
    return count


def _key(eyes: CaseEyes) -> tuple[str, bool]:
    return eyes.deck, eyes.is_drawn
