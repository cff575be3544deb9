"""Settling how sure is sure enough, family by family, and keeping what was read for it: a long run may be cut off at
any time and goes on where it was.

A threshold is settled on tables of the `settled` side (`training.families`): the lowest at which the share of accepted
readings that are wrong is surely below `LEVEL`, table by table (`training.risk`); never below what is held to on
photographs, which are harder than drawings.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # Tesseract's; before it is first called

from companion.vision.calibrate import threshold
from training.families import MOST_CARDS, faces_of, reader_of, said_of, table
from training.parallel import each
from training.risk import DOUBT, Said, counted, share_at_most, threshold_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from training.deck_tables import Weather
    from training.families import Family, Side

LEVEL = 0.01
LEAST: dict[Family, float] = {
    "letters": 0.9755, "ranks": 0.97, "ranked_letters": 0.97, "portraits": 0.97, "jumbles": 0.97, "words": 0.97
}  # fmt: skip
LADDER = (0.998, 0.996, 0.994, 0.992, 0.99, 0.9875, 0.985, 0.9825, 0.98, 0.9775, 0.9755, 0.9725, 0.97)
TOGETHER = 24  # so many tables are read before they are kept


def gathered(
    family: Family, side: Side, kept: Path, weather: Weather | None = None, *, more: bool = True
) -> Iterator[list[Said]]:
    """What is said of each table of a family, in order: first what is `kept` in a file, one line of JSON for each
    table, then, unless no `more` is wanted, without end those that are drawn and read now, which are added to it."""
    done = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    yield from ([Said(*one) for one in said] for said in done)
    if more:
        faces_of(side), reader_of(family)  # before the processes are forked, so that each has them
        kept.parent.mkdir(parents=True, exist_ok=True)
    first = len(done)
    while more:
        new = list(each(_reading(family, side, weather), range(first, first + TOGETHER)))
        with kept.open("a") as file:
            file.writelines(json.dumps(said) + "\n" for said in new)
        yield from new
        first += TOGETHER


def _reading(family: Family, side: Side, weather: Weather | None) -> Callable[[int], list[Said]]:
    def read(number: int) -> list[Said]:
        shot, truth = table(family, side, number, weather)
        return said_of(shot, truth, reader_of(family).read(shot.frame).sightings)

    return read


def settled(family: Family, everyday: list[list[Said]], bad: list[list[Said]]) -> dict[str, Any]:
    """What is known of a family's thresholds after these tables, everyday ones and ones in bad light, as it is written
    to `models/thresholds.json`. What not even the strictest threshold holds to stays as it was, and is said to."""
    usual, usual_said = _settled(family, everyday, LEAST[family], threshold(family))
    surer, surer_said = _settled(family, bad, usual, threshold(family, is_unlike=True))
    return {"threshold": usual, "unlike": max(usual, surer), "settled": f"{usual_said}; in bad light, {surer_said}"}


def _settled(family: Family, tables: list[list[Said]], least: float, in_force: float) -> tuple[float, str]:
    """The lowest threshold from `least` on that holds to the level, else the one that is in force; and a sentence."""
    most = MOST_CARDS[family]
    lowest = threshold_for(tables, LEVEL, most, [one for one in LADDER if one >= least])
    now = in_force if lowest is None else lowest
    counts = [counted(said, now) for said in tables]
    accepted, wrong = (sum(one[part] for one in counts) for part in (0, 1))
    bound = share_at_most(counts, most, DOUBT)
    held = "held to" if lowest is not None else "chosen: too few tables, or too many errors, to hold to"
    counted_on = f"{wrong} of {accepted} on {len(tables)} drawn tables, {bound:.2%} at most"
    return now, f"{held} a share of {LEVEL:.1%} wrong; {counted_on}"
