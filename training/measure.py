"""Measuring the eyes on drawn tables they have not seen, fitting the calibration, drawing the reliability plot."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.cards import Deck
from companion.vision.calibrate import logit, threshold
from companion.vision.letters import HARDLY, STRAY
from companion.vision.quads import sizes_px
from companion.vision.reader import Reader
from training.dataset import KINDS
from training.everyday import SETS, everyday_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from training.everyday import What
    from training.fonts import Typeface

SEEN: dict[What, float] = {"letters": 0.9, "ranks": 0.3}  # a card of which less is seen is left out
LEGIBLE_PX = 22


@dataclass(frozen=True, slots=True)
class Reading:
    """One reported card: the network's chance, the finder's presence, the confidence, and whether it was right."""

    chance: float
    presence: float
    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Truth:
    """A frame (uint8) and what lies on it: quads (n, 4, 2), the part of each card that is seen (n,), its kind (an index
    into KINDS, n) and its label (n)."""

    frame: NDArray[np.uint8]
    quads: NDArray[np.float32]
    visible: NDArray[np.float32]
    kinds: NDArray[np.int8]
    labels: Sequence[str]


def everyday_tables(each: int, typefaces: Sequence[Typeface], seed: int, what: What = "letters") -> Iterator[Truth]:
    """So many everyday tables of each set, of letters or of playing cards."""
    for number, kind in enumerate(SETS):
        for index in range(each):
            shot, labels = everyday_table(kind, typefaces, [number, index, seed], what)
            kinds = np.full(len(labels), KINDS.index(what.removesuffix("s")), np.int8)
            yield Truth(shot.frame, shot.quads, shot.visible, kinds, labels)


def readings(tables: Iterable[Truth], what: What) -> tuple[list[Reading], int]:
    """What the reader of "letters" or "ranks" says about every card it reports, and how many cards it should report.

    A report where no card of the kind lies is a wrong one; cards of which too little is seen are left out, and so are
    those that are asked about however surely they were read.
    """
    reader = Reader(Deck("any", "Any", what, ()))
    kind = KINDS.index(what.removesuffix("s"))
    said: list[Reading] = []
    wanted = 0
    for table in tables:
        if what == "ranks" and not (table.kinds == kind).any():
            continue
        sizes = sizes_px(table.quads)
        inside = ((table.quads > 0) & (table.quads < table.frame.shape[1::-1])).all((1, 2))
        clear = (table.visible > SEEN[what]) & inside & (sizes > LEGIBLE_PX)
        wanted += int((clear & (table.kinds == kind)).sum())
        middles = table.quads.mean(1)
        for one in reader.examine(table.frame)[0]:
            if one.sighting.kind == "back" or one.sighting.confidence in (STRAY, HARDLY):
                continue  # these are asked about whatever the line says
            place = np.mean(one.sighting.quad, 0)
            away = np.linalg.norm(middles - place, axis=1) / sizes if len(sizes) else np.array([9.0])
            nearest = int(away.argmin())
            right = False
            if away[nearest] < 0.4:
                if not clear[nearest] and table.kinds[nearest] == kind:
                    continue
                right = bool(table.kinds[nearest] == kind and table.labels[nearest] == one.sighting.label)
            chance = max(one.scores[what].get(one.sighting.label, 0.0), 1e-9)
            said.append(Reading(chance, one.scores["finder"]["card"], one.sighting.confidence, right))
    return said, wanted


def fit(said: list[Reading]) -> dict[str, float]:
    """Platt's line for these readings (Newton's method on the log-likelihood)."""
    sure = np.array([[1.0, logit(one.chance), logit(one.presence)] for one in said])
    right = np.array([one.right for one in said], float)
    start = np.array([0.0, 1.0, 0.0])  # believing the network as it is: where few readings say otherwise
    line = start.copy()
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(sure @ line, -30, 30)))
        slope = sure.T @ (right - chance) - 2.0 * (line - start)
        curve = (sure * (chance * (1 - chance))[:, None]).T @ sure + 2.0 * np.eye(3)
        step = np.linalg.solve(curve, slope)
        line = line + step * min(1.0, 0.5 / float(np.abs(step).max() + 1e-9))
    line[1:] = np.maximum(line[1:], 0.0)
    return {
        "constant": round(float(line[0]), 4), "reading": round(float(line[1]), 4), "presence": round(float(line[2]), 4),
    }  # fmt: skip


def refitted(one: Reading, line: dict[str, float]) -> Reading:
    """The reading with its confidence by this line."""
    total = line["constant"] + line["reading"] * logit(one.chance) + line["presence"] * logit(one.presence)
    return Reading(one.chance, one.presence, float(1 / (1 + np.exp(-np.clip(total, -30, 30)))), one.right)


def calibration(path: Path, reader: str) -> dict[str, float]:
    """A reader's line in the calibration file."""
    line: dict[str, float] = json.loads(path.read_text())[reader]
    return line


