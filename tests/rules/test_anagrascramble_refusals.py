"""AnagraScramble: what a refusal cites and says, what scores say, and the cases that only just come out so."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.games.anagrascramble import together, windows
from companion.games.anagrascramble.legal import Hindrance, hindrance
from tests.rules.play import cited, event, last
from tests.rules.test_anagrascramble import card, declare, roll, showdown, table, words

SIX = roll("Ann", 6)
OVER = [roll("Ann", "pass"), roll("Bob", 4), card(), words("Bob", "planets")]
TIED = [roll("Ann", "pass"), roll("Bob", "pass")]
BOTH = {"deck": "both"}
ONLY_RAISED = "The target is 6 and can only be raised, to 7 at most."
REFUSED: list[tuple[list[dict[str, Any]], dict[str, Any], str, str, dict[str, Any]]] = [
    ([], roll("Bob", 6), "not_your_turn A4", "It is Ann's turn.", {}),
    ([], declare("Bob", "double"), "not_your_turn A4", "It is Ann's turn.", {}),
    ([], words("Bob"), "not_your_turn A4", "It is Ann's turn.", {}),
    ([], event("timeout", "Bob"), "not_your_turn A4", "It is Ann's turn.", {}),
    ([], declare("Ann", "double"), "not_now A4", "Not now: next Ann rolls the die.", {}),
    ([], card(), "not_now A6", "Not now: next Ann rolls the die.", {}),
    ([SIX], words("Ann"), "not_now A6", "Not now: next the card is turned.", {}),
    ([SIX], event("timeout", "Ann"), "not_now A6", "Not now: next the card is turned.", {}),
    ([SIX], roll("Ann", 6), "not_now A4", "Not now: next the card is turned.", {}),
    ([SIX, card()], roll("Ann", 6), "not_now A4", "Not now: next Ann writes words.", {}),
    ([], event("showdown", jumble="PLANETS", words={}), "not_now A13", "Not now: next Ann rolls the die.", {}),
    (TIED, roll("Ann", 6), "not_now A4", "Now the tied players write words for one more card.", {"rolls": 1}),
    (OVER, roll("Ann", 6), "game_over A12", "The game is over: Bob has won.", {"rolls": 1}),
    ([SIX, declare("Ann", "double")], declare("Ann", "triple"), "not_now A4",
     "There is one declaration after a roll, and it has been made.", {}),
    ([SIX, declare("Ann", "raise", to=7)], declare("Ann", "double"), "not_now A4",
     "There is one declaration after a roll, and it has been made.", {}),
    ([SIX], declare("Ann", "raise", to=6), "bad_target A4", ONLY_RAISED, {}),
    ([SIX], declare("Ann", "raise", to=8), "bad_target A4", ONLY_RAISED, {}),
    ([SIX], declare("Ann", "raise", to=0), "bad_target A4", ONLY_RAISED, {}),
    ([], roll("Ann", "star", pick=8), "bad_target A3", "With the star the player picks 4, 5, 6 or 7.", {}),
    ([], roll("Ann", "star", pick=0), "bad_target A3", "With the star the player picks 4, 5, 6 or 7.", {}),
    ([SIX, declare("Ann", "pass_on")], declare("Bob", "pass_on"), "cannot_pass_on A5",
     "A turn that was passed on must be played.", {}),
    ([], roll("Ann", "star"), "malformed —",
     "The field “picked number” is missing: the star lets the player pick 4, 5, 6 or 7.", {}),
    ([], SIX, "malformed —",
     "The field “colour” is missing: with both decks the next card's colour is shown before the roll.", BOTH),
    ([SIX], declare("Ann", "raise"), "malformed —",
     "The field “to what” is missing: it says what the target is raised to.", {}),
    ([roll("Ann", 6, colour="red")], card(colour="green"), "malformed —",
     "The field “colour” must be red, the colour that was shown before the roll.", BOTH),
    (TIED, event("showdown", jumble="PLANETS", words={"Ann": []}), "malformed —",
     "The field “words” must have exactly one entry for each of Ann and Bob.", {"rolls": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "said", "ruled", "reason", "options"), REFUSED)
def test_a_refusal_cites_the_clause_that_decides_it(
    before: Sequence[dict[str, Any]], said: dict[str, Any], ruled: str, reason: str, options: dict[str, Any]
) -> None:
    match = table(*before, said, **options)
    assert (" ".join(cited(match)), last(match)["reason"]) == (ruled, reason)
    assert hindrance(table(SIX, declare("Ann", "double")).state, "declare", "Ann") is Hindrance.DECLARED


@pytest.mark.parametrize(
    ("move", "written", "points", "ruled", "part"),
    [
        (None, ["planet", "panel"], 15, "scored A8", "Ann: planet 8 + panel 7 = 15 points."),
        (None, ["planets"], 9, "scored A8", "Ann: planets 9 = 9 points."),
        (None, ["planet", "x-y", "z-z"], 4, "scored A8 house", "− 2 for “z-z”"),
        (None, ["planet", "xyzzy"], 6, "scored A8", "− 2 for “xyzzy”"),
        (None, ["planet", "xyzzy", "zyx"], 4, "scored A8 house", "− 2 for “zyx”"),
        (None, ["planet", "PLANET"], 8, "scored A8 house", "planet 8 = 8 points"),
        (None, ["planet", "  "], 8, "scored A8", "planet 8 = 8 points"),
        (None, ["planet", "x-y", "X-Y"], 6, "scored A8 house", "− 2 for “x-y”"),
        ("double", ["planets"], 9, "scored A9", "No listed word has exactly 6 letters, so none counts 2 times."),
        ("triple", ["planets"], 9, "scored A9", "No listed word has exactly 6 letters, so none counts 3 times."),
        ("double", ["planet", "staple"], 24, "scored A9", "planet 8 × 2 + staple 8 = 24 points."),
        ("double", ["planet", "planets"], 25, "scored A9", "= 25 points."),
        (None, [], -6, "missed A10", "No listed word of 6 letters or more: Ann loses 6 points."),
        ("triple", ["panel"], -18, "missed A10", "Ann loses 6 × 3 = 18 points."),
    ],
)
def test_what_is_written_says_its_sum_and_rests_on_our_reading_only_where_it_does(
    move: str | None, written: list[str], points: int, ruled: str, part: str
) -> None:
    match = table(SIX, *([declare("Ann", move)] if move else []), card(), words("Ann", *written))
    answer = last(match)
    house = " house" if answer.get("house") else ""
    assert (answer["changes"], f"{answer['verdict']} {answer['clause']}{house}") == ({"Ann": points}, ruled)
    assert part in answer["reason"]
    assert ("none counts" in answer["reason"]) == ("none counts" in part)


def test_a9_the_word_worth_most_is_multiplied_not_the_one_written_first_or_last_in_the_alphabet() -> None:
    for written in (["cake", "zinc", "tree"], ["zinc", "tree", "cake"]):
        match = table(roll("Ann", 4), declare("Ann", "double"), card("ABCDEFG", ["cake", "zinc", "tree"]))
        match.apply(words("Ann", *written))
        assert last(match)["changes"] == {"Ann": 10 + 15 * 2 + 4}


@pytest.mark.parametrize(
    ("ann", "bob", "reason"),
    [
        (["planet", "late"], ["plane", "panel"], "Ann 2 and Bob 2; Ann has the most of 6 letters, 1, and wins."),
        (["plane", "late"], ["plan", "lane"], "Ann 2 and Bob 2; Ann has the most of 5 letters, 1, and wins."),
        (["planets", "late"], ["planet", "plane"], "Ann 2 and Bob 2; Ann has the most of 7 letters, 1, and wins."),
        (["late"], ["plan"], "Ann 1 and Bob 1; Ann and Bob share the win."),
        (["late"], [], "Ann 1 and Bob 0; Ann wins."),
    ],
)
def test_a14_what_decides_a_showdown_is_said(ann: list[str], bob: list[str], reason: str) -> None:
    match = showdown(Ann=ann, Bob=bob)
    assert last(match)["reason"] == f"Listed words: {reason}"
    assert bool(last(match).get("house")) == (cited(match)[1] == "A14")


def test_what_is_shown_of_the_turn() -> None:
    match = table(SIX, rolls=1)
    assert (match.view().score_name, match.view().holders) == ("points", {"card": "Ann"})
    assert windows.timed(match.state) is None
    match.apply(card())
    assert match.view().holders == {}
    timed = windows.timed(match.state)
    assert timed is not None
    assert (timed.label, timed.seconds, timed.written) == ("words", 30, "words")
    match.apply(words("Ann"))
    assert (match.view().holders, windows.timed(match.state)) == ({}, None)
    assert together.asked(match.state) is None
    over = table(*OVER, rolls=1)
    assert (over.view().turn, over.view().awaiting, together.asked(over.state)) == (None, None, None)


def test_a1_the_colour_stays_until_the_turn_ends() -> None:
    match = table(roll("Ann", 6, colour="red"), card(), **BOTH)
    assert match.state.colour == "red"
    match = table(SIX, card(colour="green"))
    assert match.state.colour == "green", "with one deck it may be said with the card alone"


def test_a1_with_both_decks_a_card_of_the_colour_shown_is_offered_or_one_that_says_none() -> None:
    match = table(roll("Ann", 6, colour="red"), **BOTH)
    assert match.book.legal is not None
    cards = [offer for offer in match.book.legal(match.state)["Ann"] if offer.event == "card"]
    assert [offer.fields for offer in cards] == [{"colour": ("red",)}, {"colour": (None,)}]
    assert all(not offer.fields for offer in match.book.legal(table(SIX).state)["Ann"] if offer.event == "card")
