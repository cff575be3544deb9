"""What events and verdicts are called, wherever they are shown: OLED, pages, printed results.

A game says it in a module `names` of its folder, as `Names` describes; where it says nothing, a thing is called by its
name in transcripts. Names are messages for the catalogues. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, cast

from companion.games import part
from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Mapping


Sounding = Literal["alarm", "stands", "falls", "refused", "won", "accepted"]
"""How a ruling sounds: everybody looks up, what was said holds, it does not, it is refused, the match is won, or no
more than that it is entered."""


class Names(Protocol):
    """A game's module `names`.

    `AWAITED` tells whoever has to do it what the match waits for, by the event awaited: what completes "Your turn: …".
    `AWAITED_BRIEFLY` has those that a small screen says otherwise (at most 22 letters). `VERDICTS` are the
    headlines of the game's rulings and refusals. `DECISIVE` are the verdicts that end something: a small screen keeps
    showing them until the next event. `SOUNDS` are the verdicts that are heard as more than “accepted”; it may be left
    out. Where few points can be good, `LOW_WINS` says so in a word or two (`View.low_wins`).
    """

    AWAITED: Mapping[str, str]
    AWAITED_BRIEFLY: Mapping[str, str]
    VERDICTS: Mapping[str, str]
    DECISIVE: frozenset[str]
    SOUNDS: Mapping[str, Sounding]


# What belongs to the match, or is said alike in every game.
EVENTS: Mapping[str, str] = {
    "undo": message("Undo"),
    "redo": message("Redo"),
    "correct": message("Correct"),
    "join": message("Join"),
    "leave": message("Leave"),
    "sit_out": message("Pass over"),
    "timeout": message("Time is up"),
}
VERDICTS: Mapping[str, str] = {
    "undone": message("Taken back"),
    "redone": message("Brought back"),
    "corrected": message("Corrected"),
    "joined": message("Somebody joins"),
    "left": message("Somebody leaves"),
    "sat_out": message("Passed over"),
    "already_plays": message("Plays already"),
    "table_full": message("No seat is free"),
    "not_your_turn": message("Not your turn"),
    "not_now": message("Not now"),
    "no_such_card": message("No such card"),
    "not_enabled": message("Not in this match"),
    "game_over": message("The game is over"),
    "malformed": message("Not understood"),
    "no_such_event": message("No such event"),
    "nothing_to_undo": message("Nothing to undo"),
    "nothing_to_redo": message("Nothing to redo"),
}
DECISIVE = frozenset({"undone", "redone", "corrected", "joined", "left"})


def headline(game: str, verdict: str) -> str:
    """A ruling's name as a headline."""
    names = _names(game)
    named = VERDICTS.get(verdict) or (names.VERDICTS.get(verdict) if names else None)
    return named or _as_written(verdict)


def is_decisive(game: str, verdict: str) -> bool:
    """Whether this verdict ends something, so that whoever looks later should still see it."""
    names = _names(game)
    return verdict in DECISIVE or (names is not None and verdict in names.DECISIVE)


def sounding(game: str, verdict: str) -> Sounding:
    """How this verdict of an accepted event sounds."""
    sounds: Mapping[str, Sounding] = getattr(_names(game), "SOUNDS", {})
    return sounds.get(verdict, "accepted")


def event_name(game: str, event: str) -> str:
    """What an event is called, as the words on a button: as its form has it."""
    forms = part(game, "forms")
    named: str | None = EVENTS.get(event) or (forms.NAMES.get(event) if forms else None)
    return named or _as_written(event)


def awaited(game: str, event: str | None, *, briefly: bool = False) -> str:
    """What the match waits for, said to whoever does it; empty when it waits for nothing."""
    if event is None:
        return ""
    names = _names(game)
    if briefly:
        return (names.AWAITED_BRIEFLY.get(event) if names else None) or event_name(game, event)
    return (names.AWAITED.get(event) if names else None) or event_name(game, event)


def _names(game: str) -> Names | None:
    return cast("Names | None", part(game, "names"))


def _as_written(name: str) -> str:
    return name.replace("_", " ")
