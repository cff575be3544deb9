"""What speaks for a card lying face down, and how much: the weights of `companion.vision.backs` and the threshold.

They are fitted on drawn tables in unseen typefaces that no network has learned from: strangers' decks, everyday tables,
sheets of writing, tables with no card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from companion.cards import Deck
from companion.vision.backs import THINKABLE
from companion.vision.calibrate import logit
from companion.vision.letters import seen_on
from companion.vision.quads import size_px, sizes_px
from companion.vision.reader import Reader
from training.parallel import each
from training.stranger_tables import StrangerPainter
from training.tables import TablePainter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from training.fonts import Typeface
    from training.tables import DrawnTable

STRANGERS, SHEETS, EVERYDAY = 240, 100, 240  # tables
LAYOUTS = ("scatter", "rows", "board", "pile", "empty", "covered", "empty", "near")  # of everyday ones
SEEDS = 990_000, 870_000, 880_000  # the tables of these are nowhere else
SIZE_PX = 1280, 720
HERE, AS_LARGE = 0.3, 1.43  # a place is a card's whose middle is so near, in parts of its size, and so much as large
PART = 0.5  # what is nearer than this, but not there, runs around a part of a card: neither right nor wrong
MOSTLY_SEEN = 0.6  # a card of which less is seen need not be found
LADDER = (0.995, 0.99, 0.98, 0.97, 0.96, 0.95, 0.93, 0.9)
MOST_WRONG = 0.01  # of what is accepted on these tables
PULL = 0.01  # of the weights to nothing


class Candidate(NamedTuple):
    """A place that may be a back: what tells of it by the names of the weights, and whether a card lies there face
    down."""

    tells: dict[str, float]
    is_back: bool


def candidates(typefaces: Sequence[Typeface], pace: float) -> list[Candidate]:
    """Of all the tables every place that may be a back."""
    strangers, everyday = StrangerPainter(typefaces), TablePainter(typefaces)
    reader = Reader(Deck("any", "Any", "letters", ()))

    def looked_at(number: int) -> list[Candidate]:
        kind, index = number % 3, number // 3
        seed = SEEDS[kind] + index
        if kind == 2:
            table = everyday.paint(seed, SIZE_PX, LAYOUTS[index % len(LAYOUTS)])
        else:
            table = strangers.paint(seed, SIZE_PX, "sheets" if kind == 1 else None)
        return _candidates(reader, table)

    counts = [max(4, round(count * pace)) for count in (STRANGERS, SHEETS, EVERYDAY)]
    numbers = [3 * index + kind for kind, count in enumerate(counts) for index in range(count)]
    return [one for found in each(looked_at, numbers) for one in found]


def _candidates(reader: Reader, table: DrawnTable) -> list[Candidate]:
    found = []
    for seen in seen_on(reader.detect(table.frame)):
        lies_there = _what_lies(table, seen.place.quad)
        if seen.face_down > THINKABLE and lies_there is not None:
            tells = {"reading": logit(seen.face_down), "presence": logit(seen.place.score), **seen.beside}
            found.append(Candidate(tells, lies_there == "back"))
    return found


def _what_lies(table: DrawnTable, quad: NDArray[np.float32]) -> str | None:
    """The kind of card that lies at a place, "" for none; None where that cannot be said."""
    if not len(table.quads):
        return ""
    middle, size = quad.mean(0), size_px(quad)
    sizes = sizes_px(table.quads)
    away = np.linalg.norm(table.quads.mean(1) - middle, axis=1) / sizes
    nearest = int(away.argmin())
    times = max(size / sizes[nearest], sizes[nearest] / size)
    if away[nearest] < HERE and times < AS_LARGE:
        kind = table.faces[nearest].kind
        return None if kind == "word" or table.visible[nearest] < MOSTLY_SEEN else kind
    return None if away[nearest] < PART else ""


def fitted(found: Sequence[Candidate]) -> tuple[dict[str, float], dict[str, Any]]:
    """The weights, as `models/calibration.json` has them, and the threshold, as `models/thresholds.json` has it
    (Newton's method on the log-likelihood)."""
    names = list(found[0].tells)
    told = np.array([[1.0, *(one.tells[name] for name in names)] for one in found])
    is_back = np.array([one.is_back for one in found], float)
    weights = np.zeros(told.shape[1])
    for _ in range(50):
        chance = _chances(told, weights)
        slope = told.T @ (is_back - chance) - PULL * weights
        curve = (told * (chance * (1 - chance))[:, None]).T @ told + PULL * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    line = dict(zip(["constant", *names], (round(float(one), 3) for one in weights), strict=True))
    return line, _settled(_chances(told, weights), is_back > 0)


def _chances(told: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(told @ weights, -30, 30))))


def _settled(chances: NDArray[np.float64], is_back: NDArray[np.bool_]) -> dict[str, Any]:
    """The lowest threshold down to which no more than MOST_WRONG of what is accepted is wrong; where a table is unlike
    those, the next but one above it."""
    passed = 0
    for step, least in enumerate(LADDER):
        if (~is_back[chances >= least]).sum() > MOST_WRONG * (chances >= least).sum():
            break
        passed = step
    accepted = chances >= LADDER[passed]
    said = f"{int((~is_back[accepted]).sum())} of {int(accepted.sum())} on drawn tables in unseen typefaces were none"
    unlike = LADDER[max(0, passed - 2)]
    return {"threshold": LADDER[passed], "unlike": unlike, "settled": f"{said}; where a table is unlike those, chosen"}
