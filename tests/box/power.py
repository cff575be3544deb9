"""The plug pulled at random moments, and what the disk holds then."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import time
from dataclasses import asdict, dataclass, field
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
SITTING = "cuts.json"
# Another program of the machine writes to the same disk and never has it flushed, so that there is something to lose:
# the table alone has nearly every write flushed.
NOISE = (
    "systemd-run --quiet --unit=noise sh -c 'while sleep 0.2; do "
    "dd if=/dev/urandom of=/var/tmp/noise bs=4k count=16 seek=$(shuf -i 0-255 -n 1) oflag=direct conv=notrunc; done'"
)
E4_CORRECTED = 1  # e2fsck's exit status after it wrote back what the disk's own journal holds


@dataclass
class Tally:
    """What the cuts so far came to: of each the newest event that was acknowledged (0: none), and the newest kept.

    `faults` has a sentence of each after which the disk was damaged, or an acknowledged event was lost.
    """

    acknowledged: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        """In a sentence."""
        played = sum(event > 0 for event in self.acknowledged)
        more = sum(kept > event > 0 for event, kept in zip(self.acknowledged, self.kept, strict=True))
        well = "none of those was lost" if not self.faults else f"{len(self.faults)} TIMES NOT ALL WAS THERE"
        return (
            f"{played} of them after events had been acknowledged, and {well} ({more} times the disk had one more); "
            f"{len(self.kept) - len(self.faults)} times the file system mended itself and the journal was whole"
        )


@dataclass
class Sitting:
    """What the cuts go on from, kept in a file: the match that was frozen, and what came out so far.

    `program` is what newest.of says of the version; `answers_s` is how long the table took from power-on; `cookie` is
    the host's; `seed` gives the moments and what the disk loses.
    """

    program: str
    seed: int
    answers_s: float
    cookie: str
    tally: Tally = field(default_factory=Tally)

    @classmethod
    def kept(cls, file: Path) -> Sitting | None:
        """The one that a file holds, or None where there is no such file."""
        if not file.exists():
            return None
        fields = json.loads(file.read_text(encoding="utf-8"))
        return cls(**{**fields, "tally": Tally(**fields["tally"])})

    def keep(self, file: Path) -> None:
        """Write it down."""
        file.write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")

    @property
    def done(self) -> int:
        """How many cuts there were."""
        return len(self.tally.kept)

    def chance(self) -> random.Random:
        """What the next cut's moment and losses come from: the same however often it was interrupted."""
        return random.Random(f"{self.seed} {self.done + 1}")


def cuts(folder: Path, page: Page) -> None:
    """Play, plug out, look at the disk; as often as CUTS says. Then power on once more, and play on.

    Each time the machine goes on from where it was frozen in the middle of a match, for powering on takes minutes. A
    run that was ended before goes on with the cuts that are left.
    """
    count = asked("CUTS", CUTS)
    with page.step(f"The power cut {count} times") as step:
        sitting = sat_down(folder, count)
        step.say(f"the table answers {sitting.answers_s:.0f} s after power-on, by the host's clock")
        step.say(f"moments, and what the disk loses, by chance with seed {sitting.seed}")
        step.say(f"{sitting.done} cuts: {sitting.tally.said}")
        while sitting.done < count:
            print(f"   cut {sitting.done + 1}: {one_cut(folder, sitting)}", flush=True)
            sitting.keep(folder / SITTING)
            step.lines[2:] = [f"{sitting.done} cuts: {sitting.tally.said}"]
            page.write()
        if sitting.tally.faults:
            raise BoxError("; ".join(sitting.tally.faults))
        answers(folder, folder / "cut.img", step, sitting.tally.kept[-1])


def asked(name: str, otherwise: int) -> int:
    """A number from the environment, where make puts an empty word for one that nobody gave."""
    return int(os.environ.get(name) or otherwise)


def sat_down(folder: Path, count: int) -> Sitting:
    """The sitting that this version was in when it was ended, if cuts are left of it; otherwise a new one."""
    program = (folder / "newest.of").read_text(encoding="ascii")
    sitting = Sitting.kept(folder / SITTING)
    if sitting is None or sitting.program != program or sitting.done >= count:
        whole = folder / "whole.img"
        subprocess.run(["cp", "--sparse=always", str(newest_disk(folder)), str(whole)], check=True)
        answers_s, cookie = begin(folder, whole, folder / "whole.state")
        sitting = Sitting(program, asked("SEED", int(time.time())), answers_s, cookie)
        sitting.keep(folder / SITTING)
    return sitting


def begin(folder: Path, disk: Path, state: Path) -> tuple[float, str]:
    """Have a match on the table, and freeze it.

    Returns how long the table took to answer from power-on, and the host's cookie.
    """
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
        machine.sh(NOISE)
        machine.freeze(state)
    finally:
        machine.cut()
    return took_s, table.cookie


def one_cut(folder: Path, sitting: Sitting) -> str:
    """Play for a while, pull the plug, and add what came of it to the tally. Returns it in a sentence."""
    chance, tally, log, disk = sitting.chance(), sitting.tally, folder / "cut.log", folder / "cut.img"
    after_s, top = chance.uniform(0, PLAYED_S), overlay(folder / "whole.img", folder / "cut.qcow2")
    machine = Machine(folder, top, log=log)
    acknowledged, refused = play(machine, folder / "whole.state", sitting.cookie, after_s)
    subprocess.run(["cp", "--sparse=always", str(folder / "whole.img"), str(disk)], check=True)
    said = f"after {after_s:.1f} s; {replay(log, disk, chance)}; event {acknowledged} acknowledged {refused}"
    kept = 0
    try:
        kept = in_journal(folder, disk)
        if kept < acknowledged:
            raise BoxError(f"{kept} kept")
    except (BoxError, sqlite3.Error) as error:
        tally.faults.append(f"cut {sitting.done + 1}, {said}: {error}")
    tally.acknowledged.append(acknowledged)
    tally.kept.append(kept)
    return f"{said}, {kept} kept"


def play(machine: Machine, state: Path, cookie: str, for_s: float) -> tuple[int, str]:
    """Let it go on, place cards, and pull the plug so many seconds after.

    Returns the newest event that was acknowledged (0: none), and why nothing more was played.
    """
    newest, refused = 0, ""
    machine.on(state)
    end_s = time.monotonic() + for_s
    try:
        table = Table(machine.table, cookie)
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
