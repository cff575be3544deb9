"""`python -m companion.vision.training`: draw tables, train the networks, calibrate them; all from seeds, on a CPU.

    --folder DIR     where the drawn tables lie while training (default: a folder beside the models' cache)
    --only PART …    tables, finder, letters, ranks, calibration (default: all, in this order)
    --shards N       shards of 200 tables
    --pace P         how far to go: 1 trains as long as for the networks in the repository, 0.01 is a trial

Typefaces come from whatever fonts-* packages are installed; `companion/vision/training/fonts.py` says which it takes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.resources import PACKAGE
from companion.vision.training.dataset import load, prepare

if TYPE_CHECKING:
    from collections.abc import Callable

MODELS = PACKAGE / "vision" / "models"
STEPS = {"finder": 24_000, "letters": 28_000, "ranks": 14_000}
PARTS = ("tables", "finder", "letters", "ranks", "calibration")


def tell(line: str) -> None:
    """Progress, one line at a time."""
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def tables(folder: Path, shards: int) -> None:
    """Draw the tables to learn from and those kept for measuring."""
    tell(f"drawing {shards} shards of tables into {folder}; those already there are kept")
    prepare(folder, shards)
    prepare(folder, max(4, shards // 4), layout="ranks")
    prepare(folder, max(2, shards // 10), held_out=True)
    prepare(folder, 1, held_out=True, layout="ranks")


def train_finder(folder: Path, pace: float) -> None:
    """Train the finder and write models/finder.onnx."""
    import torch

    from companion.vision.training import finder
    from companion.vision.training.networks import export

    network = finder.train(lambda: shards_in(folder, "train-*"), steps=round(STEPS["finder"] * pace), report=tell)
    export(network, MODELS / "finder.onnx", torch.zeros(1, 1, 192, 192), {0: "batch", 2: "height", 3: "width"})


def train_reader(folder: Path, pace: float, what: str) -> None:
    """Train the reader of "letters" or "ranks" and write its model."""
    import torch

    from companion.vision.training import reader
    from companion.vision.training.networks import export

    pattern = "train-???.npz" if what == "letters" else "train-ranks-???.npz"
    crops = reader.Crops([load(path) for path in shards_in(folder, pattern)])
    network = reader.train(lambda: crops, what, steps=round(STEPS[what] * pace), report=tell)
    export(network, MODELS / f"{what}.onnx", torch.zeros(2, 1, 40, 40), {0: "batch"})


def calibrate(folder: Path, plot: Path) -> None:
    """Fit the calibration on tables in unseen typefaces, and draw the reliability plot on other such tables."""
    from companion.vision.training import measure

    plotted = {}
    for what, pattern in (("letters", "heldout-???.npz"), ("ranks", "heldout-ranks-???.npz")):
        said, wanted = measure.readings((load(path) for path in shards_in(folder, pattern)), what)
        fitted = measure.fit(said[::2])
        measure.calibrate(MODELS / "calibration.json", {what: fitted})
        kept = [measure.refitted(one, fitted) for one in said[1::2]]
        plotted[what] = [(one.confidence, one.right) for one in kept]
        measure.report(what, kept, wanted // 2, fitted, tell)
    plot.write_text(measure.reliability_svg(plotted, "Reliability on drawn cards in unseen typefaces"))


def shards_in(folder: Path, pattern: str) -> list[Path]:
    """The finished shards of a folder, in order."""
    return sorted(path for path in folder.glob(pattern) if ".part" not in path.name)


def main() -> int:
    """Run the parts asked for."""
    parser = argparse.ArgumentParser(prog="python -m companion.vision.training", description="Train the eyes.")
    parser.add_argument("--folder", type=Path, default=Path("build/eyes"))
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--plot", type=Path, default=PACKAGE.parent / "docs" / "eyes-reliability.svg")
    args = parser.parse_args()
    steps: dict[str, Callable[[], None]] = {
        "tables": lambda: tables(args.folder, args.shards),
        "finder": lambda: train_finder(args.folder, args.pace),
        "letters": lambda: train_reader(args.folder, args.pace, "letters"),
        "ranks": lambda: train_reader(args.folder, args.pace, "ranks"),
        "calibration": lambda: calibrate(args.folder, args.plot),
    }
    for part in args.only:
        steps[part]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
