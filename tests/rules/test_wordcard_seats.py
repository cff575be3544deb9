"""WORDCARD clause by clause, who joins late and who leaves (W27)."""

from companion.referee.match import Match
from tests.rules.play import cited, event, last
from tests.rules.wordcard_table import group, table


def left(match: Match, player: str) -> Match:
    match.apply(event("leave", player))
    assert match.rulings[-1].accepted, match.rulings[-1]
    return match


def ended(match: Match, player: str) -> Match:
    match.apply(event("end_turn", player))
    assert match.rulings[-1].accepted, match.rulings[-1]
    return match


def laid(match: Match, player: str) -> Match:
    match.apply(event("lay", player, lines=[["A/C", "A/A", "A/T"], ["7/C", "7/A", "7/T"]]))
    assert match.rulings[-1].accepted, match.rulings[-1]
    return match


def test_w27_a_latecomer_has_a_full_hand_and_the_points_of_whoever_is_last() -> None:
    match = laid(table("Ann Bob", words=("cat",)), "Ann")
    match.apply(event("join", "Cy"))
    assert cited(match) == ("joined", "W27")
    assert match.scores["Cy"] == 0 < match.scores["Ann"]
    assert match.result()["hand"]["Cy"] == match.state.options.hand
    match.apply(event("contest", players=["Cy"], word="cat"))
    assert cited(match) == ("word_stands", "W16")
    for player in ("Ann", "Bob"):
        match.apply(event("end_turn", player))
    assert match.view().turn == "Ann"  # Cy has lost one
    fewest = table("Ann Bob", aim="fewest")
    fewest.apply(event("join", "Cy"))
    assert fewest.scores["Cy"] == 0


def test_w27_the_last_in_points_has_the_fewest_of_the_most_and_the_most_of_the_fewest() -> None:
    match = laid(table("Ann Bob", words=("cat",)), "Ann")
    laid(ended(match, "Ann"), "Bob").apply(event("join", "Cy"))
    assert match.scores["Cy"] == match.scores["Bob"] > 0
    assert last(match)["reason"] == f"Cy joins with 10 cards and {match.scores['Bob']} points."
    fewest = table("Ann Bob", words=("abababab",), aim="fewest")
    fewest.apply(event("lay", "Ann", lines=[["A/A", "7/B", "A/A", "7/B", "A/A", "7/B", "A/A", "7/B"]]))
    fewest.apply(event("join", "Cy"))
    assert fewest.scores["Ann"] < fewest.scores["Cy"] == 0


def test_w27_who_comes_back_opens_anew_and_has_no_turn_to_lose() -> None:
    match = laid(table("Ann Bob Cy", words=("cat",)), "Ann")
    match.apply(event("contest", players=["Cy"], word="cat"))
    assert match.result()["lost_turns"]["Cy"] == 1
    assert left(match, "Cy").result()["lost_turns"]["Cy"] == 0
    left(match, "Ann")
    match.apply(event("join", "Ann"))
    assert (match.state.hands[0].opened_in, match.state.solved) == (None, ())


def test_w27_what_others_have_laid_may_be_contested_after_somebody_has_left() -> None:
    match = left(laid(table("Ann Bob Cy", words=("cat",)), "Ann"), "Bob")
    match.apply(event("contest", players=["Cy"], word="cat"))
    assert cited(match) == ("word_stands", "W16")
    match = table("Ann Bob Cy", words=())
    match.apply(event("lay", "Ann", lines=[["A/C", "A/A", "A/T", "7/A", "7/B"]], words=["catab"]))
    left(match, "Bob").apply(event("contest", players=["Cy"], word="catab"))
    assert cited(match) == ("word_fails", "W16")
    assert (match.view().left, match.view().turn, match.result()["hand"]["Bob"]) == (("Bob",), "Cy", 0)


def test_w27_what_was_laid_before_one_was_left_is_contested_no_more() -> None:
    match = left(laid(table("Ann Bob", words=("cat",)), "Ann"), "Bob")
    match.apply(event("join", "Cy"))
    match.apply(event("contest", players=["Cy"], word="cat"))
    assert cited(match) == ("not_now", "W16")


