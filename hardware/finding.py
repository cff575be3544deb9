"""What one look at one part found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "simulated", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look at one part found. `said` is one sentence; with the state "wrong" it ends in what to try.

    `value` is what was measured, where something was: the unit stands with the look that measures it.
    """

    part: str
    state: State
    said: str
    value: float | str | None = None
