"""Power cuts on real file systems: what reaches the disk under one of the kernel's is written down, and cut anywhere.

    python -m benchmarks.filesystems [--kind ext4|xfs|btrfs] [--count N] [--seed N] [--resume FILE]

A program writes as a table does, on such a file system: the events of the saved matches, the pictures of rulings, the
notebook; at last it has a player forgotten. The disk under it (`disk_log.py`) writes down every write and flush that
comes to it, and between them what was acknowledged. Then its power goes after any number of those: what was flushed is
there, every other write may have come or not, whole or in blocks. The kernel mounts and mends what is left, and the
journal must be whole and have all that was acknowledged, its pictures, the notebook, and once somebody is forgotten no
byte of the name.

Root is needed, Debian's python3-fusepy, and e2fsprogs, xfsprogs or btrfs-progs. Each run writes anew, so the same seed
cuts at the same places, but of another log. The exit status is 1 when anything was found.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.disk_log import records
from benchmarks.forgetting import AT, forget, named_matches, naming
from benchmarks.power import SURVIVING, File, Write
from benchmarks.resuming import finish, progress
from companion.data_folder import data_folder
from companion.nights.keeping import read_notebook, write_notebook
from companion.nights.notebook import Notebook, Team
from companion.referee.frames import Frames, decoded
from companion.referee.journal import JOURNAL_NAME, Journal, JournalEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.resuming import Progress

FRAMES = "frames"
FORGOTTEN = ("forgotten",)
PICTURE_EACH = 3  # events
BLOCK_BYTES = 4096  # torn within, ext4's and XFS's own superblocks are broken now and then
LONGEST_REST_S = 0.02  # between two events: the kernel writes by itself meanwhile


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file system: how large the disk is, what makes one, and how it is mounted."""

    size: int
    make: tuple[str, ...]
    options: str = "loop"


KINDS = {
    "ext4": Kind(32 << 20, ("mkfs.ext4", "-q", "-F"), "loop,commit=1"),
    "xfs": Kind(320 << 20, ("mkfs.xfs", "-q", "-f")),
    "btrfs": Kind(128 << 20, ("mkfs.btrfs", "-q", "-f"), "loop,commit=1"),
}


# ——— what is written ———


def play(data: Path, say: Callable[..., object], chance: Random) -> None:
    """Write as a table does, and `say` at once what is acknowledged."""
    journal, frames = Journal(data_folder(str(data)) / JOURNAL_NAME), Frames(data / FRAMES)
    for setup, events in named_matches():
        match = journal.begin(setup, AT)
        say("event", match.id, 0)
        journal.keep_head()
        for number, event in enumerate(events, 1):
            picture = np.full((48, 64, 3), (match.id, number, 99), np.uint8)
            frame = frames.keep(picture, f"match{match.id}-{number}") if number % PICTURE_EACH == 0 else None
            journal.append(match.id, [JournalEvent(number, event, "host", AT, frame)], {})
            say("event", match.id, number)
            journal.keep_head()
            time.sleep(chance.uniform(0, LONGEST_REST_S))
        journal.leave(match.id, AT, {})
        write_notebook(data, Notebook().with_team(Team(f"Team {match.id}", ("Ann", "Bob"))))
        say("notebook", match.id)
    journal.close()
    forget(data)
    say(*FORGOTTEN)


def written_down(kind: str, room: Path, seed: int) -> tuple[bytes, Path]:
    """The disk before anything was written, and the log of what was."""
    image, log, served, mounted = (room / name for name in ("image", "log", "served", "mounted"))
    for folder in (served, mounted):
        folder.mkdir()
    with image.open("wb") as file:
        file.truncate(KINDS[kind].size)
    subprocess.run([*KINDS[kind].make, image], check=True, stdout=subprocess.DEVNULL)
    with (
        serve(image, log, served),
        (served / "mark").open("wb", buffering=0) as mark,
        mount(kind, served / "disk", mounted),
    ):

        def say(*what: object) -> None:
            os.pwrite(mark.fileno(), _mark(*what), 0)  # elsewhere two pages may part it

        play(mounted / "data", say, Random(seed))
    return image.read_bytes(), log


def _mark(*what: object) -> bytes:
    return json.dumps(what).encode()


@contextmanager
def serve(image: Path, log: Path, at: Path) -> Iterator[None]:
    """A disk that begins as the image, and writes down in the log what reaches it. Raises SystemExit without FUSE."""
    command = ["/usr/bin/python3", "-m", "benchmarks.disk_log", *map(str, (image, log, at))]
    with subprocess.Popen(command, cwd=Path(__file__).parents[1]) as server:
        while not (at / "disk").exists():
            if server.poll() is not None:
                raise SystemExit("FUSE does not serve the disk: is python3-fusepy installed, and is this root?")
            time.sleep(0.05)
        try:
            yield
        finally:
            subprocess.run(["umount", at], check=True)


