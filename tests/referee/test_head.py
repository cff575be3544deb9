"""What a journal has lost at its end is noticed: the head beside it knows better."""

import hashlib
import json
import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from companion.clock import FakeClock
from companion.referee.head import Head, HeadUnreadable, ends, head_of, read
from companion.referee.journal import Journal, JournalEvent
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.referee.written import with_events
from tests.views import PLAYERS, WORDS, placed, shipped

SETUP = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}


def copied(path: Path, name: str) -> Path:
    """The journal as it lies on the disk now, its log and its head with it."""
    to = path.with_name(name)
    for suffix in ("", "-wal", ".head"):
        source = path.with_name(path.name + suffix)
        if source.exists():
            shutil.copyfile(source, to.with_name(name + suffix))
    return to


@pytest.fixture
def cut_off(tmp_path: Path) -> Path:
    """A copy of a journal with three events, all of them in its log, as a power cut leaves it."""
    path = tmp_path / "journal.sqlite3"
    with closing(Journal(path)) as journal:
        referee = Referee(journal, FakeClock(), shipped)
        referee.begin(SETUP)
        for event in placed("ZOO"):
            referee.happen(event, source=Source.HOST)
        return copied(path, "copy.sqlite3")


def test_after_a_power_cut_nothing_is_said_to_be_missing(cut_off: Path) -> None:
    with closing(Journal(cut_off)) as journal:
        assert journal.damage is None
        assert len(journal.events(1)) == 3


def test_a_head_that_is_behind_is_no_loss(cut_off: Path) -> None:
    with closing(Journal(cut_off)) as journal:
        referee = Referee(journal, FakeClock(), shipped)
        before = head_of(cut_off).read_bytes()
        referee.happen({"event": "undo"}, source=Source.HOST)
        head_of(cut_off).write_bytes(before)
        later = copied(cut_off, "later.sqlite3")
    with closing(Journal(later)) as journal:
        assert journal.damage is None
        assert len(journal.events(1)) == 4


def test_a_log_that_is_gone_is_noticed_and_what_is_missing_is_said(cut_off: Path) -> None:
    cut_off.with_name(f"{cut_off.name}-wal").unlink()
    cut_off.write_bytes(b"")
    with closing(Journal(cut_off)) as journal:
        assert journal.damage is not None
        assert "match 1: events 1 to 3" in journal.damage
    with closing(Journal(cut_off)) as journal:
        assert journal.damage is None, "it is said once"


def test_what_sqlite_leaves_out_of_a_damaged_log_is_saved(cut_off: Path) -> None:
    log = cut_off.with_name(f"{cut_off.name}-wal")
    content = bytearray(log.read_bytes())
    content[40] ^= 1  # in the checksum of the first frame: SQLite believes nothing after it
    log.write_bytes(bytes(content))
    with closing(Journal(cut_off)) as journal:
        assert journal.damage is not None
        assert "Missing" not in journal.damage
        assert len(journal.events(1)) == 3


def test_a_head_that_is_not_as_it_was_written_is_said_and_stops_nothing(cut_off: Path) -> None:
    head_of(cut_off).write_bytes(b"\xff" * 40)
    with closing(Journal(cut_off)) as journal:
        assert journal.damage is not None
        assert "copy.sqlite3.head cannot be read" in journal.damage
        assert len(journal.events(1)) == 3


def test_a_head_whose_numbers_are_others_than_were_written_is_none(cut_off: Path) -> None:
    written = json.loads(head_of(cut_off).read_bytes())
    written["ends"]["1"][0] = 2
    head_of(cut_off).write_text(json.dumps(written), "utf-8")
    with pytest.raises(HeadUnreadable):
        read(head_of(cut_off))


@pytest.fixture
def head(tmp_path: Path) -> Head:
    """A head of two matches, with one end that has come since."""
    head = Head(tmp_path / "journal.sqlite3")
    head.write({1: (12, "one"), 2: (0, "two")})
    assert head.add({2: (1, "a")})
    return head


def test_a_head_has_the_ends_that_were_added_in_its_last_sector(head: Head) -> None:
    before = head.path.read_bytes()
    assert read(head.path) == {1: (12, "one"), 2: (1, "a")}
    assert head.add({2: (2, "b"), 3: (0, "c")})
    assert read(head.path) == {1: (12, "one"), 2: (2, "b"), 3: (0, "c")}
    after = head.path.read_bytes()
    assert len(before) % 512 == 0
    assert before[:-512] == after[:-512]


def test_versions_that_knew_of_no_such_sector_read_the_rest(head: Head) -> None:
    document = json.loads(head.path.read_bytes())
    assert document["ends"] == {"1": [12, "one"], "2": [0, "two"]}
    text = json.dumps(document["ends"])
    assert document["digest"] == hashlib.sha256(text.encode()).hexdigest()


def test_a_head_cut_anywhere_cannot_be_read(head: Head) -> None:
    content = head.path.read_bytes()
    for size in range(len(content) - 1):  # without its last newline it is whole
        head.path.write_bytes(content[:size])
        with pytest.raises(HeadUnreadable):
            read(head.path)


def test_a_head_with_a_bit_that_is_another_has_the_same_ends_or_cannot_be_read(head: Head) -> None:
    content, ends = head.path.read_bytes(), read(head.path)
    for place, byte in enumerate(content):
        if byte == ord(" ") == content[place - 1]:
            continue  # as the one before it
        for bit in range(8):
            head.path.write_bytes(content[:place] + bytes([byte ^ 1 << bit]) + content[place + 1 :])
            try:
                assert read(head.path) == ends
            except HeadUnreadable:
                continue


