"""Disorder! clause by clause, what a table may agree on: action cards and time to answer (D12, D14)."""

from typing import Any

import pytest

from companion.errors import BadInput
from tests.rules.disorder_table import cards, challenged, table
from tests.rules.play import cited, event, last, verdicts

# ——— D12: action cards ———


@pytest.mark.parametrize(
    "action",
    [
        event("squeeze", "Ann", card="A", after=1),
        event("exchange", "Ann", at=1, card="A"),
        event("switch", "Ann", at=1, with_=2),
        event("pass", "Ann"),
    ],
    ids=lambda action: action["event"],
)
def test_d12_action_cards_are_not_enabled_unless_agreed(action: dict[str, Any]) -> None:
    match = cards(table(), "CTA")
    match.apply(action)
    assert cited(match) == ("not_enabled", "D12")
    match.apply(action | {"player": "Bob"})
    assert cited(match) == ("not_enabled", "D12"), "that comes before not_your_turn"
    match = cards(table(action_cards=True), "CTA")
    match.apply(action | {"player": "Bob"})
    assert verdicts(match)[-1] == "not_your_turn"
    match.apply(action)
    assert match.rulings[-1].accepted
    assert match.view().turn == "Bob"


def test_d12_squeeze_exchange_and_switch_change_the_board() -> None:
    match = cards(table(action_cards=True), "CT")
    match.apply(event("squeeze", "Cy", card="?", after=1))
    assert match.state.board == "C?T"
    match.apply(event("exchange", "Ann", at=2, card="A"))
    assert match.state.board == "CAT"
    match.apply(event("switch", "Bob", at=3, with_=1))
    assert match.state.board == "TAC"
    assert match.state.name(match.state.changed_by) == "Bob"


@pytest.mark.parametrize(
    "action",
    [
        event("squeeze", "Cy", card="A", after=0),
        event("squeeze", "Cy", card="A", after=2),
        event("exchange", "Cy", at=0, card="A"),
        event("exchange", "Cy", at=3, card="A"),
        event("switch", "Cy", at=1, with_=1),
        event("switch", "Cy", at=1, with_=3),
        event("switch", "Cy", at=-1, with_=2),
        event("exchange", "Cy", at=10**5000, card="A"),
    ],
)
def test_d12_a_place_that_is_not_there_is_no_such_card(action: dict[str, Any]) -> None:
    match = cards(table(action_cards=True), "CT")
    match.apply(action)
    assert cited(match) == ("no_such_card", "D12")


def test_d12_a_passer_cannot_be_challenged_but_the_last_who_changed_the_board_can() -> None:
    match = cards(table(action_cards=True), "CATE")
    match.apply(event("pass", "Bob"))
    match.apply(event("challenge", "Cy"))
    assert match.view().turn == "Ann"


def test_d12_a_card_squeezed_in_can_be_objected_to_an_exchange_or_a_switch_cannot() -> None:
    match = cards(table(action_cards=True), "CT")
    match.apply(event("squeeze", "Cy", card="X", after=1))
    match.apply(event("object", "Bob"))
    assert verdicts(match)[-1] == "objection"
    match.apply(event("withdraw", "Cy"))
    assert match.state.board == "CT"
    assert match.state.name(match.state.changed_by) == "Bob"
    for action in (event("exchange", "Cy", at=1, card="X"), event("switch", "Cy", at=1, with_=2)):
        match = cards(table(action_cards=True), "CT")
        match.apply(action)
        match.apply(event("object", "Ann"))
        assert verdicts(match)[-1] == "not_now"


# ——— D14: time to answer ———


def test_d14_without_the_option_there_is_no_timer() -> None:
    match = table(event("timeout", "Bob"))
    assert cited(match) == ("not_enabled", "D14")
    for wrong in (0, -3, "30", True, float("nan")):
        with pytest.raises(BadInput, match="answer_seconds"):
            table(answer_seconds=wrong)


def test_d14_a_timeout_is_a_warning_a_concession_no_word_or_no_proof() -> None:
    match = table(event("timeout", "Ann"), event("timeout", "Bob"), answer_seconds=30)
    assert verdicts(match) == ["warned", "not_your_turn"]
    cards(match, "Z")
    match.apply(event("timeout", "Bob"))
    assert cited(match) == ("conceded", "D14")
    assert match.scores["Bob"] == 10
    assert last(match)["reason"] == "Time is up, so Bob concedes: Bob takes 10 chips."
    match = challenged("CATE", answer_seconds=2.5)
    match.apply(event("timeout", "Ann"))
    assert (last(match)["verdict"], last(match)["detail"]) == ("challenged_loses", "timeout")


def test_d14_with_a_debt_the_proof_is_still_awaited() -> None:
    match = cards(table(answer_seconds=30), "CT")
    for one in (event("object", "Cy"), event("stand", "Bob")):
        match.apply(one)
    cards(match, "ER")
    for one in (event("challenge", "Bob"), event("timeout", "Ann"), event("timeout", "Bob")):
        match.apply(one)
    assert verdicts(match)[-2:] == ["answered", "not_proven"]
    assert match.view().turn == "Bob"


# ——— the view ———


def test_the_view_offers_each_player_what_is_accepted_and_nothing_else() -> None:
    match = cards(table(action_cards=True, answer_seconds=30), "CAT")
    may = match.view().may
    assert may["Ann"] == ("place", "object", "concede", "squeeze", "exchange", "switch", "pass", "timeout")
    assert may["Bob"] == ("object",)
    assert may["Cy"] == ()
    match.apply(event("object", "Bob"))
    assert match.view().may == {"Ann": (), "Bob": (), "Cy": ("stand", "withdraw")}
    match = challenged("CATE", answer_seconds=30)
    assert match.view().may["Ann"] == ("name_word", "timeout")
    assert challenged("CATE").view().may["Ann"] == ("name_word",)
