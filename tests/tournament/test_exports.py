"""Files: FIDE's report as strangers read it, and the crosstable as a spreadsheet does."""

from __future__ import annotations

import csv
import io
from random import Random

import pytest
import trf
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games.placing import Placing
from companion.tournament.exports import as_csv, as_trf
from companion.tournament.standings import figure, standings
from companion.tournament.tournament import Decision, PairedRound
from tests.tournament.played import named, outcome, steps, tournament


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.integers(8, 15))
def test_another_program_reads_the_same_tournament(seed: int, count: int) -> None:
    *_, last = steps(tournament(*named(count), title="Friday night", seed=seed), Random(seed), restless=True)
    read = trf.loads(as_trf(last, "2026-11-25"))
    lines = {line.name: line for line in standings(last)}
    assert (read.name, read.startdate, read.type) == ("Friday night", "2026/11/25", "Swiss Dutch System")
    names = {player.startrank: player.name.strip() for player in read.players}
    assert set(names.values()) == set(lines)
    for player in read.players:
        line = lines[names[player.startrank]]
        assert (player.points, player.rank) == (float(line.points), line.rank)
        assert len(player.games) == 3
        worth = {"1": 1, "+": 1, "U": 1, "=": 0.5, "H": 0.5, "0": 0, "-": 0, "Z": 0}
        assert sum(worth[game.result] for game in player.games) == float(line.points)
        met = [names[game.startrank] for game in player.games if game.startrank]
        assert met == [name for each in line.rounds for name in each.others]


def test_what_is_still_played_is_left_open() -> None:
    first = next(steps(tournament("Ann", "Bob"), Random(1))).reported((1, 1), None)
    line, _ = [line for line in as_trf(first, "2026-11-25").splitlines() if line.startswith("001")]
    assert line[91:].split() in (["2", "w"], ["2", "b"])


@pytest.mark.parametrize(
    ("bob", "said"), [(1, {"Ann": ("H", 0.5), "Bob": ("H", 0.5)}), (2, {"Ann": ("+", 1), "Bob": ("-", 0)})]
)
def test_what_was_not_played_is_no_game_in_the_report(bob: int, said: dict[str, tuple[str, float]]) -> None:
    now = tournament("Ann", "Bob").paired(PairedRound((("Ann", "Bob"),), (), ("",)))
    missed = now.decided((1, 1), Decision(Placing({"Ann": 1, "Bob": bob}, is_played=False), "somebody did not come"))
    read = trf.loads(as_trf(missed, "2026-11-25"))
    assert {player.name.strip(): (player.games[0].result, player.points) for player in read.players} == said
    assert [player.games[0].startrank for player in read.players] == ([0, 0] if bob == 1 else [2, 1])


def test_a_crosstable_says_who_met_whom_and_what_it_brought() -> None:
    now = tournament(seed=1)
    for name, rating in (("Ann", 2000), ("Bob", 1500), ("Cy", 0)):
        now = now.entered(name, rating)
    now = now.paired(PairedRound((("Ann", "Bob"),), ("Cy",), ("",))).reported((1, 1), outcome("Ann", "Bob"))
    now = now.resting("Bob").paired(PairedRound((("Cy", "Ann"),), (), ("",))).reported((2, 1), outcome("Ann", "Cy"))
    now = now.paired(PairedRound((("Bob", "Cy"),), ("Ann",), ("",)))  # and is still played
    rows = [row.split(",") for row in as_csv(now).splitlines()]
    assert [[*row[:4], *row[-3:]] for row in rows] == [
        ["rank", "name", "rating", "points", "round 1", "round 2", "round 3"],
        ["1", "Ann", "2000", "3", "3: 1", "2: 1", "bye: 1"],
        ["2", "Cy", "", "1", "bye: 1", "1: 0", "3:"],
        ["3", "Bob", "1500", "0.5", "1: 0", "rest: 0.5", "2:"],
    ]


def test_the_report_says_how_strong_somebody_is_and_which_system_it_was() -> None:
    *_, last = steps(tournament("Ann", system="round_robin").entered("Bob", 1890), Random(1))
    said = as_trf(last, "2026-11-25")
    assert "092 Round Robin\n" in said
    assert "XXC" not in said  # no lot has said who sits first
    read = trf.loads(said)
    assert {player.name.strip(): player.rating for player in read.players} == {"Ann": 0, "Bob": 1890}


def test_tables_of_several_have_no_report() -> None:
    with pytest.raises(BadInput, match="two only"):
        as_trf(tournament(*named(6), system="tables"), "2026-11-25")


@pytest.mark.parametrize("system", ["swiss", "tables"])
def test_a_spreadsheet_reads_the_crosstable(system: str) -> None:
    *_, last = steps(tournament("=1+1", *named(6), system=system), Random(2))
    rows = list(csv.DictReader(io.StringIO(as_csv(last))))
    lines = standings(last)
    assert [row["points"] for row in rows] == [str(figure(line.points)) for line in lines]
    assert {row["name"] for row in rows} == {"'=1+1", *named(6)}
    brought = [sum(float(row[f"round {number}"].rsplit(": ")[1]) for number in (1, 2, 3)) for row in rows]
    assert brought == pytest.approx([float(line.points) for line in lines], abs=0.02)
