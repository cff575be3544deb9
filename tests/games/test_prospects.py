"""“What now?”: everything that may be handed in says on which clause it rests and what it costs, and that is what it
costs."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.games import rulebook, rulebooks
from companion.games.core import counted
from companion.games.form import Form, forms_now
from companion.games.prospects import prospect_of
from companion.referee.match import Match
from tests.rules.saying import saved_matches
from tests.views import shipped

Said = Callable[[Match, Form], dict[str, Any] | None]


def moments(game: str) -> Iterator[Match]:
    """Every moment of the game's saved matches."""
    for _, document in saved_matches(game):
        match = Match.begin(document, shipped)
        yield match
        for event in document["events"]:
            match.apply(event)
            yield match


@pytest.mark.parametrize("game", rulebooks())
def test_whatever_may_be_handed_in_says_why_and_what_it_costs(game: str) -> None:
    told = set()
    for match in moments(game):
        for form in forms_now(match.view(), match.state):
            assert rulebook(game).clauses[form.clause].text == form.why
            assert form.cost[-1] == "."
            told.add(form.event)
    assert len(told) >= 4


def conceding(match: Match, form: Form) -> dict[str, Any] | None:
    return form.said({}) if form.event == "concede" and not match.state.tie_break else None


def failing(match: Match, form: Form) -> dict[str, Any] | None:
    rows = match.state.rows
    longest = max(range(len(rows)), key=lambda row: len(rows[row]))
    return form.said({"row": longest + 1}) if form.event == "fail" else None


def passing_on(match: Match, form: Form) -> dict[str, Any] | None:
    may = form.event == "declare" and not match.state.inherited
    return form.said({"move": "pass_on"}) if may else None


def writing_nothing(_match: Match, form: Form) -> dict[str, Any] | None:
    return form.said({"words": []}) if form.event == "words" else None


@pytest.mark.parametrize(
    ("game", "unit", "said", "of_change"),
    [
        ("disorder", "chip", conceding, lambda change: change),
        ("typo", "card", failing, lambda change: change + 1),  # the card that could not be placed is gone
        ("anagrascramble", "point", passing_on, lambda change: -change),
        ("anagrascramble", "point", writing_nothing, lambda change: -change),
    ],
)
def test_what_is_said_to_cost_so_much_costs_so_much(
    game: str, unit: str, said: Said, of_change: Callable[[int], int]
) -> None:
    tried = 0
    for match in moments(game):
        for form in forms_now(match.view(), match.state):
            if (event := said(match, form)) is None:
                continue
            entry = match.judge(event).entry
            assert entry.ruling.accepted, entry.ruling.reason
            (player,) = {event["player"]}
            assert counted(of_change(entry.changes.get(player, 0)), unit) in form.cost
            tried += 1
    assert tried > 5


def test_whoever_owes_a_proof_is_told_of_beside_a_challenge() -> None:
    owing = next(match for match in moments("disorder") if match.state.debts and match.view().awaiting == "name_word")
    costs = {form.event: form.cost for form in forms_now(owing.view(), owing.state)}
    assert costs["name_word"].endswith("But whoever owes a proof and has none takes them instead.")


def test_in_a_tie_break_nobody_is_told_of_chips() -> None:
    moment = next(match for match in moments("disorder") if match.state.tie_break and match.state.board)
    costs = {form.event: form.cost for form in forms_now(moment.view(), moment.state)}
    assert costs["place"] == "It is the tie-break: whoever takes the chips of this round is out."
    assert costs["concede"] == "You are out of the tie-break."


def test_a_challenge_costs_one_of_two_the_chips_on_the_table() -> None:
    """Whoever is challenged has one try, with a word or with none."""
    tried = 0
    for match in moments("disorder"):
        view = match.view()
        for form in forms_now(view, match.state):
            if form.event != "name_word":
                continue
            entry = match.judge(form.said({"word": "qqqq"})).entry
            if entry.changes:  # else a proof is owed first
                assert {counted(chips, "chip") for chips in entry.changes.values()} <= {
                    counted(match.state.points(), "chip")
                }
                assert counted(match.state.points(), "chip") in form.cost
                tried += 1
    assert tried > 0


def test_a_game_of_ones_own_needs_no_prospects() -> None:
    assert prospect_of("chess", None, "castle") is None
