"""`tableside doctor`: is every part there, and does it work?"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from companion.cli.run import voices_folder
from companion.clock import SystemClock
from companion.data_folder import add_data_argument, data_folder
from companion.errors import BadInput
from companion.machine import checks, doctor

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FIELDS = ("part", "state", "said", "value")
ANY = "auto"
MARKS = {"ok": "✓", "simulated": "·", "wrong": "✗"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the doctor."""
    parser.add_argument(
        "--camera",
        metavar="SPEC",
        nargs="?",
        const=ANY,
        help="pi, usb:0, photos:FOLDER or none (default: pi on a Raspberry Pi); without SPEC the Pi's or the first USB "
        "camera, and only --light",
    )
    parser.add_argument(
        "--light",
        action="store_true",
        help="only light and lens, with live advice here and on the OLED until both are good",
    )
    parser.add_argument("--board", metavar="FILE", help="another wiring than the shipped one")
    parser.add_argument("--voices", metavar="DIR", help="where voices for piper lie (default: as for tableside run)")
    parser.add_argument(
        "--hear", action="store_true", help="the table is to hear: without microphone and recogniser something is wrong"
    )
    parser.add_argument("--look", action="store_true", help="only look, ask nobody to press or listen")
    parser.add_argument("--json", action="store_true", help="only look, and print the findings as JSON")
    add_data_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Look at everything and, at a terminal, try each part by hand. Exit status 1 when anything is wrong."""
    from companion.peripherals import bench, probes

    instruments = probes(args.board)
    properties = checks.service_properties()
    running = checks.running_parts(properties)
    if args.light or args.camera == ANY:
        if running is not None:
            raise BadInput("the running table holds the camera; stop it first: sudo systemctl stop tableside")
        with bench(instruments, args.camera or ANY) as parts:
            if parts.camera is None:
                raise BadInput("light and lens are seen by a camera: leave out --light, or --camera none")
            return _status(_told([doctor.try_light(parts, print)]))
    findings = _survey(instruments, properties, running, voices_folder(args.voices), args)
    if args.json:
        found = list(findings)
        print(json.dumps([{name: getattr(one, name) for name in FIELDS} for one in found], indent=2))
        return _status(found)
    found = _told(findings)
    if not args.look and sys.stdin.isatty() and running is None and _anything_real(found):
        print("\nNow by hand: one part after the other.")
        with bench(instruments, args.camera) as parts:
            found += _told(doctor.walk(parts, print, input))
    return _status(found)


def _survey(
    instruments: doctor.Probes,
    properties: dict[str, str] | None,
    running: list[doctor.Finding] | None,
    voices: Path | None,
    args: argparse.Namespace,
) -> Iterator[doctor.Finding]:
    data = data_folder(args.data)
    yield checks.look_at_version()
    yield checks.look_at_service(properties)
    yield from instruments.survey_machine()
    yield checks.look_at_disk(data)
    yield checks.look_at_journal(data)
    yield checks.look_at_clock(data, SystemClock().wall())
    yield from instruments.survey_parts(args.camera, voices) if running is None else running
    yield from instruments.survey_hearing(args.hear)
    yield checks.look_at_recogniser(args.hear)


def _told(findings: Iterable[doctor.Finding]) -> list[doctor.Finding]:
    """Print each finding as it comes, and keep it."""
    found = []
    for one in findings:
        print(f"{MARKS[one.state]} {one.part}: {one.said}", flush=True)
        found.append(one)
    return found


def _anything_real(found: Iterable[doctor.Finding]) -> bool:
    """Whether there is anything a hand can try: simulated parts are tried on the page of `tableside run`."""
    return any(one.part in ("buttons", "screen", "camera") and one.state != "simulated" for one in found)


def _status(found: Iterable[doctor.Finding]) -> int:
    return 1 if any(one.state == "wrong" for one in found) else 0
