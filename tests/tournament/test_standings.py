"""Standings: points, FIDE's tie-breaks, why one stands before another, and corrections that ripple."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games.placing import Placing, placed, read_placing
from companion.tournament.record import points, records
from companion.tournament.standings import standings
from companion.tournament.tie_breaks import ranking
from companion.tournament.tournament import MOST_ENTRANTS, Decision, Heard, PairedRound, Slot, Tournament
from tests.tournament.played import named, outcome, steps, tournament

LOTS = st.integers(0, 2**32)
PLACES = st.lists(st.integers(0, 5), min_size=2, max_size=6)


@given(PLACES)
def test_the_shares_of_a_table_are_half_of_it_whoever_wins(scores: list[int]) -> None:
    ended = placed(dict(zip("abcdef", scores, strict=False)), [], low_wins=False)
    shares = [ended.share(name) for name in ended.places]
    assert sum(shares) == Fraction(len(scores), 2)
    assert all(0 <= share <= 1 for share in shares)


@given(PLACES, st.sets(st.sampled_from("abcdef")))
def test_an_outcome_is_read_as_it_was_written(scores: list[int], left: set[str]) -> None:
    ended = placed(dict(zip("abcdef", scores, strict=False)), [], low_wins=True, left=left)
    gone = {place for name, place in ended.places.items() if name in left}
    assert not gone or gone == {1 + len(ended.places.keys() - left)}
    assert read_placing(dict(ended.places), list(ended.places)) == ended


def test_what_is_no_outcome_is_none() -> None:
    for wrong in (None, {"a": 1}, {"a": 1, "b": 3}, {"a": 2, "b": 2}, {"a": True, "b": 2}, {"a": "1", "b": 2}):
        assert read_placing(wrong, ["a", "b"]) is None


def test_of_two_one_wins_or_both_share() -> None:
    assert placed({"a": 3, "b": 9}, ["a"], low_wins=True).share("a") == 1
    assert placed({"a": 9, "b": 3}, ["a"], low_wins=True).share("b") == 0
    assert placed({"a": 3, "b": 3}, ["a", "b"], low_wins=True).share("b") == Fraction(1, 2)


def four(*wins: tuple[str, str]) -> Tournament:
    """A round robin of four, two matches a round, each won by the first named."""
    start = tournament("Ann", "Bob", "Cy", "Dee", system="round_robin")
    for number, tables in enumerate(zip(wins[::2], wins[1::2], strict=True), 1):
        start = start.paired(PairedRound(tables, (), ("", "")))
        for at, table in enumerate(tables, 1):
            start = start.reported((number, at), outcome(*table))
    return start


def test_a_round_robins_tie_is_broken_as_it_is_by_hand() -> None:
    # Ann beats Bob, Bob beats Cy, Cy beats Ann, all beat Dee: the matches among the three decide nothing.
    made = four(("Ann", "Bob"), ("Cy", "Dee"), ("Cy", "Ann"), ("Bob", "Dee"), ("Bob", "Cy"), ("Ann", "Dee"))
    lines = standings(made)
    assert [line.points for line in lines] == [2, 2, 2, 0]
    assert all(line.figures["sonneborn_berger"] == 2 for line in lines[:3])  # each beat one with 2 and one with 0
    assert "lot" in str(lines[0].why)
    assert str(lines[2].why).endswith("has 2 points, Dee 0.")


def test_direct_encounter_parts_two() -> None:
    made = four(("Ann", "Bob"), ("Dee", "Cy"), ("Cy", "Ann"), ("Bob", "Dee"), ("Bob", "Cy"), ("Ann", "Dee"))
    lines = standings(made)
    assert [line.name for line in lines] == ["Ann", "Bob", "Dee", "Cy"]
    assert str(lines[2].why).startswith("Dee and Cy both have 1 point: ")
    assert [line.points for line in lines] == [2, 2, 1, 1]
    for line in (lines[0], lines[2]):
        assert "the matches among those equal decide" in str(line.why)


@pytest.mark.parametrize("system", ["swiss", "round_robin", "tables"])
def test_before_the_first_round_everybody_is_equal(system: str) -> None:
    assert standings(tournament(system=system)) == []
    lines = standings(tournament("Ann", "Bob", "Cy", system=system))
    assert [line.points for line in lines] == [0, 0, 0]
    assert "lot" in str(lines[0].why)


@settings(max_examples=25, deadline=None)
@given(LOTS, st.sampled_from(["swiss", "round_robin", "tables"]))
def test_each_line_says_what_is_so(seed: int, system: str) -> None:
    *_, last = steps(tournament(*named(8), system=system, seed=seed), Random(seed))
    lines = standings(last)
    assert [line.rank for line in lines] == list(range(1, 9))
    assert lines[-1].why is None
    for one, other in pairwise(lines):
        assert one.points >= other.points
        why = str(one.why)
        if one.points > other.points:
            assert "both have" not in why
        elif "against" in why:
            more, fewer = why.rstrip(".").rsplit(" against ", 1)
            assert float(more.rsplit(" ", 1)[1]) > float(fewer)
    assert sum(line.points for line in lines) == sum(
        Fraction(len(table), 2) for paired in last.rounds for table in paired.tables
    )


@settings(max_examples=25, deadline=None)
@given(LOTS)
def test_at_tables_of_two_our_figures_are_fides(seed: int) -> None:
    """The figures of many at a table are FIDE's own where there are two and all have played."""
    *_, last = steps(tournament(*named(8), seed=seed), Random(seed))
    so_far = records(last)
    theirs = ranking(last, so_far).figures
    as_tables = Tournament(tournament(system="tables").plan, last.entrants, last.rounds)
    ours = ranking(as_tables, so_far).figures
    for name in last.entrants:
        assert all(ours[name][key] == theirs[name][key] for key in ("buchholz", "sonneborn_berger", "wins"))


