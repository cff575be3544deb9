"""The card's two slots: which one runs, which one is kept, which one is to be tried at the next start. Pure.

The state is `slot.env` on the boot partition, in U-Boot's form (lines NAME=VALUE); boot.cmd reads it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

STATE = "slot.env"
PARTITIONS = {"a": 2, "b": 3}
MACHINE = re.compile(r"[0-9a-f]{32}")  # machine-id(5)


@dataclass(frozen=True, slots=True)
class Slots:
    """`kept` is started unless `tried` names one for the next start; `machine` is the machine-id, once there is one."""

    kept: str = "a"
    tried: str | None = None
    machine: str | None = None

    @classmethod
    def read(cls, text: str) -> Slots:
        """As U-Boot understands the file: what is missing or no slot is as it is on a new card."""
        found = dict(line.strip("\0\r ").partition("=")[::2] for line in text.splitlines() if "=" in line)
        kept, tried, machine = found.get("slot", ""), found.get("try"), found.get("machine", "")
        return cls(
            kept if kept in PARTITIONS else "a",
            tried if tried in PARTITIONS else None,
            machine if MACHINE.fullmatch(machine) else None,
        )

    def text(self) -> str:
        """The file."""
        pairs = (("slot", self.kept), ("try", self.tried), ("machine", self.machine))
        return "".join(f"{name}={value}\n" for name, value in pairs if value)


@dataclass(frozen=True, slots=True)
class Running:
    """The slot that runs, and whether it is only tried."""

    slot: str
    is_tried: bool

    @property
    def other(self) -> str:
        """The slot that does not run."""
        return "b" if self.slot == "a" else "a"

    @classmethod
    def read(cls, cmdline: str) -> Running | None:
        """From the kernel's command line; None where it was not started by a card's boot.scr."""
        words = dict(word.partition("=")[::2] for word in cmdline.split())
        slot = words.get("tableside.slot", "")
        return cls(slot, words.get("tableside.word") == "tried") if slot in PARTITIONS else None
