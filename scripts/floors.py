"""Holds what the tests of the rules and the referee reach of them against the floors. `make floors` runs both.

Reads coverage's JSON from standard input. Both statements and branches of a room must be reached: rulebooks are held to
the whole, for a ruling nobody has tried is a guess.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

WHOLE, MOST, MUCH = 100.0, 95.0, 80.0  # percent
NOT_RULES = (
    "interpretations",
    "form",
    "form_fields",
    "layout",
    "tables",
)  # modules of companion/games that read and draw for all games
NOT_A_GAMES_RULES = ("forms", "layout", "table")  # and those of each game
BESIDE = (
    "additions",
    "advice",
    "dealing",
    "expected",
    "foresight",
    "guessing",
    "hindsight",
    "hindsight_sentences",
    "lookahead",
    "made",
    "missed",
    "odds",
    "opponent",
    "outlook",
    "placing",
    "primer",
    "prospects",
    "renaming",
    "vocabulary",
    "walked_back",
    "ways",
    "whole_turn",
    "winning",
)  # what goes by the rules and decides nothing: the table as a player, what is told of a match (what could have been,
# who was winning), of games and of players
MODULES = ("course", "journal", "judgement", "match", "timekeeper", "timing")  # of the referee, each also by itself


@dataclass(frozen=True)
class Reached:
    """What of a room was run: counts, and for each file what was not."""

    statements: int = 0
    statements_reached: int = 0
    branches: int = 0
    branches_reached: int = 0
    missed: tuple[str, ...] = ()

    def with_file(self, name: str, report: Mapping[str, Any]) -> Reached:
        """With one more file of coverage's report."""
        counts = report["summary"]
        lines = [str(line) for line in report["missing_lines"]]
        jumps = [f"{origin}→{'end' if to < 0 else to}" for origin, to in report["missing_branches"]]
        return Reached(
            self.statements + counts["num_statements"],
            self.statements_reached + counts["covered_lines"],
            self.branches + counts["num_branches"],
            self.branches_reached + counts["covered_branches"],
            (*self.missed, *([f"{name}: {', '.join([*lines, *jumps])}"] if lines or jumps else [])),
        )

    @property
    def percent(self) -> float:
        """Of statements or of branches, whichever is less; a room without any file has nothing that was reached."""
        if not self.statements:
            return 0.0
        of_branches = self.branches_reached / self.branches if self.branches else 1.0
        return 100.0 * min(self.statements_reached / self.statements, of_branches)


def rooms_of(name: str) -> tuple[tuple[str, float], ...]:
    """The rooms a file belongs to, each with its floor (percent)."""
    match PurePath(name).with_suffix("").parts:
        case ("companion", "games", *_, module) if module in BESIDE:
            return (("beside the rules", MUCH),)
        case ("companion", "games", module) if module not in NOT_RULES:
            return (("rules of all games", WHOLE),)
        case ("companion", "games", game, "table", *_):
            return ((f"{game}: table", MOST),)
        case ("companion", "games", game, module, *_) if module not in NOT_A_GAMES_RULES:
            return ((f"{game}: rulebook", WHOLE),)
        case ("companion", "referee", module):
            own = ((f"referee: {module}", MOST),) if module in MODULES else ()
            return (("referee", MOST), *own)
    return ()


def rooms(report: Mapping[str, Any]) -> dict[tuple[str, float], Reached]:
    """What was reached of each room with its floor (percent), from coverage's JSON report."""
    found: dict[tuple[str, float], Reached] = {}
    for name, file in sorted(report["files"].items()):
        for room in rooms_of(name):
            found[room] = found.get(room, Reached()).with_file(name, file)
    return found


def main() -> int:
    """Prints each room with what was reached of it (percent); the status is 1 when one is below its floor."""
    found = rooms(json.load(sys.stdin))
    low = not found
    for (room, floor), reached in sorted(found.items()):
        below = reached.percent < floor
        low |= below
        sys.stdout.write(f"{room:28} {reached.percent:6.2f} %{f'  and {floor:.0f} % are needed' * below}\n")
        sys.stdout.writelines(f"    not reached in {missed}\n" for missed in reached.missed if below)
    return int(low)


if __name__ == "__main__":
    sys.exit(main())
