"""How long a network is trained, and where it is kept meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RATE = 3e-3  # of learning, at most


@dataclass(frozen=True, slots=True)
class Course:
    """A training: its `name`, how many `steps` it takes, the `folder` in which it is kept meanwhile, who is told how it
    goes, the highest `rate` of learning, in how many `cycles` the rate falls from there, and how many inputs a step
    shows, where it is not as many as that network's courses usually do (`batch`)."""

    name: str
    steps: int
    folder: Path
    report: Callable[[str], None]
    rate: float = RATE
    cycles: int = 1
    batch: int | None = None

    def spent(self, step: int) -> float:
        """How much (0…1) of its cycle is over before a step."""
        return step * self.cycles % self.steps / self.steps

    def ends_cycle(self, step: int) -> bool:
        """Whether a step is the last of its cycle."""
        return (step + 1) * self.cycles // self.steps > step * self.cycles // self.steps

    @property
    def seed(self) -> int:
        """Another one for each name."""
        return crc32(self.name.encode())

    @property
    def kept(self) -> Path:
        """Where what was learned so far lies; courses of other lengths lie elsewhere."""
        return self.folder / f"{self.name.replace(', ', '-')}-{self.steps}.pt"
