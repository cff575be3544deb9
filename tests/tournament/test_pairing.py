"""Pairings: FIDE's absolute criteria, looked for by another program's eyes, and another program's own pairings."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from statistics import mean

import pytest
import trf
from caissify_pairings.fpc import check_trf
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadInput, NotNow
from companion.games.placing import Placing
from companion.tournament.exchanges import exchanged
from companion.tournament.exports import as_trf
from companion.tournament.pairing import next_round, number_of_rounds
from companion.tournament.record import points, records
from companion.tournament.standings import standings
from companion.tournament.table_making import strengths, table_sizes
from companion.tournament.tournament import Decision, PairedRound, Tournament
from tests.tournament.played import named, outcome, steps, tournament

LOTS = st.integers(0, 2**32)


@settings(max_examples=30, deadline=None)
@given(LOTS, st.integers(11, 20))
def test_nobody_meets_twice_and_nobody_has_two_byes(seed: int, count: int) -> None:
    *_, last = steps(tournament(*named(count), rounds=4, seed=seed), Random(seed), restless=True)
    for player in trf.loads(as_trf(last, "2026-11-25")).players:
        met = [game.startrank for game in player.games if game.startrank]
        assert len(met) == len(set(met)), player
        assert sum(game.result == "U" for game in player.games) <= 1, player


def test_every_pairing_of_a_dutch_system_is_as_its_rules_say() -> None:
    for seed in range(6):
        *_, last = steps(tournament(*named(9 + seed), rounds=5, seed=seed), Random(seed))
        said = check_trf(as_trf(last, "2026-11-25"))["summary"]
        assert (said["rounds_checked"], said["rounds_mismatched"]) == (5, 0)


def test_a_lot_says_whether_the_first_of_the_first_pair_sits_first_and_the_report_says_so() -> None:
    sides = set()
    for seed in range(6):
        start = tournament(*named(4), seed=seed)
        one = start.paired(next_round(start))
        first = start.ranked()[0].name
        side = "white" if first in {players[0] for players in one.rounds[0].tables} else "black"
        assert f"XXC {side}1" in as_trf(one, "2026-11-25").splitlines()
        sides.add(side)
    assert sides == {"white", "black"}


def test_whoever_won_because_nobody_came_has_no_bye_any_more() -> None:
    """As the rules have it (C.04.1): here P5 would be the next to have one."""
    now = tournament(*named(5), rounds=4, seed=33)
    for tables, bye, winners in [
        ((("P3", "P5"), ("P4", "P1")), "P2", ("P3", "P1")),
        ((("P2", "P3"), ("P1", "P5")), "P4", ("P2", "P5")),
        ((("P1", "P2"), ("P5", "P4")), "P3", ("P1", "P4")),
    ]:
        now = now.paired(PairedRound(tables, (bye,), ("", "")))
        number = len(now.rounds)
        for at, pair in enumerate(tables, 1):
            result = outcome(*sorted(pair, key=lambda name: name not in winners))
            if set(pair) == {"P1", "P5"}:
                now = now.decided((number, at), Decision(replace(result, is_played=False), "P1 did not come"))
            else:
                now = now.reported((number, at), result)
    assert next_round(now).byes == ("P1",)


def test_in_a_round_robin_everybody_meets_everybody_once() -> None:
    for count in (4, 5, 8):
        start = tournament(*named(count), system="round_robin")
        *_, last = steps(start, Random(1))
        met = [frozenset(table) for paired in last.rounds for table in paired.tables]
        assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(named(count), 2)))
        byes = [name for paired in last.rounds for name in paired.byes]
        assert sorted(byes) == (named(count) if count % 2 else [])
        assert number_of_rounds(start) == len(last.rounds)


def test_who_has_left_a_round_robin_gives_their_opponents_a_bye() -> None:
    start = tournament(*named(4), system="round_robin")
    one = next(steps(start, Random(1)))
    left = one.withdrawn("P1")
    second = next_round(left)
    assert len(second.tables) == 1
    assert len(second.byes) == 1
    with pytest.raises(NotNow, match="settled once its first round is paired"):
        left.entered("Zoe")


def test_who_left_before_a_round_robin_is_not_in_it_and_cannot_come_later() -> None:
    start = tournament(*named(5), system="round_robin").withdrawn("P5")
    one = next(steps(start, Random(1)))
    assert number_of_rounds(one) == 3
    with pytest.raises(NotNow, match="settled once its first round is paired"):
        one.withdrawn("P5").returned("P5")
    there = one.withdrawn("P1").returned("P1")
    assert len(next_round(there).tables) == 2
    assert number_of_rounds(tournament(system="round_robin")) == 0


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_tables_are_of_three_to_six_and_nearly_alike(seats: int) -> None:
    plan = tournament(system="tables", seats=seats).plan
    for count in range(3, 41):
        sizes = table_sizes(count, plan)
        assert sum(sizes) == count
        assert all(3 <= size <= 6 for size in sizes)
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("system", ["swiss", "tables"])
def test_a_round_has_as_many_players_as_a_pair_or_a_table_needs(system: str) -> None:
    fewest = 2 if system == "swiss" else 3
    assert len(next_round(tournament(*named(fewest), system=system)).tables) == 1
    with pytest.raises(BadInput, match="too few players are there"):
        next_round(tournament(*named(fewest - 1), system=system))


def test_nobody_sits_with_somebody_again_while_others_are_left() -> None:
    for seed in range(5):
        *_, last = steps(tournament(*named(16), system="tables", rounds=3, seed=seed), Random(seed))
        pairs = [
            frozenset(pair) for paired in last.rounds for table in paired.tables for pair in combinations(table, 2)
        ]
        assert len(pairs) == 72
        assert len(pairs) == len(set(pairs))


@settings(max_examples=60, deadline=None)
@given(LOTS, st.integers(3, 13), st.integers(3, 6))
def test_a_few_tables_or_one_are_paired_round_after_round_though_all_have_met(
    seed: int, count: int, seats: int
) -> None:
    lots = Random(seed)
    now = tournament(*named(count), system="tables", seats=seats, rounds=5, seed=seed)
    for number in range(1, 6):
        there = [name for name in now.entrants if now.entrant(name).is_there(number)]
        for name in lots.sample(there, lots.randint(0, min(2, len(there) - 3))):
            now = now.resting(name) if lots.random() < 0.7 else now.withdrawn(name)
            there.remove(name)
        now = now.paired(next_round(now))
        assert sorted(name for table in now.rounds[-1].tables for name in table) == sorted(there)
        for at, players in enumerate(now.rounds[-1].tables, 1):
            now = now.reported((number, at), outcome(*lots.sample(players, len(players))))


@pytest.mark.parametrize("tables", [[[0, 1, 2]], [[0, 1, 2], []], [[0, 1], [2, 3]]])
def test_a_search_for_better_tables_ends_where_everybody_costs_too_much(tables: list[list[int]]) -> None:
    count = sum(map(len, tables))
    costs = [[int(one != other) for other in range(count)] for one in range(count)]
    found = exchanged(tables, costs, 1, Random(1))
    assert [len(table) for table in found] == [len(table) for table in tables]


@given(LOTS, st.integers(2, 4), st.integers(1, 4))
def test_the_exchange_of_no_two_players_would_help(seed: int, tables: int, seats: int) -> None:
    lots = Random(seed)
    count = tables * seats
    costs = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        costs[one][other] = costs[other][one] = lots.choice((1, 2, 5, 20))

    def cost(seated: list[list[int]]) -> int:
        return sum(costs[one][other] for table in seated for one, other in combinations(table, 2))

    start = [list(range(at, count, tables)) for at in range(tables)]
    for too_much in (20, 10**6):  # some are looked for on a way through worse ones, or none
        found = exchanged(start, costs, too_much, Random(seed))
        assert sorted(map(len, found)) == [seats] * tables
        assert sorted(one for table in found for one in table) == list(range(count))
        assert cost(found) <= cost(start)
        for one, other in combinations(range(count), 2):
            swapped = {one: other, other: one}
            assert cost([[swapped.get(each, each) for each in table] for table in found]) >= cost(found)


@pytest.mark.parametrize("seed", [1, 4, 5])
@pytest.mark.parametrize(("count", "rounds"), [(14, 3), (16, 4), (17, 4), (18, 5), (19, 5)])
def test_where_few_tables_are_left_at_which_nobody_meets_again_they_are_found(
    count: int, rounds: int, seed: int
) -> None:
    now = tournament(*named(count), system="tables", seats=3, rounds=8, seed=seed)
    pairs: list[frozenset[str]] = []
    for number in range(1, rounds + 1):
        now = now.paired(next_round(now))
        for at, players in enumerate(now.rounds[-1].tables, 1):
            pairs.extend(map(frozenset, combinations(players, 2)))
            now = now.reported((number, at), outcome(*sorted(players, key=lambda name: int(name[1:]))))
        assert len(pairs) == len(set(pairs)), number


def test_however_far_apart_they_are_nobody_sits_together_again_who_need_not() -> None:
    first, last, new = ("A1", "A2", "A3"), ("B1", "B2", "B3"), ("C1", "C2", "C3")
    gone = named(6)
    now = tournament(*first, *last, *new, *gone, system="tables", seats=3, rounds=30)
    won = tuple((name, *gone[2 * at : 2 * at + 2]) for at, name in enumerate(first))
    for tables in [*[won] * 15, (first, last)]:
        now = now.paired(PairedRound(tables, (), ("",) * len(tables)))
        for at, table in enumerate(tables, 1):
            now = now.reported((len(now.rounds), at), outcome(*table))
    for name in gone:
        now = now.withdrawn(name)
    for table in next_round(now).tables:
        assert all(len(set(table) & set(each)) == 1 for each in (first, last, new))


def test_at_tables_like_meets_like() -> None:
    now = tournament(*named(40), system="tables", rounds=3)
    for after in steps(now, Random(3)):
        if now.rounds:
            so_far = records(now)
            before = {name: points(rounds) for name, rounds in so_far.items()}
            at_tables = [pair for table in after.rounds[-1].tables for pair in combinations(table, 2)]
            together, anywhere = (
                mean(float(abs(before[one] - before[two])) for one, two in pairs)
                for pairs in (at_tables, combinations(before, 2))
            )
            assert together < 0.5 * anywhere
        now = after


def test_before_anybody_has_played_like_meets_like_by_their_ratings() -> None:
    ratings = {"P1": 1500, "P2": 2000, "P3": 1540, "P4": 2050, "P5": 1460, "P6": 1950}
    now = tournament(system="tables", seats=3)
    for name, rating in ratings.items():
        now = now.entered(name, rating)
    strength = {name: mu for name, (mu, _) in strengths(now).items()}
    assert sorted(strength, key=lambda name: strength[name]) == sorted(ratings, key=lambda name: ratings[name])
    assert set(map(frozenset, next_round(now).tables)) == {frozenset(("P2", "P4", "P6")), frozenset(("P1", "P3", "P5"))}
    unknown = strengths(now.entered("New"))
    assert {name: mu for name, (mu, _) in unknown.items() if name != "New"} == strength
    assert unknown["New"][0] == pytest.approx(mean(strength.values())), "nobody knows better"


def test_the_figure_of_openskill_is_how_strong_somebody_is_reckoned() -> None:
    *_, last = steps(tournament(*named(7), system="tables"), Random(5))
    found = {line.name: float(line.figures["openskill"]) for line in standings(last)}
    assert found == {name: round(mu, 2) for name, (mu, _) in strengths(last).items()}


def test_who_comes_in_first_is_reckoned_stronger() -> None:
    start = tournament("Ann", "Bob", "Cy", system="tables").paired(PairedRound((("Ann", "Bob", "Cy"),), (), ("",)))
    start = start.reported((1, 1), outcome("Bob", "Cy", "Ann"))
    after = strengths(start)
    assert [name for name, _ in sorted(after.items(), key=lambda each: -each[1][0])] == ["Bob", "Cy", "Ann"]
    assert all(sigma < 25 / 3 for _, sigma in after.values())


@settings(max_examples=20, deadline=None)
@given(LOTS, st.sampled_from(["swiss", "tables"]))
def test_the_same_tournament_is_paired_the_same(seed: int, system: str) -> None:
    runs = [[now.rounds for now in steps(tournament(*named(12), system=system, seed=seed), Random(seed))] for _ in "ab"]
    assert runs[0] == runs[1]


def test_another_seed_draws_other_lots() -> None:
    first = {next_round(tournament(*named(8), seed=seed)).tables for seed in range(5)}
    assert len(first) > 1


def test_no_round_is_paired_before_the_last_one_is_over() -> None:
    one = next(steps(tournament(*named(6)), Random(0)))
    with pytest.raises(NotNow, match="the result of table 2 in round 1 is missing"):
        next_round(one.reported((1, 2), None))


def test_what_cannot_be_paired_is_said() -> None:
    with pytest.raises(BadInput, match="too few players"):
        next_round(tournament("Ann"))
    with pytest.raises(BadInput, match="would meet again"):
        list(steps(tournament(*named(4), rounds=4), Random(0)))
    *_, last = steps(tournament(*named(6)), Random(0))
    with pytest.raises(NotNow, match="all 3 rounds are paired"):
        next_round(last)


def test_a_round_is_paired_though_somebody_sits_first_too_often_in_it() -> None:
    ratings = {"P0": 0, "P1": 0, "P2": 1500, "P3": 2106, "P4": 1315}
    now = tournament(rounds=7, seed=536358)
    for name, rating in ratings.items():
        now = now.entered(name, rating)

    def played(now: Tournament, *winners: str) -> Tournament:
        now = now.paired(next_round(now))
        for at, pair in enumerate(now.rounds[-1].tables, 1):
            now = now.reported((len(now.rounds), at), outcome(*sorted(pair, key=lambda name: name not in winners)))
        return now

    now = played(now.resting("P1"), "P3", "P0")
    now = played(played(now, "P0", "P1"), "P4")
    now = played(now.withdrawn("P3").entered("P5", 1600).resting("P5"), "P0", "P2")
    fifth = next_round(now.returned("P3"))
    met = {frozenset(pair) for paired in now.rounds for pair in paired.tables}
    assert {name for pair in fifth.tables for name in pair} == {*ratings, "P5"}
    assert not met & {frozenset(pair) for pair in fifth.tables}
    so_far = records(now)
    for pair in fifth.tables:
        first, second = (sum(each.kind == "played" and each.sat == 0 for each in so_far[name]) for name in pair)
        assert first <= second, pair


def test_who_did_not_come_may_be_met_later() -> None:
    one = next(steps(tournament("Ann", "Bob", rounds=2), Random(0)))
    with pytest.raises(BadInput, match="meet again"):
        next_round(one)
    missed = one.decided((1, 1), Decision(Placing({"Ann": 1, "Bob": 2}, is_played=False), "Bob is ill"))
    assert set(next_round(missed).tables[0]) == {"Ann", "Bob"}