def test_w27_the_last_cards_of_a_leaver_are_contested_no_more() -> None:
    match = table("Ann Bob Cy", words=("abababab",), hand=8)
    match.apply(event("lay", "Ann", lines=[["A/A", "7/B", "A/A", "7/B", "A/A", "7/B", "A/A", "7/B"]]))
    left(match, "Ann").apply(event("contest", players=["Bob"], word="abababab"))
    assert cited(match) == ("not_now", "W16")


def test_w27_who_has_left_gets_no_hand_when_the_dealer_chooses() -> None:
    match = left(table("Ann Bob Cy", type="wild"), "Cy")
    match.apply(event("dealer_chooses", "Ann", type="cardplay"))
    assert match.result()["hand"] == {"Ann": 10, "Bob": 10, "Cy": 0}


def test_w27_a_laydown_that_falls_after_somebody_has_joined_leaves_them_there() -> None:
    claimed = table("Ann Bob", words=())
    claimed.apply(event("lay", "Ann", lines=[["A/C", "A/A", "A/T", "7/A", "7/B"]], words=["catab"]))
    assert claimed.rulings[-1].accepted
    claimed.apply(event("join", "Cy"))
    claimed.apply(event("contest", players=["Bob"], word="catab"))
    assert cited(claimed) == ("word_fails", "W16")
    assert (claimed.players, claimed.view().turn, claimed.scores["Ann"]) == (("Ann", "Bob", "Cy"), "Bob", 0)


def test_w27_a_leavers_turn_and_hand_are_gone_and_what_they_laid_stays() -> None:
    match = left(laid(table("Ann Bob Cy", words=("cat",)), "Ann"), "Ann")
    assert last(match)["reason"] == "Ann leaves; what they have laid stays, and it is Bob's turn."
    assert (len(match.state.lines), match.result()["hand"]["Ann"], match.view().turn) == (2, 0, "Bob")
    match.apply(event("contest", players=["Bob"], word="cat"))
    assert cited(match) == ("not_now", "W16")


def test_w27_the_exchange_of_a_turn_that_is_left_is_undone() -> None:
    match = table("Ann Bob Cy", pick_any=True)
    for said in (event("end_turn", "Ann"), event("draw", "Bob", from_="pile", cards=["Q/R"])):
        match.apply(said)
    assert match.rulings[-1].accepted
    assert left(match, "Bob").state.pile == ("Q/R",)


def test_w27_nobody_joins_once_somebody_is_out_and_a_leaver_shows_no_hand() -> None:
    match = table("Ann Bob Cy", words=("abababab",), hand=8)
    match.apply(event("lay", "Ann", lines=[["A/A", "7/B", "A/A", "7/B", "A/A", "7/B", "A/A", "7/B"]]))
    assert cited(match) == ("out", "W18")
    match.apply(event("join", "Dee"))
    assert cited(match) == ("not_now", "W27")
    left(match, "Cy").apply(event("hands", hands={"Bob": ["7/A"] * 8}))
    assert cited(match) == ("final", "W22")
    assert match.view().winners == ("Ann",)


def test_w27_a_partner_keeps_the_points_of_both() -> None:
    match = left(laid(table("Ann Bob Cy Di", words=("cat",), partners=[["Ann", "Cy"], ["Bob", "Di"]]), "Ann"), "Ann")
    assert match.state.teams() == ((0, 2), (1, 3))
    left(match, "Bob")
    assert last(left(match, "Di"))["reason"].endswith("Cy is left alone and wins.")


def test_w27_partners_left_alone_win() -> None:
    match = table("Ann Bob Cy Di", partners=[["Ann", "Cy"], ["Bob", "Di"]])
    left(left(match, "Bob"), "Di")
    assert last(match)["reason"].endswith("Ann and Cy are left alone and win.")


def test_w27_in_the_group_game_a_latecomer_may_solve_and_a_leaver_is_not_waited_for() -> None:
    match = group("Ann Bob")
    match.apply(event("join", "Cy"))
    assert (cited(match), match.scores["Cy"]) == (("joined", "W27"), 0)
    assert last(match)["reason"] == "Cy joins and may hand in a solution."
    assert match.state.hands[2].cards == 0
    assert "solution" in match.view().may["Cy"]
    left(match, "Cy").apply(event("join", "Cy"))
    assert match.state.solved == (False, False, False)
    left(left(match, "Cy"), "Bob")
    assert match.view().over


