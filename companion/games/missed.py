"""What players could have had in a match, and had not: found when it is over, from its events alone. Pure.

A game says it in a module `missed` of its folder, as `Misses` describes; in a game without it nobody has missed
anything. Nothing here is told while it could help somebody: who asks sees to that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.games import function_of, part
from companion.games.match_events import SEAT_EVENTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Missed:
    """A chance not taken. `player` is whose it was, None where all others had it together. `lost` is what it cost in
    the game's own score (chips, cards, points …), above 0; `reason` a sentence that says what could have been; `words`
    those that would have done it (folded, a–z; only such as may be shown), the best first."""

    player: str | None
    lost: int
    reason: str
    words: tuple[str, ...] = ()


class Misses(Protocol):
    """A game's module `missed`."""

    def missed_in(self, before: Any, event: Any, after: Any, following: Any) -> Iterable[Missed]:
        """What was missed with an event of the game that stands: the states before and after it, and the event of the
        game that came next, None when none has. A game where that says nothing leaves it out."""
        ...

    def missed_over_all(self, course: Sequence[tuple[Any, Any, Any]]) -> Iterable[tuple[int, Missed]]:
        """What is seen only with all events at hand, those by which players come and go among them: each with its
        place, from 0. A game where nothing is leaves it out."""
        ...


def missed(game: str, course: Iterable[tuple[Any, Any, Any]]) -> Iterator[tuple[int, Missed]]:
    """What was missed in a match, from each event that stands with the states before and after it; with the place of
    that event among them, from 0."""
    if part(game, "missed") is None:
        return
    missed_in, over_all = (function_of(game, "missed", name) for name in ("missed_in", "missed_over_all"))
    all_steps = list(course)
    # Who comes, goes or sits out says nothing to what was said before.
    steps = [(place, step) for place, step in enumerate(all_steps) if step[1].event not in SEAT_EVENTS]
    followers = [*(event for _, (_, event, _) in steps), None][1:]
    found = [
        (place, each)
        for (place, step), following in zip(steps, followers, strict=True)
        for each in missed_in(*step, following) or ()
    ]
    found += over_all(all_steps) or ()
    yield from sorted(found, key=lambda one: one[0])
