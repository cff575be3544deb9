"""Whoever is away is passed over: in each game what nobody need wait for, and what the match waits for (D15, T13 …)."""

from typing import Any

import pytest

from companion.games import together
from companion.games.core import plain
from companion.games.typo.windows import too_late
from companion.referee.match import Match
from tests.rules.play import begin, cited, event, last
from tests.rules.test_typo import place, reveal, table
from tests.rules.villains_table import table as villains_table
from tests.rules.wordcard_table import table as wordcard_table

THREE = ("Ann", "Bob", "Cy")


def after(match: Match, *events: dict[str, Any]) -> Match:
    for said in events:
        assert match.apply(said).accepted, match.rulings[-1]
    return match


def test_d15_whoever_is_away_is_passed_over_and_can_be_challenged_for_what_they_laid() -> None:
    match = after(begin("disorder"), *(event("place", player, card="Z") for player in (*THREE, "Ann")))
    after(match, event("sit_out", "Bob"))
    assert (cited(match), match.view().turn) == (("sat_out", "D15"), "Cy")
    after(match, event("challenge", "Cy"))
    assert match.view().turn == "Ann", "the last to change the board is asked, not who was away"
    match.apply(event("sit_out", "Ann"))
    assert cited(match) == ("not_now", "D15")
    assert last(match)["reason"] == "Nobody else can do what Ann has to do now: the match waits."
    match.apply(event("sit_out", "Bob"))
    assert last(match)["reason"] == "The match does not wait for Bob now."


def test_d15_and_t13_close_no_chance_that_others_have() -> None:
    match = after(begin("disorder"), *(event("place", player, card="Z") for player in ("Ann", "Bob")))
    after(match, event("sit_out", "Cy"), event("object", "Ann"), event("withdraw", "Bob"))
    after(match, event("place", "Bob", card="A"))
    assert (match.view().turn, match.state.board) == ("Cy", "ZA")
    match = after(table(reveal(Ann="E", Bob="N"), place("Ann", 1, "front", "erxxx")), event("sit_out", "Bob"))
    match.apply(event("doubt", players=["Bob"], row=1))
    assert cited(match) == ("word_fails", "T7")


def test_t13_a_round_is_revealed_without_whoever_is_away_and_the_next_with_them() -> None:
    match = after(table(players=THREE), event("sit_out", "Cy"))
    asked = together.asked_of("typo", match.state)
    assert asked is not None
    assert asked.players == ("Ann", "Bob")
    match.apply(reveal(Ann="E", Bob="N", Cy="T"))
    assert cited(match) == ("malformed", "—")
    after(match, reveal(Ann="E", Bob="N"))
    assert dict(match.scores)["Cy"] == 13
    after(match, place("Ann", 1, "front", "erase"), event("sit_out", "Bob"))
    assert (match.view().turn, match.scores["Bob"]) == (None, 13)
    assert "N goes back" in last(match)["reason"]
    asked = together.asked_of("typo", match.state)
    assert asked is not None
    assert asked.players == THREE


def test_t13_cards_are_revealed_of_those_who_choose_one_and_of_nobody_else() -> None:
    match = after(table(players=THREE), event("sit_out", "Cy"))
    for cards in ({"Ann": "A"}, {"Ann": "A", "Bob": "B", "Cy": "C"}):
        ruling = match.judge(event("reveal", cards=cards)).ruling
        assert (ruling.verdict, ruling.accepted) == ("malformed", False)
        assert "“cards” must have exactly one entry for each of Ann and Bob" in ruling.reason


def test_t13_whose_time_is_up_takes_no_card_up() -> None:

    for name, is_late in (("sit_out", True), ("place", True), ("fail", False), ("timeout", False)):
        assert (too_late(event(name, "Ann"), "Ann") is not None) is is_late


def test_t13_a_round_is_sat_out_once() -> None:
    match = after(table(players=THREE), event("sit_out", "Cy"))
    match.apply(event("sit_out", "Cy"))
    assert cited(match) == ("not_now", "T13")


def test_t13_somebody_always_plays() -> None:
    match = after(table(players=THREE), event("sit_out", "Cy"), event("sit_out", "Ann"))
    match.apply(event("sit_out", "Bob"))
    assert cited(match) == ("not_now", "T13")
    after(match, event("leave", "Bob"))
    assert match.state.names_choosing == ("Ann", "Cy"), "or nobody would choose a card"


def test_v19_a_chance_is_let_go_and_a_turn_is_waited_for() -> None:
    match = after(villains_table(), event("draw", "Ann"))
    match.apply(event("sit_out", "Ann"))
    assert cited(match) == ("not_now", "V19")


def test_a17_a_roll_is_had_as_with_a_pass() -> None:
    match = after(begin("anagrascramble", rolls=1), event("sit_out", "Ann"))
    assert (cited(match), match.view().turn) == (("sat_out", "A17"), "Bob")
    after(match, event("roll", "Bob", face="7"))
    match.apply(event("sit_out", "Bob"))
    assert cited(match) == ("not_now", "A17")