@pytest.mark.parametrize("comes", [True, False])
def test_at_tables_of_several_the_figures_are_weighed_by_how_many_sit_there(comes: bool) -> None:
    """By hand: four at one table, three at the other; of the four nobody has played where somebody did not come."""
    start = tournament("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", system="tables")
    start = start.paired(PairedRound((("Ann", "Bob", "Cy", "Dee"), ("Eve", "Fay", "Gus")), (), ("", "")))
    four = Placing({"Ann": 1, "Bob": 2, "Cy": 3, "Dee": 4}, is_played=comes)
    made = start.reported((1, 1), four).reported((1, 2), outcome("Eve", "Fay", "Gus"))
    lines = {line.name: line for line in standings(made)}
    assert [lines[name].points for name in ("Ann", "Bob", "Cy", "Dee")] == [1, Fraction(2, 3), Fraction(1, 3), 0]
    assert [lines[name].points for name in ("Eve", "Fay", "Gus")] == [1, Fraction(1, 2), 0]

    def figures(key: str) -> list[Fraction]:
        return [lines[name].figures[key] for name in ("Ann", "Bob", "Dee", "Eve", "Fay", "Gus")]

    ann, bob, dee = (Fraction(1, 3), Fraction(4, 9), Fraction(2, 3)) if comes else (0, 0, 0)
    assert figures("buchholz") == [ann, bob, dee, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)]
    assert figures("sonneborn_berger") == [ann, Fraction(1, 9) if comes else 0, 0, Fraction(1, 4), 0, 0]
    assert figures("wins") == [int(comes), 0, 0, 1, 0, 0]
    assert [line.name for line in standings(made)][:2] == (["Ann", "Eve"] if comes else ["Eve", "Ann"])


def test_who_has_withdrawn_is_marked_and_stays_in_the_standings() -> None:
    made = tournament("Ann", "Bob").paired(PairedRound((("Ann", "Bob"),), (), ("",))).withdrawn("Bob")
    assert {line.name: line.has_left for line in standings(made)} == {"Ann": False, "Bob": True}


def test_the_start_is_in_the_order_of_ratings() -> None:
    made = tournament()
    for name, rating in (("Ann", 0), ("Bob", 1900), ("Cy", 2100), ("Dee", 1200)):
        made = made.entered(name, rating)
    assert [entrant.name for entrant in made.ranked()] == ["Cy", "Bob", "Dee", "Ann"]


def test_a_tournament_takes_so_many_and_no_more() -> None:
    full = tournament(*named(MOST_ENTRANTS))
    with pytest.raises(BadInput, match=f"at most {MOST_ENTRANTS} players"):
        full.entered("Ann")


@pytest.mark.parametrize(
    ("slot", "heard", "is_outdated"),
    [
        ((1, 1), ("one match", 2), True),
        ((1, 1), ("one match", 3), False),
        ((1, 1), ("one match", 4), False),
        ((1, 1), ("another", 2), False),
        ((1, 2), ("one match", 2), False),
    ],
)
def test_what_was_heard_with_more_rulings_is_newer(slot: Slot, heard: Heard, is_outdated: bool) -> None:
    made = tournament("Ann", "Bob").paired(PairedRound((("Ann", "Bob"),), (), ("",)))
    made = made.reported((1, 1), outcome("Ann", "Bob"), ("one match", 3))
    assert made.is_outdated(slot, heard) is is_outdated


def test_a_correction_ripples() -> None:
    *_, last = steps(tournament(*named(8)), Random(5))
    before = {line.name: line for line in standings(last)}
    one, other = last.rounds[0].tables[0]
    corrected = outcome(one, other) if last.outcomes[1, 1] != outcome(one, other) else outcome(other, one)
    after = {line.name: line for line in standings(last.reported((1, 1), corrected))}
    assert before[one].points != after[one].points
    met = last.rounds[1].tables
    opponents = {name for table in met for name in table if one in table and name != one}
    assert any(before[name].figures != after[name].figures for name in opponents)


def test_what_an_arbiter_decides_counts_for_what_the_table_says() -> None:
    made = tournament("Ann", "Bob").paired(PairedRound((("Ann", "Bob"),), (), ("",)))
    made = made.reported((1, 1), outcome("Ann", "Bob"))
    changed = made.decided((1, 1), Decision(outcome("Bob", "Ann"), "Ann's card was read wrongly"))
    assert standings(changed)[0].name == "Bob"
    stands = changed.decided((1, 1), Decision(None, "on second sight it was right"))
    assert standings(stands)[0].name == "Ann"


def test_a_table_reports_for_its_own_players_only() -> None:
    made = tournament("Ann", "Bob").paired(PairedRound((("Ann", "Bob"),), (), ("",)))
    for slot, said in (((1, 1), outcome("Ann", "Eve")), ((1, 2), outcome("Ann", "Bob")), ((9, 9), None)):
        with pytest.raises(BadInput):
            made.reported(slot, said)


def test_byes_rests_and_rounds_away_count_what_they_must() -> None:
    now = tournament("Ann", "Bob", "Cy").paired(PairedRound((("Ann", "Bob"),), ("Cy",), ("",)))
    now = now.resting("Ann").entered("Dee").withdrawn("Bob")
    now = now.paired(PairedRound((("Cy", "Dee"),), (), ("",)))
    have = {name: points(rounds) for name, rounds in records(now.reported((1, 1), outcome("Ann", "Bob"))).items()}
    assert have == {"Ann": Fraction(3, 2), "Bob": 0, "Cy": 1, "Dee": 0}
