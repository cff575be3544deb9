"""Long runs that may be cut off at any time: how far one has come is kept in a file, and the next goes on from there.

Each piece of work is made from the run's seed and its own number alone, so it is the same piece whoever does it when.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from companion import atomic

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_FOUND = 200  # findings kept word for word; more are only counted


@dataclass(slots=True)
class Progress:
    """How far a run has come. `done` pieces of work are finished, `counts` is what was counted on the way, `found` what
    should not be, each with the number of its piece."""

    seed: int
    path: Path | None = None
    done: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)

    def find(self, what: str) -> None:
        """Something that should not be; said at once."""
        self.counts["found"] += 1
        if len(self.found) < MOST_FOUND:
            self.found.append(what)
        print(what, flush=True)

    def keep(self) -> None:
        """Write it down, if there is a place for it. Raises OSError."""
        if self.path is not None:
            atomic.write(self.path, json.dumps(self.to_json()).encode())

    def to_json(self) -> dict[str, Any]:
        """As it is written down and printed."""
        return {
            "seed": self.seed,
            "done": self.done,
            "counts": dict(sorted(self.counts.items())),
            "found": self.found,
            "notes": self.notes,
        }


def progress(seed: int, path: Path | None) -> Progress:
    """The run that `path` tells of, or a new one. Raises SystemExit when that is a run of another seed."""
    if path is None or not path.exists():
        return Progress(seed, path)
    kept = json.loads(path.read_text("utf-8"))
    if kept["seed"] != seed:
        raise SystemExit(
            f"{path} is a run of seed {kept['seed']}: go on with --seed {kept['seed']}, or take another file"
        )
    return Progress(seed, path, kept["done"], Counter(kept["counts"]), kept["found"], kept["notes"])


def finish(tally: Progress, run: Callable[[], object]) -> NoReturn:
    """Do what is left, and whatever ends it keep and print how far that came. Exits with 1 when something was found."""
    try:
        run()
    finally:
        tally.keep()
        print(json.dumps(tally.to_json()))
    raise SystemExit(1 if tally.found else 0)
