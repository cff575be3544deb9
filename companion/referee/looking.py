"""The camera's part at a table: what a settled table, and an answer to what the camera asked, lead to. Pure.

Each function gives a stand and the event that is to be handed in now, None when nothing has happened (yet).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.match_events import is_of_the_match
from companion.referee import door
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.referee.misreading import Misreading
    from companion.referee.sitting import Sitting
    from companion.referee.stand import Stand
    from companion.vision.motion import Motion
    from companion.vision.sighting import Table


def seen(stand: Stand, table: Table, frame: str | None, motion: Motion | None = None) -> Stand:
    """Once a table has settled; `frame` names its kept picture, `motion` is what has carried it since the last one."""
    return replace(stand, inquiry=stand.inquiry.seen(table, frame, motion), frame=frame)


def looked(stand: Stand, question_id: int) -> tuple[Stand, Mapping[str, Any] | None]:
    """Once the newest table has been held against the match as it stands; a new question gets `question_id`."""
    sitting = stand.playing
    inquiry, event = stand.inquiry.look(sitting.view, sitting.match.state, question_id, stand.gathering.parts)
    return replace(stand, inquiry=inquiry), event


def answered(stand: Stand, question_id: int, label: str, seat: str | None) -> tuple[Stand, Mapping[str, Any] | None]:
    """Once the open question is answered. Raises NotYours for what is another player's to say, BadInput when that
    question is not open any more."""
    door.may_answer(stand.inquiry.question, seat)
    inquiry, event = stand.inquiry.answered(question_id, label)
    return replace(stand, inquiry=inquiry), event


def overlooked(stand: Stand) -> Stand:
    """Once the match is said to be right, whatever the table shows. Raises BadInput when nothing differs."""
    if stand.inquiry.difference is None:
        raise BadInput(told("the table does not differ from the match"))
    return replace(stand, inquiry=stand.inquiry.overlooked())


def misread(stand: Stand, wrong: Misreading) -> Stand:
    """Once somebody has said what a card truly is that was read wrongly."""
    return replace(stand, inquiry=stand.inquiry.misread(wrong))


def moved_on(stand: Stand, before: Sitting) -> Stand:
    """Once an event has changed the match from what it was `before`: what was asked is settled."""
    now = stand.playing
    amended = is_of_the_match(now.protocol[-1].event)
    inquiry = stand.inquiry.after(now.view.game, before.match.state, now.match.state, is_amended=amended)
    return replace(stand, inquiry=inquiry)
