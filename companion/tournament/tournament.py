"""A tournament as its acts made it: entries, withdrawals, rounds paired, what tables report and an arbiter decides.

The acts are all that is kept, and nothing that follows from them: a table's newer report takes the place of its last
one, so that a correction there changes every standing by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput, NotNow
from companion.games.naming import must_be_a_name
from companion.games.persons import person_of
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.placing import Placing
    from companion.tournament.plan import Plan

MOST_ENTRANTS = 500
HIGHEST_RATING = 3999

Slot = tuple[int, int]  # a pairing's round and table, both from 1
Heard = tuple[str, int]  # a match as it was heard of: the digest that names it, and how many rulings it had


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays. `since` is the first round they could play, `until` the last before they withdrew; `rests`
    are the rounds they asked to be left out of, for half a point each."""

    name: str
    rating: int
    lot: float
    since: int
    until: int | None = None
    rests: frozenset[int] = frozenset()

    def is_there(self, round_number: int) -> bool:
        """Whether they are to be paired in this round."""
        is_here = self.since <= round_number and (self.until is None or round_number <= self.until)
        return is_here and round_number not in self.rests

    def gone_after(self, round_number: int) -> Entrant:
        """They, withdrawn after this round: who has left rests in no round, which would be worth half a point."""
        return replace(self, until=round_number, rests=frozenset(each for each in self.rests if each <= round_number))