def test_a_sector_of_another_head_is_not_believed(head: Head) -> None:
    sector = head.path.read_bytes()[-512:]
    head.write({1: (12, "one"), 2: (2, "b")})
    head.path.write_bytes(head.path.read_bytes()[:-512] + sector)
    with pytest.raises(HeadUnreadable):
        read(head.path)


def test_an_event_costs_the_head_no_more_with_a_thousand_matches(tmp_path: Path) -> None:
    for matches in (1, 1000):
        path = tmp_path / f"{matches}.sqlite3"
        with closing(Journal(path)) as journal:
            for _ in range(matches):
                journal.begin(SETUP, "2026-11-24T20:00:00.000Z")
            journal.keep_head()
            before = head_of(path).stat()
            journal.append(1, [JournalEvent(1, {"event": "undo"}, "host", "2026-11-24T20:00:00.000Z")])
            journal.keep_head()
            assert read(head_of(path)) == journal.ends
            assert head_of(path).stat().st_ino == before.st_ino
            assert head_of(path).stat().st_size == before.st_size


def test_a_head_whose_sector_is_full_is_written_whole(head: Head) -> None:
    assert all(head.add({number: (0, "0" * 64)}) for number in range(3, 8))
    assert not head.add({8: (0, "0" * 64)})
    assert not head.add({1: (13, "more")}), "before that"
    ends = dict.fromkeys(range(1, 100), (0, "0" * 64))
    head.write(ends)
    assert head.add({1: (1, "1" * 64)})
    assert read(head.path) == ends | {1: (1, "1" * 64)}


def test_after_an_error_the_head_is_written_whole(head: Head, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", lambda *_: 9)
        with pytest.raises(OSError, match="Input/output error"):
            head.add({1: (13, "more")})
    assert not head.add({1: (13, "more")})
    head.write({1: (13, "more")})
    head.path.unlink()
    assert not head.add({1: (14, "most")}), "it is gone"


def test_a_journal_that_has_only_lost_its_head_is_not_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with_events(path, 3)
    head_of(path).unlink()
    lying = path.stat().st_ino
    with closing(Journal(path)) as journal:
        assert journal.damage == "journal.sqlite3.head is gone: if events were lost at the end, nobody can tell."
    assert path.stat().st_ino == lying
    assert not list(tmp_path.glob("*.damaged-*"))


def test_a_head_that_is_gone_is_said_once_and_a_new_one_written(cut_off: Path) -> None:
    head_of(cut_off).unlink()
    cut_off.with_name(f"{cut_off.name}-wal").unlink()
    with closing(Journal(cut_off)) as journal:
        assert journal.damage == "copy.sqlite3.head is gone: if events were lost at the end, nobody can tell."
    with closing(Journal(cut_off)) as journal:
        assert journal.damage is None


@pytest.mark.parametrize("content", [None, b"", b"\xff" * 40])
def test_without_its_head_what_sqlite_leaves_out_of_a_damaged_log_is_saved_all_the_same(
    cut_off: Path, content: bytes | None
) -> None:
    head_of(cut_off).unlink()
    if content is not None:
        head_of(cut_off).write_bytes(content)
    log = cut_off.with_name(f"{cut_off.name}-wal")
    damaged = bytearray(log.read_bytes())
    damaged[40] ^= 1  # in the checksum of the first frame: SQLite believes nothing after it
    log.write_bytes(bytes(damaged))
    with closing(Journal(cut_off)) as journal:
        assert journal.damage is not None
        assert "3 events were saved" in journal.damage
        assert "nobody can tell" in journal.damage
        assert len(journal.events(1)) == 3


def test_a_journal_from_before_there_were_heads_misses_none_and_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    shutil.copyfile(Path(__file__).parents[1] / "journals" / "version2.sqlite3", path)
    with closing(Journal(path)) as journal:
        assert journal.damage is None
        assert read(head_of(path)) == ends(journal._connection)


def test_a_journal_killed_before_its_first_head_was_written_misses_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    head_of(path).mkdir()  # nothing can be written there
    with closing(Journal(path)) as journal:
        journal.begin(SETUP, "2026-11-24T20:00:00.000Z")
    head_of(path).rmdir()
    with closing(Journal(path)) as journal:
        assert journal.damage is None


def test_a_journal_that_is_gone_with_its_head_is_said_where_the_table_has_left_other_traces(tmp_path: Path) -> None:
    path, key = tmp_path / "journal.sqlite3", tmp_path / "web.key"
    with closing(Journal(path, witnesses=[key])) as journal:
        assert journal.damage is None, "a table that is new"
    key.write_bytes(b"a key")
    with closing(Journal(path, witnesses=[key])) as journal:
        assert journal.damage is None, "a journal without matches is one, too"
    path.unlink()
    head_of(path).unlink()
    with closing(Journal(path, witnesses=[key])) as journal:
        assert journal.damage == "The journal is gone, and its head with it: earlier matches are lost."
    with closing(Journal(path, witnesses=[key])) as journal:
        assert journal.damage is None, "it is said once"


def test_a_head_that_cannot_be_written_is_said_until_it_can(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        referee = Referee(journal, FakeClock(), shipped)
        referee.begin(SETUP)
        said = []
        referee.subscribe(lambda view: said.append(view.notices))
        place = head_of(journal.path)
        place.unlink()
        place.mkdir()
        first, second = placed("ZO")
        referee.happen(first, source=Source.HOST)
        assert "journal's head" in said[-1][0]
        place.rmdir()
        referee.happen(second, source=Source.HOST)
        assert said[-1] == ()
    assert head_of(journal.path).is_file()
