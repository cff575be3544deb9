"""What a look, a ruling, a page and the start cost each Pi, with the instructions of a real arm64 program counted.

    python -m benchmarks.instructions --root FOLDER [--start] [--site FOLDER] [--qemu PROGRAM] [--compiled FOLDER]

FOLDER is the root of an arm64 Debian with this program's packages (what `make pi-in-a-box` boots is one), `--site` its
site-packages. Its Python runs in QEMU's user mode (`qemu-aarch64` of Debian 12's package qemu-user, 7.2; the static one
knows no plugins) with a plugin that counts (`instructions.c`). Nothing depends on how busy this machine is.

How long that takes a Pi is an **estimate**: its rating in 7-zip's single-threaded benchmark, in millions of
instructions per second, as the results of sbc-bench have it (github.com/ThomasKaiser/sbc-bench, Results.md). Such a
rating is normalised, real programs get through more or fewer instructions per second; reading from a card, waiting for
a disk and a hot processor are not in it. Nor are other cores: all is counted as if one did it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import cv2

from companion.decks import deckfiles
from companion.drawn.drawn_table import DrawnTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PLUGIN = Path(__file__).with_name("instructions.c")
CHECKOUT = Path(__file__).parents[1]
CORE = "cortex-a72"  # a Pi 4's; QEMU's own "max" has vectors that no Pi has, and its OpenBLAS reckons wrongly with them
SITE = "opt/tableside/venv/lib/python3.13/site-packages"
TABLES = {"letters": 10, "disorder": 10, "villains": 6}

RATINGS = {
    "Pi Zero 2 W": 838,  # RP3A0 at 1000 MHz
    "Pi 3": 1007,  # the same cores at 1200 MHz
    "Pi 4": 1769,  # BCM2711 at 1800 MHz, arm64
    "Pi 5": 3196,  # BCM2712 at 2400 MHz, arm64
}
"""Millions of instructions per second of one core: 7-zip's rating, see above."""


class Counted(NamedTuple):
    """A piece of work and its instructions, of one of however many times it was done."""

    name: str
    instructions: float


def counted(said: str, signs: str) -> list[Counted]:
    """What was counted, from what the program said of its signs and what the plugin wrote at each."""
    at = {int(number): int(count) for number, count in re.findall(r"^instructions (\d+) (\d+)$", signs, re.MULTILINE)}
    at[-1] = 0
    lines = re.findall(r"^between (-?\d+) (\d+) (\d+) (.*)$", said, re.MULTILINE)
    return [Counted(name, (at[int(last)] - at[int(first)]) / int(times)) for first, last, times, name in lines]


def seconds(instructions: float, rating: float) -> float:
    """How long a core of that rating takes, in seconds."""
    return instructions / (rating * 1e6)


def plugin(folder: Path) -> Path:
    """The plugin, compiled. Raises CalledProcessError when it cannot be."""
    made = folder / "instructions.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", str(made), str(PLUGIN)], check=True)
    return made


def lay_tables(folder: Path) -> None:
    """Pictures of drawn tables, and an empty data folder."""
    (folder / "data").mkdir()
    for name, cards in TABLES.items():
        file = deckfiles.read(name)
        table = DrawnTable(file.deck, rows=2 if name == "villains" else 1, traits=file.traits)
        for card in list(file.deck.cards)[:cards]:
            table.place(card.label)
        for number in range(2):  # of other noise each
            cv2.imwrite(str(folder / f"{name}{number}.png"), table.frame())


def run(command: Sequence[str], environment: Mapping[str, str]) -> list[Counted]:
    """Run the program under the plugin. Raises SystemExit when it fails."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"instructions: the counted program failed: {done.stderr[-2000:]}")
    return counted(done.stdout, done.stderr)


def told(found: Sequence[Counted]) -> None:
    """A table of what each costs each Pi."""
    print(f"{'':62} {'million':>8}  " + " ".join(f"{name:>12}" for name in RATINGS))
    for name, instructions in found:
        costs = " ".join(f"{1000 * seconds(instructions, rating):9,.0f} ms" for rating in RATINGS.values())
        print(f"{name:62} {instructions / 1e6:8,.1f}  {costs}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="an arm64 Debian")
    parser.add_argument("--site", type=Path, help=f"its Python packages (default: {SITE} in it)")
    parser.add_argument("--qemu", default="qemu-aarch64", help="QEMU's user mode, with plugins")
    parser.add_argument("--compiled", type=Path, help="where compiled modules are kept from run to run")
    parser.add_argument("--start", action="store_true", help="the start instead of the work")
    args = parser.parse_args()
    for program in (args.qemu, "cc"):
        if shutil.which(program) is None:
            sys.exit(f"instructions: {program} is not installed")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay_tables(folder)
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": name,
            "LANG": "C.UTF-8",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONPATH": f"{CHECKOUT}:{args.site or args.root / SITE}",
            "PYTHONPYCACHEPREFIX": str((args.compiled or folder / "compiled").resolve()),
        }
        what = "start" if args.start else "work"
        emulated = [args.qemu, "-cpu", CORE, "-plugin", str(plugin(folder)), "-L", str(args.root)]
        command = [*emulated, str(args.root / "usr/bin/python3"), "-m", f"benchmarks.counted_{what}", name]
        print("Counting; for the start twice, for the first compiles the modules ...", flush=True)
        for _ in range(2 if args.start else 1):
            shutil.rmtree(folder / "data")
            (folder / "data").mkdir()
            found = run(command, environment)
        told(found)


if __name__ == "__main__":
    main()
