"""What a referee can add: the words that would have saved the loser, where a letter fits, the words missed."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.anagrascramble.words import NO_CARDS, listed_words, missed_words, read_sheet, word_value
from companion.games.disorder.state import State
from companion.games.disorder.words import check_word, places, saving_words
from companion.games.typo.words import begins, placements
from companion.games.wordcard.events import Hands
from companion.games.wordcard.hindsight import hints
from companion.lexicon import Lexicon
from companion.referee.match import Match
from tests.rules.play import WORDS, begin, event
from tests.rules.wordcard_table import table

LEXICON = Lexicon.from_words(WORDS)


def board(letters: str, **options: Any) -> State:
    match = begin("disorder", ("Ann", "Bob"), **options)
    for letter in letters:
        match.apply(event("place", match.view().turn, card=letter))
    assert isinstance(match.state, State)
    return match.state


def test_the_words_that_would_have_saved_the_loser() -> None:
    assert saving_words(board("LIC?")) == ("licorice",)
    assert saving_words(board("ZOO?")) == ("zookeeper",)
    assert saving_words(board("ACT")) == (), "act is a word already"
    assert saving_words(board("C?T")) == (), "so is cat, and act has no c before it"
    assert saving_words(board("CATE")) == ("cater", "caterer")
    assert saving_words(board("CATE"), at_most=1) == ("cater",)


def test_names_save_the_loser_where_names_count() -> None:
    words = {"words": ["lice", "licorice"], "names": ["alicia", "felicity"]}
    assert saving_words(board("LIC?", lexicon=words)) == ("licorice",)
    named = board("LIC?", lexicon=words, names_allowed=True)
    assert saving_words(named) == ("alicia", "felicity", "licorice")
    assert all(check_word(named, word).failing is None for word in saving_words(named))


@given(st.text("ACERT?", min_size=1, max_size=5))
def test_every_saving_word_saves_and_no_other_word_does(letters: str) -> None:
    state = board(letters)
    saving = saving_words(state, at_most=1000)
    assert all(check_word(state, word).failing is None for word in saving)
    assert {word for word in WORDS if check_word(state, word).failing is None} == set(saving)


@given(st.text("AB", max_size=8), st.text("AB?", min_size=1, max_size=4))
def test_places_are_exactly_where_the_board_fits(word: str, pattern: str) -> None:
    found = list(places(pattern, word))
    spelled = [word[start : start + len(pattern)] for start in range(max(0, len(word) - len(pattern) + 1))]
    assert found == [part for part in spelled if all(a in ("?", b) for a, b in zip(pattern, part, strict=True))]


def test_where_a_letter_can_go_in_typo() -> None:
    assert placements(LEXICON, ["R", "E", "N", "T"], "E") == (
        (1, "front", "ER"),
        (1, "back", "RE"),
        (3, "back", "NE"),
        (4, "back", "TE"),
    )
    assert placements(LEXICON, ["R", "E", "N", "T"], "Q") == ()


@given(st.sampled_from(WORDS), st.integers(1, 5))
def test_a_word_begins_with_its_own_letters_however_it_is_written(word: str, count: int) -> None:
    for written in (word, word.upper(), "-".join(word), f" {word}"):
        assert begins(LEXICON, written, word[:count].upper())
    assert not begins(LEXICON, word, word[:count].upper() + "Q")


def test_the_words_missed_in_anagrascramble_the_most_valuable_first() -> None:
    listed = listed_words(LEXICON, NO_CARDS, "PLANETS")
    assert listed == {"plan", "plane", "planet", "planets", "late", "lane", "lean"}
    sheet = read_sheet(LEXICON, ["planets", "PLAN", "nap"], listed)
    assert missed_words(listed, sheet) == ("planet", "plane", "lane", "late", "lean")
    assert [word_value(word) for word in missed_words(listed, sheet)] == [8, 7, 4, 4, 4]


@given(st.lists(st.sampled_from([*WORDS, "xyzzy", "PLAN", "plän", "na-p", " "])))
def test_a_sheet_has_each_word_once_and_missed_is_the_rest(written: list[str]) -> None:
    listed = listed_words(LEXICON, NO_CARDS, "PLANETS")
    sheet = read_sheet(LEXICON, written, listed)
    assert len(set(sheet.listed)) == len(sheet.listed)
    assert set(sheet.listed) | set(missed_words(listed, sheet)) == listed
    assert not set(sheet.listed) & set(missed_words(listed, sheet))


def test_a_match_offers_what_can_be_added_to_the_newest_event() -> None:
    match = begin("disorder", ("Ann", "Bob"), answer_seconds=30)
    assert match.hints() == {}
    for number, card in enumerate("LIC?"):
        match.apply(event("place", ("Ann", "Bob")[number % 2], card=card))
    match.apply(event("challenge", "Ann"))
    assert match.hints() == {}
    for said in (event("name_word", "Bob", word="license"), event("timeout", "Bob")):
        match.apply(said)
        assert match.hints()["saving_words"] == ["licorice"]
        match.apply({"event": "undo"})
        assert match.hints() == {}
    match.apply(event("name_word", "Bob", word="licorice"))
    assert "saving_words" not in match.hints()
    match.apply(event("name_word", "Bob", word="licorice"))
    assert match.hints() == {}, "a refused event has none"


def owing(named: str) -> Match:
    """CATE, objected to at CA and at CAT, challenged; Ann has named a word, and Bob and then Cy owe a proof."""
    match = begin("disorder", ("Ann", "Bob", "Cy"), words=["cab", "act", "cater", "caterer"], answer_seconds=30)
    for said in (
        event("place", "Ann", card="C"),
        event("place", "Bob", card="A"),
        event("object", "Cy"),
        event("stand", "Bob"),
        event("place", "Cy", card="T"),
        event("object", "Ann"),
        event("stand", "Cy"),
        event("place", "Ann", card="E"),
        event("challenge", "Bob"),
        event("name_word", "Ann", word=named),
    ):
        match.apply(said)
        assert match.rulings[-1].accepted, match.rulings[-1]
        assert match.hints() == {}
    assert match.view().awaiting == "prove"
    return match


PROVEN = event("prove", "Bob", word="cab")
WAYS_TO_END = (
    [event("timeout", "Bob")],
    [event("prove", "Bob", word="dog")],
    [PROVEN, event("prove", "Cy", word="caterer")],
    [PROVEN, event("timeout", "Cy")],
    [PROVEN, event("prove", "Cy", word="cab")],
)


@pytest.mark.parametrize("proofs", WAYS_TO_END)
def test_no_word_is_told_while_a_proof_is_owed_for_it_would_be_one(proofs: list[dict[str, Any]]) -> None:
    for named, told in (("cate", ["cater", "caterer"]), ("caterer", None)):
        match = owing(named)
        for at, proof in enumerate(proofs, start=1):
            match.apply(proof)
            assert match.rulings[-1].accepted
            assert match.hints().get("saving_words") == (told if at == len(proofs) else None)
            assert at == len(proofs) or match.hints() == {}
        assert match.state.board == ""  # the round is over: nobody can use a word any more


def test_hints_of_anagrascramble() -> None:
    match = begin("anagrascramble", ("Ann", "Bob"))
    match.apply(event("roll", "Ann", face="4"))
    match.apply(event("card", jumble="PLANETS"))
    assert match.hints() == {}
    match.apply(event("words", "Ann", words=["planet", "plan", "plane", "late"]))
    told = match.hints()
    assert [word["word"] for word in told["listed_words"] if not word["found"]] == ["planets", "lane", "lean"]
    match.apply({"event": "undo"})
    match.apply(event("timeout", "Ann"))
    assert sum(not word["found"] for word in match.hints()["listed_words"]) == 7


ADMIRING = [f"A/{letter}" for letter in "ADMIRING"]
LEFT = {"Bob": ["7/T", "8/R", "9/A", "10/I", "J/N", "A/X", "A/X", "A/X"], "Cy": ["A/B", "A/E", "A/X", "A/X"] * 2}


def ended_wordcard(**options: Any) -> Match:
    match = table("Ann Bob Cy", hand=8, **options)
    row = {"cells": [{"x": x, "y": 0, "card": card} for x, card in enumerate(ADMIRING)]}
    match.apply(event("lay", "Ann", **(row if options.get("grid") else {"lines": [ADMIRING]})))
    assert match.hints() == {}
    assert match.apply(event("hands", hands=LEFT)).accepted
    return match


def test_the_best_laydown_of_what_was_left_in_wordcard() -> None:
    train = {"player": "Bob", "lines": [LEFT["Bob"][:5]], "points": 101, "exhaustive": True}
    assert ended_wordcard().hints() == {"best_laydowns": [train]}, "Cy's BEBE is too little for an opening"
    bee = ended_wordcard(open_cards=2).hints()["best_laydowns"][1]
    assert (bee["player"], bee["points"], bee["exhaustive"]) == ("Cy", 2 + 3, True), "BE and BEE in one line of aces"
    on_grid = ended_wordcard(grid=True).hints()
    first = [*ended_wordcard(grid=True).first_hints()]
    assert first == [{"best_laydowns": on_grid["best_laydowns"]}], "told first"
    assert on_grid["best_laydowns"] == [train]
    assert [each["text"].split(":")[0] for each in on_grid["remarks"]] == [
        "With 7/T 8/R 9/A 10/I J/N, Bob could still have made the row A/A 7/T 8/R 9/A 10/I J/N"
    ], "down from the A of ADMIRING"


def test_the_best_laydown_after_opening_and_of_many_cards() -> None:
    match = table(hand=13)
    for said in ("Bob", "Ann"):
        match.apply(event("lay", said, lines=[["7/T", "8/R", "9/A", "10/I", "J/N"]]))
        match.apply(event("end_turn", said))
    state = match.state
    bob = replace(state.hands[1], opened_in=1, cards=2)
    cy = replace(state.hands[0], cards=9, opened_in=None)
    shown = replace(state, hands=(cy, bob), out=1)
    hands = Hands({"Bob": ("7/O", "A/N"), "Ann": ("7/O", "A/N", *["A/X"] * 7)})
    (best,) = hints(shown, hands)["best_laydowns"]
    assert best == {"player": "Bob", "lines": [["7/O", "A/N"]], "points": 8 + 25, "exhaustive": True}


def test_rude_words_are_never_added_but_printed_ones_are() -> None:
    rude = Lexicon.from_words(["plan", "late"], shown=["plan"])
    document = {"game": "anagrascramble", "players": ["Ann", "Bob"], "options": {"lexicon": "nl"}}
    for answers, missed in ((None, ["plan"]), (["plan", "zzyx"], ["zzyx", "plan"])):
        match = Match.begin(document, lambda _name: rude)
        given: dict[str, Any] = {} if answers is None else {"answers": answers}
        card = event("card", jumble="PLANETS", **given)
        for said in (event("roll", "Ann", face="4"), card, event("timeout", "Ann")):
            match.apply(said)
        assert [word["word"] for word in match.hints()["listed_words"]] == missed
