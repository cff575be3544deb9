"""A case: a reading that was wrong, all that is needed to read its picture again, and what is true. As JSON, and back.

It says nothing of the match: no players, no scores, no words.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from companion.vision.kept_readings import KeptObject, is_text, is_whole_if_any, table_from_json

if TYPE_CHECKING:
    from companion.vision.sighting import Sighting, Table

FORMAT = 1
ID = re.compile(r"[0-9a-z-]{1,80}")
UNSEEN = "unseen"  # in the place of a card's number: one that was not seen


@dataclass(frozen=True, slots=True)
class CaseEyes:
    """Whose eyes read it: the deck's name on the table's shelf, the rows cards are laid in, and the kind of camera
    ("pi", "usb", "photos", "drawn"): a drawn table is read by the looks of its cards alone."""

    deck: str
    rows: int
    camera: str

    @property
    def is_drawn(self) -> bool:
        """Whether it was a drawn table."""
        return self.camera == "drawn"


@dataclass(frozen=True, slots=True)
class Case:
    """What was read (`table`) on a picture, and that card number `card` truly is `truth`.

    `card` is None for one that was not seen, `truth` empty where no card lies. `made` is the wall clock in ISO 8601
    UTC, `program` the version that read it.
    """

    id: str
    made: str
    program: str
    eyes: CaseEyes
    table: Table
    card: int | None
    truth: str

    @property
    def sighting(self) -> Sighting | None:
        """The card as it was read; None for one that was not seen."""
        return None if self.card is None else self.table.sightings[self.card]

    @property
    def read(self) -> str:
        """What the card was read as, with "(?)" where it was asked about; empty for one that was not seen."""
        seen = self.sighting
        return "" if seen is None else seen.name if seen.accepted else f"{seen.name} (?)"

    def to_json(self) -> dict[str, Any]:
        """As a document, from which `from_json` makes it again."""
        return {
            "format": FORMAT,
            "made": self.made,
            "program": self.program,
            "eyes": asdict(self.eyes),
            "reading": self.table.to_json(),
            "card": self.card,
            "truth": self.truth,
        }

    @classmethod
    def from_json(cls, identifier: str, document: Any, what: str) -> Case:
        """The case in a document. Raises BadInput, naming `what` it is and the place in it, for anything else."""
        kept = KeptObject(document, what)
        kept.value("format", lambda value: value == FORMAT)
        eyes = KeptObject(kept.value("eyes", lambda value: isinstance(value, dict)), f"{what}, eyes")
        table = table_from_json(kept.value("reading", lambda value: isinstance(value, dict)), f"{what}, reading")
        cards = len(table.sightings)
        return cls(
            id=identifier,
            made=kept.value("made", is_text),
            program=kept.value("program", is_text),
            eyes=CaseEyes(
                eyes.value("deck", is_text),
                eyes.value("rows", lambda value: value is not None and is_whole_if_any(value)),
                eyes.value("camera", is_text),
            ),
            table=table,
            card=kept.value("card", lambda value: value is None or (type(value) is int and 0 <= value < cards)),
            truth=kept.value("truth", is_text),
        )


def case_id(frame: str, card: int | None) -> str:
    """What the case of a card on a frame is called: somebody who says otherwise puts it in the place of the first."""
    return f"{frame.removesuffix('.jpg')}-{UNSEEN if card is None else card}"
