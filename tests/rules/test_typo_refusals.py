"""TYPO: what a refusal cites and says, what is heard of a word, and what is shown once somebody has won."""

from collections.abc import Sequence
from string import ascii_letters
from typing import Any

import pytest

from companion.games.typo import together, windows
from companion.games.typo.words import begins
from tests.rules.play import cited, event, last
from tests.rules.test_typo import almost_out, doubt, place, reveal, table

TWO, THREE = reveal(Ann="E", Bob="X"), reveal(Ann="E", Bob="E", Cy="X")
ERA, NEVER = place("Ann", 1, "front", "era"), place("Bob", 3, "back", "never")
REFUSED = [
    ([], event("fail", "Ann"), "not_now T8", "First everybody reveals a card."),
    ([], event("timeout", "Ann"), "not_now T8", "First everybody reveals a card."),
    ([], place("Ann", 1, "back", "rent"), "not_now T2", "First everybody reveals a card."),
    ([], doubt("Ann"), "not_now T7", "Only the card just placed can be doubted, before anything else happens."),
    ([TWO], place("Ann", 1, "front", "zoo"), "does_not_begin T5", "“zoo” does not begin with ER; try again."),
    ([TWO], event("fail", "Ann"), "choose_row T9",
     "Ann cannot place E; several rows are longest, so choose row 1, 2, 3 or 4."),
    ([TWO], event("timeout", "Ann"), "choose_row T9",
     "Time is up for Ann; several rows are longest, so choose row 1, 2, 3 or 4."),
    ([TWO], event("fail", "Ann", row=5), "no_such_row T9", "There are 4 rows, numbered from 1."),
    ([TWO, ERA], event("fail", "Bob", row=5), "no_such_row T9", "There are 4 rows, numbered from 1."),
    ([TWO, ERA], event("fail", "Bob", row=2), "not_the_longest T8", "Row 2 is not the longest."),
    ([THREE, ERA, NEVER], event("fail", "Cy", row=2), "not_the_longest T9", "Row 2 is not the longest."),
    ([TWO, ERA], doubt("Ann"), "malformed —", "The field “players” cannot name Ann, whose word is doubted."),
]  # fmt: skip


@pytest.mark.parametrize(("before", "said", "ruled", "reason"), REFUSED)
def test_a_refusal_cites_the_clause_of_what_was_handed_in(
    before: Sequence[dict[str, Any]], said: dict[str, Any], ruled: str, reason: str
) -> None:
    match = table(*before, said, players=("Ann", "Bob", "Cy") if THREE in before else ("Ann", "Bob"))
    assert (" ".join(cited(match)), last(match)["reason"]) == (ruled, reason)


def test_t11_who_has_won_is_named_and_nobody_is_in_turn_or_timed() -> None:
    match = almost_out(always_timed=True)
    match.apply(place("Ann", 3, "front", "en"))
    view = match.view()
    assert (view.turn, view.awaiting, view.score_name) == (None, None, "cards")
    assert view.holders == {"doubt": "Ann"}
    assert windows.timed(match.state) is None
    assert windows.offered(almost_out().state) is not None
    assert together.asked(match.state) is None
    match.apply(event("fail", "Bob"))
    assert last(match)["reason"] == "The game is over: Ann has won."


@pytest.mark.parametrize("at", range(4))
def test_t7_only_hyphens_and_apostrophes_are_not_heard(at: int) -> None:
    """Anything else put into a word is heard, so what it says begins otherwise."""
    words = table().state.words
    for heard in ascii_letters + "0":
        said = "era"[:at] + heard + "era"[at:]
        assert begins(words, said, "ERA") == said.lower().startswith("era")


def test_t5_a_mark_over_a_letter_is_no_letter_even_where_no_letter_has_it() -> None:
    assert begins(table().state.words, "z\u0303oo", "ZOO")


def test_t2_cards_are_asked_for_between_the_rounds_and_nobody_is_timed_then() -> None:
    match = table(always_timed=True)
    asked = together.asked(match.state)
    assert asked is not None
    assert (asked.event, windows.timed(match.state)) == ("reveal", None)
    match.apply(TWO)
    assert together.asked(match.state) is None
    assert windows.timed(match.state) is not None


def test_t11_nothing_is_asked_for_once_the_last_card_of_a_round_has_won() -> None:
    match = almost_out()
    match.apply(event("fail", "Ann", row=2))
    match.apply(place("Bob", 1, "front", "x" * 14 + "r"))
    assert cited(match) == ("wins", "T11")
    assert (match.state.queue, together.asked(match.state)) == ((), None)
