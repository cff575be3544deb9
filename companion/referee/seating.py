"""How a match comes to the table: a new one, or one of the journal where it stood. It asks, it writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.teaching import with_teaching
from companion.practice.agreement import agreed
from companion.referee.journal import JournalMatch
from companion.referee.sitting import Sitting
from companion.referee.stand import Stand
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.decks.shelf import DeckShelf
    from companion.games.core import Words
    from companion.referee.journal import Journal, JournalEvent
    from companion.sentences import Told


class Seating:
    """Makes the stand of a match from its row of the journal; an unusable setup raises BadInput."""

    def __init__(self, journal: Journal, lexicon: Callable[[Any], Words], decks: DeckShelf) -> None:
        self._journal = journal
        self._lexicon = lexicon
        self._decks = decks

    def dealt(self, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """A setup as it is to be written, with its deck. Raises BadInput when it is unusable."""
        setup = with_teaching(agreed(self._decks.dealt(setup)))
        self._sitting(JournalMatch(0, setup, ""))
        return setup

    def begun(self, row: JournalMatch, now_ms: int) -> Stand:
        """At the beginning of the match."""
        return Stand.begun(self._sitting(row), now_ms)

    def taken_up(self, row: JournalMatch, now_ms: int) -> Stand:
        """Where the match stands by its events, timers paused while it is played."""
        events = self._journal.events(row.id)
        noted = self._journal.timing(row.id, len(events))
        sitting = self._sitting(row, events, noted)
        return Stand.taken_up(sitting, noted, now_ms)

    def left_standing(self, now_ms: int) -> tuple[Stand, Told | None]:
        """The match that was on the table, the only one that nobody has left. One that the rules of today cannot begin
        stays in the journal: then a quiet table, and why."""
        rows = [row for row in self._journal.matches() if row.closed is None]
        if not rows:
            return Stand(), None
        try:
            return self.taken_up(rows[-1], now_ms), None
        except BadInput as error:
            problem = {"number": rows[-1].id, "problem": error.sentence}
            return Stand(), told("match {number} cannot be taken up again: {problem}", **problem)

    def _sitting(self, row: JournalMatch, events: Iterable[JournalEvent] = (), noted: Any = None) -> Sitting:
        return Sitting(row, events, lexicon=self._lexicon, decks=self._decks, before=noted)
