"""How the measured times of presses are asked for and told."""

from __future__ import annotations

import argparse
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MS_NS = 1_000_000


def at_least_one(text: str) -> int:
    """A command line's number of presses, from 1. Raises ArgumentTypeError for anything else."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of presses, expected 1 or more")
    return int(text)


def told(name: str, ours_ms: Sequence[float], theirs_ms: Sequence[float], theirs: str) -> None:
    """One line: median and 99th percentile of both, and their ratio."""
    ours, other = (median(ours_ms), percentile(ours_ms)), (median(theirs_ms), percentile(theirs_ms))
    print(
        f"{name:34} {ours[0]:8.2f} {ours[1]:8.2f}   {theirs:34} {other[0]:8.2f} {other[1]:8.2f}   "
        f"{other[0] / ours[0]:6.2f}× {other[1] / ours[1]:6.2f}×"
    )


def percentile(values: Sequence[float], share: float = 0.99) -> float:
    """The value that `share` of all do not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
