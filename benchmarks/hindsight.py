"""What could have been, beside what one would write instead: `python -m benchmarks.hindsight [GAME]`.

Each game has its part in a module of its own, `benchmarks/hindsight_<game>.py`, with a function `measured` that prints
it; without GAME all are run. All ratios of a part come from one run.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

PARTS = sorted(path.stem.removeprefix("hindsight_") for path in Path(__file__).parent.glob("hindsight_*.py"))


def main() -> None:
    """Run the part of a game, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=PARTS)
    asked = parser.parse_args()
    for game in [asked.game] if asked.game else PARTS:
        print(f"——— {game} ———", flush=True)
        import_module(f"benchmarks.hindsight_{game}").measured()


if __name__ == "__main__":
    main()
