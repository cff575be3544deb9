"""Who plays whom in the next round: by FIDE's Dutch system or Berger's tables (caissify-pairings), or at tables of
several (`table_making`).

Who sits first is whom FIDE calls White: the Dutch system takes care that nobody sits first much more often than second.
The same tournament always gives the same pairings: whatever is drawn by lot is drawn from the plan's seed.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput, NotNow
from companion.sentences import told
from companion.tournament.record import PlayedRound, points, records
from companion.tournament.table_making import made_tables
from companion.tournament.tournament import PairedRound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.tournament.plan import Plan
    from companion.tournament.record import Records
    from companion.tournament.tournament import Entrant, Tournament

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
    if tournament.plan.system == "tables":
        tables = made_tables(tournament, due)
        byes: tuple[str, ...] = ()
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


def _pairs(
    tournament: Tournament, due: list[Entrant], so_far: Records
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    from caissify_pairings import generate_pairings

    is_swiss = tournament.plan.system == "swiss"
    field = due if is_swiss else _berger_order(tournament)
    numbers = {entrant.name: at for at, entrant in enumerate(tournament.ranked(), 1)}
    met = {
        tuple(sorted((numbers[name], numbers[each.others[0]])))
        for name, rounds in so_far.items()
        for each in rounds
        if each.kind == "played"
    }
    made = generate_pairings(
        system="dutch" if is_swiss else "round_robin",
        players=[_as_the_engine_has_it(entrant, numbers, so_far) for entrant in field],
        previous_pairings=met,
        round_number=tournament.next_round,
        total_rounds=number_of_rounds(tournament),
        **({"initial_color": first_colour(tournament.plan)} if is_swiss else {}),
    )
    names = {number: name for name, number in numbers.items()}
    there = {entrant.name for entrant in due}
    tables: list[tuple[str, ...]] = []
    byes: list[str] = []
    for pair in sorted(made, key=lambda each: each["table"]):
        sat = tuple(names[number] for number in (pair["white_id"], pair["black_id"]) if number is not None)
        present = tuple(name for name in sat if name in there)
        if len(present) == 2:
            tables.append(present)
        else:
            byes.extend(present)  # nobody was left, or whom a round robin has there has withdrawn
    if is_swiss:
        _must_hold(tables, byes, so_far)
    return tables, tuple(byes)


def _must_hold(tables: list[tuple[str, ...]], byes: list[str], so_far: Records) -> None:
    """FIDE's absolute criteria (C.04.1): nobody meets twice, at most one bye, and only one each. The engine gives what
    it can even where they cannot be kept; then the tournament has too many rounds. Raises BadInput."""
    if len(byes) > 1:
        raise BadInput(
            told("no further round can be paired: {one} and {other} would meet again", one=byes[0], other=byes[1])
        )
    for one, other in tables:
        if any(each.kind == "played" and other in each.others for each in so_far[one]):
            raise BadInput(
                told("no further round can be paired: {one} and {other} would meet again", one=one, other=other)
            )
    for name in byes:
        if any(_bars_from_bye(each) for each in so_far[name]):
            raise BadInput(told("no further round can be paired: {name} would have a second bye", name=name))


def _bars_from_bye(played: PlayedRound) -> bool:
    return played.kind == "bye" or (played.kind == "forfeit" and played.points == 1)


def _as_the_engine_has_it(entrant: Entrant, numbers: Mapping[str, int], so_far: Records) -> dict[str, Any]:
    """A player as caissify-pairings knows one; what it must be told of past rounds is in its README."""
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
