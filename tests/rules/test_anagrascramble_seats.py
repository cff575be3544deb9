"""AnagraScramble clause by clause, who joins late and who leaves (A17)."""

from typing import Any

import pytest

from companion.referee.match import Match
from tests.rules.play import begin, cited, event, last


def played(
    *said: dict[str, Any], players: tuple[str, ...] = ("Ann", "Bob", "Cy"), rolls: int = 2, **options: Any
) -> Match:
    match = begin("anagrascramble", players, rolls=rolls, **options)
    for one in said:
        match.apply(one)
        assert match.rulings[-1].accepted, match.rulings[-1]
    return match


def lost(*players: str) -> list[dict[str, Any]]:
    return [event("roll", player, face="pass") for player in players]


def missed(player: str) -> list[dict[str, Any]]:
    return [event("roll", player, face="7"), event("card", jumble="PLANETS"), event("timeout", player)]


def test_a17_a_latecomer_has_the_fewest_points_and_the_rolls_that_are_left() -> None:
    match = played(*missed("Ann"), *lost("Bob", "Cy", "Ann"), event("join", "Dee"))
    assert cited(match) == ("joined", "A17")
    assert last(match)["reason"] == "Dee joins with −7 points and has 1 of the rolls to come."
    assert match.scores["Dee"] == -7
    for player in ("Bob", "Cy", "Dee"):
        assert match.view().turn == player
        match.apply(event("roll", player, face="pass"))
    assert match.view().awaiting == "showdown"
    assert match.state.winners == (1, 2)


def test_a17_nobody_joins_after_the_last_roll() -> None:
    match = played(*lost("Ann", "Bob", "Cy", "Ann", "Bob"), event("roll", "Cy", face="7"))
    match.apply(event("join", "Dee"))
    assert cited(match) == ("not_now", "A17")


def test_a17_a_leavers_turn_is_over_and_the_next_with_the_fewest_rolls() -> None:
    match = played(*lost("Ann"), event("roll", "Bob", face="7"), event("card", jumble="PLANETS"), event("leave", "Bob"))
    assert last(match)["reason"] == "Bob leaves the game, and the turn is over without points."
    assert (match.view().turn, match.view().awaiting, match.scores["Bob"]) == ("Cy", "roll", 0)
    for player in ("Cy", "Ann", "Cy"):
        assert match.view().turn == player
        match.apply(event("roll", player, face="pass"))
    assert match.state.phase == "showdown"


def test_a17_what_a_leaver_has_passed_on_is_still_played() -> None:
    passed = (event("roll", "Ann", face="7"), event("declare", "Ann", move="pass_on"))
    match = played(*passed, event("leave", "Ann"))
    assert (match.view().turn, match.view().awaiting, match.state.target) == ("Bob", "card", 7)
    heir = played(*passed, event("leave", "Bob"))
    assert (heir.view().turn, heir.view().awaiting, heir.state.target) == ("Cy", "roll", None)


def test_a17_in_a_showdown_a_leaver_wins_nothing_and_tokens_are_for_who_is_there() -> None:
    match = played(*lost("Ann", "Bob"), *missed("Cy"), rolls=1)
    match.apply(event("leave", "Ann"))
    assert (match.view().over, match.view().winners) == (True, ("Bob",))
    tokens = match.result()["tokens"]
    assert (tokens["Ann"], tokens["Bob"] + tokens["Cy"]) == (0, 0)
    assert tokens["Bob"] > 0


def test_a17_the_last_one_left_wins_and_goes_on_with_whoever_joins() -> None:
    match = played(*lost("Ann"), event("leave", "Bob"), players=("Ann", "Bob"))
    assert last(match)["reason"] == "Bob leaves the game. Ann is left alone and wins."
    assert match.view().winners == ("Ann",)
    match.apply(event("roll", "Ann", face="7"))
    assert cited(match) == ("game_over", "A17")
    match.apply(event("join", "Dee"))
    assert (match.view().over, match.view().winners, match.state.rolls) == (False, (), (1, 0, 1))