def test_w27_who_plays_alone_leaves_an_empty_table_to_whoever_joins() -> None:
    match = left(table("Ann"), "Ann")
    assert last(match)["reason"].endswith("Nobody is left: the game is over.")
    assert (match.view().over, match.view().winners) == (True, ())
    match.apply({"event": "close"})
    assert (last(match)["verdict"], last(match)["reason"]) == ("game_over", "The game is over.")
    match.apply(event("draw", "Ann", from_="deck"))
    assert cited(match)[0] == "malformed"
    match.apply(event("join", "Bob"))
    assert (match.view().over, match.view().turn, match.scores["Bob"]) == (False, "Bob", 0)


def test_w27_the_turn_of_a_leaver_is_lost_also_where_one_is_left() -> None:
    match = table("Ann Bob")
    match.apply(event("draw", "Ann", from_="deck"))
    left(match, "Ann").apply(event("join", "Ann"))
    assert (match.view().turn, match.state.drawn) == ("Bob", False)


def test_w27_who_plays_alone_and_comes_back_begins_a_turn() -> None:
    match = table("Ann")
    match.apply(event("draw", "Ann", from_="deck"))
    left(match, "Ann").apply(event("join", "Ann"))
    match.apply(event("draw", "Ann", from_="deck"))
    assert cited(match) == ("drawn", "W25")


def test_w27_a_dealer_who_comes_back_has_no_game_to_choose() -> None:
    match = left(table("Ann Bob", type="wild"), "Ann")
    match.apply(event("join", "Ann"))
    match.apply(event("dealer_chooses", "Bob", type="cardplay"))
    assert cited(match) == ("chosen", "W5")


def test_w27_a_match_that_left_a_pair_of_partners_is_taken_up_again_with_the_points_of_each() -> None:
    match = laid(table("Ann Bob Cy", words=("cat",), partners=[["Ann", "Bob"]]), "Ann")
    points = match.scores["Ann"]
    left(match, "Cy").apply(event("end_turn", "Ann"))
    assert cited(match) == ("game_over", "W27")
    assert match.scores == {"Ann": points, "Bob": points, "Cy": 0}
    match.apply(event("join", "Cy"))
    assert (cited(match), match.view().over) == (("joined", "W27"), False)
    assert match.scores == {"Ann": points, "Bob": 0, "Cy": 0}
    assert ended(match, "Ann").view().turn == "Bob"


def test_w27_the_last_of_two_partners_has_the_points_of_both() -> None:
    match = laid(table("Ann Bob Cy", words=("cat",), partners=[["Ann", "Bob"]]), "Ann")
    points = match.scores["Ann"]
    left(left(match, "Ann"), "Cy")
    assert match.scores == {"Ann": points, "Bob": points, "Cy": 0}


def test_w27_nobody_takes_up_a_group_game_that_was_closed() -> None:
    match = left(group("Ann"), "Ann")
    for said in (event("join", "Yo"), event("close"), event("join", "Zu")):
        match.apply(said)
    assert cited(match) == ("game_over", "W27")
    match.apply(event("close"))
    assert cited(match) == ("game_over", "W18")


def test_w27_nobody_takes_up_a_match_that_ended_with_somebody_out() -> None:
    match = table("Ann Bob", words=("abababab",), hand=8)
    match.apply(event("lay", "Ann", lines=[["A/A", "7/B", "A/A", "7/B", "A/A", "7/B", "A/A", "7/B"]]))
    left(match, "Bob").apply(event("join", "Zu"))
    assert cited(match) == ("game_over", "W27")


def test_w27_nobody_takes_up_a_match_of_whoever_played_on_alone() -> None:
    match = left(table("Ann", words=("abababab",), hand=8), "Ann")
    match.apply(event("join", "Bob"))
    match.apply(event("lay", "Bob", lines=[["A/A", "7/B", "A/A", "7/B", "A/A", "7/B", "A/A", "7/B"]]))
    match.apply(event("hands", hands={}))
    assert cited(match) == ("final", "W22")
    match.apply(event("join", "Zu"))
    assert cited(match) == ("game_over", "W27")
