"""What those who only watch may guess along: a yes or no that some ruling answers, described by each game. Pure.

A game says it in a module `guessing` of its folder, as `Guessing` describes; in a game without it nobody guesses. No
guess is an event, and no match knows of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from companion.games import function_of

if TYPE_CHECKING:
    from companion.games.core import Ruling
    from companion.sentences import Told


class Guessing(Protocol):
    """A game's module `guessing`."""

    def riddle(self, state: Any) -> Told | None:
        """The question of yes or no that is open now; None while there is none. It says nothing that the table does
        not show. Whatever happens next and does not answer it, somebody's coming and going aside, makes another one of
        it, with no guesses yet."""
        ...

    def answer(self, ruling: Ruling) -> bool | None:
        """What an accepted ruling answers it with; None when it leaves it open."""
        ...


def riddle_of(game: str, state: Any) -> Told | None:
    """What those who watch a match may guess now; None when there is nothing to guess."""
    riddle: Told | None = function_of(game, "guessing", "riddle")(state)
    return riddle


def answer_of(game: str, ruling: Ruling) -> bool | None:
    """Yes or no, as this ruling answers what was open before it; None when it does not."""
    answer: bool | None = function_of(game, "guessing", "answer")(ruling)
    return answer
