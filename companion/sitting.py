"""Sitting: one match being played, with the protocol of its rulings. It asks the rules; it writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.match import Match
from companion.tableview import Entry, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.journal import JournalEvent, JournalMatch
    from companion.rules.core import View, Words


class Sitting:
    """A match of the journal, replayed event by event. Raises BadInput when its setup is unusable."""

    def __init__(self, row: JournalMatch, lexicon: Callable[[Any], Words], events: Iterable[JournalEvent] = ()) -> None:
        self.row = row
        self.match = Match.begin(row.setup, lexicon)
        self.protocol: list[Entry] = []
        for event in events:
            self.record(event)

    @property
    def view(self) -> View:
        """What the rules let be shown now."""
        return self.match.view()

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the match as they were given."""
        options: Mapping[str, Any] = self.row.setup.get("options", {})
        return options

    @property
    def next_number(self) -> int:
        """The number the next accepted event will bear, from 1."""
        return len(self.protocol) + 1

    def refusal(self, event: Any) -> Refusal | None:
        """Why the rules would refuse this event now; None when they would accept it. Changes nothing."""
        ruling = self.match.peek(event)
        if ruling.accepted:
            return None
        said = event if isinstance(event, dict) else {}
        return Refusal(said, ruling.verdict, ruling.clause.number if ruling.clause else None, ruling.reason)

    def record(self, event: JournalEvent) -> Entry:
        """Take an event that is in the journal into the match."""
        self.match.apply(event.event)
        entry = Entry(self.match.record[-1], event.source, event.at, event.frame)
        self.protocol.append(entry)
        return entry
