"""A player is forgotten, and the program is killed in the midst of it, or loses its power.

    python -m benchmarks.forgetting [--count N] [--seed N] [--cuts SHARE] [--resume FILE]

Each time a data folder of all saved matches, played under one more name, is opened by a process that has somebody
forgotten (`companion.web.farewell`) and is ended by SIGKILL after a random while; in `--cuts` of the cases what
it had not synced may be lost, too (`benchmarks/power.py`). After that the journal must be sound, have every match and
event, and the name in all matches or in none; where it is in none, no byte of the journal, its log and its head may
have it. What was cut short is then asked for once more: no byte of the whole folder may have the name after that.

A C compiler is needed (`cc`). The same seed makes the same choices, but where a kill strikes is the machine's. The exit
status is 1 when anything was found.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.ending import end_often
from benchmarks.power import lost_power, take_notes
from companion.errors import BadInput
from companion.games.persons import is_guest
from companion.nights.keeping import Nights, write_notebook
from companion.nights.notebook import Notebook, Team
from companion.referee.archive import Archive
from companion.referee.journal import JOURNAL_NAME, Journal, JournalEvent
from companion.referee.ledger import Ledger
from companion.web.farewell import forgotten
from companion.web.seats import SEATS_FILE, Seats
from tests.referee.test_forgetting import renamed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from benchmarks.resuming import Progress

MATCHES = Path(__file__).parents[1] / "tests" / "matches"
NAME = "Zoë-Marie Überall"
AT = "2026-03-01T20:00:00+00:00"


def named_matches() -> Iterator[tuple[dict[str, Any], list[Mapping[str, Any]]]]:
    """All saved matches, the first of each one's players under the name: how each begins, and its events."""
    for path in sorted(MATCHES.glob("*.json")):
        document = json.loads(path.read_text("utf-8"))["document"]
        setup = renamed(document, {document["players"][0]: NAME})
        yield setup, setup.pop("events")


def fill(data: Path) -> None:
    """A journal of all saved matches, the first of each one's players under the name, and a team with it. All is in the
    log still, as a running table leaves it."""
    journal = Journal(data / JOURNAL_NAME)
    for setup, events in named_matches():
        match = journal.begin(setup, AT)
        journal.append(match.id, [JournalEvent(at, event, "host", AT) for at, event in enumerate(events, 1)], {})
        journal.leave(match.id, AT, {})
    journal.keep_head()
    write_notebook(data, Notebook().with_team(Team("Cats", (NAME, "Bob"))))
    seats = Seats(data / SEATS_FILE, print)
    seats.take(NAME)
    seats.keep()


def forget(data: Path) -> None:
    """Have the player forgotten, as the table does."""
    with closing(Journal(data / JOURNAL_NAME)) as journal:
        archive = Archive(Ledger(journal))
        nights = Nights(data, archive, _nothing, time.monotonic)
        forgotten(NAME, nights, archive, _unseated(data), data)


def _unseated(data: Path) -> Callable[[Collection[str]], bool]:
    seats = Seats(data / SEATS_FILE, print)

    def unseat(persons: Collection[str]) -> bool:
        had_seat = seats.forget(persons)
        assert seats.keep() is None
        return had_seat

    return unseat


def _nothing(document: Any) -> Any:
    raise AssertionError(document)


def naming(folder: Path, pattern: str) -> list[str]:
    """The files in which the name stands."""
    spelled = [NAME.encode(), json.dumps(NAME)[1:-1].encode()]
    files = (path for path in sorted(folder.rglob(pattern)) if path.is_file())
    return [path.name for path in files if any(each in path.read_bytes() for each in spelled)]


def die_once(whole: Path, room: Path, tally: Progress, chance: Random, lasts_s: float, *, is_cut: bool) -> None:
    """One time that somebody is forgotten by a process that does not live to tell."""
    folder, before, log = room / "data", room / "before", room / "log"
    shutil.copytree(whole, folder)
    shutil.copytree(whole, before)
    child = _begun(folder, log if is_cut else None)
    time.sleep(chance.uniform(0, 1.1 * lasts_s))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if is_cut and log.exists():
        lost_power(before, log, folder, chance)
    tally.counts["power cuts" if is_cut else "kills"] += 1
    _check(folder, tally)


def _begun(folder: Path, log: Path | None) -> int:
    """A process that has the player forgotten, and takes notes of it where there is a log."""
    child = os.fork()
    if child == 0:
        if log is not None:
            take_notes(folder, log)
        forget(folder)
        os._exit(0)
    return child


def _check(folder: Path, tally: Progress) -> None:
    with closing(Journal(folder / JOURNAL_NAME)) as journal:
        if journal.damage is not None:
            tally.find(f"{tally.done}: {journal.damage}")
        forgotten = {is_guest(row.setup["players"][0]) for row in journal.matches()}
        counts = [len(journal.events(row.id)) for row in journal.matches()]
    if counts != tally.notes["events"] or len(forgotten) != 1:
        tally.find(f"{tally.done}: {counts} events, forgotten {forgotten}")
    is_done = forgotten == {True}
    tally.counts["as after" if is_done else "as before"] += 1
    if is_done and (names := naming(folder, "journal*")):
        tally.find(f"{tally.done}: forgotten, and still in {names}")
    try:
        forget(folder)
    except BadInput:  # nothing was left to do
        tally.counts["nothing left"] += 1
    if names := naming(folder, "*"):
        tally.find(f"{tally.done}: asked for once more, and still in {names}")


def run(tally: Progress, count: int, cuts: float) -> None:
    """Until the program has been ended `count` times."""
    with tempfile.TemporaryDirectory() as name:
        whole = Path(name) / "whole"
        whole.mkdir()
        child = os.fork()  # its death leaves the log as it is
        if child == 0:
            fill(whole)
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)
        trial = Path(name) / "trial"
        shutil.copytree(whole, trial)
        with closing(Journal(trial / JOURNAL_NAME)) as journal:
            tally.notes["events"] = [len(journal.events(row.id)) for row in journal.matches()]
        began_s = time.monotonic()
        os.waitpid(_begun(trial, Path(name) / "trial-log"), 0)  # the slower of the two that are ended
        lasts_s = time.monotonic() - began_s
        while tally.done < count:
            chance, room = Random(f"{tally.seed}-{tally.done}"), Path(name) / "room"
            room.mkdir()
            die_once(whole, room, tally, chance, lasts_s, is_cut=chance.random() < cuts)
            shutil.rmtree(room)
            tally.done += 1
            tally.keep()


if __name__ == "__main__":
    end_often(__doc__, run, seed=20261125)
