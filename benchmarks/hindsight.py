"""What could have been, beside what one would write instead: `python -m benchmarks.hindsight [GAME]`.

Each game has its part in a module of its own, `benchmarks/hindsight_<game>.py`, with a function `measured` that prints
it and gives how often two ways to the same have differed: if they ever do, the exit status is 1. Without GAME all are
run. All ratios of a part come from one run.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

PARTS = sorted(path.stem.removeprefix("hindsight_") for path in Path(__file__).parent.glob("hindsight_*.py"))


def main() -> int:
    """Run the part of a game, or of all; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=PARTS)
    asked = parser.parse_args()
    differ = 0
    for game in [asked.game] if asked.game else PARTS:
        print(f"——— {game} ———", flush=True)
        differ += import_module(f"benchmarks.hindsight_{game}").measured()
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
