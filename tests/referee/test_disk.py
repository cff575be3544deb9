"""A disk that is full or fails: what waits is written from the reserve, or it is said loudly that it is lost."""

import json
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.clock import FakeClock
from companion.referee.disk import RESERVE_BYTES, DiskFails, EventsLost, Reserve, writing
from companion.referee.journal import Journal, JournalEvent
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.full_disk import failing_disk, full_disk, room_for
from tests.views import PLAYERS, WORDS, placed, shipped

ROOT = Path(__file__).parents[2]
SETUP = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}
PATIENCE_S = 60
SMALL_MB = 3
# A disk of our own, in a namespace where we are root; few machines refuse that to everybody.
SMALL_DISK = f'mount -t tmpfs -o size={SMALL_MB}m none "$0" && exec "$1" -m tests.small_disk "$0" "$2"'
# Let it be read only, as a system lets a card that fails; then the doctor looks at it, and the journal is opened.
READ_ONLY_DISK = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$1" -c "$2" "$0"'
DOCTOR_AND_TABLE = """
import sys, pathlib
from companion.machine.checks import look_at_disk
from companion.referee.journal import Journal
data = pathlib.Path(sys.argv[1])
print(look_at_disk(data).state, look_at_disk(data).said)
Journal(data / "journal.sqlite3")
"""
SMALL_DISK_FOR = f'mount -t tmpfs -o size={SMALL_MB}m none "$0" && exec "$1" -c "$2" "$0"'
# A match is kept, then the disk takes nothing more: the journal is opened with the reserve, without, and with room.
OPENED_ON_A_FULL_DISK = """
import contextlib, errno, hashlib, pathlib, sys
from companion.errors import BadInput
from companion.referee.disk import Reserve
from companion.referee.journal import Journal, JournalEvent
from companion.referee.source import Source

data = pathlib.Path(sys.argv[1])
path, filler = data / "journal.sqlite3", data / "filler"

def looked_at():
    with contextlib.closing(Journal(path)) as journal:
        print(journal.damage, [row.event for row in journal.events(1)], (data / "reserve").exists())

def fill():
    with filler.open("ab", buffering=0) as file:
        try:
            while file.write(bytes(1024)):
                pass
        except OSError as error:
            assert error.errno == errno.ENOSPC, error

with contextlib.closing(Journal(path)) as journal:
    match = journal.next_match({"game": "disorder"}, "2026-11-30T00:00:00Z")
    journal.start(match)
    journal.append(1, [JournalEvent(1, {"event": "place"}, Source.HOST, "2026-11-30T00:00:01Z")])
assert Reserve(data / "reserve").hold()
fill()
looked_at()
fill()
before = hashlib.sha256(path.read_bytes()).digest()
try:
    looked_at()
except BadInput as error:
    print(error)
assert hashlib.sha256(path.read_bytes()).digest() == before
filler.unlink()
looked_at()
print(sorted(file.name for file in data.iterdir() if "damaged" in file.name))
"""
ALMOST_FULL = "The disk is almost full: make room, or the match must go on in memory."
ELSEWHERE = (
    "The journal's files were deleted, moved or replaced while the table is open: what is played now may be lost. "
    "Put them back, or write the score down."
)


def test_what_is_no_fault_of_the_disk_is_not_called_one(tmp_path: Path) -> None:
    held = sqlite3.OperationalError("database is locked")
    held.sqlite_errorcode = sqlite3.SQLITE_BUSY
    with pytest.raises(sqlite3.OperationalError, match="locked"), writing(tmp_path / "journal.sqlite3"):
        raise held


def test_the_reserve_is_held_given_up_and_held_again(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path / "reserve")
    assert not reserve.give_up()
    for _ in range(2):
        assert reserve.hold()
        status = (tmp_path / "reserve").stat()
        assert status.st_size == RESERVE_BYTES
        assert status.st_blocks * 512 >= RESERVE_BYTES, "it is no hole: the room is taken"
        assert reserve.give_up()
        assert not (tmp_path / "reserve").exists()


def test_a_reserve_that_finds_no_room_leaves_nothing_behind_and_says_so(tmp_path: Path) -> None:
    with room_for(1000):
        assert not Reserve(tmp_path / "reserve").hold()
    assert list(tmp_path.iterdir()) == []


def test_a_disk_with_less_than_twice_the_reserve_is_almost_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usage:
        free = 2 * RESERVE_BYTES - 1

    monkeypatch.setattr("companion.referee.disk.shutil.disk_usage", lambda _: Usage)
    assert not Reserve(tmp_path / "reserve").hold()


def test_a_folder_in_the_place_of_the_reserve_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "reserve").mkdir()
    reserve = Reserve(tmp_path / "reserve")
    assert reserve.hold()
    assert not reserve.give_up()


@pytest.fixture
def table(tmp_path: Path) -> Any:
    journal = Journal(tmp_path / "journal.sqlite3")
    referee = Referee(journal, FakeClock(), shipped)
    referee.begin(SETUP)
    yield referee
    journal.close()


def test_a_disk_that_fails_is_not_told_to_make_room_and_the_match_goes_on(table: Referee) -> None:
    first, second, _ = placed("ZOO")
    with failing_disk(table._ledger.journal.path):
        table.happen(first, source=Source.HOST)
        (notice,) = table.view.notices
        assert notice.endswith("though there is room: the disk fails: the match goes on in memory.")
        assert "make room" not in notice
        with pytest.raises(DiskFails):
            table._ledger.journal.append(1, [JournalEvent(1, first, "host", "now")])
    assert table._ledger.journal.events(1) == []
    table.happen(second, source=Source.HOST)
    assert table.view.notices == ()
    assert [row.event for row in table._ledger.journal.events(1)] == [first, second]


