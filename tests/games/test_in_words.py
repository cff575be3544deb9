"""What people read when an event is refused that is none: the words of the forms, where transcripts have names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games import RULEBOOKS
from companion.games.form import NOT_FOR_PEOPLE, forms_of
from companion.games.form_fields import ChoiceField
from companion.games.in_words import refusal_in_words
from companion.language import LANGUAGES, translations
from companion.sentences import spoken
from tests.rules.play import begin, event
from tests.rules.test_refusals import INTERNAL
from tests.rules.wordcard_table import play, table

if TYPE_CHECKING:
    from companion.referee.match import Match

SETUPS: dict[str, dict[str, Any]] = {
    "disorder": {"action_cards": True},
    "typo": {"rows": list("RENT")},
    "anagrascramble": {"deck": "both"},
    "villains": {},
    "wordcard": {},
}


def match_of(game: str) -> Match:
    return begin(game, ("Ann", "Bob"), **SETUPS[game])


def said(match: Match, handed_in: Any, language: str = "en") -> str | None:
    fault = match.judge(handed_in).fault
    sentence = None if fault is None else refusal_in_words(match.book, match.state, handed_in, match.players, fault)
    return None if sentence is None else spoken(sentence, translations(language).gettext)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", RULEBOOKS)
def test_an_unknown_event_is_answered_with_what_the_forms_call_the_events(game: str, language: str) -> None:
    match, translate = match_of(game), translations(language).gettext
    sentence = said(match, {"event": "dance"}, language)
    assert sentence is not None
    assert not INTERNAL.search(sentence)
    for kind in match.book.events:
        label = (
            spoken(forms_of(game).form(match.state, kind, "Ann").label, translate) if kind not in NOT_FOR_PEOPLE else ""
        )
        assert label in sentence


@pytest.mark.parametrize(
    ("game", "handed_in", "sentence"),
    [
        ("anagrascramble", event("declare", "Ann", move="sing"),
         "The field “move” must be “raise the target”, “pass it on”, “Double” or “Triple”."),
        ("anagrascramble", event("roll", "Ann", face="8"),
         "The field “face of the die” must be “4”, “5”, “6”, “7”, “PASS” or “★”."),
        ("typo", event("place", "Ann", row=1, side="top", word="era"),
         "The field “side” must be “behind” or “in front”."),
        ("wordcard", event("draw", "Ann", **{"from": "sleeve"}),
         "The field “from where” must be “the deck” or “the open pile”."),
        ("wordcard", event("dealer_chooses", "Ann", type="cardplay_minus"),
         "The field “type” must be “WORDPLAY”, “CARDPLAY”, “WORDPLAY PLUS”, “CARDPLAY PLUS” or “WORDCARD”."),
        ("typo", {"event": "correct", "number": 1, "to": {"event": "sing"}},
         "The field “event” must be “Reveal the cards”, “Play a card”, “Doubt the word” or “I cannot place it”."),
        ("typo", {"event": "correct", "number": 1, "to": event("place", "Ann", row=1, side="top", word="era")},
         "The field “side” must be “behind” or “in front”."),
        ("typo", event("place", "Ann", row="one", side="front", word="era"), None),
        ("typo", event("place", "Ann", row=1, side="front", word="era"), None),
        ("typo", "not even an object", None),
    ],
)  # fmt: skip
def test_a_choice_is_named_as_it_is_on_the_buttons(game: str, handed_in: Any, sentence: str | None) -> None:
    assert said(match_of(game), handed_in) == sentence


def test_choices_stand_in_the_quotation_marks_of_each_language() -> None:
    handed_in = event("place", "Ann", row=1, side="top", word="era")
    assert said(match_of("typo"), handed_in, "de") == "Das Feld „Seite“ muss „dahinter“ oder „davor“ sein."


@pytest.mark.parametrize("game", RULEBOOKS)
def test_no_form_calls_a_choice_by_its_name_in_the_program(game: str) -> None:
    match = match_of(game)
    asked = [each for kind in match.book.events if kind not in NOT_FOR_PEOPLE
             for each in forms_of(game).form(match.state, kind, "Ann").fields]  # fmt: skip
    for field in (*asked, *forms_of(game).setting(match.players)):
        for option in field.options if isinstance(field, ChoiceField) else ():
            assert not INTERNAL.search(option.label), f"{field.name}: {option.value}"


def test_w25_a_card_from_deep_in_the_pile_can_be_said_where_that_was_agreed() -> None:
    for options, asked in (({"pick_any": True}, True), ({}, False), ({"pick_any": True, "aim": "fewest"}, False)):
        match = table(**options)
        play(match, "Ann draw deck -> drawn W25\nAnn discard 7/A -> discarded W25\nAnn end_turn -> turn_ended W17")
        form = forms_of("wordcard").form(match.state, "draw", "Bob")
        assert [field.name for field in form.fields if field.is_asked({"from": "pile"})] == ["from", *["cards"] * asked]
        assert [field.name for field in form.fields if field.is_asked({"from": "deck"})] == ["from"]
