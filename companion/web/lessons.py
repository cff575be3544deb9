"""The lessons of a game as its rules page shows them: each with its picture and the ruling that goes with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.games.board import board_of
from companion.games.primer import primer_of
from companion.referee.match import Match, played

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.primer import Example, Lesson


@dataclass(frozen=True, slots=True)
class PicturedLesson:
    """A lesson with the `board` of its example as pages draw it, whether that is the outcome of a match, and the
    `reason` of the ruling on its last event; a lesson without an example has none of them."""

    lesson: Lesson
    board: Mapping[str, Any] | None = None
    is_over: bool = False
    reason: str = ""


@cache
def lessons_of(game: str) -> tuple[PicturedLesson, ...]:
    """The lessons of one game, judged and drawn once for all who read them."""
    return tuple(_pictured(game, lesson) for lesson in primer_of(game).lessons)


def _pictured(game: str, lesson: Lesson) -> PicturedLesson:
    if lesson.example is None:
        return PicturedLesson(lesson)
    match, shown = played(lesson.example.document(game)), _as_pictured(game, lesson.example)
    return PicturedLesson(
        lesson,
        board=board_of(game, shown.state).to_json(),
        is_over=shown.view().over,
        reason=match.rulings[-1].reason,
    )


def _as_pictured(game: str, example: Example) -> Match:
    """The match as it stands in the picture."""
    document = example.document(game)
    return played({**document, "events": document["events"][: example.pictured]})
