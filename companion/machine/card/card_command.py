"""What the units of a card call: `start`, `keep`, `given-up`, and `update FILE` for whoever has a new version."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from companion.errors import TablesideError
from companion.machine.card.starting import start
from companion.machine.card.updating import is_given_up, keep, update


def main() -> int:
    """Status 0: done, or yes; 1: no; 2: it could not be done."""
    parser = argparse.ArgumentParser(prog="tableside-update")
    deeds = parser.add_subparsers(dest="deed", required=True)
    for name in ("start", "keep", "given-up"):
        deeds.add_parser(name)
    updating = deeds.add_parser("update")
    updating.add_argument("file", type=Path)
    updating.add_argument("--no-reboot", action="store_true")
    asked = parser.parse_args()
    try:
        return _do(asked)
    except (OSError, TablesideError) as error:
        print(f"tableside: {error}", file=sys.stderr)
        return 2


def _do(asked: argparse.Namespace) -> int:
    match asked.deed:
        case "start":
            for line in start():
                print(line, file=sys.stderr)
        case "keep":
            print(f"slot {keep()} is kept")
        case "given-up":
            return 0 if is_given_up() else 1
        case "update":
            slot = update(asked.file, lambda line: print(line, flush=True))
            print(f"Slot {slot} is tried at the next start, and kept once its table answers.")
            if not asked.no_reboot:
                subprocess.run(["systemctl", "reboot"], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
