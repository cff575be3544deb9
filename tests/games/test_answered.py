"""What an earlier event says, in the words of the form it was said in, and in every language."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.games.answered import answers
from companion.games.form import Form, has_form
from companion.games.form_fields import ChoiceField
from companion.language import LANGUAGES, translations
from companion.referee.match import Match
from companion.referee.saying_anew import form_anew
from companion.sentences import is_told, spoken
from tests.dictionary import shipped
from tests.games.test_in_words import SETUPS
from tests.rules.play import begin
from tests.rules.saying import saved_matches

Event = Mapping[str, Any]

TYPO = {"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}}
DEALER = {"type": "wild", "dealer": "Ann", "partners": []}


def german(game: str, events: Sequence[Event], **options: Any) -> str:
    """The newest of these events, as a table that speaks German says it once all are said."""
    match = begin(game, ("Ann", "Bob"), **{**SETUPS[game], **options})
    for each in events:
        match.apply(each)
    newest, number = events[-1], len(events)
    form = form_anew(match, number, newest["event"], newest.get("player", "Ann"))
    return " | ".join(spoken(said, translations("de").gettext) for said in answers(newest, form))


@pytest.mark.parametrize(
    ("game", "options", "events", "said"),
    [
        ("wordcard", {}, [{"event": "draw", "player": "Ann", "from": "deck"}], "vom Stapel"),
        (
            "wordcard",
            {"explanations": True, "lexicon": {"words": []}},
            [
                {"event": "lay", "player": "Ann", "lines": [["7/C", "8/R", "9/A", "10/T", "J/E"]]},
                {
                    "event": "contest", "players": ["Bob"], "word": "crate", "about": "explanation", "upheld": True,
                },
            ],
            "Bob | crate | die Erklärung | Erklärung gut: ja",
        ),
        (
            "wordcard",
            DEALER,
            [{"event": "dealer_chooses", "player": "Ann", "type": "wordplay", "options": {"aim": "fewest", "hand": 9}}],
            "WORDPLAY | Gespielt wird um: die wenigsten Punkte, Karten auf der Hand: 9",
        ),
        ("typo", {}, [TYPO], "Ann E, Bob K"),
        (
            "typo",
            {},
            [TYPO, {"event": "place", "player": "Ann", "row": 2, "side": "front", "word": "eel"}],
            "2: E | davor | eel",
        ),
        (
            "disorder",
            {},
            [{"event": "place", "player": "Ann", "card": "Z", "side": "left"}],
            "Z",  # where nothing lies there is no side
        ),
        (
            "disorder",
            {},
            [
                {"event": "place", "player": "Ann", "card": "Z"},
                {"event": "place", "player": "Bob", "card": "O", "side": "left"},
            ],
            "O | links",
        ),
        ("anagrascramble", {}, [{"event": "roll", "player": "Ann", "face": "pass", "colour": "red"}], "PASS | rot"),
    ],
)  # fmt: skip
def test_an_event_is_said_in_the_words_of_its_form(
    game: str, options: Event, events: Sequence[Event], said: str
) -> None:
    assert german(game, events, **options) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (3, "3"),
        (["A", "B"], "A B"),
        ([["A/B", "*"], ["C/D"]], "A/B *, C/D"),
        ({"player": "Ann", "card": "Old Sock"}, "Ann Old Sock"),
        ([{"x": 0, "y": 1, "card": "7/T"}, {"x": 1, "y": 1, "card": "8/R"}], "7/T 8/R"),
        ({"Ann": ["A/B"], "Bob": []}, "Ann A/B, Bob "),
    ],
)
def test_what_has_no_form_is_as_it_was_handed_in(value: Any, said: str) -> None:
    assert answers({"event": "timeout", "player": "Ann", "what": value}, None) == [said]


@pytest.mark.parametrize("game", SETUPS)
def test_no_choice_of_a_saved_match_is_said_by_its_value(game: str) -> None:
    """In every language of which the choice has a word."""
    for _name, document in saved_matches(game):
        match = Match.begin({key: part for key, part in document.items() if key != "events"}, shipped)
        for event in document["events"]:
            match.apply(event)
        for number, event in enumerate(document["events"], 1):
            if match.record[number - 1].ruling.accepted and has_form(game, event["event"]):
                form = form_anew(match, number, event["event"], event.get("player", match.players[0]))
                said = answers(event, form)
                for language in LANGUAGES:
                    spoken_of = {spoken(each, translations(language).gettext) for each in said}
                    assert words_of(form, event, language) <= spoken_of, (event, language)


def words_of(form: Form, event: Event, language: str) -> set[str]:
    """What the choices of an event are called."""
    asked = [field for field in form.fields if isinstance(field, ChoiceField) and field.is_asked(event)]
    chosen = (option for field in asked for option in field.options if option.value == event.get(field.name))
    return {spoken(option.label, translations(language).gettext) for option in chosen if is_told(option.label)}
