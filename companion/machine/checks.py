"""What the doctor looks at beside the devices: the service, the version, the disk, the journal.

While the service runs, it holds camera, screen and buttons, so it is asked how they are instead of trying them a second
time.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
import sqlite3
import subprocess
import urllib.request
from contextlib import closing, suppress
from importlib import metadata
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.errors import BadInput
from companion.machine.doctor import Tried as Found
from companion.machine.wall_clock import wrong_with_clock
from companion.referee.disk import can_only_be_read
from companion.referee.journal import JOURNAL_NAME, Journal
from companion.referee.journal_file import foreign_file
from companion.referee.journal_schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from companion.machine.doctor import Finding

UNIT = "tableside.service"
PORT = 8080  # as its unit has it
ASK_S = 5.0
RECOGNISER = "pocketsphinx"  # the Python package
SMALL_MB = 500.0  # a night's frames take about 100 MB
PARTS = {"camera": "camera", "screen": "screen", "panel": "buttons"}  # as the table calls them, and as the doctor does


def look_at_version() -> Finding:
    """Which Tableside this is; the value is its version."""
    return Found("version", "ok", f"Tableside {__version__} with Python {platform.python_version()}", __version__)


def service_properties() -> dict[str, str] | None:
    """What systemd says of the service; None where systemd does not run."""
    if shutil.which("systemctl") is None:
        return None
    names = "LoadState,ActiveState,SubState,NRestarts,StatusText"
    try:
        asked = subprocess.run(
            ["systemctl", "show", f"--property={names}", UNIT],
            capture_output=True,
            text=True,
            check=True,
            timeout=ASK_S,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return dict(line.split("=", 1) for line in asked.stdout.splitlines() if "=" in line)


def look_at_service(properties: Mapping[str, str] | None) -> Finding:
    """Whether the service is installed and runs; the value is systemd's word for it."""
    if properties is None:
        return Found("service", "simulated", "systemd does not run here; `tableside run` is the table")
    if properties.get("LoadState") == "not-found":
        return Found("service", "simulated", "the service is not installed; `make install` does it", "not-found")
    active = properties.get("ActiveState", "")
    restarts = properties.get("NRestarts", "0")
    if active != "active":
        said = f"the service is {active} ({properties.get('SubState', '')}); see `journalctl -u tableside`"
        return Found("service", "wrong", said, active)
    again = "" if restarts in ("", "0") else f"; it was started again {restarts} times, see `journalctl -u tableside`"
    return Found("service", "ok", f"the service runs: {properties.get('StatusText', '')}{again}", active)


def look_at_disk(data: Path) -> Finding:
    """Whether matches and frames can be written, and how much room there is for them; the value is in megabytes
    (10⁶ bytes)."""
    if can_only_be_read(data):
        said = f"the disk of {data} can only be read, as a card that fails is when `dmesg` tells of errors; try another"
        return Found("disk", "wrong", said)
    free_mb = round(shutil.disk_usage(data).free / 1e6)
    if free_mb < SMALL_MB:
        said = f"only {free_mb} MB are free for {data}; old pictures in {data / 'frames'} can go"
        return Found("disk", "wrong", said, free_mb)
    return Found("disk", "ok", f"{free_mb} MB are free for {data}", free_mb)


_AS_THE_SERVICE = "look as the service does: sudo -u tableside tableside doctor"


def look_at_journal(data: Path) -> Finding:
    """Whether the journal is whole and its files are ours to write; the value is how many matches are in it. Nothing is
    written or repaired."""
    path = data / JOURNAL_NAME
    try:
        if not path.exists():
            return Found("journal", "ok", f"there is no journal in {data} yet", 0)
        journal = Journal(path, read_only=True)
    except (BadInput, PermissionError) as error:
        return Found("journal", "wrong", f"{error}; {_AS_THE_SERVICE} --data {data}")
    with closing(journal):
        problem = journal.problem()
        matches = 0 if problem else len(journal.matches())
    if problem is not None:
        said = f"the journal {path} is damaged ({problem}); start the table, which keeps it aside and saves what it can"
        return Found("journal", "wrong", said)
    if (file := foreign_file(path)) is not None:
        return Found("journal", "wrong", f"{file} cannot be written by this user; {_AS_THE_SERVICE} --data {data}")
    return Found("journal", "ok", f"{path} has {matches} matches (version {SCHEMA_VERSION}) and is whole", matches)


def look_at_clock(data: Path, now: str) -> Finding:
    """Whether a clock that says `now` (ISO 8601 in UTC) can be right, by the journal; the value is what it says."""
    newest = ""
    with suppress(BadInput, OSError, sqlite3.Error), closing(Journal(data / JOURNAL_NAME, read_only=True)) as journal:
        newest = journal.newest_moment()  # what ails it is said where the journal is looked at
    wrong = wrong_with_clock(now, newest)
    return Found("clock", "ok" if wrong is None else "wrong", wrong or f"it is {now} (UTC) by the clock", now)


def look_at_recogniser(is_wanted: bool) -> Finding:
    """Whether what understands a spoken letter is installed; without it something is wrong only where it `is_wanted`.
    The value is its version."""
    try:
        version = metadata.version(RECOGNISER)
    except metadata.PackageNotFoundError:
        said = f"{RECOGNISER} is not installed, so nothing that is said is understood; pip install {RECOGNISER}"
        return Found("recogniser", "wrong" if is_wanted else "simulated", said)
    said = (
        f"{RECOGNISER} {version} understands spelled letters, and menus in English, once the table is to hear (--hear)"
    )
    return Found("recogniser", "ok", said, version)


def running_parts(properties: Mapping[str, str] | None) -> list[Finding] | None:
    """How the running service says its camera, screen and buttons are; None when none runs or it does not answer."""
    if properties is None or properties.get("ActiveState") != "active":
        return None
    address = re.search(r"http://[^/]+:(\d+)", properties.get("StatusText", ""))
    page = f"http://127.0.0.1:{address[1] if address else PORT}/api/view"
    try:
        with urllib.request.urlopen(page, timeout=ASK_S) as reply:
            return list(_told(json.load(reply)["parts"]))
    except (OSError, ValueError, KeyError):
        return None


def _told(parts: Mapping[str, Any]) -> Iterator[Finding]:
    for name, part in PARTS.items():
        now = parts[name]
        state = "wrong" if now["fault"] else "ok" if now["kind"] == "real" else "simulated"
        pace = f"; {now['pace']}" if now.get("pace") else ""
        yield Found(part, state, now["fault"] or f"the running table has it: {now['kind']}, {now['what']}{pace}")