def test_w27_a_dealer_who_is_to_choose_the_game_is_waited_for() -> None:
    match = wordcard_table("Ann Bob Cy", type="wild", dealer="Cy")
    assert match.view().awaiting == "dealer_chooses"
    match.apply(event("sit_out", match.view().actor or ""))
    assert cited(match) == ("not_now", "W27")


def test_w27_a_turn_is_lost_with_its_exchange() -> None:
    match = after(wordcard_table("Ann Bob Cy"), event("draw", "Ann", from_="deck"), event("sit_out", "Ann"))
    assert (cited(match), match.view().turn) == (("sat_out", "W27"), "Bob")


XXXXX = event("lay", "Ann", lines=[["7/X"] * 5])
TAKEN = (
    event("end_turn", "Ann"), event("end_turn", "Bob"), event("end_turn", "Cy"),
    event("draw", "Ann", from_="pile", cards=["7/X"]), event("discard", "Ann", card="A/B"),
)  # fmt: skip


@pytest.mark.parametrize("began", [(), TAKEN], ids=["", "exchanged"])
@pytest.mark.parametrize("challengers", [("Bob",), ("Bob", "Cy")])
def test_w27_what_somebody_away_has_laid_is_contested_as_before(
    began: tuple[dict[str, Any], ...], challengers: tuple[str, ...]
) -> None:
    contest = event("contest", players=challengers, word="xxxxx")
    at_once = after(wordcard_table("Ann Bob Cy", pick_any=True), *began, XXXXX, contest)
    later = after(wordcard_table("Ann Bob Cy", pick_any=True), *began, XXXXX, event("sit_out", "Ann"), contest)
    assert cited(later) == ("word_fails", "W16")
    assert plain(later.state) == plain(at_once.state)
    said = "that" if len(challengers) == 1 else "2 turns, that one"
    assert f"loses {said}" in last(later)["reason"]
    assert ("7/X was not played, so the exchange" in last(later)["reason"]) is bool(began)


def test_w27_that_an_exchange_is_undone_is_said_once() -> None:
    match = after(wordcard_table("Ann Bob Cy", pick_any=True), *TAKEN[:3])
    after(match, event("draw", "Ann", from_="pile", cards=["7/C"]), XXXXX, event("sit_out", "Ann"))
    assert "exchange" in last(match)["reason"]
    after(match, event("contest", players=["Bob"], word="xxxxx"))
    assert "exchange" not in last(match)["reason"]
    assert match.state.pile == ("7/C",)


def test_w27_that_an_exchange_is_undone_is_said_after_two_were_away_too() -> None:
    away = (event("sit_out", "Ann"), event("sit_out", "Bob"))
    match = after(wordcard_table("Ann Bob Cy", pick_any=True), *TAKEN, XXXXX, *away)
    after(match, event("contest", players=["Cy"], word="xxxxx"))
    assert "7/X was not played, so the exchange" in last(match)["reason"]


def test_w27_a_word_that_holds_costs_its_challenger_a_turn_after_its_owner_was_away_too() -> None:
    match = after(wordcard_table("Ann Bob Cy", words=("xxxxx",)), XXXXX, event("sit_out", "Ann"))
    after(match, event("contest", players=["Cy"], word="xxxxx"), event("end_turn", "Bob"))
    assert match.view().turn == "Ann"


@pytest.mark.parametrize("kind", ["sit_out", "leave"])
def test_w27_neither_who_is_away_nor_who_leaves_after_that_closes_the_contest(kind: str) -> None:
    match = after(wordcard_table("Ann Bob Cy Di"), XXXXX, event("sit_out", "Ann"), event(kind, "Bob"))
    after(match, event("join", "Eve"), event("contest", players=["Di"], word="xxxxx"))
    assert (cited(match), match.view().turn, match.scores["Ann"]) == (("word_fails", "W16"), "Cy", 0)
    match.apply(event("contest", players=["Di"], word="xxxxx"))
    assert cited(match) == ("not_now", "W16")


def test_w27_whoever_has_the_turn_closes_the_contest_by_what_they_do() -> None:
    match = after(wordcard_table("Ann Bob Cy"), XXXXX, event("sit_out", "Ann"), event("draw", "Bob", from_="deck"))
    match.apply(event("contest", players=["Bob"], word="xxxxx"))
    assert cited(match) == ("not_now", "W16")


@pytest.mark.parametrize("game", ["disorder", "typo", "anagrascramble"])
def test_it_is_taken_back_as_any_event_and_a_match_without_it_is_called_what_it_was(game: str) -> None:
    match = begin(game, **({"rows": list("RENT")} if game == "typo" else {}))
    start = plain(match.state)
    assert "out" not in start
    after(match, event("sit_out", match.view().turn or "Ann"), event("undo"))
    assert plain(match.state) == start
