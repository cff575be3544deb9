"""Course: the events that led to where a match stands, corrections made, and the moments undo and redo lead to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.games.core import accepted, refused
from companion.games.verdicts import OfTheMatch

if TYPE_CHECKING:
    from companion.games.core import Ruling


@dataclass(frozen=True, slots=True)
class CourseStep:
    """A game event in the course of the match, or that somebody joined or left, and what came before: replayed when an
    earlier one is corrected, and read anew for that, since somebody may then play who did not, or the other way."""

    number: int
    event: Any  # as it was handed in, or as it has been corrected; None: it has been struck out
    said: Any  # as it was read; None: it does not stand
    state: Any  # after it
    previous: CourseStep | None


@dataclass(frozen=True, slots=True)
class MatchMoment:
    """Where the match stands: its state, the game events that led there, and the moments undo and redo lead to.
    `entry` is the number of the event that led here last; 0 at the beginning."""

    state: Any
    course: CourseStep | None = None
    before: MatchMoment | None = None
    ahead: MatchMoment | None = None
    entry: int = 0

    @property
    def is_corrected(self) -> bool:
        """Whether a correction led here last, and no event of the course itself."""
        return self.entry != (0 if self.course is None else self.course.number)


def up_to(course: CourseStep | None, number: int) -> CourseStep | None:
    """The last step of a course that came as the event of that number or before it."""
    while course is not None and course.number > number:
        course = course.previous
    return course


def steps(course: CourseStep | None) -> list[CourseStep]:
    """The steps of a course, the first one first."""
    found = []
    while course is not None:
        found.append(course)
        course = course.previous
    return found[::-1]


def undone(now: MatchMoment) -> tuple[Ruling, MatchMoment]:
    """The ruling on taking back, and the moment that leads to: the one before, from where this one can be redone."""
    if now.before is None:
        return refused(OfTheMatch.NOTHING_TO_UNDO, None, "There is nothing left to take back."), now
    return accepted(OfTheMatch.UNDONE, None, "The last event that stood is taken back."), replace(now.before, ahead=now)


def redone(now: MatchMoment) -> tuple[Ruling, MatchMoment]:
    """The ruling on bringing back, and the moment that leads to."""
    if now.ahead is None:
        return refused(OfTheMatch.NOTHING_TO_REDO, None, "There is nothing to bring back."), now
    return accepted(OfTheMatch.REDONE, None, "What was taken back stands again."), now.ahead
