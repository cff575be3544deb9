"""What the doctor says of the service, the version, the disk and the journal, without a systemd or a full disk."""

import json
import shutil
import threading
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from companion import __version__
from companion.machine import checks, wall_clock
from companion.referee.journal import JOURNAL_NAME, Journal, JournalEvent
from tests.read_only import folder_in_sight, of_another_user

Usage = namedtuple("Usage", "total used free")
RUNS = {"LoadState": "loaded", "ActiveState": "active", "SubState": "running", "NRestarts": "0"}


def test_the_version() -> None:
    found = checks.look_at_version()
    assert (found.state, found.value) == ("ok", __version__)
    assert found.said.startswith(f"Tableside {__version__} with Python 3.")


class TestService:
    @pytest.fixture
    def systemctl(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
        """A systemctl that says what it is told to, alone on the path."""

        def make(script: str) -> None:
            program = tmp_path / "systemctl"
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
            monkeypatch.setenv("PATH", str(tmp_path))

        return make

    def test_what_systemd_says_is_read(self, systemctl: Callable[[str], None]) -> None:
        systemctl("echo LoadState=loaded; echo ActiveState=active; echo StatusText=http://10.0.0.2:8080/?a=b")
        found = checks.service_properties()
        assert found == {"LoadState": "loaded", "ActiveState": "active", "StatusText": "http://10.0.0.2:8080/?a=b"}

    def test_without_systemd_or_with_one_that_does_not_run_nothing_is_read(
        self, systemctl: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        systemctl("echo 'System has not been booted with systemd' >&2; exit 1")
        assert checks.service_properties() is None
        monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
        assert checks.service_properties() is None

    @pytest.mark.parametrize(
        ("properties", "state", "value", "words"),
        [
            (None, "simulated", None, "systemd does not run here"),
            ({"LoadState": "not-found"}, "simulated", "not-found", "`make install` does it"),
            ({**RUNS, "StatusText": "http://a:8080"}, "ok", "active", "the service runs: http://a:8080"),
            ({**RUNS, "NRestarts": "3"}, "ok", "active", "started again 3 times"),
            ({**RUNS, "ActiveState": "failed", "SubState": "failed"}, "wrong", "failed", "journalctl -u tableside"),
            ({**RUNS, "ActiveState": "activating", "SubState": "auto-restart"}, "wrong", "activating", "auto-restart"),
        ],
    )
    def test_how_the_service_is(
        self, properties: dict[str, str] | None, state: str, value: str | None, words: str
    ) -> None:
        found = checks.look_at_service(properties)
        assert (found.part, found.state, found.value) == ("service", state, value)
        assert words in found.said


class TestDisk:
    @pytest.mark.parametrize(("free", "state"), [(499_400_000, "wrong"), (500_000_000, "ok"), (73e9, "ok")])
    def test_the_room_that_is_left(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: float, state: str
    ) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(100e9, 100e9 - free, free))
        found = checks.look_at_disk(tmp_path)
        assert (found.part, found.state, found.value) == ("disk", state, round(free / 1e6))


class TestClock:
    @pytest.fixture(autouse=True)
    def unset(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Where a time server's having set the clock is noted; it has not."""
        monkeypatch.setattr(wall_clock, "SYNCHRONISED", tmp_path / "synchronized")
        return tmp_path / "synchronized"

    @pytest.mark.parametrize(
        ("now", "state"),
        [
            ("2026-12-24T20:00:00.000Z", "ok"),
            ("2026-12-24T18:59:00.000Z", "wrong"),
            ("1970-01-01T00:00:00.000Z", "wrong"),
        ],
    )
    def test_it_is_not_before_what_the_journal_tells(self, tmp_path: Path, now: str, state: str) -> None:
        with closing(Journal(tmp_path / JOURNAL_NAME)) as journal:
            row = journal.begin({"game": "disorder"}, "2026-12-24T18:00:00.000Z")
            journal.append(row.id, [JournalEvent(1, {"event": "pass"}, "host", "2026-12-24T19:00:00.000Z", None)])
            found = checks.look_at_clock(tmp_path, now)
        assert (found.part, found.state, found.value) == ("clock", state, now)

    def test_without_a_journal_it_is_not_before_the_program(self, tmp_path: Path, unset: Path) -> None:
        assert checks.look_at_clock(tmp_path, "2026-10-31T23:59:59.999Z").state == "wrong"
        assert checks.look_at_clock(tmp_path, "2026-11-01T00:00:00.000Z").state == "ok"
        unset.touch()  # what is in the journal was ahead, then
        assert checks.look_at_clock(tmp_path, "2026-10-31T23:59:59.999Z").state == "ok"


class TestJournal:
    def test_none_yet(self, tmp_path: Path) -> None:
        assert checks.look_at_journal(tmp_path).state == "ok"
        assert list(tmp_path.iterdir()) == []

    def test_a_whole_one_is_counted_while_a_table_writes_it(self, tmp_path: Path) -> None:
        journal = Journal(tmp_path / JOURNAL_NAME)
        journal.begin({"game": "disorder"}, "2026-11-21T20:00:00.000Z")
        found = checks.look_at_journal(tmp_path)
        journal.close()
        assert (found.state, found.value) == ("ok", 1)

    def test_a_damaged_one_is_said_and_left_as_it_is(self, tmp_path: Path) -> None:
        journal = Journal(tmp_path / JOURNAL_NAME)
        journal.begin({"game": "disorder"}, "2026-11-21T20:00:00.000Z")
        journal.close()
        path = tmp_path / JOURNAL_NAME
        damaged = path.read_bytes().replace(b"disorder", b"disOrder")
        path.write_bytes(damaged)
        found = checks.look_at_journal(tmp_path)
        assert (found.state, "is damaged (match 1 is not as it was written)" in found.said) == ("wrong", True)
        assert path.read_bytes() == damaged

    def test_one_that_nobody_may_write_is_said_as_the_table_would_find_it(self, tmp_path: Path) -> None:
        path = tmp_path / JOURNAL_NAME
        Journal(path).close()
        header = bytearray(path.read_bytes())
        header[18] = 3  # the write version, https://sqlite.org/fileformat2.html
        path.write_bytes(header)
        found = checks.look_at_journal(tmp_path)
        assert (found.state, "its header has write version 3: nobody may write it" in found.said) == ("wrong", True)
        with closing(Journal(path)) as journal:
            assert journal.damage is not None

    def test_what_is_no_journal_is_said(self, tmp_path: Path) -> None:
        (tmp_path / JOURNAL_NAME).write_text("a shopping list")
        found = checks.look_at_journal(tmp_path)
        assert (found.state, "is not a Tableside journal" in found.said) == ("wrong", True)

    def test_a_journal_with_a_file_of_another_user_is_said(self) -> None:
        with folder_in_sight() as folder:
            path = folder / JOURNAL_NAME
            Journal(path).close()
            with of_another_user(path):
                found = checks.look_at_journal(folder)
        assert (found.state, f"{path} cannot be written" in found.said) == ("wrong", True)


PARTS = {
    "camera": {"kind": "real", "what": "pi", "fault": "the camera (pi) gives no picture any more; check its cable"},
    "screen": {"kind": "real", "what": "OLED 128×64", "fault": ""},
    "panel": {"kind": "simulated", "what": "buttons and buzzer", "fault": ""},
}


class TestRunningParts:
    @pytest.fixture
    def table(self) -> Iterator[str]:
        """A table that answers; gives the address as its status."""
        answer = json.dumps({"parts": PARTS}).encode()

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:  # the library's name
                self.send_response(200 if self.path == "/api/view" else 404)
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: Any) -> None:
                pass

        with HTTPServer(("127.0.0.1", 0), Answer) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            yield f"http://192.168.1.9:{server.server_port}"
            server.shutdown()
            thread.join()

    def test_the_running_table_is_asked_for_what_it_holds(self, table: str) -> None:
        parts = checks.running_parts({**RUNS, "StatusText": table})
        assert parts is not None
        found = {one.part: one for one in parts}
        assert {part: one.state for part, one in found.items()} == {
            "camera": "wrong",
            "screen": "ok",
            "buttons": "simulated",
        }
        assert found["camera"].said == PARTS["camera"]["fault"]

    def test_a_table_that_looks_seldom_says_why(self) -> None:
        pace = "looks every 600 ms: the processor is at 81 °C"
        parts = {**PARTS, "camera": {"kind": "real", "what": "pi", "fault": "", "pace": pace}}
        camera, *_ = checks._told(parts)
        assert (camera.state, camera.said) == ("ok", f"the running table has it: real, pi; {pace}")

    @pytest.mark.parametrize("properties", [None, {"ActiveState": "failed"}])
    def test_nobody_is_asked_where_none_runs(self, properties: dict[str, str] | None) -> None:
        assert checks.running_parts(properties) is None

    def test_one_that_does_not_answer_says_nothing(self) -> None:
        assert checks.running_parts({**RUNS, "StatusText": "http://127.0.0.1:9"}) is None
