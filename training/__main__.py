"""`python -m training`: draw tables, train the networks, calibrate them; all from seeds, on a CPU.

    --folder DIR     where tables and unfinished networks lie while training (default: build/eyes)
    --only PART …    tables, finder, indices, corners, glance, ranks, glyphs, strangers, letters, calibration, backs,
                     familiar, thresholds (default: all, in this order)
    --shards N       shards of 200 tables
    --typefaces DIR  the @fontsource packages in which strangers' decks are set (default: where scripts/typefaces
                     fetches them)
    --pace P         how far to go: 1 trains about as long as for the networks in the repository, 0.01 is a trial

All other typefaces come from whatever fonts-* packages are installed; `training/fonts.py` says which it takes.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.resources import PACKAGE
from training.dataset import prepare
from training.parts import (
    CLOSEUPS,
    FINDER_WIDTHS,
    GLANCE_WIDTHS,
    MODELS,
    course,
    export_finder,
    export_reader,
    shards,
    tell,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from training.everyday import What
    from training.fonts import Typeface
    from training.networks import FinderNetwork

SLIM_RATE = 2e-3  # what has learned already goes on in smaller steps
SLIM_WIDTHS = (16, 24, 40)
EVERY_TIMES = 3  # so much likelier a table of any kind is shown to the finder in the end than one of a certain kind
EVERYDAY, EVERYDAY_SEED = 80, 78  # so many tables of each everyday set say how far a reading can be believed
INDEX_SHARDS = 8  # of tables of every kind, besides those of playing cards
PARTS = (
    "tables", "finder", "indices", "corners", "glance", "ranks", "glyphs", "strangers", "letters", "calibration",
    "backs", "familiar", "thresholds",
)  # fmt: skip
FETCHED = Path("build/typefaces/node_modules/@fontsource")
FAMILIAR, SETTLED = 40, 400  # so many tables of each family say what is familiar, and how sure is sure enough


def tables(folder: Path, shards: int, fetched: Path) -> None:
    """Draw the tables to learn from; strangers' decks in display typefaces too."""
    from training.fonts import typefaces
    from training.stranger_tables import StrangerPainter
    from training.tables import TablePainter

    tell(f"drawing {shards} shards of tables into {folder}; those already there are kept")
    every = typefaces()
    seen = [face for face in every if not face.held_out]
    painter, strangers = TablePainter(seen, every), StrangerPainter([*seen, *displayed(fetched)], every)
    prepare(folder, shards, painter)
    prepare(folder, max(4, shards // 4), painter, layout="ranks")
    prepare(folder, max(4, shards // 2), painter, layout="near")
    prepare(folder, max(4, shards // 8), painter, layout="house")
    prepare(folder, max(4, shards * 8 // 5), strangers, name="strangers")
    prepare(folder, max(4, shards // 5), strangers, layout="sheets", name="strangers")
    prepare(folder, max(4, shards * 5 // 8), strangers, layout="backs", name="strangers")


def displayed(fetched: Path) -> list[Typeface]:
    """The display typefaces that are not held out."""
    from training.fonts import display_typefaces

    return [face for face in display_typefaces(fetched) if not face.held_out]


def trained_finder(folder: Path, pace: float) -> FinderNetwork:
    """A wide finder, slimmed and trained on."""
    from training import finder
    from training.networks import FinderNetwork
    from training.slim import slim_finder

    tables = shards(folder, "train-*.npz")
    wide = finder.train(tables, course(folder, pace, "finder"))
    slim = slim_finder(wide, FinderNetwork(*FINDER_WIDTHS))
    return finder.train(tables, course(folder, pace, "finder, slim", SLIM_RATE), slim)


def train_finder(folder: Path, pace: float) -> None:
    """Train what finds the cards, polish it, and write models/finder.onnx."""
    from training import finder

    slim = trained_finder(folder, pace)
    every, others = shards(folder, "train-???.npz"), shards(folder, "train-*-*.npz")
    tables = [*EVERY_TIMES * every, *others]
    polished = finder.train(tables, course(folder, pace, "finder, polished", SLIM_RATE), slim)
    export_finder(polished, "finder")


def train_indices(folder: Path, pace: float) -> None:
    """Train what finds the indices of playing cards, from the finder's weights, and write models/indices.onnx."""
    from training import indices

    playing, others = shards(folder, "train-ranks-*.npz"), shards(folder, "train-???.npz")[:INDEX_SHARDS]
    network = trained_finder(folder, pace)
    export_finder(indices.train(playing, others, course(folder, pace, "indices", SLIM_RATE), network), "indices")


def train_corners(folder: Path, pace: float) -> None:
    """Train what finds the exact corners of cards of every kind and write models/corners.onnx."""
    from training import corners, reader

    crops = reader.Crops(shards(folder, "train-*.npz"))
    export_reader(corners.train(crops, course(folder, pace, "corners")), "corners")


def train_glance(folder: Path, pace: float) -> None:
    """Train a reader of letters, make of it the slimmer one for the first glance, and write models/glance.onnx."""
    from companion.vision.classifiers import LETTER_CLASSES
    from training import reader
    from training.distil import distil
    from training.networks import ReaderNetwork
    from training.slim import slim_reader

    crops = reader.Crops(shards(folder, "train-???.npz"))
    coarse = reader.train(crops, "letters", course(folder, pace, "glance, coarse"))
    crops.mistake()
    slim = slim_reader(coarse, ReaderNetwork(LETTER_CLASSES, SLIM_WIDTHS))
    slim = reader.train(crops, "letters", course(folder, pace, "glance", SLIM_RATE), slim)
    thin = slim_reader(slim, ReaderNetwork(LETTER_CLASSES, GLANCE_WIDTHS))
    export_reader(distil(slim, thin, crops, course(folder, pace, "glance, thin", SLIM_RATE)), "glance")


def train_ranks(folder: Path, pace: float) -> None:
    """Train the readers of playing cards' corners, of clear pictures and of blurred ones; write models/ranks.onnx and
    models/ranks_blurred.onnx."""
    from training import closeups, reader
    from training.camera_faults import MILD, STRONG
    from training.fonts import typefaces

    tell("drawing close-ups")
    count = max(200, round(CLOSEUPS * pace))
    close = closeups.of_indices(count, [face for face in typefaces() if not face.held_out], 1)
    tables = shards(folder, "train-ranks-*.npz")
    courses = ("ranks", MILD, folder), ("ranks_blurred", STRONG, folder / "blurred")
    for name, blur, kept_in in courses:
        crops = reader.Crops(tables, closeups=close, blur=blur)
        crops.mistake("indices")
        export_reader(reader.train(crops, "ranks", course(kept_in, pace, "ranks")), name)


def train_glyphs(folder: Path, pace: float) -> None:
    """Train the reader of single printed signs, write models/glyphs.onnx, and say how it does in unseen typefaces."""
    from training import glyphs
    from training.fonts import typefaces

    faces = typefaces()
    signs = glyphs.Glyphs([face for face in faces if not face.held_out])
    network = glyphs.train(signs, course(folder, pace, "glyphs"))
    export_reader(network, "glyphs")
    right = glyphs.share_right(network, glyphs.Glyphs([face for face in faces if face.held_out]), seed=2)
    tell(f"glyphs: {right:.2%} of the signs right in unseen typefaces")


def teach_strangers(folder: Path, pace: float, fetched: Path) -> None:
    """Teach finder, corners, the glance, ranks and signs on with strangers' decks and display typefaces."""
    from training import strangers_course

    strangers_course.teach_finder(folder, pace)
    strangers_course.teach_corners(folder, pace)
    strangers_course.teach_glance(folder, pace)
    every = seen_typefaces(fetched)
    strangers_course.teach_ranks(folder, pace, every)
    strangers_course.teach_glyphs(folder, pace, every)


def train_letters(folder: Path, pace: float, fetched: Path) -> None:
    """Train the reader of letters that sees more pixels, from the first with strangers' decks, and write
    models/letters.onnx."""
    from training import strangers_course

    strangers_course.train_letters(folder, pace, seen_typefaces(fetched))


def seen_typefaces(fetched: Path) -> list[Typeface]:
    """All typefaces that are not held out."""
    from training.fonts import typefaces

    return [*(face for face in typefaces() if not face.held_out), *displayed(fetched)]


def calibrate(plot: Path, pace: float) -> None:
    """Fit the letters' calibration (three numbers) on tables in unseen typefaces, and draw the reliability plot.

    The ranks' is not fitted: it would learn to doubt every card of which one index is seen, see docs/eyes.md.
    """
    from training import measure
    from training.fonts import unseen_typefaces

    unseen = unseen_typefaces()
    each = max(2, round(EVERYDAY * pace))
    plotted: dict[str, list[tuple[float, bool]]] = {}
    kinds: tuple[What, ...] = ("letters", "ranks")
    for what in kinds:
        said, wanted = measure.readings(measure.everyday_tables(each, unseen, EVERYDAY_SEED, what), what)
        if what == "letters":
            measure.calibrate(MODELS / "calibration.json", what, measure.fit(said))
        fitted = measure.calibration(MODELS / "calibration.json", what)
        told = [measure.refitted(one, fitted) for one in said]
        plotted[what] = [(one.confidence, one.right) for one in told]
        measure.report(what, told, wanted, tell)
    plot.write_text(measure.reliability_svg(plotted, "Reliability on drawn cards in unseen typefaces"))


def weigh_backs(fetched: Path, pace: float) -> None:
    """Write what speaks for a card lying face down, and how sure is sure enough."""
    from training import backs, measure
    from training.fonts import display_typefaces, typefaces

    unseen = [face for face in [*display_typefaces(fetched), *typefaces()] if face.held_out]
    line, settled = backs.fitted(backs.candidates(unseen, pace))
    for name, known in (("calibration", line), ("thresholds", settled)):
        measure.calibrate(MODELS / f"{name}.json", "backs", known)
    tell(f"backs: {line}, {settled}")


def learn_the_familiar(pace: float) -> None:
    """Write models/familiar.json: within which bounds the pictures are that the eyes are tried on."""
    from training.familiar import bounds

    found = bounds(max(2, round(FAMILIAR * pace)))
    (MODELS / "familiar.json").write_text(json.dumps(found, indent=1) + "\n")


def settle(folder: Path, pace: float) -> None:
    """Write models/thresholds.json: how sure is sure enough, in each family of cards."""
    from training.families import FAMILIES, harsh
    from training.settling import gathered, settled

    path, count = MODELS / "thresholds.json", max(2, round(SETTLED * pace))
    for family in FAMILIES:
        everyday = list(islice(gathered(family, "settled", folder / f"settled-{family}.jsonl"), count))
        bad = list(islice(gathered(family, "settled", folder / f"settled-{family}-harsh.jsonl", harsh), count))
        known = json.loads(path.read_text()) | {family: settled(family, everyday, bad)}
        path.write_text(json.dumps(known, indent=1) + "\n")
        tell(f"{family}: {known[family]}")


def main() -> int:
    """Run the parts asked for."""
    parser = argparse.ArgumentParser(prog="python -m training", description="Train the eyes.")
    parser.add_argument("--folder", type=Path, default=Path("build/eyes"))
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--typefaces", type=Path, default=FETCHED)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--plot", type=Path, default=PACKAGE.parent / "docs" / "eyes-reliability.svg")
    args = parser.parse_args()
    steps: dict[str, Callable[[], None]] = {
        "tables": lambda: tables(args.folder, args.shards, args.typefaces),
        "finder": lambda: train_finder(args.folder, args.pace),
        "indices": lambda: train_indices(args.folder, args.pace),
        "corners": lambda: train_corners(args.folder, args.pace),
        "glance": lambda: train_glance(args.folder, args.pace),
        "ranks": lambda: train_ranks(args.folder, args.pace),
        "glyphs": lambda: train_glyphs(args.folder, args.pace),
        "strangers": lambda: teach_strangers(args.folder, args.pace, args.typefaces),
        "letters": lambda: train_letters(args.folder, args.pace, args.typefaces),
        "calibration": lambda: calibrate(args.plot, args.pace),
        "backs": lambda: weigh_backs(args.typefaces, args.pace),
        "familiar": lambda: learn_the_familiar(args.pace),
        "thresholds": lambda: settle(args.folder, args.pace),
    }
    try:
        for part in args.only:
            steps[part]()
    except BadInput as error:
        tell(f"training: {error}")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
