"""Tables of three to six for the next round of a many-player game.

As in a Swiss tournament like meets like: at each table sit players with about as many points, and among equals of about
the same strength, so that everybody has somebody to beat. Who has sat together sits together again only where no other
tables are found. Strength is openskill's Plackett-Luce rating (R. C. Weng and C.-J. Lin, "A Bayesian Approximation
Method for Online Ranking", JMLR 12, 2011), which takes a table of any size by its places, after all rounds so far.

The tables are filled in order of points and strength, and then players are exchanged (`exchanges`). Nothing is left to
chance but what is drawn from the tournament's seed.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.games import rulebook
from companion.sentences import told
from companion.tournament.exchanges import exchanged
from companion.tournament.plan import FEWEST_AT_TABLE, MOST_AT_TABLE
from companion.tournament.record import points, records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tournament.plan import Plan
    from companion.tournament.tournament import Entrant, Tournament

# What a pair at one table costs: the distance of their points counts for more than that of their strength, and having
# met for more than all the points that an exchange can part.
SIGMA_APART = 1e4
POINT_APART = 1e6
MET_AGAIN = 10**12
PRIOR_MU, PRIOR_SIGMA = 25.0, 25.0 / 3  # openskill's
RATING_SPREAD = 400.0  # of a known rating (Elo's): so much is one sigma of the prior


def table_sizes(count: int, plan: Plan) -> list[int]:
    """How many sit at each table: as near to the plan's `seats` as can be, and no two tables differ by more than one.
    Raises BadInput for a number of players that no such tables have."""
    fewest, most = rulebook(plan.game).seats
    fewest, most = max(fewest, FEWEST_AT_TABLE), min(most, MOST_AT_TABLE)
    fitting = [tables for tables in range(1, count + 1) if fewest <= count // tables and -(-count // tables) <= most]
    if not fitting:
        raise BadInput(
            told("{count} players do not fit at tables of {fewest} to {most}", count=count, fewest=fewest, most=most)
        )
    tables = min(fitting, key=lambda tables: (abs(count / tables - plan.seats), tables))
    return [count // tables + (at < count % tables) for at in range(tables)]


def strengths(tournament: Tournament) -> dict[str, tuple[float, float]]:
    """Everybody's openskill rating (mu, sigma) after all outcomes, round by round; a known rating is the start."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = [entrant.rating for entrant in tournament.entrants.values() if entrant.rating]
    mean = sum(rated) / len(rated) if rated else 0.0
    now = {
        name: model.rating(PRIOR_MU + (PRIOR_SIGMA * (entrant.rating - mean) / RATING_SPREAD if entrant.rating else 0))
        for name, entrant in tournament.entrants.items()
    }
    for _, outcome in sorted(tournament.outcomes.items(), key=lambda each: each[0]):
        if outcome.is_played:
            names = list(outcome.places)
            after = model.rate([[now[name]] for name in names], ranks=[float(outcome.places[name]) for name in names])
            now.update((name, team[0]) for name, team in zip(names, after, strict=True))
    return {name: (rating.mu, rating.sigma) for name, rating in now.items()}


def made_tables(tournament: Tournament, due: Sequence[Entrant]) -> list[tuple[str, ...]]:
    """Who sits with whom in the next round; at each table whoever has sat first least often sits first."""
    sizes = table_sizes(len(due), tournament.plan)
    so_far, strength = records(tournament), strengths(tournament)
    have = {entrant.name: float(points(so_far[entrant.name])) for entrant in due}
    met = Counter(
        frozenset(pair)
        for paired in tournament.rounds
        for players in paired.tables
        for pair in combinations(players, 2)
    )

    def cost(one: str, other: str) -> int:
        apart = have[one] - have[other]
        weaker = (strength[one][0] - strength[other][0]) / PRIOR_SIGMA
        return MET_AGAIN * met[frozenset((one, other))] + round(POINT_APART * apart**2 + SIGMA_APART * weaker**2)

    order = sorted(due, key=lambda each: (-have[each.name], -strength[each.name][0], -each.rating, each.lot))
    names = [entrant.name for entrant in order]
    costs = [[cost(one, other) if one != other else 0 for other in names] for one in names]
    numbers = iter(range(len(names)))
    filled = [[next(numbers) for _ in range(size)] for size in sizes]
    lots_of_round = Random(f"{tournament.plan.seed}/tables/{tournament.next_round}")
    tables = [[names[at] for at in table] for table in exchanged(filled, costs, MET_AGAIN, lots_of_round)]
    sat_first = Counter(players[0] for paired in tournament.rounds for players in paired.tables)
    lots = {entrant.name: entrant.lot for entrant in due}
    return [tuple(sorted(table, key=lambda name: (sat_first[name], lots[name]))) for table in tables]
