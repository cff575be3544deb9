"""Judgement: what the rules say to one event, and all that follows from it once it is entered in the match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from companion.games.core import NO_CLAUSE
from companion.games.match_events import is_in_the_course

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import Ruling
    from companion.games.events import Malformed
    from companion.referee.course import MatchMoment


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a match's record: event `number` (from 1), the event as handed in, the ruling, the score changes."""

    number: int
    event: Any
    ruling: Ruling
    changes: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        """The ruling as the transcript's answer has it."""
        ruling = self.ruling
        document: dict[str, Any] = {
            "event": self.number,
            "accepted": ruling.accepted,
            "verdict": ruling.verdict,
            "clause": ruling.clause.number if ruling.clause else NO_CLAUSE,
            "reason": ruling.reason,
            "changes": dict(self.changes),
        }
        if ruling.house:
            document["house"] = True
        if ruling.detail is not None:
            document["detail"] = ruling.detail
        if ruling.exhibit is not None:
            document[ruling.exhibit.name] = ruling.exhibit.as_json()
        return document


@dataclass(frozen=True, slots=True)
class Fallen:
    """The later events, by number, that no longer stand after a correction, as its ruling shows them."""

    name: ClassVar[str] = "now_refused"
    numbers: tuple[int, ...]

    def as_json(self) -> list[int]:
        """See Exhibit."""
        return list(self.numbers)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say to one event (`entry`), and all that follows from it once `Match.enter` has entered it.

    `scores` are the totals the match then has. `said` is the event as it was read; None for a malformed one, whose
    `fault` says what is wrong.
    """

    entry: Record
    scores: Mapping[str, int]
    said: Any
    fault: Malformed | None = field(repr=False, compare=False)
    moment: MatchMoment = field(repr=False)
    previous: Judgement | None = field(repr=False, compare=False)

    @property
    def ruling(self) -> Ruling:
        """The answer to the event."""
        return self.entry.ruling

    @property
    def refuses_play(self) -> bool:
        """Whether an event was refused that would be in the course of the match."""
        return not self.ruling.accepted and is_in_the_course(self.entry.event)