@contextmanager
def mount(kind: str, image: Path, at: Path) -> Iterator[None]:
    """A disk, mounted. Raises CalledProcessError when the kernel does not take it."""
    options = KINDS[kind].options
    subprocess.run(["mount", "-t", kind, "-o", options, image, at], check=True, capture_output=True, text=True)
    try:
        yield
    finally:
        subprocess.run(["umount", at], check=True)


# ——— what is left ———


@dataclass
class Acknowledged:
    """What was acknowledged so far."""

    events: dict[int, int]  # the newest of each match
    notebook: int = 0
    is_forgotten: bool = False

    def hear(self, what: str, *more: Any) -> None:
        """One thing more."""
        if what == "event":
            self.events[more[0]] = more[1]
        elif what == "notebook":
            self.notebook = more[0]
        else:
            self.is_forgotten = True


def wrong_in(data: Path, acknowledged: Acknowledged) -> Iterator[str]:
    """What is not as it must be after a power cut."""
    if not (data / JOURNAL_NAME).exists():
        if acknowledged.events:
            yield "the journal is gone"
        return
    with closing(Journal(data / JOURNAL_NAME)) as journal:
        if journal.damage is not None:
            yield journal.damage
        kept = {row.id: journal.events(row.id) for row in journal.matches()}
    for match_id, count in acknowledged.events.items():
        if not count <= len(kept.get(match_id, ())) <= count + 1:
            yield f"match {match_id} has {len(kept.get(match_id, ()))} events, {count} were acknowledged"
    if not 0 <= len(kept) - len(acknowledged.events) <= 1:
        yield f"there are {len(kept)} matches, {len(acknowledged.events)} were acknowledged"
    frames = Frames(data / FRAMES)
    for row in (row for events in kept.values() for row in events if row.frame is not None):
        if decoded(frames.read(str(row.frame)) or b"") is None:
            yield f"the picture {row.frame} of a ruling is gone"
    teams = [team.name for team in read_notebook(data).teams]
    if acknowledged.notebook and teams not in (
        [f"Team {acknowledged.notebook}"],
        [f"Team {acknowledged.notebook + 1}"],
    ):
        yield f"the notebook has {teams}, acknowledged was Team {acknowledged.notebook}"
    if acknowledged.is_forgotten and (names := naming(data, "*")):
        yield f"forgotten, and still in {names}"


def cut_often(kind: str, count: int, tally: Progress) -> None:
    """Write once, and cut the power of it until that was done so often."""
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        image, log = written_down(kind, room, tally.seed)
        did = list(records(log))
        chance, disk, acknowledged, done = Random(tally.seed), File(bytearray(image)), Acknowledged({}), 0
        tally.notes[kind] = {what: sum(each[0] == what for each in did) for what in "WFM"}
        played = max(at for at, (what, _, said) in enumerate(did) if what == "M" and said != _mark(*FORGOTTEN))
        for cut in sorted(chance.randint(at % 2 * played, len(did)) for at in range(count)):  # half while it forgets
            for what, at, data in did[done:cut]:
                if what == "W":
                    disk.since.append(Write(at, data))
                elif what == "F":
                    disk.sync()
                else:
                    acknowledged.hear(*json.loads(data))
            done = cut
            tally.counts["writes not flushed"] += len(disk.since)
            (room / "left").write_bytes(disk.left(chance.choice(SURVIVING), chance, BLOCK_BYTES))
            _look(kind, room, acknowledged, tally)
            tally.done += 1


def _look(kind: str, room: Path, acknowledged: Acknowledged, tally: Progress) -> None:
    try:
        with mount(kind, room / "left", room / "mounted"):
            for wrong in wrong_in(room / "mounted" / "data", acknowledged):
                tally.find(f"cut {tally.done}: {wrong}")
    except subprocess.CalledProcessError as error:
        tally.find(f"cut {tally.done}: {error.stderr}")


def main() -> None:
    """Read the options, cut, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", choices=KINDS, default="ext4")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=20261129)
    parser.add_argument("--resume", type=Path, help="take the figures of this file over, and write them there")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("mounting needs root")
    tally = progress(arguments.seed, arguments.resume)
    finish(tally, lambda: cut_often(arguments.kind, arguments.count, tally))


if __name__ == "__main__":
    main()
