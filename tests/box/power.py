"""The plug pulled at random moments, and what the disk holds then."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.box.installing import newest_disk
from tests.box.machine import BoxError, Machine, overlay
from tests.box.table import Table
from tests.box.volatile import replay

if TYPE_CHECKING:
    from pathlib import Path

    from tests.box.page import Page, Step

CUTS = 20
PLAYED_S = 30.0  # a match goes on for at most so long before the plug is pulled
DATA = "/var/lib/tableside"
FILES = ("journal.sqlite3", "journal.sqlite3-wal")
E4_CORRECTED = 1  # e2fsck's exit status after it wrote back what the disk's own journal holds


@dataclass
class Tally:
    """What the cuts so far came to: how many fell into play, the newest event acknowledged, and the newest kept."""

    played: int = 0
    acknowledged: int = 0
    kept: int = 0

    @property
    def said(self) -> str:
        """In a sentence."""
        return (
            f"{self.played} of them while cards were placed; each time the file system mended itself and the journal "
            f"was whole; event {self.acknowledged} was the newest acknowledged, {self.kept} is the newest kept"
        )


def cuts(folder: Path, page: Page) -> None:
    """Power on, play, plug out, look at the disk; as often as CUTS says. Then power on once more, and play on."""
    count, seed = int(os.environ.get("CUTS", CUTS)), int(os.environ.get("SEED", time.time()))
    chance = random.Random(seed)
    with page.step(f"The power cut {count} times") as step:
        disk = folder / "cut.img"
        subprocess.run(["qemu-img", "convert", "-O", "raw", str(newest_disk(folder)), str(disk)], check=True)
        step.say(f"moments, and what the disk loses, by chance with seed {seed}")
        boot_s, tally = first_play(folder, disk), Tally()
        tally.acknowledged = tally.kept = in_journal(folder, disk)
        step.say(f"the table answers {boot_s:.0f} s after power-on; cut within {boot_s + PLAYED_S:.0f} s of it")
        for number in range(1, count + 1):
            one_cut(folder, disk, chance, boot_s, tally, number)
            step.lines[2:] = [f"{number} cuts: {tally.said}"]
            page.write()
        answers(folder, disk, step, tally.kept)


def one_cut(folder: Path, disk: Path, chance: random.Random, boot_s: float, tally: Tally, number: int) -> None:
    """One power-on and its end. Raises BoxError where anything acknowledged is lost."""
    after_s = chance.uniform(0, boot_s + PLAYED_S)
    top, log = overlay(disk, folder / "cutting.qcow2"), folder / "cutting.log"
    newest, refused = play_until(Machine(folder, top, log=log), after_s)
    left = replay(log, disk, chance)
    tally.acknowledged = max(tally.acknowledged, newest)
    tally.played += newest > 0
    tally.kept = in_journal(folder, disk)
    print(f"   cut {number} after {after_s:.1f} s: {left}; {tally} {refused}", flush=True)
    if tally.kept < tally.acknowledged:
        raise BoxError(
            f"cut {number}, after {after_s:.1f} s: event {tally.acknowledged} was acknowledged, {tally.kept} are kept"
        )


def first_play(folder: Path, disk: Path) -> float:
    """See to it that a match is on the table. Returns how long the table takes to answer from power-on."""
    with Machine(folder, disk) as machine:
        began_s, table = time.monotonic(), Table(machine.table)
        if not table.wait():
            raise BoxError("the table does not answer")
        took_s = time.monotonic() - began_s
        table.enter()
        if table.view()["match"] is None:
            table.begin()
        table.place("Z")
        machine.wait()
    return took_s


def play_until(machine: Machine, after_s: float) -> tuple[int, str]:
    """Power on, place cards once the table answers, and pull the plug so many seconds after.

    Returns the newest event that was acknowledged (0: none), and why nothing more was played.
    """
    newest, refused = 0, ""
    end_s = time.monotonic() + after_s
    machine.on()
    try:
        table = Table(machine.table)
        if table.wait(end_s):
            try:
                table.enter()
                while time.monotonic() < end_s:
                    newest = table.place("ZO"[newest % 2])
            except OSError as error:
                refused = str(error)
        time.sleep(max(0.0, end_s - time.monotonic()))
    finally:
        machine.cut()
    return newest, refused


def in_journal(folder: Path, disk: Path) -> int:
    """The newest event in the journal on a disk that is off. Raises BoxError where disk or journal are not whole.

    e2fsck does to the disk what the next power-on would; then the journal is read by SQLite itself.
    """
    checked = subprocess.run(["e2fsck", "-p", str(disk)], capture_output=True, text=True, check=False)
    if checked.returncode > E4_CORRECTED:
        raise BoxError(f"the file system is damaged: {checked.stdout}")
    copies = folder / "cut"
    copies.mkdir(exist_ok=True)
    for name in FILES:
        (copies / name).unlink(missing_ok=True)
        subprocess.run(
            ["debugfs", "-R", f"dump {DATA}/{name} {copies / name}", str(disk)], capture_output=True, check=True
        )
    (copies / "journal.sqlite3-shm").unlink(missing_ok=True)
    journal = sqlite3.connect(copies / "journal.sqlite3")
    try:
        (verdict,) = journal.execute("PRAGMA integrity_check").fetchone()
        (newest, events) = journal.execute(
            "SELECT max(number), count(*) FROM event WHERE match_id = (SELECT max(id) FROM match)"
        ).fetchone()
    finally:
        journal.close()
    if verdict != "ok" or newest != events:
        raise BoxError(f"the journal is not whole: {verdict}, {events} events up to number {newest}")
    return int(newest or 0)


def answers(folder: Path, disk: Path, step: Step, kept: int) -> None:
    """After the last cut the match goes on where the journal ends."""
    with Machine(folder, disk) as machine:
        table = Table(machine.table)
        if not table.wait():
            raise BoxError("the table does not answer after the last cut")
        table.enter()
        newest = table.place("O")
        if newest != kept + 1:
            raise BoxError(f"the match goes on with event {newest}, and {kept} are kept")
        step.say(f"power on again: the match goes on with event {newest}; said: {table.view()['notices']}")
        machine.wait()