def test_a17_whoever_comes_back_has_no_roll_more_and_no_point_more_than_before() -> None:
    match = played(*missed("Ann"), event("leave", "Ann"), event("join", "Ann"))
    assert last(match)["reason"] == "Ann joins with −7 points and has 1 of the rolls to come."
    assert (match.scores["Ann"], match.state.rolls, match.view().left) == (-7, (1, 0, 0), ())


@pytest.mark.parametrize(
    ("said", "turn"),
    [
        ([event("join", "Hal"), event("leave", "Ann")], "Bob"),
        ([event("leave", "Ann"), event("join", "Hal")], "Bob"),
        ([event("leave", "Bob"), event("join", "Hal")], "Ann"),
        ([*lost("Ann", "Bob"), event("join", "Hal"), event("leave", "Ann")], "Bob"),
        ([*lost("Ann"), event("join", "Hal"), event("leave", "Bob")], "Hal"),
        ([*lost("Ann"), event("leave", "Ann"), event("join", "Hal")], "Bob"),
        ([*lost("Ann"), event("leave", "Bob"), event("join", "Hal")], "Hal"),
        ([event("roll", "Ann", face="7"), event("leave", "Bob"), event("join", "Hal")], "Ann"),
        ([event("leave", "Ann"), event("join", "Ann")], "Bob"),
    ],
)
def test_a17_a_newcomer_sits_behind_the_last_and_takes_no_turn_from_whoever_has_it(
    said: list[dict[str, Any]], turn: str
) -> None:
    match = played(*said, players=("Ann", "Bob"))
    assert (match.view().turn, match.view().awaiting) == (turn, "roll")
    match.apply(event("roll", turn, face="4"))
    assert cited(match) == ("rolled", "A2")


def test_a17_a_leavers_turn_goes_on_to_the_next_from_their_seat() -> None:
    match = played(*lost("Ann", "Bob", "Cy", "Ann", "Bob", "Cy"), event("join", "Dee"), event("leave", "Ann"), rolls=3)
    for player in ("Bob", "Cy", "Dee"):
        assert match.view().turn == player
        match.apply(event("roll", player, face="pass"))
    assert match.view().awaiting == "showdown"


def test_a5_an_heir_still_has_the_roll_of_their_own_before_a_newcomer() -> None:
    passed_on = (event("roll", "Bob", face="5"), event("declare", "Bob", move="pass_on"), event("join", "Dee"))
    played_it = (event("card", jumble="PLANETS"), event("timeout", "Ann"))
    match = played(*passed_on, *played_it, players=("Ann", "Bob"), starter="Bob")
    for player in ("Ann", "Dee", "Ann", "Bob"):
        assert match.view().turn == player
        match.apply(event("roll", player, face="pass"))


def test_a5_whoever_has_had_fewer_rolls_than_the_heir_is_before_them() -> None:
    passed_on = (*lost("Ann"), event("leave", "Bob"), event("join", "Bob"), event("roll", "Cy", face="5"))
    played_it = (event("declare", "Cy", move="pass_on"), event("card", jumble="PLANETS"), event("timeout", "Ann"))
    match = played(*passed_on, *played_it)
    assert (match.view().turn, match.state.rolls) == ("Bob", (1, 0, 1))


def test_a17_after_the_last_roll_nobody_takes_up_again_what_a_leaver_has_ended() -> None:
    match = played(event("roll", "Ann", face="7"), event("leave", "Bob"), players=("Ann", "Bob"), rolls=1)
    match.apply(event("join", "Bob"))
    assert cited(match) == ("not_now", "A17")


def test_a12_the_rolls_that_each_has_had_are_counted_from_whoever_began() -> None:
    match = played(*lost("Bob"), starter="Bob")
    assert match.state.rolls == (0, 1, 0)
    assert played(*lost("Cy", "Ann"), starter="Cy").state.rolls == (1, 0, 1)


def test_a17_of_three_in_a_showdown_two_go_on() -> None:
    match = played(*lost("Ann", "Bob", "Cy"), *missed("Di"), players=("Ann", "Bob", "Cy", "Di"), rolls=1)
    match.apply(event("leave", "Cy"))
    assert (match.view().awaiting, match.state.winners) == ("showdown", (0, 1))
    match.apply(event("leave", "Bob"))
    assert (match.view().over, match.view().winners) == (True, ("Ann",))
