"""The tables of a round made better: two players of different tables are exchanged for as long as that helps.

Where that ends, no exchange of two helps though one of four might. So where two are together who cost `too_much`, the
search goes on through tables that are worse, each time by the exchange that costs least and takes none of the last ones
back (F. Glover, "Tabu Search", ORSA Journal on Computing 1, 1989), until nobody costs too much or it has looked at
`MOST_LOOKED_AT` exchanges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

MOST_LOOKED_AT = 100_000
STAYS_AWAY = (3, 9)  # for how many exchanges nobody goes back to a table, drawn by lot


def exchanged(
    tables: Sequence[Sequence[int]], costs: Sequence[Sequence[int]], too_much: int, lots: Random
) -> list[list[int]]:
    """Tables of the same sizes with players who cost less. `costs` says what each two at one table cost: whole numbers,
    so that sums are exact and a round comes out the same on every machine."""
    seated = _Seated(tables, costs)
    seated.descend()
    if seated.who_costs(too_much):
        seated = _Seated(_sought(seated, too_much, lots), costs)
        seated.descend()
    return seated.tables


def _sought(seated: _Seated, too_much: int, lots: Random) -> list[list[int]]:
    """The best tables that are met on a way through worse ones."""
    cost = least = 0
    best = seated.tables
    away: dict[tuple[int, int], int] = {}  # until which exchange a player stays away from a table
    step = looked_at = 0
    while looked_at < MOST_LOOKED_AT and (unlucky := seated.who_costs(too_much)):
        exchanges = list(seated.exchanges(unlucky))
        if not exchanges:
            break  # all sit at one table
        looked_at += len(exchanges)
        found: tuple[int, int, int] | None = None
        for gain, one, other in exchanges:
            if found is not None and gain >= found[0]:
                continue
            back = (one, seated.at[other]), (other, seated.at[one])
            if cost + gain < least or all(away.get(each, 0) <= step for each in back):
                found = gain, one, other
        step += 1
        if found is None:
            continue
        gain, one, other = found
        for player in (one, other):
            away[player, seated.at[player]] = step + lots.randint(*STAYS_AWAY)
        seated.exchange(one, other)
        cost += gain
        if cost < least:
            least, best = cost, seated.tables
    return best


class _Seated:
    """Players by number, from 0: at which table each is, and what they cost, or would, with those of each table."""

    def __init__(self, tables: Sequence[Sequence[int]], costs: Sequence[Sequence[int]]) -> None:
        self._costs = costs
        self.at = [0] * len(costs)
        for table, players in enumerate(tables):
            for player in players:
                self.at[player] = table
        self._sums = [[sum(own[other] for other in players) for players in tables] for own in costs]

    @property
    def tables(self) -> list[list[int]]:
        """Who is at each table."""
        tables: list[list[int]] = [[] for _ in self._sums[0]]
        for player, table in enumerate(self.at):
            tables[table].append(player)
        return tables

    def who_costs(self, much: int) -> list[int]:
        """Who costs as much as this, or more, where they are."""
        return [player for player, table in enumerate(self.at) if self._sums[player][table] >= much]

    def exchanges(self, ones: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Each exchange of one of these: what it changes, and who goes where the other was."""
        at, sums = self.at, self._sums
        for one in ones:
            here, own, costs = at[one], sums[one], self._costs[one]
            is_here = own[here]
            for other, there in enumerate(at):
                if there != here:
                    theirs = sums[other]
                    yield own[there] + theirs[here] - is_here - theirs[there] - 2 * costs[other], one, other

    def exchange(self, one: int, other: int) -> None:
        """Have two players change places."""
        here, there = self.at[one], self.at[other]
        self.at[one], self.at[other] = there, here
        for sums, costs in zip(self._sums, self._costs, strict=True):
            more = costs[other] - costs[one]
            sums[here] += more
            sums[there] -= more

    def descend(self) -> None:
        """Make the exchange that helps most until none does."""
        while (best := min(self.exchanges(range(len(self.at))), default=(0, 0, 0)))[0] < 0:
            self.exchange(*best[1:])
