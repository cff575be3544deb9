"""How many silent errors there may be at most, and how sure is sure enough: bounds that hold for finite samples.

Readings of one table are no independent trials: one typeface and one lamp make them err together. So the unit is the
table, of a deck and in a venue of its own, and nothing is assumed but that tables come as they come. What is bounded is
the share of the accepted readings that are wrong, E[wrong] / E[accepted] over tables. That a share is below a level is
tested by betting (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS B 86, 2024):
whoever bets at each table that it errs less, and never more than he has, multiplies his stake by 1 / `DOUBT` with a
chance of at most `DOUBT` if it does not. Thresholds are tried from the strictest on until one does not pass (fixed
sequence testing, Angelopoulos et al., Learn then Test, 2021), so that trying several costs nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

DOUBT = 0.05
LEAST_STAKE, MOST_STAKE = 0.02, 0.95  # of what whoever bets has, on the worst table that can come


class Counted(NamedTuple):
    """How many readings of one table were accepted, and how many of these were wrong."""

    accepted: int
    wrong: int


class Said(NamedTuple):
    """One reading: how sure it was (0…1), whether it was accepted, and whether it was right."""

    confidence: float
    accepted: bool
    right: bool


def at_most(errors: int, of: int, doubt: float = DOUBT) -> float:
    """The largest share of errors with which as few as these, of so many independent trials, come about in a `doubt` of
    all cases: the exact upper bound (Clopper and Pearson, Biometrika 26, 1934; one-sided)."""
    if errors >= of:
        return 1.0
    low, high = errors / of, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _as_few(errors, of, middle) > doubt else (low, middle)
    return high


def _as_few(errors: int, of: int, share: float) -> float:
    """The chance of at most so many errors of so many, each with this chance (more than 0 and less than 1)."""
    log_all = math.lgamma(of + 1)
    terms = (
        log_all - math.lgamma(k + 1) - math.lgamma(of - k + 1) + k * math.log(share) + (of - k) * math.log1p(-share)
        for k in range(errors + 1)
    )
    return math.fsum(math.exp(term) for term in terms)


def chance_of_more(tables: Sequence[Counted], level: float, most: int) -> float:
    """A p-value of the hypothesis that a share of `level` (0…1) or more of the accepted readings is wrong: the chance
    is at most so great that tables like these come about although it is. `most` are the readings of a table, known
    before: where more were accepted, the first so many count, the wrong ones first."""
    if not tables:
        return 1.0
    counted = np.array([(min(one.accepted, most), min(one.wrong, most)) for one in tables], float)
    gain = level * counted[:, 0] - counted[:, 1]  # 0 or less in the mean, if the hypothesis is true
    won, squares = (np.cumsum(one) - one for one in (gain, gain**2))  # before each table: a stake knows no more
    best = np.divide(won, squares, out=np.full(len(gain), np.inf), where=squares > 0)
    most_lost = (1 - level) * most  # when every reading of a table is wrong
    stake = np.clip(best * most_lost, LEAST_STAKE, MOST_STAKE) / most_lost
    capital = np.cumsum(np.log1p(stake * gain))
    return float(min(1.0, np.exp(-capital.max())))


def share_at_most(tables: Sequence[Counted], most: int, doubt: float = DOUBT) -> float:
    """The upper bound of the share of the accepted readings that are wrong, table by table; 1 where nothing can be
    said."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if chance_of_more(tables, middle, most) <= doubt else (middle, high)
    return high


def threshold_for(
    tables: Sequence[Sequence[Said]], level: float, most: int, ladder: Sequence[float], doubt: float = DOUBT
) -> float | None:
    """The lowest of the thresholds on the `ladder` (falling) down to which all keep the share of wrong readings below
    `level`; None when not even the strictest does."""
    passed = None
    for threshold in ladder:
        if chance_of_more([counted(table, threshold) for table in tables], level, most) > doubt:
            break
        passed = threshold
    return passed


def counted(table: Sequence[Said], threshold: float) -> Counted:
    """What is accepted of a table's readings at a threshold."""
    accepted = [one for one in table if one.confidence >= threshold]
    return Counted(len(accepted), sum(not one.right for one in accepted))
