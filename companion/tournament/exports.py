"""A tournament as files: FIDE's report (TRF16) for two-player games, and a crosstable as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion import spreadsheet
from companion.errors import BadInput
from companion.sentences import decimal, headed, told
from companion.tournament.pairing import first_colour, number_of_rounds
from companion.tournament.record import HALF
from companion.tournament.standings import figure, standings, tie_breaks_shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.tournament.record import PlayedRound
    from companion.tournament.standings import StandingsLine
    from companion.tournament.tournament import Tournament

# What a round without an opponent is called in a report: a bye by the pairing, one of half a point, one of none.
WITHOUT_OPPONENT = {"bye": "U", "rest": "H", "away": "Z"}


def as_trf(tournament: Tournament, day: str) -> str:
    """The report that FIDE's pairing programs read (Handbook C.04.A, annex 2: TRF16). Who sat first is White. `day` is
    in ISO 8601. Raises BadInput for tables of several, which it has no words for."""
    if not tournament.plan.is_for_two:
        raise BadInput(told("FIDE's report knows matches of two only"))
    from caissify_pairings.trf import write_trf

    numbers = {entrant.name: at for at, entrant in enumerate(tournament.ranked(), 1)}
    players = [
        {
            "starting_number": numbers[line.name],
            "name": line.name,
            "rating": tournament.entrants[line.name].rating,
            "score": float(line.points),
            "rank": line.rank,
            "results": {number: _result(each, numbers) for number, each in enumerate(line.rounds, 1)},
        }
        for line in standings(tournament)
    ]
    system = "Swiss Dutch System" if tournament.plan.system == "swiss" else "Round Robin"
    date = day.replace("-", "/")
    about = {"name": tournament.plan.title, "start_date": date, "end_date": date, "system": system}
    if tournament.plan.system == "swiss":
        about["color_method"] = f"{first_colour(tournament.plan)}1"  # who sits first of the first pair
    text: str = write_trf(about, players, number_of_rounds(tournament))
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def _result(played: PlayedRound, numbers: Mapping[str, int]) -> dict[str, Any]:
    if played.kind in WITHOUT_OPPONENT:
        return {"opponent": None, "result": WITHOUT_OPPONENT[played.kind]}
    if played.kind == "forfeit" and played.points == HALF:
        return {"opponent": None, "result": WITHOUT_OPPONENT["rest"]}  # "=" is a draw that was played
    won, lost = ("+", "-") if played.kind == "forfeit" else ("1", "0")
    result = won if played.points == 1 else lost if played.points == 0 else "="
    is_open = played.kind == "open"
    return {"opponent": numbers[played.others[0]], "color": "wb"[played.sat], "result": " " if is_open else result}


def as_csv(tournament: Tournament) -> str:
    """The crosstable: a line for each player in the order of the standings."""
    lines = standings(tournament)
    shown = tie_breaks_shown(tournament)
    rounds = [f"round {number}" for number in range(1, len(tournament.rounds) + 1)]
    rows: list[list[Any]] = [["rank", "name", "rating", "points", *(each["key"] for each in shown), *rounds]]
    for line in lines:
        figures = [figure(line.figures[each["key"]]) for each in shown]
        rating = tournament.entrants[line.name].rating or ""
        rows.append([line.rank, line.name, rating, figure(line.points), *figures, *crosstable(line, lines)])
    return spreadsheet.as_csv(rows)


def crosstable(line: StandingsLine, lines: Sequence[StandingsLine]) -> list[str]:
    """A player's rounds as they stand in a crosstable: against which ranks, and what it brought."""
    ranks = {other.name: other.rank for other in lines}
    return [_cell(each, ranks) for each in line.rounds]


def _cell(played: PlayedRound, ranks: Mapping[str, int]) -> str:
    if played.kind == "away":
        return "–"
    met = "+".join(str(ranks[other]) for other in played.others)
    if played.kind == "open":
        return f"{met}:"
    return headed(met or told(played.kind), decimal(figure(played.points)))
