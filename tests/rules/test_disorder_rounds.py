"""Disorder! clause by clause, laying cards, conceding and the end of the match (D1–D5, D10, D11)."""

import pytest

from companion.errors import BadInput
from companion.games.disorder.state import HOUSE_VALUES
from companion.referee.match import Match
from tests.rules.disorder_table import cards, conceded, table
from tests.rules.play import cited, event, last, verdicts
from tests.seen import notes, seen


def test_d1_the_target_is_fifty_unless_any_other_positive_number_was_agreed() -> None:
    assert table().state.options.target == 50
    assert table(target=7).state.options.target == 7
    for wrong in (0, -1, "50", True, 50.0, None):
        with pytest.raises(BadInput, match="target"):
            table(target=wrong)


def test_d1_how_many_copies_of_a_letter_are_out_is_not_checked() -> None:
    assert cards(table(), "ZZZZZ").state.points() == 50


@pytest.mark.parametrize("count", [1, 11])
def test_d1_two_to_ten_players(count: int) -> None:
    with pytest.raises(BadInput, match="2 to 10 players"):
        table(players=[f"P{number}" for number in range(count)])


def test_d2_the_first_named_starts_and_turns_go_round() -> None:
    match = table()
    turns = []
    for letter in "ABCD":
        turns.append(match.view().turn)
        cards(match, letter)
    assert turns == ["Ann", "Bob", "Cy", "Ann"]
    assert table(starter="Cy").view().turn == "Cy"
    with pytest.raises(BadInput, match="starter"):
        table(starter="Zed")


def test_d3_a_card_goes_to_either_end_and_the_first_anywhere() -> None:
    match = table(
        event("place", "Ann", card="O", side="left"),
        event("place", "Bob", card="Z", side="left"),
        event("place", "Cy", card="M"),
    )
    assert match.state.board == "ZOM"
    assert cited(match) == ("placed", "D3")
    match.apply(event("place", "Bob", card="A"))
    assert cited(match) == ("not_your_turn", "D3")


def test_d3_only_the_order_counts_the_row_may_be_longer_than_the_boards_ten_spaces() -> None:
    assert cards(table(), "ABCDEFGHIJKLM").state.board == "ABCDEFGHIJKLM"


def test_d4_a_card_face_down_counts_one() -> None:
    match = cards(table(values={"Z": 10}), "Z?")
    assert list(map(match.state.value, match.state.board)) == [10, 1]


def test_d5_the_board_is_worth_the_sum_of_its_cards() -> None:
    assert cards(table(), "ZOO?").state.points() == 15


def test_d5_what_the_options_do_not_name_counts_as_in_the_house_deck() -> None:
    assert cards(table(values={"O": 3}), "ZOO?").state.points() == HOUSE_VALUES["Z"] + 3 + 3 + 1
    for wrong in ({"z": 1}, {"Z": -1}, {"Z": True}, {"ZZ": 1}, ["Z"], {"?": 2}):
        with pytest.raises(BadInput, match="values"):
            table(values=wrong)


# ——— D10, D11 ———


def test_d10_at_the_target_the_fewest_chips_win() -> None:
    match = conceded(conceded(table(target=20), "Z"), "Q")
    assert match.scores == {"Ann": 0, "Bob": 10, "Cy": 10}
    conceded(match, "AQ")
    assert match.scores == {"Ann": 0, "Bob": 10 + 1 + 10, "Cy": 10}
    assert match.view().over
    assert match.view().winners == ("Ann",)


def tied() -> Match:
    """Bob reaches the target; Ann, Cy and Di are tied at none."""
    return conceded(table(players=("Ann", "Bob", "Cy", "Di"), target=10), "Z")


def test_d10_the_tied_play_on_alone_until_one_is_left() -> None:
    match = tied()
    assert not match.view().over
    assert notes(seen(match)) == ["Tie-break: Ann, Cy and Di"]
    assert match.view().turn == "Cy", "first in seating order after Bob, who took the last chips"
    match.apply(event("place", "Bob", card="A"))
    assert verdicts(match)[-1] == "not_your_turn"
    conceded(match, "QZ")
    assert last(match)["verdict"] == "eliminated"
    assert last(match)["changes"] == {}
    assert match.view().turn == "Cy", "first remaining after Ann, who was eliminated"
    cards(match, "CT")
    match.apply(event("object", "Bob"))
    assert verdicts(match)[-1] == "not_your_turn", "who does not play does not object"
    match.apply(event("concede", "Cy"))
    assert match.view().winners == ("Di",)
    assert match.view().turn is None
    match.apply(event("place", "Di", card="A"))
    assert cited(match) == ("game_over", "D10")


def test_d10_a_tie_break_challenge_keeps_its_detail_and_clause() -> None:
    match = cards(tied(), "ZOOM")
    match.apply(event("challenge", match.view().turn))
    match.apply(event("name_word", "Cy", word="zoom"))
    assert (last(match)["verdict"], last(match)["detail"], last(match)["clause"]) == ("eliminated", "finished", "D8")


def test_d11_conceding_takes_the_points_and_starts_the_next_round_at_once() -> None:
    match = table()
    match.apply(event("concede", "Ann"))
    assert cited(match) == ("not_now", "D11")
    conceded(match, "ZO")
    assert cited(match) == ("conceded", "D11")
    assert (match.scores["Cy"], match.view().turn, match.state.board) == (12, "Cy", "")
