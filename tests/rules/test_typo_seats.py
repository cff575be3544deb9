"""TYPO clause by clause, who joins late and who leaves (T13)."""

from companion.games import together
from companion.referee.match import Match
from tests.rules.play import cited, event, last
from tests.rules.test_typo import doubt, place, reveal, table

THREE = ("Ann", "Bob", "Cy")


def left(match: Match, player: str) -> Match:
    match.apply(event("leave", player))
    assert match.rulings[-1].accepted, match.rulings[-1]
    return match


def test_t13_a_latecomer_has_as_many_cards_as_the_fullest_hand_and_reveals_with_the_others() -> None:
    match = table(reveal(Ann="E", Bob="N"), place("Ann", 1, "front", "erase"))
    match.apply(event("join", "Cy"))
    assert cited(match) == ("joined", "T13")
    assert dict(match.scores) == {"Ann": 13, "Bob": 14, "Cy": 14}
    match.apply(place("Bob", 2, "back", "en"))
    assert match.view().awaiting == "reveal"
    match.apply(reveal(Ann="A", Bob="B"))
    assert cited(match) == ("malformed", "—")
    asked = together.asked_of("typo", match.state)
    assert asked is not None
    assert asked.players == THREE
    match.apply(reveal(Ann="A", Bob="B", Cy="C"))
    assert cited(match) == ("revealed", "T3")


def test_t13_a_word_is_doubted_by_those_who_play() -> None:
    match = table(reveal(Ann="E", Bob="N"), place("Ann", 1, "front", "erxxx"))
    match.apply(event("join", "Cy"))
    match.apply(doubt("Bob"))
    assert cited(match) == ("too_few_doubters", "T7")
    match = left(table(reveal(Ann="E", Bob="N", Cy="T"), place("Ann", 1, "front", "erxxx"), players=THREE), "Cy")
    match.apply(doubt("Bob", row=1))
    assert cited(match) == ("word_fails", "T7")


def test_t13_a_leavers_card_is_placed_by_nobody_and_the_timer_goes_on() -> None:
    match = left(table(reveal(Ann="E", Bob="N", Cy="T"), players=THREE), "Ann")
    assert last(match)["reason"].endswith("Bob has the timer.")
    assert match.result()["timer_holder"] == "Bob"
    assert (match.view().turn, match.state.queue) == ("Bob", ((1, "N"), (2, "T")))
    assert left(match, "Bob").view().winners == ("Cy",)


def test_t13_a_word_that_a_leaver_has_just_said_stands() -> None:
    match = left(table(reveal(Ann="E", Bob="N", Cy="T"), place("Ann", 1, "front", "erxxx"), players=THREE), "Ann")
    match.apply(doubt("Bob", "Cy"))
    assert cited(match) == ("not_now", "T7")
    assert match.state.rows[0] == "ER"


def test_t13_what_was_still_to_be_placed_or_doubted_is_gone_once_one_is_left() -> None:
    match = left(table(reveal(Ann="E", Bob="N"), place("Ann", 1, "front", "erxxx")), "Bob")
    match.apply(doubt("Ann"))
    assert cited(match) == ("game_over", "T13")
    match = left(table(reveal(Ann="E", Bob="N")), "Ann")
    match.apply(event("join", "Cy"))
    assert (match.view().awaiting, match.view().turn) == ("reveal", None)


def test_t13_the_last_one_left_wins_and_goes_on_with_whoever_joins() -> None:
    match = left(table(), "Ann")
    assert last(match)["reason"].endswith("Bob is left alone and wins.")
    match.apply(reveal(Bob="A"))
    assert cited(match) == ("game_over", "T13")
    match.apply(event("join", "Ann"))
    assert (match.view().over, match.view().left, match.scores["Ann"]) == (False, (), 14)


def test_t13_nobody_is_dealt_cards_that_there_are_not() -> None:
    match = table()  # two hands of 14 and four rows of one leave 32 of the 64 cards out
    for newcomer, verdict in (("Cy", "joined"), ("Di", "joined"), ("Eve", "not_now")):
        match.apply(event("join", newcomer))
        assert cited(match) == (verdict, "T13")
    assert last(match)["reason"] == "A newcomer would be dealt 14 cards; only 4 cards are out of the game."
    left(match, "Cy").apply(event("join", "Eve"))
    assert cited(match) == ("joined", "T13")


def test_t13_who_was_away_and_left_plays_from_the_next_reveal_once_back() -> None:
    match = table(event("sit_out", "Ann"))
    left(match, "Ann").apply(event("join", "Ann"))
    match.apply(reveal(Ann="E", Bob="A"))
    assert cited(match) == ("revealed", "T3")


def test_t13_more_than_six_do_not_play_at_a_time() -> None:
    match = table(players=("Ann", "Bob", "Cy", "Di", "Eve", "Flo"))
    match.apply(event("join", "Gus"))
    assert cited(match) == ("table_full", "T13")
    left(match, "Di").apply(event("join", "Gus"))
    assert cited(match) == ("joined", "T13")
