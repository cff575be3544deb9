"""The organiser's acts: read from JSON, done or refused, and the same tournament when they are done again."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.errors import BadInput, NotNow
from companion.tournament.acts import dispute_act, opening, pair_act, performed, replayed, report_act
from companion.tournament.pairing import next_round, number_of_rounds
from companion.tournament.record import records
from companion.tournament.tournament import Dispute
from tests.tournament.played import PLAN, outcome

if TYPE_CHECKING:
    from companion.tournament.tournament import Tournament

ENTER = [{"act": "enter", "name": name} for name in ("Ann", "Bob", "Cy", "Dee")]


def test_acts_kept_as_json_make_the_same_tournament_again() -> None:
    kept: list[dict[str, Any]] = [PLAN, *ENTER]
    now = replayed(kept)
    for lots in (Random(1), Random(2)):
        for slot in now.open_slots():
            kept.append(report_act(slot, outcome(*lots.sample(now.players_at(slot), 2)), "ab" * 32))
            now = performed(now, kept[-1])
        kept.append(pair_act(next_round(now, ["t0123456789ab"])))
        now = performed(now, kept[-1])
    more: list[dict[str, Any]] = [
        {"act": "withdraw", "name": "Ann"},
        {"act": "return", "name": "Ann"},
        {"act": "rest", "name": "Bob"},
        {"act": "move", "round": 1, "table": 2, "id": "t0123456789ab"},
        {
            "act": "decide",
            "round": 1,
            "table": 1,
            "places": dict.fromkeys(now.rounds[0].tables[0], 1),
            "reason": "so",
        },
        {"act": "unpair"},
    ]
    for act in more:
        now = performed(now, act)
    assert replayed(json.loads(json.dumps([*kept, *more]))) == now
    assert len(now.rounds) == 1
    assert now.rounds[0].ids == ("t0123456789ab", "t0123456789ab")


def decided(now: Tournament) -> Tournament:
    """Every open pairing won by who sits first."""
    for number, at in now.open_slots():
        first, other = now.players_at((number, at))
        act = {"act": "decide", "round": number, "table": at, "places": {first: 1, other: 2}, "reason": "so"}
        now = performed(now, act)
    return now


@pytest.mark.parametrize("name", ["", "B" * 25, "Bo\u3164", "ann", "B\x1b[2J"])
def test_nobody_enters_by_a_name_that_no_match_begins_with_but_whoever_has_stays(name: str) -> None:
    enter = {"act": "enter", "name": name}
    with pytest.raises(BadInput, match=r"nobody can be called|plays in this tournament"):
        performed(replayed([PLAN, *ENTER]), enter)
    assert name in replayed([PLAN, *ENTER, enter]).entrants


def there(now: Tournament) -> set[str]:
    """Who plays in the next round."""
    return {name for name, entrant in now.entrants.items() if entrant.is_there(now.next_round)}


def test_who_came_or_left_before_a_round_was_taken_back_still_came_or_left() -> None:
    now = replayed([PLAN, *ENTER])
    now = decided(performed(now, pair_act(next_round(now))))
    now = performed(now, pair_act(next_round(now)))
    now = performed(now, {"act": "withdraw", "name": "Ann"})
    now = performed(now, {"act": "enter", "name": "Gus"})
    now = performed(now, {"act": "unpair"})
    assert there(now) == {"Bob", "Cy", "Dee", "Gus"}
    with pytest.raises(NotNow, match="Ann does not play in the next round anyway"):
        performed(now, {"act": "rest", "name": "Ann"})
    paired = next_round(now)
    assert {name for table in paired.tables for name in table} == {"Bob", "Cy", "Dee", "Gus"}
    now = performed(performed(now, {"act": "return", "name": "Ann"}), pair_act(paired))
    now = performed(performed(now, {"act": "unpair"}), {"act": "unpair"})
    assert there(now) == {"Ann", "Bob", "Cy", "Dee", "Gus"}


def test_a_rest_is_taken_back_and_nobody_who_has_left_has_half_a_point_for_one() -> None:
    rest, withdraw, back, unpair = ({"act": act, "name": "Ann"} for act in ("rest", "withdraw", "return", "unpair"))

    def has(*acts: dict[str, Any]) -> list[str]:
        """What Ann's rounds are after these acts, the next one paired."""
        now = replayed([PLAN, *ENTER])
        for act in acts:
            now = performed(now, pair_act(next_round(now)) if act == pair else act)
        now = performed(now, pair_act(next_round(now)))
        return [each.kind for each in records(now)["Ann"]]

    pair = {"act": "pair"}
    assert has(rest) == ["rest"]
    assert has(rest, back) == has(rest, back, rest, back) == has(rest, withdraw, back) == ["open"]
    assert has(rest, withdraw) == has(rest, pair, withdraw, unpair) == ["away"]
    assert has(rest, pair, unpair) == ["rest"]


