"""A card in an emulated machine: what lies on it, started from by U-Boot, looked at when it is off."""

from __future__ import annotations

import json
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.machine.card.slots import PARTITIONS, STATE, Slots
from tests.box.machine import BoxError, Machine
from tests.box.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

CARD_BYTES = 16 << 30
SECTOR_BYTES = 512
BOOT, DATA = 1, 4
OFF_CORE_S, OFF_S = 3600, 7200  # a slot whose table does not start is given a quarter of an hour
PIN_FILE = "/var/lib/tableside/host-pin"


@dataclass
class CardMachine(Machine):
    """QEMU's `virt` that starts U-Boot, which looks for a card; beside it a second disk, where one is given."""

    more: Path | None = None

    def _system(self) -> list[str]:
        return ["-bios", str(self.folder / "firmware/usr/lib/u-boot/qemu_arm64/u-boot.bin")]

    def _drive(self) -> list[str]:
        if self.more is None:
            return super()._drive()
        second = f"driver=raw,node-name=more,read-only=on,file.driver=file,file.filename={self.more}"
        return [*super()._drive(), "-blockdev", second, "-device", "virtio-blk-pci,drive=more"]

    def answered(self) -> Table:
        """The table, once it answers. Raises BoxError when it does not, or the machine goes off before."""
        table = Table(self.table)
        if not table.wait(self.patience()):
            raise BoxError(f"the table does not answer; see {self.console}")
        return table

    def entered(self) -> Table:
        """The table, once it answers, as its host."""
        table = self.answered()
        self.wait()
        table.ask("/host", {"pin": self.sh(f"cat {PIN_FILE}")})
        return table

    def wait_off(self) -> None:
        """Wait until it goes off or starts anew, which ends this QEMU. Raises BoxError when it does neither."""
        end_s = time.monotonic() + OFF_S
        while self._qemu is not None and self._qemu.poll() is None:
            if self.core_s() > OFF_CORE_S or time.monotonic() > end_s:
                raise BoxError(f"it goes on and on; see {self.console}")
            time.sleep(0.5)
        self._qemu = None

    @property
    def is_on(self) -> bool:
        """Whether it runs."""
        return self._qemu is not None and self._qemu.poll() is None


def new_card(folder: Path, name: str, settings: str) -> Path:
    """A card onto which the image was written, its settings filled in."""
    (image,) = folder.glob("tableside-*.img")
    card = folder / f"{name}.img"
    subprocess.run(["cp", "--sparse=always", str(image), str(card)], check=True)
    with card.open("r+b") as file:
        file.truncate(CARD_BYTES)
    put(card, "tableside.toml", settings.encode())
    return card


def _place(card: Path, number: int) -> tuple[int, int]:
    """Where a partition begins on the card, and how long it is, in bytes."""
    asked = subprocess.run(["sfdisk", "--json", str(card)], capture_output=True, check=True)
    partition = json.loads(asked.stdout)["partitiontable"]["partitions"][number - 1]
    return partition["start"] * SECTOR_BYTES, partition["size"] * SECTOR_BYTES


def put(card: Path, name: str, content: bytes) -> None:
    """Write a file of the boot partition of a card that is off."""
    drive = f"{card}@@{_place(card, BOOT)[0]}"
    subprocess.run(["mcopy", "-o", "-i", drive, "-", f"::{name}"], input=content, check=True)


def get(card: Path, name: str) -> bytes:
    """A file of the boot partition; nothing where it is not."""
    drive = f"{card}@@{_place(card, BOOT)[0]}"
    return subprocess.run(["mcopy", "-i", drive, f"::{name}", "-"], capture_output=True, check=False).stdout


def slots(card: Path) -> Slots:
    """What the card says of its slots."""
    return Slots.read(get(card, STATE).decode(errors="replace"))


@contextmanager
def partition(card: Path, number: int) -> Iterator[Path]:
    """A device of one partition of a card that is off."""
    start, size = _place(card, number)
    options = ["--find", "--show", "--offset", str(start), "--sizelimit", str(size)]
    made = subprocess.run(["losetup", *options, str(card)], capture_output=True, text=True, check=True)
    device = Path(made.stdout.strip())
    try:
        yield device
    finally:
        subprocess.run(["losetup", "--detach", str(device)], check=True)


def write_slot(card: Path, slot: str, content: Path) -> None:
    """Write a slot as tableside-update would, but at once."""
    with partition(card, PARTITIONS[slot]) as device:
        subprocess.run(["dd", f"if={content}", f"of={device}", "bs=4M", "conv=fsync", "status=none"], check=True)


def change_slot(card: Path, slot: str, *commands: str) -> None:
    """Have debugfs change a slot's file system."""
    with partition(card, PARTITIONS[slot]) as device:
        for command in commands:
            subprocess.run(["debugfs", "-w", "-R", command, str(device)], capture_output=True, check=True)
