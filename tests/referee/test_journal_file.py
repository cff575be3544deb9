"""A journal's file that others have a hand in: another program, another user, a folder that is not there."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import BadInput
from companion.referee import journal_file
from companion.referee.disk import DiskFails
from companion.referee.journal import Journal
from tests.read_only import folder_in_sight, of_another_user, read_only
from tests.referee.written import NOW, SETUP, event, with_events


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.mark.parametrize(
    ("events", "done", "refused"),
    [(None, "CREATE TABLE theirs (x)", "another program"), (1, "PRAGMA user_version = 99", "version 99")],
)
def test_a_database_of_another_program_or_a_newer_version_is_refused_and_left_alone(
    path: Path, events: int | None, done: str, refused: str
) -> None:
    if events is not None:
        with_events(path, events)
    other = sqlite3.connect(path)
    other.execute(done)
    other.close()
    before = path.read_bytes()
    with pytest.raises(BadInput, match=refused):
        Journal(path)
    assert path.read_bytes() == before


def test_a_journal_that_may_not_be_written_is_refused_and_not_taken_for_damaged() -> None:
    with folder_in_sight() as folder:
        path = folder / "journal.sqlite3"
        with_events(path, 2)
        before = {each: each.read_bytes() for each in folder.iterdir()}
        with read_only(folder), pytest.raises(BadInput, match="cannot be opened"):
            Journal(path)
        assert {each: each.read_bytes() for each in folder.iterdir()} == before


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_journal_with_a_file_of_another_user_is_refused_at_once(suffix: str) -> None:
    """As after a copy put back by root: SQLite shows it, and takes no event."""
    with folder_in_sight() as folder:
        path = folder / "journal.sqlite3"
        with_events(path, 2)
        file = folder / f"{path.name}{suffix}"
        file.touch()
        with of_another_user(file), pytest.raises(BadInput, match=rf"{file.name} cannot be written"):
            Journal(path)
        with closing(Journal(path)) as journal:
            assert journal.damage is None


def test_a_journal_that_takes_no_writes_any_more_is_said_and_waits_for(path: Path) -> None:
    with closing(Journal(path)) as journal:
        match = journal.begin(SETUP, NOW)
        journal._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(DiskFails, match="cannot be written"):
            journal.append(match.id, [event(1)])
        journal._connection.execute("PRAGMA query_only = OFF")
        journal.append(match.id, [event(1)])


def test_a_journal_that_another_program_holds_is_refused_and_not_taken_for_damaged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_events(path, 2)
    monkeypatch.setattr(journal_file, "PATIENCE_S", 0.0)
    other = sqlite3.connect(path)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BadInput, match="cannot be opened"):
        Journal(path)
    other.close()
    journal = Journal(path)
    assert journal.damage is None
    journal.close()


ANOTHER_PROGRAM = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM event").fetchone()
connection.close()
"""


def nothing_happens(_: Path) -> None:
    pass


def head_gone(path: Path) -> None:
    path.with_name(f"{path.name}.head").unlink()


def end_gone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM event WHERE number = 1")


@pytest.mark.parametrize("happens", [nothing_happens, head_gone, end_gone])
def test_another_program_that_has_looked_takes_nothing_away(path: Path, happens: Callable[[Path], None]) -> None:
    """SQLite folds the log back and deletes it when the last one closes the file: locks tell it who is."""
    match_id = with_events(path, 1)
    happens(path)
    with closing(Journal(path)) as journal:
        kept = journal.events(match_id)
        journal.append(match_id, [event(len(kept) + 1)])
        subprocess.run([sys.executable, "-c", ANOTHER_PROGRAM, str(path)], check=True)
        assert journal.is_in_place()
        journal.append(match_id, [event(len(kept) + 2)])
        with closing(Journal(path, read_only=True)) as other:
            assert other.events(match_id) == journal.events(match_id)
            assert len(other.events(match_id)) == len(kept) + 2


@pytest.mark.parametrize(("happens", "problem"), [(nothing_happens, None), (head_gone, "is gone")])
def test_whoever_writes_it_may_ask_what_is_wrong_with_it_and_keeps_its_locks(
    path: Path, happens: Callable[[Path], None], problem: str | None
) -> None:
    match_id = with_events(path, 1)
    with closing(Journal(path)) as journal:
        journal.append(match_id, [event(2)])
        happens(path)
        said = journal.problem()
        assert said is None if problem is None else problem in str(said)
        subprocess.run([sys.executable, "-c", ANOTHER_PROGRAM, str(path)], check=True)
        assert journal.is_in_place()


def test_a_folder_that_is_not_there_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be opened"):
        Journal(tmp_path / "nowhere" / "journal.sqlite3")
