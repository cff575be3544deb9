"""Whatever single call fails while an event is handled: what was acknowledged is kept, what was refused is not, and a
restart stands where the displays stood."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.clock import FakeClock
from companion.games.core import Words
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry, Refusal, TableView
from tests.failing_calls import NONE_FAILS, Calls, failing_call
from tests.full_disk import full_disk
from tests.hourglass import GAMES, Hourglass
from tests.night import MATCHES, standing
from tests.rules.play import no_lexicon
from tests.tables import table

# A call of every so many fails; each stand begins with another one. With TABLESIDE_EVERY_CALL set none is left out.
STRIDE = 1 if os.environ.get("TABLESIDE_EVERY_CALL") else 5
MATCH = 1  # the only one in each journal
PLAYED = 4  # events of a saved match that have been played

Answer = Entry | Refusal | None
Act = Callable[[Referee], Answer]
Files = Mapping[str, bytes]

RESTARTED: dict[object, str] = {}
"""How tables stood that were started, by what their journals held."""


@dataclass(frozen=True)
class Stand:
    """A table at rest: the files of its journal, and an act, before and after which it stands otherwise."""

    journal: Files
    act: Act
    before: str
    after: str
    events: int
    passed_ms: int = 0


class Table:
    """A table in a folder of its own, its timers running, with an onlooker who hears every view and reads the disk."""

    def __init__(
        self, folder: Path, journal: Files, passed_ms: int = 0, lexicon: Callable[[Any], Words] = no_lexicon
    ) -> None:
        self.path = folder / "journal.sqlite3"
        for suffix in ("", "-wal", "-shm", ".head"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        for suffix, content in journal.items():
            self.path.with_name(self.path.name + suffix).write_bytes(content)
        self.journal = Journal(self.path)
        assert self.journal.damage is None
        self.clock, self._lexicon = FakeClock(), lexicon
        self.referee = Referee(self.journal, self.clock, lexicon)
        self.referee.resume()
        self.clock.advance(passed_ms)
        self.onlooker = sqlite3.connect(self.path)
        self.unwritten = 0  # the most events that a view showed and that were not on disk
        self.said: set[str] = set()  # every notice of them
        self._stood: tuple[TableView | None, str] = (None, "")
        self.referee.subscribe(self._look)

    @property
    def written(self) -> int:
        (rows,) = self.onlooker.execute("SELECT count(*) FROM event").fetchone()
        return int(rows)

    def _look(self, view: TableView) -> None:
        self.unwritten = max(self.unwritten, len(view.protocol) - self.written)
        self.said |= set(view.notices)

    @property
    def stands(self) -> str:
        """How the table stands, told once of each view."""
        view = self.referee.view
        if view is not self._stood[0]:
            self._stood = view, standing(view)
        return self._stood[1]

    def restarted(self) -> str:
        """How a table stands that is started on what is on the disk now; found out once for all that hold the same."""
        head = self.path.with_name(f"{self.path.name}.head")
        held = (self._lexicon, rows_of(self.onlooker), head.read_bytes())
        if held not in RESTARTED:
            RESTARTED[held] = self._started_on_a_copy()
        return RESTARTED[held]

    def _started_on_a_copy(self) -> str:
        copy = self.path.with_name("copy.sqlite3")
        for suffix in ("", "-wal", ".head"):  # the index of the log is no part of what a power cut leaves
            source, target = (path.with_name(path.name + suffix) for path in (self.path, copy))
            target.unlink(missing_ok=True)
            if source.exists():
                shutil.copyfile(source, target)
        copy.with_name(f"{copy.name}-shm").unlink(missing_ok=True)
        with closing(Journal(copy)) as journal:
            assert journal.damage is None
            return standing(Referee(journal, FakeClock(), self._lexicon).view)

    def close(self) -> None:
        self.onlooker.close()
        self.journal.close()


def rows_of(reader: sqlite3.Connection) -> str:
    """All that is in a journal."""
    names = [name for (name,) in reader.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return repr([(name, reader.execute(f"SELECT * FROM {name}").fetchall()) for name in names])


def files_of(journal: Path) -> Files:
    """What a closed journal consists of, by the end of the name: the database and its head."""
    return {suffix: journal.with_name(journal.name + suffix).read_bytes() for suffix in ("", ".head")}


def taken_up(folder: Path, stand: Stand) -> closing[Table]:
    return closing(Table(folder, stand.journal, stand.passed_ms))


# ——— where each of the games is, and what is done next ———


def happens(event: Mapping[str, Any]) -> Act:
    return lambda referee: referee.happen(event, source=Source.HOST)


def new_entry(act: Callable[[Referee], object]) -> Act:
    """The entry an act has led to that does not answer with it itself."""

    def acts(referee: Referee) -> Answer:
        shown = referee._publisher  # its newest view is read without a call that could fail
        entries = len(shown.view.protocol)
        act(referee)
        return shown.view.protocol[-1] if len(shown.view.protocol) > entries else None

    return acts


def stand_at(folder: Path, journal: Path, act: Act, passed_ms: int = 0) -> Stand:
    """The stand of a closed journal, once it has been seen what the act makes of it when nothing fails."""
    files = files_of(journal)
    with closing(Table(folder, files, passed_ms)) as taken:
        before, events = standing(taken.referee.view), taken.written
        assert isinstance(act(taken.referee), Entry)
        assert taken.written == events + 1
        return Stand(files, act, before, standing(taken.referee.view), events, passed_ms)


def events_of(game: str) -> list[Mapping[str, Any]]:
    events: list[Mapping[str, Any]] = saved(game)["events"]
    return events


def saved(game: str, number: int = 1) -> Mapping[str, Any]:
    document: Mapping[str, Any] = json.loads((MATCHES / f"{game}-{number}.json").read_text("utf-8"))["document"]
    return document


def played(folder: Path, game: str, *more: Mapping[str, Any], first: int = PLAYED) -> Path:
    """The journal of a saved match after its first events, and some more."""
    document, path = saved(game), folder / "played.sqlite3"
    path.unlink(missing_ok=True)
    with closing(Journal(path)) as journal:
        referee = Referee(journal, FakeClock(), no_lexicon)
        referee.begin({part: document[part] for part in ("game", "players", "options") if part in document})
        for event in [*document["events"][:first], *more]:
            assert isinstance(referee.happen(event, source=Source.HOST), Entry), event
    return path


UNDO = {"event": "undo"}
ACTS = ("event", "undo", "redo", "correct", "timeout")


def stand(folder: Path, game: str, act: str) -> Stand:
    """A match of the game where this act is next."""
    if act == "timeout":
        return when_time_is_up(folder, game)
    first, following = events_of(game)[0], events_of(game)[PLAYED]
    event = {"event": following, "undo": UNDO, "redo": {"event": "redo"}}
    correct = {"event": "correct", "number": 1, "to": first}
    more = [UNDO] if act == "redo" else []
    return stand_at(folder, played(folder, game, *more), happens(event.get(act, correct)))


def when_time_is_up(folder: Path, game: str) -> Stand:
    opened, length_ms, _ = GAMES[game]
    glasses = folder / "glasses"
    glasses.mkdir()
    glass = opened(lambda *setup, **options: Hourglass(glasses, *setup, **options))
    glass.stop(orderly=True)
    return stand_at(folder, glass.path, new_entry(Referee.tick), length_ms)


def when_a_phone_says_it(folder: Path) -> Stand:
    event = events_of("disorder")[PLAYED]
    return stand_at(folder, played(folder, "disorder"), lambda referee: referee.say(event, "Ann", source=Source.PHONE))


def when_somebody_doubts(folder: Path) -> Stand:
    revealed = {"event": "reveal", "cards": {"Ann": "I", "Bob": "P"}}
    first = {"event": "place", "player": "Ann", "row": 3, "side": "back", "word": "niq"}  # now one row is the longest
    second = {"event": "place", "player": "Bob", "row": 1, "side": "front", "word": "prq"}
    path = played(folder, "typo", revealed, first, second, first=0)
    return stand_at(folder, path, lambda referee: referee.join_in("Ann", 3, source=Source.PHONE))


def when_the_camera_sees_a_card(folder: Path) -> Stand:
    return stand_at(folder, played(folder, "disorder", first=0), lambda referee: referee.see(table("Z"), "z.jpg"))


def when_the_camera_has_asked(folder: Path) -> Stand:
    """The camera has asked which card it is, and is answered."""

    def answered(referee: Referee) -> Answer:
        if referee.view.question is None:
            referee.see(table("Z", doubtful={0: "ZN"}), "z.jpg")
        assert referee.view.question is not None
        return referee.answer(referee.view.question.id, "Z", source=Source.PHONE)

    return stand_at(folder, played(folder, "disorder", first=0), answered)


OTHER_WAYS = (when_a_phone_says_it, when_somebody_doubts, when_the_camera_sees_a_card, when_the_camera_has_asked)


# ——— what must hold ———


def trial(folder: Path, stand: Stand, number: int) -> Calls:
    """The act with one call of it failing, and all that must hold then."""
    with taken_up(folder, stand) as taken:
        answer, calls, where = acted(taken, stand, number)
        assert_nothing_lost(taken, stand, answer, calls, where)
        assert taken.unwritten == 0, where
        assert taken.restarted() == taken.stands, where
        assert_goes_on(taken, stand, answer, where)
        return calls


def acted(taken: Table, stand: Stand, number: int) -> tuple[Answer, Calls, str]:
    answer, error = None, None
    with failing_call(number) as calls:
        try:
            answer = stand.act(taken.referee)
        except Exception as raised:  # noqa: BLE001 - whatever it is, nothing may have happened then
            error = raised
    assert answer is None or error is None
    return answer, calls, f"call {number}, {calls.failed}: {answer or error!r}"


def assert_nothing_lost(taken: Table, stand: Stand, answer: Answer, calls: Calls, where: str) -> None:
    """An acknowledged event is kept and shown, another is neither; what failed all the same is said."""
    kept = [row.number for row in taken.referee.archive.events(MATCH)]
    is_entered = isinstance(answer, Entry)
    assert kept == list(range(1, stand.events + 1 + is_entered)), where
    assert taken.stands == (stand.after if is_entered else stand.before), where
    if is_entered and calls.failed is not None:
        assert any("CallFailed" in notice for notice in taken.said), where


def assert_goes_on(taken: Table, stand: Stand, answer: Answer, where: str) -> None:
    """The referee takes the next event: what was not acknowledged can be done again, the rest be taken back."""
    written = taken.written
    following = happens(UNDO) if isinstance(answer, Entry) else stand.act
    assert isinstance(following(taken.referee), Entry), f"afterwards: {where}"
    assert taken.written == written + 1, f"afterwards: {where}"


def calls_to_fail(total: int, key: str) -> range:
    """Every `STRIDE`th of so many calls, beginning with another one for each key, and always the same ones."""
    return range(1 + sum(key.encode()) % STRIDE, total + 1, STRIDE)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("game", GAMES)
def test_whatever_call_fails_what_was_acknowledged_is_kept_and_nothing_else(folder: Path, game: str, act: str) -> None:
    at = stand(folder, game, act)
    total = trial(folder, at, NONE_FAILS).count
    assert total > 150, "the calls of an event are no longer counted"
    for number in calls_to_fail(total, game + act):
        assert trial(folder, at, number).failed is not None


@pytest.mark.parametrize("way", OTHER_WAYS)
def test_so_it_is_whichever_way_the_event_came(folder: Path, way: Callable[[Path], Stand]) -> None:
    at = way(folder)
    for number in calls_to_fail(trial(folder, at, NONE_FAILS).count, way.__name__):
        trial(folder, at, number)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_full_disk_too_and_what_was_acknowledged_is_written_when_there_is_room(folder: Path, game: str) -> None:
    at = stand(folder, game, "event")

    def trial_(number: int) -> Calls:
        with taken_up(folder, at) as taken:
            with full_disk(taken.path):
                answer, calls, where = acted(taken, at, number)
            assert taken.written == at.events, where
            assert_nothing_lost(taken, at, answer, calls, where)
            taken.referee.tick()
            assert taken.written == len(taken.referee.view.protocol), where
            assert taken.restarted() == taken.stands, where
            assert_goes_on(taken, at, answer, where)
            return calls

    for number in calls_to_fail(trial_(NONE_FAILS).count, game):
        trial_(number)


@pytest.mark.parametrize("game", GAMES)
def test_before_a_closed_journal_nothing_is_acknowledged_whatever_fails_besides(folder: Path, game: str) -> None:
    at = stand(folder, game, "event")

    def trial_(number: int) -> Calls:
        with taken_up(folder, at) as taken:
            taken.journal.close()
            answer, calls, where = acted(taken, at, number)
            assert answer is None, where
            assert taken.written == at.events, where
            assert taken.stands == at.before, where
            assert taken.restarted() == at.before, where
            return calls

    for number in calls_to_fail(trial_(NONE_FAILS).count, game):
        trial_(number)