def test_who_leaves_after_a_round_they_rested_in_keeps_the_half_point_for_it() -> None:
    now = performed(replayed([PLAN, *ENTER]), {"act": "rest", "name": "Ann"})
    now = decided(performed(now, pair_act(next_round(now))))
    now = performed(now, {"act": "withdraw", "name": "Ann"})
    now = performed(now, pair_act(next_round(now)))
    assert [each.kind for each in records(now)["Ann"]] == ["rest", "away"]


def test_who_came_late_has_nothing_for_what_they_missed_though_they_rest_later() -> None:
    now = replayed([PLAN, *ENTER])
    now = decided(performed(now, pair_act(next_round(now))))
    for act in ("enter", "rest"):
        now = performed(now, {"act": act, "name": "Gus"})
    now = performed(now, pair_act(next_round(now)))
    assert [each.kind for each in records(now)["Gus"]] == ["away", "rest"]


def test_who_withdrew_after_a_round_that_is_taken_back_is_still_in_those_before() -> None:
    now = replayed([{**PLAN, "system": "round_robin"}, *ENTER, {"act": "enter", "name": "Eve"}])
    first = performed(now, pair_act(next_round(now)))
    now = decided(first)
    now = performed(now, pair_act(next_round(now)))
    for act in ("withdraw", "unpair"):
        now = performed(now, {"act": act, "name": "Ann"})
    assert number_of_rounds(now) == 5
    assert now.rounds == first.rounds
    assert now.entrant("Ann").until == 1
    assert there(performed(now, {"act": "return", "name": "Ann"})) == {"Ann", "Bob", "Cy", "Dee", "Eve"}


def test_who_withdraws_and_returns_again_plays_on_in_a_round_robin() -> None:
    now = replayed([{**PLAN, "system": "round_robin"}, *ENTER])
    now = decided(performed(now, pair_act(next_round(now))))
    for _ in "ab":
        now = performed(now, {"act": "withdraw", "name": "Ann"})
        now = performed(now, {"act": "return", "name": "Ann"})
    assert there(now) == {"Ann", "Bob", "Cy", "Dee"}


