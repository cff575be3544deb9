"""Who plays whom in the next round: by FIDE's Dutch system or Berger's tables (caissify-pairings), or at tables of
several (`table_making`).

Who sits first is whom FIDE calls White: the Dutch system takes care that nobody sits first much more often than second.
Where no round can be paired so, it is paired as if nobody had sat anywhere yet: a round is worth more than its seats.
The same tournament always gives the same pairings: whatever is drawn by lot is drawn from the plan's seed.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput, NotNow
from companion.sentences import told
from companion.tournament.record import PlayedRound, points, records
from companion.tournament.table_making import made_tables
from companion.tournament.tournament import PairedRound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.sentences import Told
    from companion.tournament.plan import Plan
    from companion.tournament.record import Records
    from companion.tournament.tournament import Entrant, Tournament

Pair = tuple[str, str]  # two at a table; the one first who sits first

COLOURS = ("white", "black")


def next_round(tournament: Tournament, ids: Sequence[str] = ()) -> PairedRound:
    """The next round by the outcomes so far, its tables at the hub's `ids` as far as they go.

    Raises NotNow while results are missing or all rounds are paired, BadInput where the players that are there cannot
    be paired: too few, or everybody has met everybody.
    """
    missing = tournament.open_slots()
    if missing:
        number, at = missing[0]
        raise NotNow(told("the result of table {table} in round {round} is missing", table=at, round=number))
    due = [entrant for entrant in tournament.ranked() if entrant.is_there(tournament.next_round)]
    if tournament.next_round > number_of_rounds(tournament):
        raise NotNow(told("all {count} rounds are paired", count=number_of_rounds(tournament)))
    if len(due) < (2 if tournament.plan.is_for_two else 3):
        raise BadInput(told("too few players are there for a round"))
    so_far = records(tournament)
    tables: Sequence[tuple[str, ...]]
    byes: tuple[str, ...] = ()
    if tournament.plan.system == "tables":
        tables = made_tables(tournament, due)
    else:
        tables, byes = _pairs(tournament, due, so_far)
    named = (*ids, *("" for _ in tables))[: len(tables)]
    return PairedRound(tuple(tables), byes, tuple(named))


def number_of_rounds(tournament: Tournament) -> int:
    """How many rounds there are: of a round robin as many as everybody has opponents, one more where they are odd."""
    if tournament.plan.system != "round_robin":
        return tournament.plan.rounds
    count = len(_berger_order(tournament))
    return max(0, count - 1) if count % 2 == 0 else count


def first_colour(plan: Plan) -> str:
    """The colour of whoever is first in the order of the start, in round 1: drawn by lot (FIDE C.04.3, E)."""
    return COLOURS[Random(f"{plan.seed}/first").random() < 1 / 2]


def _berger_order(tournament: Tournament) -> list[Entrant]:
    """Who is in a round robin: whoever was there when its first round was, or would be, paired."""
    return [entrant for entrant in tournament.ranked() if entrant.until is None or entrant.until >= 1]


def _pairs(tournament: Tournament, due: list[Entrant], so_far: Records) -> tuple[list[Pair], tuple[str, ...]]:
    if tournament.plan.system == "round_robin":
        tables, byes = _by_the_engine(tournament, _berger_order(tournament), so_far)
        there = {entrant.name for entrant in due}
        left = [name for table in tables if not there.issuperset(table) for name in table]
        byes = [name for name in (*byes, *left) if name in there]  # nobody was left, or whom they have there has left
        return [table for table in tables if there.issuperset(table)], tuple(byes)
    tables, byes = _by_the_engine(tournament, due, so_far)
    if _what_cannot_be(tables, byes, so_far):
        tables, byes = _by_the_engine(tournament, due, so_far, whoever_sits_first=True)
        tables = [_less_often_first(table, so_far) for table in tables]
    problem = _what_cannot_be(tables, byes, so_far)
    if problem:
        raise BadInput(problem)
    return tables, tuple(byes)


def _by_the_engine(
    tournament: Tournament, field: list[Entrant], so_far: Records, *, whoever_sits_first: bool = False
) -> tuple[list[Pair], list[str]]:
    """Pairs and byes as caissify-pairings makes them; what it must be told of past rounds is in its README. For
    `whoever_sits_first` it hears nothing of who has sat first, so that this stands in no pair's way."""
    from caissify_pairings import generate_pairings

    is_swiss = tournament.plan.system == "swiss"
    numbers = {entrant.name: at for at, entrant in enumerate(tournament.ranked(), 1)}
    met = {
        tuple(sorted((numbers[name], numbers[each.others[0]])))
        for name, rounds in so_far.items()
        for each in rounds
        if each.kind == "played"
    }
    players = [_as_the_engine_has_it(entrant, numbers, so_far) for entrant in field]
    made = generate_pairings(
        system="dutch" if is_swiss else "round_robin",
        players=[{**each, "color_hist": []} for each in players] if whoever_sits_first else players,
        previous_pairings=met,
        round_number=tournament.next_round,
        total_rounds=number_of_rounds(tournament),
        **({"initial_color": first_colour(tournament.plan)} if is_swiss else {}),
    )
    names = {number: name for name, number in numbers.items()}
    tables: list[Pair] = []
    byes: list[str] = []
    for pair in sorted(made, key=lambda each: each["table"]):
        if pair["white_id"] is None or pair["black_id"] is None:
            byes.extend(names[each] for each in (pair["white_id"], pair["black_id"]) if each is not None)
        else:
            tables.append((names[pair["white_id"]], names[pair["black_id"]]))
    return tables, byes


