"""What a deed of the three buttons does: each is something that the referee can also be told otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.dialog import Deed
    from companion.referee.referee import Referee
    from companion.referee.tableview import Entry, Refusal


def carry_out(referee: Referee, deed: Deed, source: str) -> Entry | Refusal | None:
    """Tell the referee; gives its ruling where there is one. Raises BadInput when the deed cannot be done now."""
    if deed.act == "event":
        return referee.happen(deed.value, source=source)
    if deed.act == "answer":
        question = referee.view.question
        return None if question is None else referee.answer(question.id, deed.value, source=source)
    if deed.act == "begin":
        referee.begin(deed.value)
    elif deed.act == "reopen":
        referee.reopen(deed.value)
    else:
        plain = {
            "pause": referee.pause,
            "resume": referee.resume,
            "timer": referee.start_timer,
            "overlook": referee.overlook,
            "close": referee.close,
        }
        plain[deed.act]()
    return None
