"""What each clause makes true of every step of a match, said again without looking at how the rulebook does it.

A law is about one clause and one kind of step: what was so before, what was handed in, how it was ruled, what is so
after. It gives True where the clause decided something, and fails where it did not hold. Were its clause dropped from
the rulebook, some play-out would break it (`tests/rules/test_laws.py`, which says how that is known).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.playouts import Tally
from companion.games.match_events import SEAT_EVENTS

if TYPE_CHECKING:
    from companion.games.core import Ruling


@dataclass(frozen=True, slots=True)
class Step:
    """One event handed in at some position, refused ones too."""

    before: Any
    event: Any
    ruling: Ruling
    after: Any
    kind: str  # the event's name in transcripts
    verdict: str

    @property
    def cites(self) -> str:
        """The number of the clause cited."""
        return self.ruling.clause.number if self.ruling.clause else "—"

    @property
    def joined(self) -> bool:
        """Whether somebody has sat down by it."""
        return self.kind == "join" and self.ruling.accepted

    @property
    def left(self) -> bool:
        """Whether somebody has left by it."""
        return self.kind == "leave" and self.ruling.accepted

    @property
    def sat_out(self) -> bool:
        """Whether somebody is passed over by it."""
        return self.kind == "sit_out" and self.ruling.accepted

    def playing(self, state: Any) -> list[int]:
        """The seats of those who play then."""
        return [seat for seat in range(len(state.players)) if seat not in state.gone]

    @property
    def seat(self) -> int:
        """Whose event it is."""
        return int(self.before.players.index(self.event.player))


Law = Callable[[Step], bool | None]
LAWS: dict[str, dict[Law, tuple[str, ...]]] = {}  # by the letter of a game's clauses, each law with those it is about


OF_SEATS: set[Law] = set()  # the laws that hold for who joins and who leaves, too


def law(*clauses: str, seats: bool = False) -> Callable[[Law], Law]:
    """Says what clauses a law is about, and whether of who sits at the table, too: most are of what is played alone."""

    def add(one: Law) -> Law:
        LAWS.setdefault(clauses[0][0], {})[one] = clauses
        if seats:
            OF_SEATS.add(one)
        return one

    return add


@dataclass(slots=True)
class Watched(Tally):
    """A tally that holds every step against the laws of its game: how often each clause decided, and what broke it."""

    letter: str = ""  # that the clauses of the game begin with
    decided: Counter[str] = field(default_factory=Counter)
    broken: dict[str, str] = field(default_factory=dict)

    def ruled(self, state: Any, event: Any, after: Any, ruling: Ruling) -> None:
        """See Tally."""
        self.heard(ruling)
        step = Step(state, event, ruling, after, event.event, ruling.verdict.value)
        for one, clauses in LAWS[self.letter].items():
            if step.kind in SEAT_EVENTS and one not in OF_SEATS:
                continue
            try:
                if one(step):
                    self.decided.update(clauses)
            except AssertionError as fault:
                for clause in clauses:
                    self.broken.setdefault(clause, f"{one.__doc__} {event} {ruling.verdict} {ruling.reason} {fault}")