def _less_often_first(pair: Pair, so_far: Records) -> Pair:
    """These two, the one first who has sat first less often of late: in all rounds, else in the newest that differs."""

    def has_sat(name: str) -> tuple[int, list[int]]:
        seats = [1 if each.sat == 0 else -1 for each in so_far[name] if each.kind == "played"]
        return sum(seats), seats[::-1]

    one, other = pair
    return (other, one) if has_sat(other) < has_sat(one) else pair


def _what_cannot_be(tables: list[Pair], byes: list[str], so_far: Records) -> Told | None:
    """What FIDE's absolute criteria (C.04.1) have against a round: nobody meets twice, at most one bye, and only one
    each. The engine gives what it can even where they cannot be kept; then the tournament has too many rounds."""
    for one, other in (*tables, *combinations(byes, 2)):
        if any(each.kind == "played" and other in each.others for each in so_far[one]):
            return told("no further round can be paired: {one} and {other} would meet again", one=one, other=other)
    for at, name in enumerate(byes):
        if at or any(_bars_from_bye(each) for each in so_far[name]):
            return told("no further round can be paired: {name} would have a second bye", name=name)
    return None


def _bars_from_bye(played: PlayedRound) -> bool:
    return played.kind == "bye" or (played.kind == "forfeit" and played.points == 1)


def _as_the_engine_has_it(entrant: Entrant, numbers: Mapping[str, int], so_far: Records) -> dict[str, Any]:
    rounds = so_far[entrant.name]
    return {
        "id": numbers[entrant.name],
        "name": entrant.name,
        "rating": 0,  # the order of the start is in the number
        "starting_number": numbers[entrant.name],
        "score": float(points(rounds)),
        "color_hist": [COLOURS[each.sat] for each in rounds if each.kind == "played"],
        "float_history": [_float(at, rounds, so_far) for at in range(len(rounds))],
        "bye_count": sum(each.kind == "bye" for each in rounds),
        "forfeit_win_count": sum(each.kind == "forfeit" and each.points == 1 for each in rounds),
    }


def _float(at: int, rounds: list[PlayedRound], so_far: Records) -> str:
    """Whether a player met somebody with fewer points then (`down`), or more (`up`). A round without an opponent that
    is worth a point or a half is a float down, too (FIDE C.04.3, A.4)."""
    played = rounds[at]
    if played.kind != "played":
        return "down" if played.points else "none"
    own, other = points(rounds[:at]), points(so_far[played.others[0]][:at])
    return "none" if own == other else "down" if own > other else "up"
