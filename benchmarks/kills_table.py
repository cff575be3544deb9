"""A table in a process of its own that is killed at any moment, and what host, phones and camera say to it."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.power import take_notes
from companion.app import App, Setup
from companion.errors import TablesideError
from companion.referee.source import Source
from companion.referee.tableview import Entry

if TYPE_CHECKING:
    from pathlib import Path

    from companion.referee.referee import Referee

PATIENCE_S = 60.0
PICTURE = np.zeros((24, 32, 3), np.uint8)


class Gone(Exception):
    """The table does not answer any more: it was killed."""


class Table:
    """One life of the table at `folder`, from its start until it is killed."""

    def __init__(self, folder: Path, log: Path | None = None) -> None:
        from_here, self._to_camera = os.pipe()
        self._from_table, from_there = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._to_camera)
            os.close(self._from_table)
            try:
                _live(folder, log, from_here, from_there)
            finally:
                os._exit(70)
        os.close(from_here)
        os.close(from_there)
        self._heard = b""
        self._killer: threading.Thread | None = None
        self._connection: http.client.HTTPConnection | None = None
        self.port, self.join_key = 0, ""

    def await_start(self) -> None:
        """Wait until it serves. Raises Gone when it was killed before."""
        said = json.loads(self._line())
        self.port, self.join_key = said["port"], said["key"]

    @property
    def is_dying(self) -> bool:
        """Whether `kill_in` was said already."""
        return self._killer is not None

    def kill_in(self, delay_s: float) -> None:
        """Kill it in a while, whatever it does then."""

        def kill() -> None:
            until_s = time.perf_counter() + delay_s
            while time.perf_counter() < until_s:
                time.sleep(0.0005)
            os.kill(self.pid, signal.SIGKILL)

        self._killer = threading.Thread(target=kill)
        self._killer.start()

    def buried(self) -> int:
        """Wait for its end, which is now if nothing else was said; how it ended, as `os.waitpid` has it."""
        if self._killer is None:
            os.kill(self.pid, signal.SIGKILL)
        else:
            self._killer.join()
        _, status = os.waitpid(self.pid, 0)
        for pipe in (self._to_camera, self._from_table):
            os.close(pipe)
        if self._connection is not None:
            self._connection.close()
        return status

    # ------------------------------------------------------------------ what is said to it

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """Status and JSON of an answer (its bytes where it is none). A phone has a `token`, the host asks from here.
        Raises Gone."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers |= {"Authorization": f"Bearer {token}", "Host": f"table.example:{self.port}"}
        try:
            self._connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self._connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise Gone(str(error)) from error
        if answer.will_close:
            self._connection.close()
            self._connection = None
        with suppress(ValueError):
            return answer.status, json.loads(content)
        return answer.status, content

    def see(self, event: Any) -> Any:
        """The camera hands in an event with its picture; the answer as a page would get it. Raises Gone."""
        try:
            os.write(self._to_camera, json.dumps(event).encode() + b"\n")
        except BrokenPipeError as error:
            raise Gone(str(error)) from error
        return json.loads(self._line())

    def _line(self) -> str:
        while b"\n" not in self._heard:
            more = os.read(self._from_table, 1 << 16)
            if not more:
                raise Gone("the table ended")
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode()


def _live(folder: Path, log: Path | None, camera: int, answers: int) -> None:
    """The child: the whole table with simulated devices, until it is killed."""
    random.seed()
    if log is not None:
        take_notes(folder, log)
    app = App(Setup(folder, port=0, camera="none"))
    port = int(app.address.rpartition(":")[2])
    started = {"port": port, "key": app._web._app.state.site.access.join_key}
    os.write(answers, json.dumps(started).encode() + b"\n")
    with os.fdopen(camera) as lines:
        for line in lines:
            os.write(answers, json.dumps(_seen(app, json.loads(line))).encode() + b"\n")


def _seen(app: App, event: Any) -> Any:
    """The picture is kept and the event handed in as the lookout does with what a camera saw."""
    frame = app._frames.keep(PICTURE, f"match{app.view.match_id}-{app.view.version}")

    def happen(referee: Referee) -> Any:
        return referee.happen(event, source=Source.CAMERA, frame=frame)

    try:
        ruled = app.submit(happen).result()
    except TablesideError as error:
        return {"accepted": False, "reason": str(error)}
    if isinstance(ruled, Entry):
        return {"accepted": True, "ruling": ruled.to_json()}
    return {"accepted": False, "reason": ruled.reason}
