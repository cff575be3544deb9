"""The letters that are offered for a word: the game's, and those of the cards that are named before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.board import Creature, Jumble, Letter, Ranked
from companion.games.form import forms_of
from companion.games.form_fields import CardsField, EachField, NumberField, WordField
from companion.games.word_letters import letters_on, ranked_letter, with_letters
from tests.rules import wordcard_table
from tests.rules.play import begin, event

if TYPE_CHECKING:
    from companion.games.form import Form


def offered(form: Form, name: str, **said: Any) -> str:
    """The letters of a form's field of words once this was said."""
    field = with_letters(next(one for one in form.fields if one.name == name), form.fields, said)
    if isinstance(field, EachField):
        field = field.of
    assert isinstance(field, WordField)
    return "".join(field.letters)


def test_typo_offers_the_row_that_is_chosen_and_the_card() -> None:
    match = begin("typo", ("Ann", "Bob"), rows=list("RENT"))
    match.apply(event("reveal", cards={"Ann": "A", "Bob": "B"}))
    form = forms_of("typo").form(match.state, "place", "Ann")
    assert offered(form, "word", row=3) == "NA"
    assert offered(form, "word") == "A"


def test_disorder_offers_the_board_with_its_wilds() -> None:
    match = begin("disorder", ("Ann", "Bob"))
    for player, card in (("Ann", "Z"), ("Bob", "?")):
        match.apply(event("place", player, card=card, side="right"))
    assert offered(forms_of("disorder").form(match.state, "name_word", "Ann"), "word") == "Z?"


def test_anagrascramble_offers_the_jumble_that_was_turned_or_is_told() -> None:
    match = begin("anagrascramble", ("Ann", "Bob"))
    match.apply(event("roll", "Ann", face="4"))
    card = forms_of("anagrascramble").form(match.state, "card", "Ann")
    assert offered(card, "answers", jumble="TUERNEV") == "TUERNEV"
    match.apply(event("card", jumble="TUERNEV"))
    assert offered(forms_of("anagrascramble").form(match.state, "words", "Ann"), "words") == "TUERNEV"
    showdown = forms_of("anagrascramble").form(match.state, "showdown", "Ann")
    assert offered(showdown, "words", jumble="TUERNEV") == "TUERNEV"


def test_the_cards_of_a_hand_bring_their_letters() -> None:
    hand, count = CardsField("cards", label="Cards"), NumberField("count", label="How many")
    word = WordField("word", label="Word", letters_of=("cards", "count"))
    field = with_letters(word, (hand, count, word), {"cards": ["Q/C", "*", "7/A"], "count": 3})
    assert isinstance(field, WordField)
    assert "".join(field.letters) == "C?A"


def test_wordcard_offers_what_is_laid_in_its_order() -> None:
    match = wordcard_table.table()
    form = forms_of("wordcard").form(match.state, "lay", "Ann")
    assert offered(form, "words", lines=[["Q/C", "*=/A"], ["*=8/", "7/T"]]) == "CA?T"
    grid = forms_of("wordcard").form(wordcard_table.table(grid=True).state, "lay", "Ann")
    assert offered(grid, "words", cells=[{"x": 0, "y": 0, "card": "10/X"}]) == "X"


@pytest.mark.parametrize(
    ("card", "letters"),
    [
        (Letter("Q"), "Q"), (Letter("?"), "?"), (Ranked("10/B"), "B"), (Ranked("*"), "?"), (Ranked("*=/B"), "B"),
        (Ranked("*=7/"), "?"), (Jumble("TUERNEV"), "TUERNEV"), (Creature("Ape", "monster", "A"), ""),
    ],
)  # fmt: skip
def test_a_card_brings_its_letters(card: Any, letters: str) -> None:
    assert "".join(letters_on(card)) == letters


@given(st.text())
def test_whatever_a_card_is_called_it_brings_one_sign_or_what_stands_behind_its_last_stroke(label: str) -> None:
    behind = label.rsplit("/", maxsplit=1)[-1]
    assert ranked_letter(label) == (behind or "?" if "/" in label else "?")
