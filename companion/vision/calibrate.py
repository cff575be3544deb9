"""From a network's say to a probability that can be believed, and the thresholds of acceptance.

The networks are surer than they are right. On drawn cards in typefaces they have not seen, the logit of the true
chance of being right is fitted as a straight line of the reading's logit and the finder's (Platt's scaling);
`models/calibration.json` holds the lines, `python -m training` refits them. `models/thresholds.json` holds for each
family of cards (as deck files call what they read) the least confidence that is accepted, the least on a table that is
unlike those the eyes were tried on (`unlike`), and where both come from.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTHING_BESIDE: Mapping[str, float] = MappingProxyType({})
LOGIT_LIMIT = 6.0  # a network that is surer than 400 to 1 says no more than that


@cache
def _numbers(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((Path(__file__).parent / "models" / f"{name}.json").read_text())
    return loaded


def logit(chance: float) -> float:
    """The logarithm of the odds, limited to ±6."""
    chance = min(max(chance, 1e-9), 1 - 1e-9)
    return max(-LOGIT_LIMIT, min(LOGIT_LIMIT, math.log(chance / (1 - chance))))


def calibrated(reader: str, chance: float, presence: float, beside: Mapping[str, float] = NOTHING_BESIDE) -> float:
    """The probability (0…1) that a reading is right, given the network's own chance and the finder's presence, and what
    else tells `beside` these, each by its own weight."""
    fit = _numbers("calibration")[reader]
    line = fit["constant"] + fit["reading"] * logit(chance) + fit["presence"] * logit(presence)
    line += sum(fit[name] * value for name, value in beside.items())
    return 1 / (1 + math.exp(-line))


def threshold(family: str, *, is_unlike: bool = False) -> float:
    """The least confidence at which a reading of a family of cards is accepted."""
    return float(_numbers("thresholds")[family]["unlike" if is_unlike else "threshold"])
