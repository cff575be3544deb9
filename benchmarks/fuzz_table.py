"""The real table in a process of its own, and a client that says anything to it and watches what comes of it."""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import resource
import socket
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.web.headers import HEADERS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from multiprocessing.connection import Connection

    from benchmarks.resuming import Progress

PATIENCE_S = 60.0
LATE_S = 1.0
PIN = "274163"
OUTSIDE = "table.example"  # a name that is not the machine's own: whoever asks by it is a stranger, wherever from
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
UNTOUCHED = ("match_id", "match", "paused", "options")


def serve(ready: Connection, folder: str) -> None:
    """The whole table with simulated devices and eyes that read no pictures; its log goes into the folder."""
    from benchmarks.fuzz_eyes import give_eyes
    from companion.app import App, Setup
    from companion.machine.log import keep_log

    with Path(folder, "log").open("wb", buffering=0) as log:
        os.dup2(log.fileno(), 2)
    keep_log()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with App(Setup(Path(folder), port=0, camera="none", pin=PIN)) as app:
        give_eyes(app)
        ready.send((int(app.address.rpartition(":")[2]), app._web._app.state.site.access.join_key))
        ready.recv()


@dataclass(frozen=True, slots=True)
class Answer:
    """Status (0 for a connection that was hung up), headers in small letters and body of an answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as JSON. Raises ValueError."""
        return json.loads(self.body)


