"""`tableside doctor`: is every part there, and does it work?"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from companion import doctor

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

MARKS = {"ok": "✓", "simulated": "·", "wrong": "✗"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the doctor."""
    parser.add_argument("--camera", metavar="SPEC", help="pi, usb:0 or photos:FOLDER (default: pi on a Raspberry Pi)")
    parser.add_argument("--board", metavar="FILE", help="another wiring than the shipped one")
    parser.add_argument("--look", action="store_true", help="only look, ask nobody to press or listen")
    parser.add_argument("--json", action="store_true", help="only look, and print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """Look at every part and, at a terminal, try each by hand. Exit status 1 when anything is wrong."""
    from companion.app import probes

    instruments = probes(args.board)
    found: list[doctor.Finding]
    if args.json:
        found = list(instruments.survey(args.camera))
        print(json.dumps([{"part": one.part, "state": one.state, "said": one.said} for one in found], indent=2))
        return _status(found)
    found = _told(instruments.survey(args.camera))
    if not args.look and sys.stdin.isatty() and _anything_real(found):
        print("\nNow by hand: one part after the other.")
        with instruments.bench(args.camera) as bench:
            found += _told(doctor.walk(bench, print, input))
    return _status(found)


def _told(findings: Iterable[doctor.Finding]) -> list[doctor.Finding]:
    """Print each finding as it comes, and keep it."""
    found = []
    for one in findings:
        print(f"{MARKS[one.state]} {one.part}: {one.said}", flush=True)
        found.append(one)
    return found


def _anything_real(found: Iterable[doctor.Finding]) -> bool:
    """Whether there is anything a hand can try: simulated parts are tried on the page of `tableside run`."""
    return any(one.part in ("panel", "screen", "camera") and one.state != "simulated" for one in found)


def _status(found: Iterable[doctor.Finding]) -> int:
    return 1 if any(one.state == "wrong" for one in found) else 0
