"""What a deed of the three buttons does: each is something that the referee can also be told otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee.door import named_anew

if TYPE_CHECKING:
    from companion.dialog import Deed
    from companion.referee.referee import Referee
    from companion.referee.source import Source
    from companion.referee.tableview import Entry, Refusal


def carry_out(referee: Referee, deed: Deed, source: Source) -> Entry | Refusal | None:
    """Tell the referee; gives its ruling where there is one. Raises BadInput when the deed cannot be done now."""
    if deed.act == "event":
        return referee.happen(named_anew(referee.view.match, deed.value), source=source)
    if deed.act == "answer":
        question = referee.view.question
        return None if question is None else referee.answer(question.id, deed.value, source=source)
    if deed.act == "misread":
        referee.misread(deed.value.wrong)
        return None if deed.value.correction is None else referee.happen(deed.value.correction, source=source)
    if deed.act == "part":
        player, part = deed.value
        return referee.gather(player, part, source=source)
    if deed.act == "away":
        player, is_away = deed.value
        referee.away(player, is_away=is_away)
    elif deed.act == "begin":
        referee.begin(deed.value)
    elif deed.act == "reopen":
        referee.reopen(deed.value)
    elif deed.act == "speak":
        referee.speak(deed.value)
    else:
        plain = {
            "pause": referee.pause,
            "resume": referee.resume,
            "timer": referee.start_timer,
            "overlook": referee.overlook,
            "arbiter": referee.tournament.call_arbiter,
            "close": referee.close,
        }
        plain[deed.act]()
    return None