@dataclass(frozen=True, slots=True)
class PairedRound:
    """Who plays at which table (the first one sits first), who is left over with a bye, and which of the hub's tables
    each is: an id, or "" for one that is no table of the hub. `made` counts the rounds ever paired, those taken back
    among them: a match of one that was taken back is none of the one that took its place."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    made: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """An arbiter's word on a pairing, and why: another outcome, or None where the table's stands."""

    outcome: Placing | None
    reason: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """A ruling for which the arbiter was called: at which pairing and whose, what it said (JSON), whether there is a
    picture of it, and whether the arbiter has decided since."""

    slot: Slot
    players: tuple[str, ...]
    ruling: Mapping[str, Any]
    has_picture: bool = False
    is_answered: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """What has become of a plan so far. Every act gives another tournament, or raises BadInput."""

    plan: Plan
    entrants: Mapping[str, Entrant] = field(default_factory=dict)
    rounds: tuple[PairedRound, ...] = ()
    made: int = 0
    reports: Mapping[Slot, Placing] = field(default_factory=dict)
    decisions: Mapping[Slot, Decision] = field(default_factory=dict)
    disputes: tuple[Dispute, ...] = ()
    heard: Mapping[Slot, Heard] = field(default_factory=dict)  # of what the report was that was taken last

    # ------------------------------------------------------------------ the organiser's acts

    def entered(self, name: str, rating: int = 0) -> Tournament:
        """With somebody more, from the next round on. What they may be called is asked of who comes (`must_be_new`)."""
        if not 0 <= rating <= HIGHEST_RATING:
            raise BadInput(told("a rating is a whole number from 0 to {most}", most=HIGHEST_RATING))
        if name in self.entrants:
            raise BadInput(told("{name} plays in this tournament already", name=name))
        if len(self.entrants) >= MOST_ENTRANTS:
            raise BadInput(told("a tournament has at most {most} players", most=MOST_ENTRANTS))
        self._must_be_open()
        lot = Random(f"{self.plan.seed}/{len(self.entrants)}").random()
        return self._with(Entrant(name, rating, lot, self.next_round))

    def withdrawn(self, name: str) -> Tournament:
        """Without somebody from the next round on; what they have played stands."""
        entrant = self.entrant(name)
        return self if entrant.until is not None else self._with(entrant.gone_after(len(self.rounds)))

    def returned(self, name: str) -> Tournament:
        """With somebody again who had withdrawn: the rounds between count nothing. Who rests plays after all."""
        entrant = self.entrant(name)
        if entrant.until is None:
            if self.next_round not in entrant.rests:
                raise NotNow(told("{name} has not withdrawn", name=name))
            return self._with(replace(entrant, rests=entrant.rests - {self.next_round}))
        if entrant.until < 1:
            self._must_be_open()  # they were not in the first round
        return self._with(replace(entrant, until=None, since=self.next_round))

    def resting(self, name: str) -> Tournament:
        """With somebody left out of the next round who asked for it."""
        if self.plan.system == "round_robin":
            raise NotNow(told("in a round robin everybody plays every round"))
        entrant = self.entrant(name)
        return self._with(replace(entrant, rests=entrant.rests | {self.next_round}))

    def paired(self, paired: PairedRound) -> Tournament:
        """With the next round. Raises BadInput for one that has somebody twice or who does not play here.

        Whoever had withdrawn and is seated withdraws after it: `next_round` seats nobody like that, but kept rounds of
        a time when it did after a round had been taken back are to be replayed.
        """
        seated = [name for table in paired.tables for name in table] + list(paired.byes)
        is_once = len(seated) == len(set(seated))
        if not is_once or not set(seated) <= set(self.entrants) or len(paired.ids) != len(paired.tables):
            raise BadInput(told("round {round} is not paired as it must be", round=self.next_round))
        made, entrants = self.made + 1, dict(self.entrants)
        for name in seated:
            until = entrants[name].until
            if until is not None:
                entrants[name] = replace(entrants[name], until=max(until, self.next_round))
        return replace(self, entrants=entrants, rounds=(*self.rounds, replace(paired, made=made)), made=made)

    def unpaired(self) -> Tournament:
        """Without the newest round, as if it had not been paired: who came or left since does so from it on."""
        if not self.rounds:
            raise NotNow(told("no round is paired"))
        newest = len(self.rounds)
        entrants = {
            name: replace(
                entrant if entrant.until is None else entrant.gone_after(min(entrant.until, newest - 1)),
                since=min(entrant.since, newest),
            )
            for name, entrant in self.entrants.items()
        }
        reports = {slot: outcome for slot, outcome in self.reports.items() if slot[0] != newest}
        decisions = {slot: decision for slot, decision in self.decisions.items() if slot[0] != newest}
        disputes = tuple(replace(each, is_answered=True) if each.slot[0] == newest else each for each in self.disputes)
        return replace(
            self,
            entrants=entrants,
            rounds=self.rounds[:-1],
            reports=reports,
            decisions=decisions,
            disputes=disputes,
        )

    def moved(self, slot: Slot, table_id: str) -> Tournament:
        """With a pairing at another of the hub's tables ("": at none); what was reported of it counts no more."""
        self.players_at(slot)
        number, at = slot
        ids = list(self.rounds[number - 1].ids)
        ids[at - 1] = table_id
        rounds = list(self.rounds)
        rounds[number - 1] = replace(rounds[number - 1], ids=tuple(ids))
        reports = {other: outcome for other, outcome in self.reports.items() if other != slot}
        return replace(self, rounds=tuple(rounds), reports=reports)

    def reported(self, slot: Slot, outcome: Placing | None, heard: Heard | None = None) -> Tournament:
        """With what the table says now of a pairing: how it ended, or None where it has not (any more)."""
        told_of = self.heard if heard is None else {**self.heard, slot: heard}
        if outcome is None:
            self.players_at(slot)
            reports = {other: each for other, each in self.reports.items() if other != slot}
        else:
            self._must_be_of(slot, outcome)
            reports = {**self.reports, slot: outcome}
        return replace(self, reports=reports, heard=told_of)

    def decided(self, slot: Slot, decision: Decision) -> Tournament:
        """With an arbiter's decision on a pairing, in the place of an earlier one."""
        if decision.outcome is None:
            self.players_at(slot)
        else:
            self._must_be_of(slot, decision.outcome)
        if not decision.reason.strip():
            raise BadInput(told("a decision has a reason"))
        disputes = tuple(replace(each, is_answered=True) if each.slot == slot else each for each in self.disputes)
        return replace(self, decisions={**self.decisions, slot: decision}, disputes=disputes)

    def disputed(self, slot: Slot, ruling: Mapping[str, Any], *, has_picture: bool) -> Tournament:
        """With a ruling for which the arbiter is called."""
        dispute = Dispute(slot, self.players_at(slot), ruling, has_picture)
        return replace(self, disputes=(*self.disputes, dispute))

    # ------------------------------------------------------------------ what is asked of it

    @property
    def next_round(self) -> int:
        """The number of the round that would be paired next, from 1."""
        return len(self.rounds) + 1

    def entrant(self, name: str) -> Entrant:
        """The entrant of this name. Raises BadInput when there is none."""
        if name not in self.entrants:
            raise BadInput(told("nobody of the name {name} plays in this tournament", name=name))
        return self.entrants[name]

    def players_at(self, slot: Slot) -> tuple[str, ...]:
        """Who is paired at a table of a round. Raises BadInput when nobody is."""
        number, at = slot
        if not 1 <= number <= len(self.rounds) or not 1 <= at <= len(self.rounds[number - 1].tables):
            raise BadInput(told("in round {round} there is no table {table}", round=number, table=at))
        return self.rounds[number - 1].tables[at - 1]

    @property
    def outcomes(self) -> dict[Slot, Placing]:
        """How the pairings ended, as it counts: what an arbiter decided, else what the table reports."""
        decided = {slot: each.outcome for slot, each in self.decisions.items() if each.outcome is not None}
        return {**self.reports, **decided}

    def is_outdated(self, slot: Slot, heard: Heard) -> bool:
        """Whether more rulings of the same match were heard of already: then this has come late, or lay about."""
        match, count = self.heard.get(slot, ("", 0))
        return heard[0] == match and heard[1] < count

    def open_slots(self) -> list[Slot]:
        """The pairings without an outcome."""
        outcomes = self.outcomes
        return [
            (number, at)
            for number, paired in enumerate(self.rounds, 1)
            for at in range(1, len(paired.tables) + 1)
            if (number, at) not in outcomes
        ]

    def ranked(self) -> list[Entrant]:
        """Everybody in the order of the start: by rating, by lot among equals (FIDE's starting ranks)."""
        return sorted(self.entrants.values(), key=lambda entrant: (-entrant.rating, entrant.lot))

    def must_be_new(self, name: str) -> None:
        """Raises BadInput for what nobody may be called, and for somebody who plays already, whichever way they spell
        their name."""
        must_be_a_name(name)
        for other in self.entrants:
            if person_of(other) == person_of(name):
                raise BadInput(told("{name} plays in this tournament already", name=other))

    def must_play_next(self, name: str) -> None:
        """Raises NotNow for somebody who does not play in the next round."""
        if not self.entrant(name).is_there(self.next_round):
            raise NotNow(told("{name} does not play in the next round anyway", name=name))

    def _must_be_open(self) -> None:
        if self.rounds and self.plan.system == "round_robin":
            raise NotNow(told("who plays in a round robin is settled once its first round is paired"))

    def _must_be_of(self, slot: Slot, outcome: Placing) -> None:
        if set(outcome.places) != set(self.players_at(slot)):
            raise BadInput(told("a result has a place for each player of the table"))

    def _with(self, entrant: Entrant) -> Tournament:
        return replace(self, entrants={**self.entrants, entrant.name: entrant})
