"""The hub's broker: Mosquitto as Debian has it, started with the hub, for its accounts only and over TLS only."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Self

from companion import atomic
from companion.errors import BadInput
from companion.hub.accounts import ACCESS_FILE, PASSWORDS_FILE
from companion.hub.certificate import CERTIFICATE_FILE, KEY_FILE
from companion.sentences import told

PLACES = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"  # Debian's is not on everybody's path
CONFIGURATION_FILE, PID_FILE = "mosquitto.conf", "mosquitto.pid"
PERSISTENCE_FILE = "mosquitto.db"  # what lies at the broker, such as the view a table told last
LARGEST_MESSAGE_BYTES = 1_000_000  # the index of a journal of some thousand matches
ENDING_S = 5.0


class Mosquitto:
    """Runs from construction until closed, with the files in `folder`. Raises BadInput when it cannot."""

    def __init__(self, folder: Path, host: str, port: int) -> None:
        program = shutil.which("mosquitto", path=PLACES)
        if program is None:
            raise BadInput(told("a hub needs {program}: sudo apt-get install {program}", program="mosquitto"))
        self._command = [program, "-c", str(folder / CONFIGURATION_FILE)]
        _end_left_over(folder)
        atomic.write(folder / CONFIGURATION_FILE, configuration(folder, host, port).encode())
        self._start()

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def keep_running(self) -> None:
        """Start it again if it has ended. Raises BadInput when it does not start."""
        if self._process.poll() is not None:
            self._start()

    def reload(self) -> None:
        """Have it read accounts and access list anew."""
        self._process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        try:
            self._process.wait(ENDING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        """Start it and wait until it takes connections, which it says in its log."""
        process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert process.stderr is not None
        said = b""
        for line in process.stderr:
            said = line
            if b"running" in line:
                break
        process.stderr.close()  # it goes on without anybody listening
        if process.poll() is not None or b"running" not in said:
            process.kill()
            process.wait()
            raise BadInput(told("the broker does not start ({error})", error=said.decode(errors="replace").strip()))
        self._process = process


def _end_left_over(folder: Path) -> None:
    """End the broker of a hub that was killed and could not: it would keep the port, with accounts of before."""
    try:
        pid = int((folder / PID_FILE).read_text("ascii"))
        command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except (OSError, ValueError):
        return
    if os.fsencode(folder / CONFIGURATION_FILE) not in command:
        return  # another program has this number now
    with suppress(ProcessLookupError):
        descriptor = os.pidfd_open(pid)
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        select.select([descriptor], [], [], ENDING_S)
        os.close(descriptor)


def configuration(folder: Path, host: str, port: int) -> str:
    """What Mosquitto is told (mosquitto.conf(5)): nobody without an account, nothing without TLS, bounds on all that
    one client can use up. A client's id is the name of its account, so that none can throw out another."""
    lines = {
        "user": "root",  # root stays root and can read its files; nobody else is heard about it
        "pid_file": str(folder / PID_FILE),
        "persistence": "true",
        "persistence_file": PERSISTENCE_FILE,
        "persistence_location": f"{folder}/",
        "autosave_interval": "60",
        "log_dest": "stderr",
        "allow_anonymous": "false",
        "password_file": str(folder / PASSWORDS_FILE),
        "acl_file": str(folder / ACCESS_FILE),
        "max_queued_messages": "1000",
        "max_inflight_messages": "20",
        "message_size_limit": str(LARGEST_MESSAGE_BYTES),
        "listener": f"{port} {host}",
        "certfile": str(folder / CERTIFICATE_FILE),
        "keyfile": str(folder / KEY_FILE),
        "tls_version": "tlsv1.2",
        "use_username_as_clientid": "true",
    }
    return "".join(f"{name} {value}\n" for name, value in lines.items())