def calibrate(path: Path, reader: str, line: Mapping[str, Any]) -> None:
    """Write what is known of a reader to a file of such, keeping what is known of the others."""
    path.write_text(json.dumps(json.loads(path.read_text()) | {reader: line}, indent=1) + "\n")


def reliability_svg(said: dict[str, list[tuple[float, bool]]], title: str) -> str:
    """A reliability plot: for each bin of confidence, how often the readings in it were right.

    Both axes are in logits, so that 0.9, 0.99 and 0.999 lie apart; the area of a dot grows with its bin's count.
    """
    edges = [0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 1.0]
    size, margin = 420, 60
    colours = {"letters": "#1d4e89", "ranks": "#c2410c", "words": "#15803d"}

    def at(chance: float) -> float:
        return (float(np.clip(logit(chance), -2, 9)) + 2) / 11 * size

    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 2 * margin} {size + 2 * margin}" '
            'font-family="sans-serif" font-size="12">'
        ),
        f'<rect width="100%" height="100%" fill="white"/><text x="{margin}" y="30" font-size="15">{title}</text>',
        f'<g transform="translate({margin},{margin})"><rect width="{size}" height="{size}" fill="none" stroke="#999"/>',
        f'<line x1="0" y1="{size}" x2="{size}" y2="0" stroke="#999" stroke-dasharray="4 4"/>',
    ]
    for tick in (0.2, 0.5, 0.8, 0.9, 0.98, 0.99, 0.998, 0.999, 0.9998):
        parts.append(f'<text x="{at(tick):.0f}" y="{size + 16}" text-anchor="middle" font-size="9">{tick}</text>')
        parts.append(f'<text x="-6" y="{size - at(tick) + 4:.0f}" text-anchor="end" font-size="9">{tick}</text>')
    for row, (name, pairs) in enumerate(said.items()):
        colour = colours.get(name, "#444")
        parts.append(f'<text x="12" y="{20 + 16 * row}" fill="{colour}">{name}: {len(pairs)} readings</text>')
        for low, high in itertools.pairwise(edges):
            bin_ = [(confidence, right) for confidence, right in pairs if low <= confidence < high + (high == 1.0)]
            if len(bin_) < 5:
                continue
            mean = float(np.mean([confidence for confidence, _ in bin_]))
            share = float(np.mean([right for _, right in bin_]))
            radius = 2 + 1.3 * np.log10(len(bin_))
            dot = f'cx="{at(mean):.1f}" cy="{size - at(share):.1f}" r="{radius:.1f}"'
            parts.append(f'<circle {dot} fill="{colour}" fill-opacity="0.7"/>')
    parts.append(f'<text x="{size / 2}" y="{size + 40}" text-anchor="middle">confidence said</text>')
    parts.append(
        f'<text transform="translate(-42,{size / 2}) rotate(-90)" text-anchor="middle">share right</text></g></svg>'
    )
    return "\n".join(parts) + "\n"


def report(name: What, said: list[Reading], wanted: int, tell: Callable[[str], None]) -> None:
    """One line: how many are accepted at the threshold, and how many of those are wrong."""
    least = threshold(name)
    accepted = [one for one in said if one.confidence >= least]
    wrong = sum(not one.right for one in accepted)
    tell(
        f"{name}: {wanted} cards in unseen typefaces, {len(accepted) - wrong} accepted and right "
        f"({(len(accepted) - wrong) / max(wanted, 1):.1%}), {wrong} accepted and wrong, threshold {least}"
    )
