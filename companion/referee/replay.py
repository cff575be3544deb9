"""Playing a recording again through the whole stack: the frames are read, the referee rules, the journal is written.

Nothing of the recording is believed but what came from outside: presses, words and hands as events, the table as
pictures. Whatever comes out otherwise than it did that evening is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.clock import FakeClock
from companion.errors import BadInput
from companion.referee.frames import decoded
from companion.referee.journal import JOURNAL_NAME, Journal
from companion.referee.recording import OUTCOME, outcome_of
from companion.referee.referee import Referee
from companion.referee.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from companion.games.core import Words
    from companion.referee.journal import JournalEvent
    from companion.referee.recording import Recording
    from companion.vision.sighting import Table

SECOND_MS = 1000


def replay(
    recording: Recording,
    folder: Path,
    lexicon: Callable[[Any], Words],
    read: Callable[[NDArray[np.uint8]], Table] | None = None,
) -> Iterator[str]:
    """Play a recording with a journal of its own in `folder`; yields one sentence for each difference, none if all
    came out as it was. With `read` (a reader's), events that came from the camera are read off their frames again.

    Raises BadInput for a frame that is missing or no picture.
    """
    clock = FakeClock()
    journal = Journal(folder / JOURNAL_NAME)
    try:
        referee = Referee(journal, clock, lexicon)
        referee.bring_in(recording.rules)
        for row in recording.events:
            clock.advance(SECOND_MS)
            otherwise = _play(referee, recording, row, read)
            if otherwise is not None:
                yield f"event {row.number}: {otherwise}"
        match = journal.matches()[-1]
        came_out = outcome_of(recording.setup, journal.events(match.id), lexicon)
        for name in OUTCOME:
            if came_out[name] != recording.outcome.get(name):
                yield f"the {name} are {came_out[name]}, and were {recording.outcome.get(name)}"
    finally:
        journal.close()


def _play(
    referee: Referee,
    recording: Recording,
    row: JournalEvent,
    read: Callable[[NDArray[np.uint8]], Table] | None,
) -> str | None:
    """One event; what came out otherwise, None when nothing did."""
    before = referee.view.ruling.number if referee.view.ruling else 0
    if read is not None and row.source == Source.CAMERA and row.frame is not None:
        referee.see(read(_picture(recording.frame(row.frame))), row.frame)
        newest = referee.view.ruling
        if newest is not None and newest.number > before and newest.event == row.event:
            return None
        if newest is not None and newest.number > before:
            return f"the camera now sees {newest.event}, and saw {row.event}"
        # Not certain any more: as at the table, a person says what lies there.
    referee.happen(row.event, source=Source(row.source))
    newest = referee.view.ruling
    if newest is None or newest.number == before:
        return f"{row.event} is refused now ({referee.view.refusal.reason if referee.view.refusal else 'no reason'})"
    return None


def _picture(path: Path) -> NDArray[np.uint8]:
    try:
        picture = decoded(path.read_bytes())
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error
    if picture is None:
        raise BadInput(f"{path} is no picture")
    return picture
