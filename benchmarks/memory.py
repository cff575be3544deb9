"""What table and kiosk weigh together, process by process: whether both fit beside each other into a Pi of 1 GB.

    python -m benchmarks.memory [--light | --table-only] [--option=--SWITCH]... [--picture FILE [--like FILE]]

The table runs with the environment of its unit, and the kiosk's browser as its unit starts it: `systemd/kiosk-browser`
in a real cage, in a window as big as the screen of an X server without one (1,920×1,080 points, no graphics processor).
--light plays a machine of 1 GB. A Disorder! match is begun and cards are laid one by one before a camera that plays
photos. Each `--option` is one more switch for Chromium, to see what it saves; `--picture` keeps what stands on the
screen at the end (needs grim), and `--like` counts the points in which it differs from another such picture.

Megabytes are 10⁶ bytes of proportional memory (`Pss` of /proc/PID/smaps_rollup: what several processes share is counted
once). "Kept" is what cannot be dropped and read again from a file (anonymous and shared memory). Linux only.
"""

from __future__ import annotations

import argparse
import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from benchmarks.footprint import CARD_S, LAID, PIN, install, photographs, running_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from benchmarks.footprint import Table

UNITS = Path(__file__).parents[1] / "systemd"
BROWSER = UNITS / "kiosk-browser"
LIMIT_MB = 512.0
NOBODY = "nobody"  # Chromium's sandbox is not to be had as root
WIDTH_PX, HEIGHT_PX = 1920, 1080
PAGE_S = 15.0
WINDOW_S = 10.0
SAMPLE_S = 2.0
SMALL_KB = 948_304  # what a Pi 3 says of its 1 GB
KB = 1.024e-3  # megabytes


@dataclass(frozen=True, slots=True)
class Weight:
    """Proportional memory in megabytes: all of it, and what of it cannot be read again from a file."""

    pss_mb: float = 0.0
    kept_mb: float = 0.0

    def __add__(self, other: Weight) -> Weight:
        return Weight(self.pss_mb + other.pss_mb, self.kept_mb + other.kept_mb)


def weight(rollup: str) -> Weight:
    """The weight in the text of a /proc/PID/smaps_rollup."""
    kb = {name: int(number) for name, number in re.findall(r"^(\w+):\s+(\d+) kB", rollup, re.MULTILINE)}
    return Weight(kb["Pss"] * KB, (kb["Pss_Anon"] + kb["Pss_Shmem"]) * KB)


def role(command: bytes) -> str:
    """What a process of the kiosk is for, from its command line: its program, and which of Chromium's parts it is."""
    words = command.replace(b"\0", b" ").decode(errors="replace").split()
    if not words:
        return "ended"
    said = dict(word[2:].split("=", 1) for word in words if word.startswith("--") and "=" in word)
    program = Path(words[0]).name
    part = said.get("utility-sub-type", "").partition(".")[0] or said.get("type", "")
    return f"{program} {part}".strip()


def family(pid: int) -> list[int]:
    """A process and all that came of it."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended meanwhile
        children.setdefault(parent, []).append(int(folder.name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def weigh(pid: int) -> dict[str, Weight]:
    """What each process of a family weighs, those of one kind together."""
    weights: dict[str, Weight] = {}
    for one in family(pid):
        try:
            name, rollup = (
                role(Path(f"/proc/{one}/cmdline").read_bytes()),
                Path(f"/proc/{one}/smaps_rollup").read_text(),
            )
        except OSError:
            continue  # it has ended meanwhile
        if rollup.count("\n") > 1:  # one that is ending has no memory any more
            weights[name] = weights.get(name, Weight()) + weight(rollup)
    return weights


def total(weights: Mapping[str, Weight]) -> Weight:
    """All of them together."""
    return sum(weights.values(), Weight())


def unit_environment() -> dict[str, str]:
    """What the kiosk's unit puts into its environment."""
    lines = re.findall(r"^Environment=(.*)$", (UNITS / "tableside-kiosk.service").read_text(), re.MULTILINE)
    return dict(word.split("=", 1) for line in lines for word in shlex.split(line))


def as_nobody() -> list[str]:
    """What runs a command as somebody who is not root."""
    if os.geteuid() != 0:
        return []
    user = pwd.getpwnam(NOBODY)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--"]