class FuzzedTable:
    """The table, and one kept-alive connection to it. Use as a context manager."""

    def __init__(self, tally: Progress) -> None:
        self.tally = tally
        self._folder = tempfile.TemporaryDirectory()
        here, there = multiprocessing.Pipe()
        self._pipe = here
        self._process = multiprocessing.get_context("spawn").Process(target=serve, args=(there, self._folder.name))
        self._process.start()
        there.close()
        self.port, self.join_key = here.recv()
        self._connection: http.client.HTTPConnection | None = None
        self._log_read = 0
        said = {"Host": self.names[1], "Content-Type": "application/json"}
        let_in = self.ask("POST", "/api/host", said, json.dumps({"pin": PIN}).encode())
        self.cookie = let_in.headers["set-cookie"].partition(";")[0]  # the host's, who typed the PIN
        self._read_dictionary()

    def __enter__(self) -> FuzzedTable:
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.send("stop")
        self._process.join(15)
        if self._process.exitcode != 0:
            self.tally.find(f"the table ended with {self._process.exitcode}")
            self._process.kill()
        self._folder.cleanup()

    def _read_dictionary(self) -> None:
        """The first match with a dictionary waits until it is read, seconds; a fuzzed one should not be the first."""
        setup = json.dumps({"game": "wordcard", "players": ["Ann", "Bob"]}).encode()
        until_s = time.monotonic() + PATIENCE_S
        while self._answer("POST", "/api/matches", self.as_host(), setup).status != 201:
            if time.monotonic() > until_s:
                raise SystemExit("the table begins no match with its own dictionary")
            time.sleep(1)

    @property
    def rss_mb(self) -> float:
        """Memory of the table's process, in megabytes."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * PAGE_BYTES / 1e6

    @property
    def threads(self) -> int:
        """How many threads the table's process has."""
        return len(list(Path(f"/proc/{self._process.pid}/task").iterdir()))

    @property
    def open_files(self) -> int:
        """How many files, connections and pipes it has open."""
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))

    def _used_s(self) -> float:
        """How long the table's process has had a processor."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_PER_S

    @property
    def names(self) -> tuple[str, str]:
        """What a browser on the machine calls the table, and what others do."""
        return f"127.0.0.1:{self.port}", f"{OUTSIDE}:{self.port}"

    # ------------------------------------------------------------------ asking

    def as_host(self) -> dict[str, str]:
        """The headers of the host, who asks on the machine itself."""
        return {"Host": self.names[0], "Content-Type": "application/json"}

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Answer:
        """One request on the kept-alive connection; what is wrong with its answer is found."""
        began_s, used_s = time.monotonic(), self._used_s()
        answer = self._answer(method, path, headers, body)
        if time.monotonic() - began_s > LATE_S:
            self.tally.counts["answers later than 1 s"] += 1
            if (used_s := self._used_s() - used_s) > LATE_S:
                self.wrong(f"{used_s:.1f} s of a processor", method, path, headers, body)
        if answer.status >= 500:
            self.wrong(f"{answer.status} {answer.body[:300]!r}", method, path, headers, body)
        elif answer.status:
            self._look_at(answer, method, path, headers, body)
        return answer

    def _answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        for attempt in (1, 2):
            if self._connection is None:
                self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
            try:
                self._connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
                for name, value in headers.items():
                    self._connection.putheader(name, value.encode("latin-1", "replace"))
                if body is not None:
                    self._connection.putheader("Content-Length", str(len(body)))
                self._connection.endheaders(body)
                answer = self._connection.getresponse()
                content = answer.read()
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                self._connection = None
                if isinstance(error, TimeoutError) or not self._process.is_alive():
                    self.wrong(f"no answer ({error!r})", method, path, headers, body)
                    return Answer(0, {}, b"")
                if attempt == 1:
                    continue  # the table hangs up on a connection that was idle, and on what is no HTTP
                return Answer(0, {}, b"")
            if answer.will_close:
                self._connection.close()
                self._connection = None
            return Answer(answer.status, {name.lower(): text for name, text in answer.getheaders()}, content)
        raise AssertionError("the second attempt returns")

    def _look_at(self, answer: Answer, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> None:
        missing = [name for name in HEADERS if name.lower() not in answer.headers]
        if missing:
            self.wrong(f"{answer.status} without {missing}", method, path, headers, body)
        if answer.status >= 400 and method != "HEAD":
            try:
                said = answer.json()["error"]
            except (ValueError, KeyError, TypeError):
                said = None
            if not isinstance(said, str) or not said:
                self.wrong(f"{answer.status} with no sentence: {answer.body[:200]!r}", method, path, headers, body)

    def shout(self, raw: bytes) -> bytes:
        """Bytes of any kind on a connection of their own; what comes back, up to the end of it."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as connection:
            try:
                connection.sendall(raw)
                connection.shutdown(socket.SHUT_WR)
                answer = b""
                while len(answer) < 1 << 20 and (more := connection.recv(1 << 16)):
                    answer += more
            except TimeoutError as error:
                self.tally.find(f"batch {self.tally.done}: no end of the answer ({error!r}) to {raw[:2000]!r}")
                return b""
            except OSError:
                return b""
        if answer.startswith(b"HTTP/1.1 5"):
            self.tally.find(f"batch {self.tally.done}: {answer[:60]!r} to {raw[:2000]!r}")
        return answer

    def wrong(
        self, what: str, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> None:
        """Something that should not be, with the request that it was said to."""
        asked = f"{method} {path[:300]} {dict(headers or {})} {(body or b'')[:2000]!r}"
        self.tally.find(f"batch {self.tally.done}: {what} for {asked}")

    # ------------------------------------------------------------------ what stands

    def standing(self) -> dict[str, Any]:
        """All of the table that a refusal must not change: match, rulings but the clock's, seats, what is gathered."""
        shown = self.ask("GET", "/api/view", {"Host": self.names[0]}).json()
        table = shown["table"]
        rulings = [each for each in table["rulings"] if each.get("source") != "clock"]
        is_timed = len(rulings) != len(table["rulings"])
        kept = {name: table[name] for name in UNTOUCHED if not (is_timed and name == "match")}
        newest = rulings[-1]["number"] if rulings else 0
        return {**kept, "newest": newest, "seated": shown["seated"], "gathering": shown["gathering"]}

    def is_well(self) -> None:
        """Find what the table's process says of itself in its log, and that it has ended."""
        if not self._process.is_alive():
            raise SystemExit(f"the table has ended with {self._process.exitcode}: {self._log()[-3000:]}")
        said = self._log()
        if "Traceback" in said or "ERROR" in said:
            self.tally.find(f"batch {self.tally.done}: the log says {said[-3000:]}")

    def _log(self) -> str:
        with Path(self._folder.name, "log").open("rb") as log:
            log.seek(self._log_read)
            raw = log.read()
        self._log_read += len(raw)
        return raw.decode("utf-8", "replace")
