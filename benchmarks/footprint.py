"""What the running table weighs: memory, start to ready, processor time when nothing happens, packages on disk.

    .venv/bin/python benchmarks/footprint.py [--camera photos|drawn] [--seconds N] [--sizes]

The table runs as the service does, its kiosk page open in a real Chromium, a Disorder! match on it; cards are laid one
by one before its camera, which reads them. The camera is a folder of photos (of drawn tables), so that only what
reading costs is counted, or the drawn table, whose drawing is counted too. Beside it, in the same run and on the same
picture, the loop one would write first: look for cards in every frame, and give what stands out to Tesseract once a
second.

The wall clock counts what else the machine does; the processor's time to ready does not, so both are shown. Linux only:
the figures come from /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.decks import deckfiles
from companion.drawn.drawn_table import DrawnTable

if TYPE_CHECKING:
    from collections.abc import Iterator

UNIT = Path(__file__).parents[1] / "systemd" / "tableside.service"
PIN = "424242"
LAID = "STONE"
CARD_S = 3.0  # so long each card is watched before the next is laid
SETTLE_S = 5.0
LIMITS = {"memory_mb": 180.0, "ready_s": 3.0, "ready_processor_s": 3.0, "idle_percent": 3.0}

USUAL_LOOP = """
import sys, time
import cv2, pytesseract
picture = cv2.imread(sys.argv[1])
print("ready", flush=True)
number = 0
while True:
    started_s = time.monotonic()
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    _, light = cv2.threshold(cv2.GaussianBlur(grey, (5, 5), 0), 0, 255, cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cards = [cv2.boundingRect(outline) for outline in outlines if cv2.contourArea(outline) > 2000]
    if number % 10 == 0:
        for x, y, w, h in cards[:3]:
            pytesseract.image_to_string(grey[y : y + h, x : x + w], config="--psm 10")
    number += 1
    time.sleep(max(0.0, 0.1 - (time.monotonic() - started_s)))
"""


def memory_mb(pid: int) -> float:
    """Resident memory of a process, in megabytes (10⁶ bytes)."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) * 1.024e-3


def processor_s(pid: int) -> float:
    """Processor time a process and its finished children have used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def watch(pid: int, seconds: float) -> tuple[float, float]:
    """Largest memory in megabytes and share of one processor in percent, over so many seconds."""
    before_s, started_s = processor_s(pid), time.monotonic()
    largest_mb = memory_mb(pid)
    while time.monotonic() - started_s < seconds:
        time.sleep(0.5)
        largest_mb = max(largest_mb, memory_mb(pid))
    return largest_mb, 100 * (processor_s(pid) - before_s) / (time.monotonic() - started_s)


class Table:
    """A running table with an address and a host."""

    def __init__(self, process: subprocess.Popen[bytes], address: str, ready_s: float) -> None:
        self.pid = process.pid
        self.address = address
        self.ready_s = ready_s
        self.ready_processor_s = processor_s(process.pid)
        self._cookie = ""

    def post(self, path: str, body: Any) -> None:
        """Send JSON to the table's API as its host."""
        headers = {"Content-Type": "application/json", "Origin": self.address, "Cookie": self._cookie}
        request = urllib.request.Request(f"{self.address}/api{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            self._cookie = (answer.headers["Set-Cookie"] or self._cookie).partition(";")[0]

    def picture(self) -> bytes | None:
        """The JPEG the camera's page shows, None as long as there is none."""
        with urllib.request.urlopen(f"{self.address}/camera.jpg", timeout=30) as answer:
            return bytes(answer.read()) if answer.status == 200 else None


def service_environment() -> dict[str, str]:
    """What the service's unit puts into its environment."""
    lines = re.findall(r"^Environment=(.*)$", UNIT.read_text(), re.MULTILINE)
    return dict(setting.split("=", 1) for line in lines for setting in line.split())


def installed_environment(folder: Path) -> dict[str, str]:
    """The service's environment; compiled modules lie in a folder, for `make install` has compiled them too."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, **service_environment(), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def install(folder: Path) -> None:
    """What `make install` leaves behind: dictionaries are compiled, and so are the modules after a first start."""
    word = [sys.executable, "-m", "companion.cli", "word", "table", "--data", str(folder / "data")]
    subprocess.run(word, check=True, env=installed_environment(folder), stdout=subprocess.DEVNULL)
    with running_table("none", folder):
        pass
    (folder / "notify").unlink()


def photographs(folder: Path) -> Path:
    """A folder of photos: the empty table, then one more card on each."""
    folder.mkdir()
    table = DrawnTable(deckfiles.load("disorder"))
    cv2.imwrite(str(folder / "0.jpg"), table.frame())
    for number, label in enumerate(LAID, start=1):
        table.place(label)
        cv2.imwrite(str(folder / f"{number}.jpg"), table.frame())
    return folder


def _read_on(channel: socket.socket) -> None:
    with suppress(OSError):  # until it is closed
        while True:
            channel.recv(4096)


@contextmanager
def running_table(camera: str, folder: Path) -> Iterator[Table]:
    """Start the table as systemd would and wait until it says that it is ready."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(folder / "notify"))
        command = [sys.executable, "-m", "companion.cli", "run", "--port", "0", "--pin", PIN, "--camera", camera]
        environment = {**installed_environment(folder), "NOTIFY_SOCKET": str(folder / "notify")}
        started_s = time.monotonic()
        process = subprocess.Popen(
            [*command, "--data", folder / "data"], env=environment, cwd=folder, stdout=subprocess.DEVNULL
        )
        try:
            message = ""
            while "READY=1" not in message:
                message = systemd.recv(4096).decode()
            ready_s = time.monotonic() - started_s
            # Systemd reads what it is told; were it left unread, the referee would wait for that.
            threading.Thread(target=_read_on, args=[systemd], daemon=True).start()
            yield Table(process, re.findall(r"http://\S+", message)[0], ready_s)
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def kiosk(address: str, folder: Path) -> Iterator[None]:
    """The kiosk page in Chromium, without a display."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        sys.exit("footprint: Chromium is needed to open the kiosk; scripts/system-packages test installs it")
    options = ["--headless=new", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    if os.geteuid() == 0:
        options.append("--no-sandbox")
    process = subprocess.Popen(
        [browser, *options, f"{address}/kiosk"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def measure_table(camera: str, seconds: float, folder: Path) -> tuple[dict[str, float], Path]:
    """The table's figures, and a picture its camera took."""
    install(folder)
    spec = f"photos:{photographs(folder / 'photos')}" if camera == "photos" else camera
    with ExitStack() as stack:
        table = stack.enter_context(running_table(spec, folder))
        stack.enter_context(kiosk(table.address, folder))
        table.post("/host", {"pin": PIN})
        table.post("/matches", {"game": "disorder", "players": ["Ada", "Bo", "Cy"], "options": {}})
        reading_mb, _ = watch(table.pid, CARD_S)
        for label in LAID:
            if camera == "photos":
                table.post("/photos/next", {})
            else:
                table.post("/cards", {"act": "place", "label": label})
            reading_mb = max(reading_mb, watch(table.pid, CARD_S)[0])
        watch(table.pid, SETTLE_S)
        idle_mb, idle_percent = watch(table.pid, seconds)
        picture = folder / "picture.jpg"
        while (jpeg := table.picture()) is None:
            time.sleep(0.2)
        picture.write_bytes(jpeg)
        figures = {
            "memory_mb": max(reading_mb, idle_mb),
            "ready_s": table.ready_s,
            "ready_processor_s": table.ready_processor_s,
            "idle_percent": idle_percent,
        }
    return figures, picture


def measure_usual_loop(picture: Path, seconds: float) -> dict[str, float]:
    """The same figures of the loop one would write first."""
    started_s = time.monotonic()
    command = [sys.executable, "-c", USUAL_LOOP, str(picture)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        ready_s, ready_processor_s = time.monotonic() - started_s, processor_s(process.pid)
        largest_mb, percent = watch(process.pid, seconds)
        process.kill()
    return {
        "memory_mb": largest_mb,
        "ready_s": ready_s,
        "ready_processor_s": ready_processor_s,
        "idle_percent": percent,
    }


def package_sizes_mb() -> dict[str, float]:
    """What a run needs on disk: each package and what it needs in turn, with its installed size in megabytes."""
    installed = {canonicalize_name(found.metadata["Name"]): found for found in distributions()}
    wanted, sizes = ["tableside"], {}
    while wanted:
        name = canonicalize_name(wanted.pop())
        if name in sizes or name not in installed:
            continue
        package = installed[name]
        files = {Path(str(file.locate())) for file in package.files or []}
        sizes[name] = sum(file.stat().st_size for file in files if file.is_file()) / 1e6
        needed = [Requirement(line) for line in package.requires or []]
        wanted += [need.name for need in needed if need.marker is None or need.marker.evaluate({"extra": ""})]
    return {name: size for name, size in sizes.items() if name != "tableside"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--camera", choices=("photos", "drawn"), default="photos", help="(default: photos)")
    parser.add_argument(
        "--seconds", type=float, default=30, help="how long an unchanged table is watched (default: 30)"
    )
    parser.add_argument("--sizes", action="store_true", help="only the packages' sizes")
    args = parser.parse_args()

    if not args.sizes:
        print(
            f"The table with its kiosk; {args.camera} camera; {args.seconds:.0f} s of an unchanged table ...",
            flush=True,
        )
        with tempfile.TemporaryDirectory() as folder:
            ours, picture = measure_table(args.camera, args.seconds, Path(folder))
            theirs = measure_usual_loop(picture, args.seconds)
        print(f"\n{'':34} {'Tableside':>10} {'limit':>7} {'usual loop':>11} {'ratio':>7}")
        for name, title in (
            ("memory_mb", "resident memory, largest (MB)"),
            ("ready_s", "start to ready (s)"),
            ("ready_processor_s", "  of it processor time (s)"),
            ("idle_percent", "processor, unchanged table (%)"),
        ):
            ratio = ours[name] / theirs[name]
            print(f"{title:34} {ours[name]:10.1f} {LIMITS[name]:7.0f} {theirs[name]:11.1f} {ratio:6.2f}x")
        print()

    sizes = package_sizes_mb()
    print(f"{'package':24} {'MB':>7}")
    for name, size_mb in sorted(sizes.items(), key=lambda item: -item[1]):
        print(f"{name:24} {size_mb:7.1f}")
    print(f"{'all ' + str(len(sizes)):24} {sum(sizes.values()):7.1f}")


if __name__ == "__main__":
    main()
