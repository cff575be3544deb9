"""What a deed of the three buttons does: each is something that the referee can also be told otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from companion.referee.door import named_anew

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.dialog import Deed
    from companion.referee.misreading import Misreading
    from companion.referee.source import Source
    from companion.referee.tableview import Entry, Refusal, TableView


class DeedTaker(Protocol):
    """What a deed asks of the referee."""

    @property
    def view(self) -> TableView: ...
    def happen(self, event: Any, *, source: Source) -> Entry | Refusal: ...
    def answer(self, question_id: int, label: str, *, source: Source) -> Entry | Refusal | None: ...
    def begin(self, setup: Mapping[str, Any]) -> TableView: ...
    def reopen(self, match_id: int) -> TableView: ...
    def pause(self) -> TableView: ...
    def resume(self) -> TableView: ...
    def start_timer(self) -> TableView: ...
    def overlook(self) -> TableView: ...
    def misread(self, wrong: Misreading) -> dict[str, Any] | None: ...
    def call_arbiter(self) -> TableView: ...
    def speak(self, percent: int) -> None: ...
    def away(self, player: str, *, is_away: bool) -> TableView: ...
    def gather(self, player: str, body: Mapping[str, Any], *, source: Source) -> Entry | Refusal | None: ...
    def close(self) -> TableView: ...


def carry_out(referee: DeedTaker, deed: Deed, source: Source) -> Entry | Refusal | None:
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
            "arbiter": referee.call_arbiter,
            "close": referee.close,
        }
        plain[deed.act]()
    return None