@contextmanager
def screen() -> Iterator[str]:
    """An X server whose screen is memory: its display."""
    with subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH_PX}x{HEIGHT_PX}x24", "-ac"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield f":{process.stdout.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def kiosk(address: str, folder: Path, options: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The kiosk in cage, as its unit starts it: the process and its environment."""
    folder.mkdir(mode=0o700)
    if os.geteuid() == 0:
        shutil.chown(folder, NOBODY)
    own = {name: str(folder) for name in ("HOME", "XDG_RUNTIME_DIR", "RUNTIME_DIRECTORY")}
    known = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "KIOSK_URL": f"{address}/kiosk"}
    command = [*as_nobody(), "cage", "-s", "--", str(BROWSER), *options]
    with screen() as display:
        screenless = {"DISPLAY": display, "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman"}
        environment = {**unit_environment(), **known, **own, **screenless}
        with subprocess.Popen(
            command, env=environment, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                fill_screen(display)
                yield process.pid, environment
            finally:
                process.terminate()


def fill_screen(display: str) -> None:
    """Make cage's window as big as the screen. Raises SystemExit when there is none."""
    here, until_s = {**os.environ, "DISPLAY": display}, time.monotonic() + WINDOW_S
    while time.monotonic() < until_s:
        tree = subprocess.run(["xwininfo", "-root", "-tree"], env=here, check=True, capture_output=True, text=True)
        if found := re.search(r"^\s+(0x\w+) .*: \(.*\) +\d{3,}x\d{3,}\+", tree.stdout, re.MULTILINE):
            subprocess.run(["xdotool", "windowsize", found[1], str(WIDTH_PX), str(HEIGHT_PX)], env=here, check=True)
            return
        time.sleep(0.1)
    sys.exit(f"memory: cage has opened no window within {WINDOW_S:.0f} s")


def photograph_screen(environment: Mapping[str, str], file: Path) -> None:
    """Keep what stands on cage's screen as a PNG. Raises CalledProcessError when it cannot be had."""
    own = Path(environment["XDG_RUNTIME_DIR"]) / "screen.png"
    here = {**environment, "WAYLAND_DISPLAY": "wayland-0"}
    subprocess.run([*as_nobody(), "grim", str(own)], env=here, cwd="/", check=True)
    shutil.copyfile(own, file)


def differing(one: Path, other: Path) -> int:
    """In how many points two pictures differ. Raises SystemExit when they cannot be held against each other."""
    first, second = cv2.imread(str(one)), cv2.imread(str(other))
    if first is None or second is None or first.shape != second.shape:
        sys.exit(f"memory: {one} and {other} are no two pictures of one size")
    return int((first != second).any(axis=2).sum())


def largest(samples: Iterable[dict[str, Weight]]) -> dict[str, Weight]:
    """The heaviest of several."""
    return max(samples, key=lambda weights: total(weights).pss_mb)


def watched(pids: Sequence[int], seconds: float) -> Iterator[dict[str, Weight]]:
    """The weights of some processes with all that came of them, every few seconds."""
    until_s = time.monotonic() + seconds
    while True:
        yield {name: weight for pid in pids for name, weight in weigh(pid).items()}
        if time.monotonic() >= until_s:
            return
        time.sleep(SAMPLE_S)


def played(table: Table, pids: Sequence[int]) -> dict[str, Weight]:
    """The heaviest moment of a match: it begins, and cards are laid one by one."""
    table.post("/host", {"pin": PIN})
    table.post("/matches", {"game": "disorder", "players": ["Ada", "Bo", "Cy"], "options": {}})
    samples = list(watched(pids, CARD_S))
    for _ in LAID:
        table.post("/photos/next", {})
        samples += watched(pids, CARD_S)
    return largest(samples)


def told(title: str, weights: Mapping[str, Weight]) -> None:
    """A table of what each weighs, and the sum."""
    print(f"\n{title:44} {'MB':>7} {'kept':>7}")
    for name, one in sorted(weights.items(), key=lambda item: -item[1].pss_mb):
        print(f"  {name:42} {one.pss_mb:7.1f} {one.kept_mb:7.1f}")
    everything = total(weights)
    print(
        f"  {'together (limit ' + format(LIMIT_MB, '.0f') + ')':42} {everything.pss_mb:7.1f} {everything.kept_mb:7.1f}"
    )


def measure(folder: Path, args: argparse.Namespace) -> None:
    """Run table and kiosk, or the table alone, and say what they weigh."""
    install(folder)
    with ExitStack() as stack:
        table = stack.enter_context(running_table(f"photos:{photographs(folder / 'photos')}", folder))
        pids = [table.pid]
        if not args.table_only:
            pid, environment = stack.enter_context(kiosk(table.address, folder / "kiosk", args.option))
            pids.append(pid)
            told("just opened", largest(watched(pids, PAGE_S)))
        told("at the heaviest moment while cards are laid", played(table, pids))
        told(f"at the end of {args.seconds:.0f} s more", list(watched(pids, args.seconds))[-1])
        if args.picture is not None and not args.table_only:
            photograph_screen(environment, args.picture)


def on_a_small_machine() -> None:
    """Become the same program where the kernel says that there is 1 GB of memory: needs root, and does not return."""
    own = [sys.executable, "-m", "benchmarks.memory", *(word for word in sys.argv[1:] if word != "--light")]
    with tempfile.NamedTemporaryFile("w", prefix="meminfo-", delete=False) as file:
        file.write(f"MemTotal: {SMALL_KB} kB\nMemAvailable: {SMALL_KB // 2} kB\n")
    Path(file.name).chmod(0o644)
    script = 'mount --bind "$0" /proc/meminfo && rm "$0" && exec "$@"'
    os.execvp("unshare", ["unshare", "--mount", "sh", "-c", script, file.name, *own])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--option", action="append", default=[], help="one more switch for Chromium")
    parser.add_argument("--light", action="store_true", help="as on a machine of 1 GB (as root)")
    parser.add_argument("--picture", type=Path, help="where to keep what stands on the screen at the end")
    parser.add_argument("--like", type=Path, help="a picture to hold against it")
    parser.add_argument("--seconds", type=float, default=20, help="how long the table then rests (default: 20)")
    parser.add_argument("--table-only", action="store_true", help="without the kiosk")
    args = parser.parse_args()
    if args.light:
        on_a_small_machine()
    programs = (
        []
        if args.table_only
        else ["Xvfb", "xwininfo", "xdotool", "cage", "chromium", *(["grim"] if args.picture else [])]
    )
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        sys.exit(f"memory: {' and '.join(missing)} must be installed to weigh the kiosk (or --table-only)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o711)
        measure(folder, args)
    if args.picture and args.like:
        print(f"\n{differing(args.picture, args.like)} points differ from {args.like}")


if __name__ == "__main__":
    main()
