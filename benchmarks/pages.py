"""The pages as Lighthouse judges them: performance and best practices, on a running table in the middle of a match and
when one is won.

    python -m benchmarks.pages --lighthouse PATH [--chromium PATH] [--times N] [--page NAME]

`PATH` is Lighthouse's own program (`npm install lighthouse@12.2.3` puts it into `node_modules/.bin`). Phones are judged
as Lighthouse judges phones (a processor four times as slow, a slow network of the fourth generation), television and
laptop as desktops. What is below its top is named.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app import App, Setup
from companion.referee.source import Source
from companion.web.keys import KEY_FILE, join_address, load_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.referee.referee import Referee

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CATEGORIES = ("performance", "best-practices")
KIB = 1024
FLAGS = "--headless --no-sandbox --disable-gpu"
PLAYERS = ["Ann", "Bob"]
SETUP = {"game": "disorder", "players": PLAYERS, "options": {"target": 20, "lexicon": {"words": ["zookeeper"]}}}
LAID = ["Z", "O", "O", "K"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What Lighthouse says of one page: points of 100, times in ms, KiB and number of what was fetched, and what is not
    at its top."""

    points: Mapping[str, int]
    first_paint_ms: float
    largest_paint_ms: float
    blocked_ms: float
    shift: float
    fetched_kib: float
    requests: int
    lacking: tuple[str, ...]


def judged(lighthouse: str, chromium: str, address: str, *, phone: bool) -> Judged:
    """Have Lighthouse judge the page at `address`. Raises CalledProcessError where it cannot."""
    kinds = [f"--only-categories={','.join(CATEGORIES)}", *([] if phone else ["--preset=desktop"])]
    asked = [lighthouse, address, *kinds, f"--chrome-flags={FLAGS}", "--output=json", "--quiet"]
    done = subprocess.run(asked, env={**os.environ, "CHROME_PATH": chromium}, capture_output=True, check=True)
    return _told(json.loads(done.stdout))


def _told(report: Mapping[str, Any]) -> Judged:
    audits, categories = report["audits"], report["categories"]

    def number(name: str) -> float:
        return float(audits[name]["numericValue"])

    parts = {part["id"] for name in CATEGORIES for part in categories[name]["auditRefs"]}
    fetched = audits["network-requests"]["details"]["items"]
    return Judged(
        {name: round(100 * categories[name]["score"]) for name in CATEGORIES},
        number("first-contentful-paint"),
        number("largest-contentful-paint"),
        number("total-blocking-time"),
        number("cumulative-layout-shift"),
        number("total-byte-weight") / KIB,
        len(fetched),
        tuple(f"{name}: {audits[name].get('displayValue') or audits[name]['title']}" for name in sorted(parts)
              if audits[name]["score"] is not None and audits[name]["score"] < 1),
    )  # fmt: skip


def _begin(referee: Referee) -> None:
    referee.begin(SETUP)
    for number, card in enumerate(LAID):
        referee.happen({"event": "place", "player": PLAYERS[number % 2], "card": card}, source=Source.HOST)


def _win(referee: Referee) -> None:
    while (match := referee.view.match) is not None and not match.over:
        referee.happen({"event": "place", "player": match.turn, "card": "Z"}, source=Source.HOST)
        other = next(player for player in PLAYERS if player != match.turn)
        referee.happen({"event": "concede", "player": other}, source=Source.HOST)


def main() -> None:
    parser = argparse.ArgumentParser(description="The pages as Lighthouse judges them.")
    parser.add_argument("--lighthouse", default=shutil.which("lighthouse"), metavar="PATH", help="its program")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    parser.add_argument("--chromium", default=browser, metavar="PATH", help="the browser (%(default)s)")
    parser.add_argument("--times", type=int, default=3, help="how often each is judged; the run in the middle is told")
    parser.add_argument("--page", help="only pages whose name has this in it")
    args = parser.parse_args()
    if not args.lighthouse or not args.chromium:
        parser.error("Lighthouse and a Chromium are needed: npm install lighthouse@12.2.3, apt-get install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        App(Setup(Path(folder), port=0, camera="drawn", for_phones=True)) as app,
    ):
        joining = join_address("", load_key(app.data / KEY_FILE, print))
        pages = (("kiosk", "/kiosk", False), ("phone", joining, True), ("host", "/host", False))
        print(
            f"{'':16} {'points':>11} {'paint ms':>9} {'largest':>8} {'blocked':>8} {'shift':>6} {'KiB':>6} {'files':>5}"
        )
        for moment, act in (("playing", _begin), ("won", _win)):
            app.submit(act).result()
            for name, path, phone in pages:
                if args.page is None or args.page in f"{name} {moment}":
                    address = f"{app.address}{path}"
                    runs = [judged(args.lighthouse, args.chromium, address, phone=phone) for _ in range(args.times)]
                    runs.sort(key=lambda each: each.points["performance"])
                    _print(f"{name} {moment}", runs[len(runs) // 2])


def _print(name: str, found: Judged) -> None:
    points = " + ".join(str(found.points[each]) for each in CATEGORIES)
    print(f"{name:16} {points:>11} {found.first_paint_ms:9.0f} {found.largest_paint_ms:8.0f} {found.blocked_ms:8.0f} "
          f"{found.shift:6.3f} {found.fetched_kib:6.0f} {found.requests:5}", flush=True)  # fmt: skip
    for line in found.lacking:
        print(f"                 {line}", flush=True)


if __name__ == "__main__":
    main()