def test_what_the_disk_does_not_take_at_the_end_is_said_to_be_lost(table: Referee) -> None:
    with full_disk(table._ledger.journal.path):
        for event in placed("ZOO"):
            table.happen(event, source=Source.HOST)
        with pytest.raises(EventsLost, match="events 1 to 3 of match 1 are lost"):
            table.leave_off()
    table.leave_off()
    assert len(table._ledger.journal.events(1)) == 3


@pytest.mark.parametrize("which", ["journal.sqlite3", "journal.sqlite3-wal"])
def test_a_journal_that_is_moved_away_is_asked_for_until_it_is_put_back(table: Referee, which: str) -> None:
    journal = table._ledger.journal
    file, aside = journal.path.with_name(which), journal.path.with_name("aside")
    for event, notices in zip(placed("ZOO"), [(), (ELSEWHERE,), ()], strict=True):
        if notices:
            file.rename(aside)
        elif aside.exists():
            aside.rename(file)
        table.happen(event, source=Source.HOST)
        assert table.view.notices == notices
    assert len(journal.events(1)) == 3


def test_a_journal_that_is_put_back_is_no_longer_asked_for_though_nothing_is_played(table: Referee) -> None:
    path = table._ledger.journal.path
    path.rename(path.with_name("aside"))
    table.happen(placed("Z")[0], source=Source.HOST)
    assert list(table.view.notices) == [ELSEWHERE]
    path.with_name("aside").rename(path)
    table.tick()
    assert list(table.view.notices) == []
    table.leave_off()


def test_another_journal_in_the_place_of_one_that_is_open_is_not_taken_for_it(table: Referee) -> None:
    path = table._ledger.journal.path
    backup = path.with_name("backup")
    shutil.copy(path, backup)
    backup.replace(path)
    table.happen(placed("Z")[0], source=Source.HOST)
    assert table.view.notices == (ELSEWHERE,)
    with pytest.raises(EventsLost, match=f"of match 1 .* is not in {path}"):
        table.leave_off()


def with_a_disk(script: str, folder: Path, what: str) -> subprocess.CompletedProcess[str]:
    words = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, str(folder), sys.executable, what]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)


def on_a_small_disk(folder: Path, events: int) -> tuple[int, list[dict[str, Any]], str]:
    done = with_a_disk(SMALL_DISK, folder, str(events))
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


@pytest.mark.skipif(
    subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "true"], check=False).returncode != 0,
    reason="no disk can be made here without being root",
)
class TestOnADiskOfItsOwn:
    def test_events_are_written_into_the_reserve_and_it_is_held_again_when_there_is_room(self, tmp_path: Path) -> None:
        status, (played, afterwards), _ = on_a_small_disk(tmp_path, 40)
        assert status == 0
        assert played["said"][0] == []
        assert played["said"][-1] == [ALMOST_FULL]
        assert played["waiting"] == 0
        assert afterwards == {"held": True, "said": []}

    def test_once_the_reserve_is_used_up_the_rest_waits_and_the_end_says_what_is_lost(self, tmp_path: Path) -> None:
        status, (played,), errors = on_a_small_disk(tmp_path, 250)
        assert status == 1
        assert "make room on the disk: the match goes on in memory." in played["said"][-1][0]
        first = 250 - played["waiting"] + 1
        assert first > 60, "the reserve took less than that"
        assert f"events {first} to 250 of match 1 are lost" in errors

    def test_a_journal_on_a_full_disk_is_opened_by_giving_up_the_reserve_and_is_never_called_damaged(
        self, tmp_path: Path
    ) -> None:
        done = with_a_disk(SMALL_DISK_FOR, tmp_path, OPENED_ON_A_FULL_DISK)
        assert done.returncode == 0, done.stderr
        opened, refused, again, aside = done.stdout.splitlines()
        assert opened == "None [{'event': 'place'}] False"
        assert refused.endswith("; make room on the disk")
        assert again == "None [{'event': 'place'}] False"
        assert aside == "[]"

    @pytest.mark.parametrize("is_new", [False, True])
    def test_one_that_can_only_be_read_is_said_by_the_doctor_and_by_the_table(
        self, tmp_path: Path, is_new: bool
    ) -> None:
        if not is_new:
            Journal(tmp_path / "journal.sqlite3").close()
        done = with_a_disk(READ_ONLY_DISK, tmp_path, DOCTOR_AND_TABLE)
        assert done.stdout.startswith(f"wrong the disk of {tmp_path} can only be read")
        sentence = f"the journal {tmp_path}/journal.sqlite3 cannot be opened: its disk can only be read"
        assert done.stderr.endswith(f"BadInput: {sentence}\n")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "companion.cli", "run", "--port", "0", "--camera", "none", "--data", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def test_the_program_that_cannot_write_what_waits_says_so_and_does_not_end_well(
    program: subprocess.Popen[str], tmp_path: Path
) -> None:
    assert program.stdout is not None
    address = re.search(r"http://[^ ]+", program.stdout.readline())
    assert address is not None
    first, second, _ = placed("ZOO")
    post(f"{address[0]}/api/matches", SETUP)
    post(f"{address[0]}/api/events", {"event": first})
    longest = (tmp_path / "journal.sqlite3-wal").stat().st_size
    resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (longest, resource.RLIM_INFINITY))
    post(f"{address[0]}/api/events", {"event": second})
    program.terminate()
    _, errors = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 2
    assert "events 2 to 2 of match 1 are lost: the disk did not take them" in errors
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        assert [row.event["card"] for row in journal.events(1)] == ["Z"]


def post(address: str, body: Any) -> None:
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        assert answer.status // 100 == 2, address
