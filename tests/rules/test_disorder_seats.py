"""Disorder! clause by clause, who joins late and who leaves (D15)."""

from companion.referee.match import Match
from tests.rules.disorder_table import cards, challenged, conceded, table
from tests.rules.play import cited, event, last


def left(match: Match, player: str) -> Match:
    match.apply(event("leave", player))
    assert match.rulings[-1].accepted, match.rulings[-1]
    return match


def test_d15_a_latecomer_takes_as_many_chips_as_whoever_has_most_and_plays_after_the_last() -> None:
    match = cards(conceded(table(), "ZO"), "A")
    match.apply(event("join", "Dee"))
    assert cited(match) == ("joined", "D15")
    assert last(match)["house"]
    assert last(match)["reason"] == "Dee joins with seven cards and 12 chips."
    assert dict(match.scores) == {"Ann": 0, "Bob": 0, "Cy": 12, "Dee": 12}
    assert last(match)["changes"] == {"Dee": 12}
    assert (match.state.board, match.view().turn) == ("A", "Ann")
    turns = [(match.view().turn, cards(match, "B"))[0] for _ in range(4)]
    assert turns == ["Ann", "Bob", "Cy", "Dee"]


def test_d15_an_objection_is_still_possible_once_somebody_has_joined() -> None:
    match = cards(table(), "XZ")
    match.apply(event("join", "Dee"))
    match.apply(event("object", "Dee"))
    assert cited(match) == ("objection", "D6")


def test_d15_who_leaves_with_nothing_to_answer_for_only_plays_no_more() -> None:
    match = left(cards(table(), "ZO"), "Cy")
    assert last(match)["reason"] == "Cy leaves, and the cards of that hand are discarded."
    assert (match.state.board, match.view().turn, match.view().left) == ("ZO", "Ann", ("Cy",))
    match.apply(event("place", "Cy", card="A"))
    assert cited(match) == ("malformed", "—")
    assert cards(match, "OK").view().turn == "Ann"


def test_d15_a_card_taken_back_after_its_player_before_has_left_cannot_be_challenged() -> None:
    match = left(cards(table(players=("Ann", "Bob", "Cy", "Di")), "ZO"), "Ann")
    match.apply(event("object", "Cy"))
    match.apply(event("withdraw", "Bob"))
    assert (match.state.board, match.state.changed_by) == ("Z", None)


def test_d15_what_a_leaver_would_have_to_answer_for_ends_without_chips() -> None:
    for match, player in ((cards(table(), "ZOOK"), "Ann"), (challenged("ZOOK"), "Ann"), (challenged("ZOOK"), "Bob")):
        starter = {"Ann": "Bob", "Bob": "Cy"}[player]
        assert last(left(match, player))["reason"] == (
            f"{player} leaves, so nobody takes the chips of this round; {starter} starts the next."
        )
        assert (match.state.board, match.view().turn, set(match.scores.values())) == ("", starter, {0})


def test_d15_a_proof_that_a_leaver_owes_ends_the_round() -> None:
    match = cards(table(), "XZ")
    for said in (event("object", "Cy"), event("stand", "Bob")):
        match.apply(said)
    assert left(cards(match, "A"), "Bob").state.board == ""


def test_d15_the_last_one_left_wins_and_somebody_may_still_join() -> None:
    match = left(conceded(table(players=("Ann", "Bob")), "Z"), "Ann")
    assert last(match)["reason"].endswith("Bob is left alone and wins.")
    assert (match.view().over, match.view().winners) == (True, ("Bob",))
    match.apply(event("place", "Bob", card="A"))
    assert cited(match) == ("game_over", "D15")
    match.apply(event("join", "Dee"))
    assert (match.view().over, match.view().turn, match.scores["Dee"]) == (False, "Bob", 10)


def test_d15_who_comes_back_has_their_own_chips_where_these_are_more() -> None:
    match = left(conceded(table(), "ZO"), "Cy")
    match.apply(event("join", "Cy"))
    assert (match.scores["Cy"], match.view().left) == (12, ())


def test_d15_in_a_tie_break_only_the_tied_play() -> None:
    match = conceded(table(players=("Ann", "Bob", "Cy"), target=5), "Z")
    assert match.state.tie_break
    match.apply(event("join", "Dee"))
    assert cited(match) == ("not_now", "D15")
    assert not left(match, "Bob").view().over  # Bob is not among them
    assert left(match, "Ann").view().winners == ("Cy",)
    for newcomer in ("Dee", "Bob", "Ann"):  # nobody is tied with Cy any more: Ann is by an undo
        match.apply(event("join", newcomer))
        assert (cited(match), match.view().winners) == (("not_now", "D15"), ("Cy",))


def test_d15_the_fewest_are_sought_among_those_who_play() -> None:
    match = left(table(target=5, players=("Ann", "Bob", "Cy", "Di")), "Ann")
    assert conceded(match, "AZ").state.rivals == (1, 2)
