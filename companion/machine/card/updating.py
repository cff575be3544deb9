"""A new version comes into the slot that does not run, is tried at the next start, and kept once its table answers."""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import subprocess
import urllib.request
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.machine.card import boot_partition
from companion.machine.card.slots import PARTITIONS, STATE, Running
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

SIGNERS = Path("/usr/share/tableside/signers")
SIGNER, NAMESPACE = "releases@tableside", "tableside-release"  # as scripts/sign and docs/releasing.md have them
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
ROOT = re.compile(r"root=PARTUUID=([0-9a-f]{8})-0[23]")
TABLE = "http://127.0.0.1:8080/"
ANSWER_S = 60
CHUNK_BYTES = 4 << 20


def update(file: Path, tell: Callable[[str], object], boot: Path = boot_partition.BOOT) -> str:
    """Write a version to the other slot, and have the next start try it. Returns that slot.

    Raises BadInput for a file that is not what its list says, or not signed by whom the card trusts, and where there is
    no other slot to write to; OSError when the card cannot be written.
    """
    running = this_slot()
    if is_given_up(boot):
        raise BadInput(told("this version is only tried so far; wait until its table has answered"))
    tell(told("Checking {file}", file=file.name))
    verify(file)
    device = partition(running.other)
    known = boot_partition.slots(boot)
    # While it is half written, nothing tries it.
    boot_partition.put(STATE, replace(known, tried=None).text().encode(), boot)
    tell(told("Writing slot {slot}", slot=running.other))
    write(file, device)
    boot_partition.put(STATE, replace(known, tried=running.other).text().encode(), boot)
    return running.other


def this_slot() -> Running:
    """The slot that runs. Raises BadInput where this is no card made by `make image`."""
    return slot_of(boot_partition.running())


def slot_of(running: Running | None) -> Running:
    """The slot that was found. Raises BadInput where none was."""
    if running is None:
        raise BadInput(told("this system was not started from a card with two slots; update it with make install"))
    return running


def partition(slot: str, cmdline: Path = boot_partition.CMDLINE) -> Path:
    """The device of a slot. Raises BadInput where there is none."""
    found = ROOT.search(cmdline.read_text(encoding="ascii", errors="replace"))
    device = Path(f"/dev/disk/by-partuuid/{found[1]}-0{PARTITIONS[slot]}") if found else None
    if device is None or not device.exists():
        raise BadInput(told("the card has no partition for slot {slot}", slot=slot))
    return device


def verify(file: Path, signers: Path = SIGNERS) -> None:
    """Raise BadInput unless the file is whole, by the list beside it.

    The list must be signed by whom the card trusts, if it was made to trust somebody.
    """
    sums = file.with_name(SUMS)
    if not file.is_file() or not sums.is_file():
        raise BadInput(told("{file} is needed, and {sums} beside it", file=file.name, sums=SUMS))
    listed = sums.read_bytes()
    if signers.exists():
        _verify_signature(listed, file.with_name(SIGNATURE), signers)
    pairs = (line.split(maxsplit=1) for line in listed.decode(errors="replace").splitlines())
    names = {pair[1]: pair[0] for pair in pairs if len(pair) > 1}
    with file.open("rb") as content:
        if names.get(file.name) != hashlib.file_digest(content, "sha256").hexdigest():
            raise BadInput(told("{file} is not whole, or not what {sums} lists", file=file.name, sums=SUMS))


def _verify_signature(listed: bytes, signature: Path, signers: Path) -> None:
    asked = ["ssh-keygen", "-Y", "verify", "-f", str(signers), "-I", SIGNER, "-n", NAMESPACE, "-s", str(signature)]
    if subprocess.run(asked, input=listed, capture_output=True, check=False).returncode != 0:
        raise BadInput(told("{sums} is not signed by whom this card trusts", sums=SUMS))


def write(file: Path, device: Path) -> None:
    """Unpack the file onto the device, and read it back. Raises BadInput when something else stands there then."""
    written, size = hashlib.sha256(), 0
    try:
        with lzma.open(file) as content, device.open("r+b", buffering=0) as slot:
            while chunk := content.read(CHUNK_BYTES):
                _put_all(slot, chunk)
                written.update(chunk)
                size += len(chunk)
            os.fsync(slot.fileno())
            os.posix_fadvise(slot.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    except (lzma.LZMAError, EOFError) as error:
        raise BadInput(told("{file} cannot be unpacked: {why}", file=file.name, why=str(error))) from error
    if _read_back(device, size) != written.digest():
        raise BadInput(told("what was written cannot be read back; the card wears out, perhaps"))


def _put_all(slot: BinaryIO, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[slot.write(rest) :]


def _read_back(device: Path, size: int) -> bytes:
    read = hashlib.sha256()
    with device.open("rb", buffering=0) as slot:
        while size:
            chunk = slot.read(min(size, CHUNK_BYTES))
            if not chunk:
                break
            read.update(chunk)
            size -= len(chunk)
    return read.digest()


def keep(boot: Path = boot_partition.BOOT, table: str = TABLE) -> str:
    """Keep the slot that runs, once its table answers. Returns it. Raises OSError when it does not answer."""
    with urllib.request.urlopen(table, timeout=ANSWER_S) as answer:
        answer.read(1)
    running = this_slot()
    known = boot_partition.slots(boot)
    boot_partition.put(STATE, replace(known, kept=running.slot).text().encode(), boot)
    return running.slot


def is_given_up(boot: Path = boot_partition.BOOT) -> bool:
    """Whether the slot that runs was tried and has not been kept."""
    running = this_slot()
    return running.is_tried and boot_partition.slots(boot).kept != running.slot
