"""Which acts that were asked by a key of their own (`companion.web.repeats`) have become an event: kept beside the
match and written with the event, so that a table that was started anew does none of them twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_DONE = 12  # an answer that was lost to each of the most players there can be, and some more; chosen


@dataclass(frozen=True, slots=True)
class DoneActs:
    """The number of the event that each of the newest acts has become, by the act's name, the oldest first."""

    numbers: Mapping[str, int] = field(default_factory=dict)

    def with_act(self, act: str | None, number: int) -> DoneActs:
        """Once this act has become event `number`; None is one that nobody will ask for by name."""
        if act is None:
            return self
        newest = [*self.numbers.items(), (act, number)][-MOST_DONE:]
        return DoneActs(dict(newest))

    @classmethod
    def restored(cls, noted: Any, events: int) -> DoneActs:
        """As they were noted (`numbers`) beside a match of so many `events`; notes of older tables have none."""
        if not isinstance(noted, Mapping):
            return cls()
        return cls({act: number for act, number in noted.items() if type(number) is int and 0 < number <= events})
