"""The plug pulled at random moments, and what the disk holds then."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.box.installing import newest_disk
from tests.box.machine import BoxError, Machine, overlay
from tests.box.table import Table
from tests.box.volatile import replay

if TYPE_CHECKING:
    from pathlib import Path

    from tests.box.page import Page, Step

CUTS = 20
PLAYED_S = 40.0  # a match goes on for at most so long, by the host's clock, before the plug is pulled
DATA = "/var/lib/tableside"
FILES = ("journal.sqlite3", "journal.sqlite3-wal")
E4_CORRECTED = 1  # e2fsck's exit status after it wrote back what the disk's own journal holds


@dataclass
class Tally:
    """What the cuts so far came to: of each the newest event that was acknowledged (0: none), and the newest kept."""

    acknowledged: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)

    @property
    def said(self) -> str:
        """In a sentence."""
        played = sum(event > 0 for event in self.acknowledged)
        more = sum(kept > event > 0 for event, kept in zip(self.acknowledged, self.kept, strict=True))
        return (
            f"{played} of them after events had been acknowledged, and none of those was lost ({more} times the disk "
            "had one more); each time the file system mended itself and the journal was whole"
        )


def cuts(folder: Path, page: Page) -> None:
    """Play, plug out, look at the disk; as often as CUTS says. Then power on once more, and play on.

    Each time the machine goes on from where it was frozen in the middle of a match, for powering on takes minutes.
    """
    count, seed = int(os.environ.get("CUTS", CUTS)), int(os.environ.get("SEED", time.time()))
    chance, tally = random.Random(seed), Tally()
    with page.step(f"The power cut {count} times") as step:
        whole, state = folder / "whole.img", folder / "whole.state"
        subprocess.run(["qemu-img", "convert", "-O", "raw", str(newest_disk(folder)), str(whole)], check=True)
        step.say(f"the table answers {begin(folder, whole, state):.0f} s after power-on, by the host's clock")
        step.say(f"moments, and what the disk loses, by chance with seed {seed}")
        for number in range(1, count + 1):
            left = one_cut(folder, chance, tally)
            print(f"   cut {number}: {left}", flush=True)
            step.lines[2:] = [f"{number} cuts: {tally.said}"]
            page.write()
        answers(folder, folder / "cut.img", step, tally.kept[-1])


def begin(folder: Path, disk: Path, state: Path) -> float:
    """Have a match on the table, and freeze it. Returns how long the table took to answer from power-on."""
    machine = Machine(folder, disk)
    machine.on()
    try:
        began_s, table = time.monotonic(), Table(machine.table)
        if not table.wait(machine.patience()):
            raise BoxError("the table does not answer")
        took_s = time.monotonic() - began_s
        machine.wait()
        table.enter()
        if table.view()["match"] is None:
            table.begin()
        table.place("Z")
        machine.freeze(state)
    finally:
        machine.cut()
    return took_s


def one_cut(folder: Path, chance: random.Random, tally: Tally) -> str:
    """Play for a while, and pull the plug. Raises BoxError where anything acknowledged is lost."""
    after_s, top, log = (
        chance.uniform(0, PLAYED_S),
        overlay(folder / "whole.img", folder / "cut.qcow2"),
        folder / "cut.log",
    )
    acknowledged, refused = play(Machine(folder, top, log=log), folder / "whole.state", after_s)
    disk = folder / "cut.img"
    subprocess.run(["cp", "--sparse=always", str(folder / "whole.img"), str(disk)], check=True)
    said = f"after {after_s:.1f} s; {replay(log, disk, chance)}; event {acknowledged} acknowledged {refused}"
    kept = in_journal(folder, disk)
    tally.acknowledged.append(acknowledged)
    tally.kept.append(kept)
    if kept < acknowledged:
        raise BoxError(f"{said}, {kept} kept")
    return f"{said}, {kept} kept"


def play(machine: Machine, state: Path, for_s: float) -> tuple[int, str]:
    """Let it go on, place cards, and pull the plug so many seconds after.

    Returns the newest event that was acknowledged (0: none), and why nothing more was played.
    """
    newest, refused = 0, ""
    machine.on(state)
    end_s = time.monotonic() + for_s
    try:
        table = Table(machine.table)
        table.enter()
        while time.monotonic() < end_s:
            newest = table.place("ZO"[newest % 2], end_s - time.monotonic())
    except OSError as error:
        refused = str(error)
    finally:
        time.sleep(max(0.0, end_s - time.monotonic()))
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
        if not table.wait(machine.patience()):
            raise BoxError("the table does not answer after the last cut")
        table.enter()
        newest = table.place("O")
        if newest != kept + 1:
            raise BoxError(f"the match goes on with event {newest}, and {kept} are kept")
        step.say(f"power on again: the match goes on with event {newest}; said: {table.view()['notices']}")
        machine.wait()