@pytest.mark.parametrize("system", ["swiss", "round_robin"])
def test_a_round_that_an_earlier_version_paired_with_somebody_who_had_left_is_replayed(system: str) -> None:
    """It forgot withdrawals when a round was taken back, and let whoever was paired so rest and return."""
    pair: dict[str, Any] = {"act": "pair", "tables": [["Ann", "Bob"], ["Cy", "Dee"]], "byes": [], "ids": ["", ""]}
    withdraw, unpair, back = {"act": "withdraw", "name": "Ann"}, {"act": "unpair"}, {"act": "return", "name": "Ann"}
    kept: list[dict[str, Any]] = [{**PLAN, "system": system}, *ENTER, pair, withdraw, unpair, pair, withdraw]
    now = replayed(kept)
    assert now.rounds[0].tables == (("Ann", "Bob"), ("Cy", "Dee"))
    assert there(now) == {"Bob", "Cy", "Dee"}
    assert number_of_rounds(now) == 3
    assert there(replayed([*kept, back])) == {"Ann", "Bob", "Cy", "Dee"}
    if system == "swiss":
        without: dict[str, Any] = {"act": "pair", "tables": [["Bob", "Cy"]], "byes": ["Dee"], "ids": [""]}
        rested = replayed([*kept[:-2], {"act": "rest", "name": "Ann"}, without])
        assert [each.kind for each in records(rested)["Ann"]] == ["rest"]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ({}, "an act is one of"),
        ({"act": ["enter"]}, "an act is one of"),
        ({"act": "dance"}, "an act is one of"),
        ({"act": "pair", "tables": [["Ann", "Eve"]], "byes": [], "ids": [""]}, "not paired as it must be"),
        ({"act": "enter", "name": "ann"}, "plays in this tournament already"),
        ({"act": "enter", "name": " "}, "a name has at most 24"),
        ({"act": "enter", "name": "a\nb"}, "a name has at most 24"),
        ({"act": "enter", "name": "Eve", "rating": 9999}, "a rating is"),
        ({"act": "enter", "name": "Eve", "rating": "high"}, "“rating” must be a whole number"),
        ({"act": "enter", "name": "Eve", "rating": True}, "“rating” must be a whole number"),
        ({"act": "enter"}, "“name” must be text"),
        ({"act": "withdraw", "name": "A" * 501}, "“name” must be text"),
        ({"act": "withdraw", "name": "Eve"}, "nobody of the name Eve"),
        ({"act": "return", "name": "Ann"}, "Ann has not withdrawn"),
        ({"act": "unpair"}, "no round is paired"),
        ({"act": "pair", "tables": [["Ann", "Ann"]], "byes": [], "ids": [""]}, "not paired as it must be"),
        ({"act": "pair", "tables": 7}, "not paired as it must be"),
        ({"act": "move", "round": 1, "table": 1, "id": ""}, "there is no table 1"),
        ({"act": "decide", "round": 1, "table": 1, "reason": "so"}, "there is no table 1"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(act: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        performed(replayed([PLAN, *ENTER]), act)


@pytest.mark.parametrize("other", ["Zoë", "ZOE", "Zoe\u0308", " zoë "])
def test_nobody_plays_twice_whichever_way_the_name_is_spelled(other: str) -> None:
    now = performed(replayed([PLAN, *ENTER]), {"act": "enter", "name": "Zoë"})
    with pytest.raises(BadInput, match="Zoë plays in this tournament already"):
        performed(now, {"act": "enter", "name": other})
    if other.strip() != "Zoë":  # which an earlier version took
        kept = replayed([PLAN, {"act": "enter", "name": "Zoë"}, {"act": "enter", "name": other}])
        assert len(kept.entrants) == 2


@pytest.mark.parametrize("places", [{"Ann": 1}, {"Ann": 1, "Eve": 2}, {"Ann": 2, "Bob": 2}, [1, 2]])
def test_a_decision_has_a_place_for_everybody_and_a_reason(places: object) -> None:
    now = performed(replayed([PLAN, *ENTER]), {"act": "pair", "tables": [["Ann", "Bob"]], "byes": [], "ids": [""]})
    with pytest.raises(BadInput, match="a place for each"):
        performed(now, {"act": "decide", "round": 1, "table": 1, "places": places, "reason": "so"})
    with pytest.raises(BadInput, match="a decision has a reason"):
        performed(now, {"act": "decide", "round": 1, "table": 1, "places": {"Ann": 1, "Bob": 1}, "reason": " "})


def test_the_highest_rating_there_is_can_be_said() -> None:
    now = performed(replayed([PLAN, *ENTER]), {"act": "enter", "name": "Eve", "rating": 3999})
    assert now.ranked()[0].name == "Eve"


@pytest.mark.parametrize(
    ("said", "kind"), [({}, "played"), ({"is_played": True}, "played"), ({"is_played": False}, "forfeit")]
)
def test_an_arbiter_says_whether_somebody_came(said: dict[str, Any], kind: str) -> None:
    pair: dict[str, Any] = {"act": "pair", "tables": [["Ann", "Bob"]], "byes": ["Cy"], "ids": [""]}
    decide = {"act": "decide", "round": 1, "table": 1, "places": {"Ann": 1, "Bob": 2}, "reason": "so", **said}
    so_far = records(replayed([PLAN, *ENTER, pair, decide]))
    (one,), (other,) = so_far["Ann"], so_far["Bob"]
    assert (one.kind, other.kind) == (kind, kind)
    assert [one.points, other.points] == [1, 0]


@pytest.mark.parametrize("has_picture", [True, False])
def test_an_arbiter_sees_the_ruling_that_is_disputed(has_picture: bool) -> None:
    pair: dict[str, Any] = {"act": "pair", "tables": [["Ann", "Bob"]], "byes": [], "ids": [""]}
    act = dispute_act((1, 1), {"number": 7}, has_picture=has_picture)
    (dispute,) = replayed(json.loads(json.dumps([PLAN, *ENTER, pair, act]))).disputes
    assert dispute == Dispute((1, 1), ("Ann", "Bob"), {"number": 7}, has_picture, is_answered=False)


def test_a_report_says_of_which_match_it_is_and_what_was_said_before_it_is_outdated() -> None:
    pair: dict[str, Any] = {"act": "pair", "tables": [["Ann", "Bob"]], "byes": [], "ids": [""]}
    act = report_act((1, 1), outcome("Ann", "Bob"), "ab" * 32, ("one", 5))
    now = replayed(json.loads(json.dumps([PLAN, *ENTER, pair, act])))
    said = [("one", 4), ("one", 5), ("one", 6), ("other", 4)]
    assert [now.is_outdated((1, 1), heard) for heard in said] == [True, False, False, False]
    assert not now.is_outdated((1, 2), ("one", 4))


def test_of_a_round_that_is_taken_back_nothing_counts_and_all_else_stands() -> None:
    now = replayed([PLAN, *ENTER])
    for _ in "ab":
        now = performed(now, pair_act(next_round(now)))
        number = len(now.rounds)
        for at, players in enumerate(now.rounds[-1].tables, 1):
            now = performed(now, report_act((number, at), outcome(*players), "ab" * 32))
            now = performed(now, dispute_act((number, at), {"number": 1}, has_picture=False))
            if at == 1:
                act = {
                    "act": "decide",
                    "round": number,
                    "table": at,
                    "places": dict.fromkeys(players, 1),
                    "reason": "so",
                }
                now = performed(now, act)
    now = performed(now, {"act": "unpair"})
    assert {*now.reports} == {(1, 1), (1, 2)}
    assert {*now.decisions} == {(1, 1)}
    is_answered = {each.slot: each.is_answered for each in now.disputes}
    assert is_answered == {(1, 1): True, (1, 2): False, (2, 1): True, (2, 2): True}
    now = performed(now, pair_act(next_round(now)))
    assert now.open_slots() == [(2, 1), (2, 2)]
    assert now.made == now.rounds[-1].made == 3


def test_a_pairing_at_another_table_has_no_report_and_every_other_keeps_its_own() -> None:
    now = replayed([PLAN, *ENTER])
    now = performed(now, pair_act(next_round(now, ["t0123456789aa", "t0123456789ab"])))
    for at, players in enumerate(now.rounds[-1].tables, 1):
        now = performed(now, report_act((1, at), outcome(*players), "ab" * 32))
    now = performed(now, {"act": "move", "round": 1, "table": 2, "id": "t0123456789ac"})
    assert now.rounds[0].ids == ("t0123456789aa", "t0123456789ac")
    assert {*now.reports} == {(1, 1)}


def test_in_a_round_robin_nobody_rests() -> None:
    with pytest.raises(NotNow, match="everybody plays every round"):
        performed(replayed([{**PLAN, "system": "round_robin"}, *ENTER]), {"act": "rest", "name": "Ann"})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"title": ""}, "a title of up to"),
        ({"system": "knockout"}, "paired as one of"),
        ({"rounds": 0}, "“rounds” must be"),
        ({"rounds": True}, "“rounds” must be"),
        ({"game": 7}, "which game is played"),
        ({"game": "chess"}, "chess"),
        ({"options": []}, "must be an object"),
        ({"title": "x" * 61}, "a title of up to 60"),
        ({"title": "a\nb"}, "a title of up to"),
        ({"rounds": 31}, "“rounds” must be"),
        ({"rounds": "3"}, "“rounds” must be"),
        ({"seed": 2**53}, "“seed” must be"),
        ({"seats": 7, "system": "tables"}, "“seats” must be"),
        ({"options": {"x": "x" * 5000}}, "“options” are too long"),
        ({"deck": "x" * 1000}, "“deck” is too long"),
        ({"system": "tables", "game": "villains"}, "is for 2 to 2 players, not 4"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        opening({**PLAN, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"title": "x" * 60, "rounds": 1, "seed": 2**53 - 1},
        {"system": "tables", "seats": 6, "options": {"x": "x" * 4900}, "deck": "x" * 990},
    ],
)
def test_a_plan_that_is_kept_is_read_as_it_was_said(change: dict[str, Any]) -> None:
    plan = opening({**PLAN, **change}).plan
    assert {**plan.to_json(), **change} == plan.to_json()
    assert opening(json.loads(json.dumps(plan.to_json()))).plan == plan


def test_a_match_is_set_up_with_the_deck_of_the_plan_if_it_has_one() -> None:
    setup = {"game": "disorder", "players": ["Bob", "Ann"], "options": {"target": 50}}
    plan = {**PLAN, "options": {"target": 50}}
    assert opening(plan).plan.setup(("Bob", "Ann")) == setup
    assert opening({**plan, "deck": "letters"}).plan.setup(("Bob", "Ann")) == {**setup, "deck": "letters"}
