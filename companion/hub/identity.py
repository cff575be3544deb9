"""The table's own id, made at the first start and kept: what tells two tables of one broker apart.

Topics, client id and Home Assistant's ids are made of it. A copied data folder, or a memory card cloned for a second
Pi, must not have the id of the first, or the two would overwrite each other: the id is kept with the machine it was
made on, and another machine makes its own.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from companion import atomic
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ID_FILE = "table-id"
# A Pi's board has a number of its own, which a cloned card does not take along; else what the system was given
# (machine-id(5), which asks for it to be hashed before it is shown to others).
MACHINE_FILES = (Path("/proc/device-tree/serial-number"), Path("/etc/machine-id"))

_IDS = re.compile(r"t[0-9a-f]{12}")


def table_id(path: Path, notice: Callable[[str], object], machine_files: Iterable[Path] = MACHINE_FILES) -> str:
    """The id kept at `path`, or a new one: "t" and twelve hexadecimal digits, good for topics and file names.

    Never raises: what cannot be kept is told to `notice`, and the id then lasts until the table stops.
    """
    machine = _machine(machine_files)
    kept = _kept(path, machine)
    if kept is not None:
        return kept
    new = f"t{secrets.token_hex(6)}"
    try:
        atomic.write(path, json.dumps({"id": new, "machine": machine}).encode())
    except OSError as error:
        why = error.strerror
        notice(told("The table's id cannot be kept in {path} ({error}): it changes each time.", path=path, error=why))
    return new


def is_table_id(text: str) -> bool:
    """Whether this can be a table's id."""
    return _IDS.fullmatch(text) is not None


def _kept(path: Path, machine: str) -> str | None:
    try:
        document = json.loads(path.read_bytes())
        kept, of = document["id"], document["machine"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return kept if isinstance(kept, str) and is_table_id(kept) and of == machine else None


def _machine(files: Iterable[Path]) -> str:
    """What stands for this machine and tells nobody which it is; "" where it has nothing of its own."""
    for file in files:
        try:
            number = file.read_bytes().strip(b"\0 \n")
        except OSError:
            continue
        if number:
            return hashlib.sha256(b"tableside:" + number).hexdigest()[:16]
    return ""
