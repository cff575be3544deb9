"""Who may hand in an event, or say one field of it: the closed set, told beside every event of every game.

An event's class has `by`, a field that is not for whoever hands the event in is marked `Of`. The referee's door
(`companion.referee.door`) holds what comes from phones, buttons, camera and clock against it, and the documents are
made from it. The host may hand in anything that has the right form; so may a transcript.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class By(Flag):
    """Whose an event or a field is; joined with `|` where it may be any of several."""

    HOLDER = auto()
    """The player it names; where it names none, the one whose turn, word or effect it is (`View.holders`)."""
    OPPONENT = auto()
    """Any other player of the match, each for themselves."""
    TOGETHER = auto()
    """All whom it concerns: each says their own part and the table puts the parts together; nobody alone."""
    HOST = auto()
    """The host alone: what changes the past, and what only a neutral person can know."""
    CLOCK = auto()
    """The clock, when a time is up."""
    CAMERA = auto()
    """The camera: what lies on the table for all to see."""

    @property
    def names(self) -> list[str]:
        """The parties by name, as schemas and documents have them."""
        return [str(party.name).lower() for party in self]

    @property
    def words(self) -> str:
        """The parties as a document names them: “the player it is about or the camera”."""
        return " or ".join(WORDS[party] for party in self)


WORDS = {
    By.HOLDER: "the player it is about",
    By.OPPONENT: "another player",
    By.TOGETHER: "all together",
    By.HOST: "the host",
    By.CLOCK: "the clock",
    By.CAMERA: "the camera",
}


@dataclass(frozen=True, slots=True)
class Of:
    """Marks a field of an event as somebody's, whoever hands the event in."""

    by: By

    def problem(self, _value: Any, _players: Sequence[str]) -> str | None:
        """See `companion.games.events.Mark`: the value itself may be any."""
        return None

    def schema(self) -> Mapping[str, Any]:
        """See `companion.games.events.Mark`."""
        return {"x-by": self.by.names}
