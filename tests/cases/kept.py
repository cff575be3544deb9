"""Cases for tests: a drawn table, read by the eyes that read drawn tables, and one card of it called otherwise."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from companion import __version__
from companion.cases.case import Case, CaseEyes, case_id
from companion.decks import albums, deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.referee.frames import png
from companion.vision.kept_readings import table_from_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.cases.case_shelf import CaseShelf
    from companion.vision.sighting import Table

FRAME = "match1-{}.jpg"
EYES = CaseEyes("disorder", 1, "drawn")
MADE = "2026-11-25T20:00:00.000Z"


@cache
def drawn(cards: str = "ZOX") -> tuple[NDArray[np.uint8], Table]:
    """The picture of a row of cards, and what is read on it."""
    file = deckfiles.read("disorder")
    table = DrawnTable(file.deck)
    for card in cards:
        table.place(card)
    frame = table.frame()
    read = table_from_json(albums.printed_reader(file).read(frame).to_json(), "what was read")
    assert [read.sightings[index].label for index in read.rows[0]] == list(cards)
    return frame, read


def place_of(table: Table, label: str) -> int:
    """The number of the card that is read so."""
    return next(number for number, one in enumerate(table.sightings) if one.label == label)


def doubtful(table: Table, label: str) -> Table:
    """The table with one card that is asked about."""
    at = place_of(table, label)
    asked = replace(table.sightings[at], accepted=False)
    return replace(table, sightings=(*table.sightings[:at], asked, *table.sightings[at + 1 :]))


def misread_as(table: Table, label: str, other: str) -> Table:
    """The table with one card surely read as another."""
    at = place_of(table, label)
    wrong = replace(table.sightings[at], label=other)
    return replace(table, sightings=(*table.sightings[:at], wrong, *table.sightings[at + 1 :]))


def case_of(number: int = 1, *, truth: str = "X", eyes: CaseEyes = EYES) -> Case:
    """An X of the drawn table that was read as a K."""
    table = misread_as(drawn()[1], "X", "K")
    card = place_of(table, "K")
    return Case(case_id(FRAME.format(number), card), MADE, __version__, eyes, table, card, truth)


def keep(shelf: CaseShelf, number: int = 1, *, truth: str = "X", eyes: CaseEyes = EYES) -> Case:
    """The same, kept with its picture."""
    case = case_of(number, truth=truth, eyes=eyes)
    shelf.keep(case, png(drawn()[0]))
    return case
