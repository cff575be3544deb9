"""Whole matches said with the three buttons alone: every event, in every game, is ruled as it was when it was typed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from companion.dialog import DONE, Deed, Situation
from companion.dialog.card_entry import NEXT_LINE
from companion.dialog.fields import ask, event_script, fill_in
from companion.dialog.prompts import LETTERS, NONE, Asking, Prompt, Script, play
from companion.games import rulebooks
from companion.games.form import Form
from companion.games.form_fields import (
    CardField,
    CardsField,
    CellsField,
    ChoiceField,
    EachField,
    Field,
    LettersField,
    LinesField,
    NumberField,
    PairsField,
    PlayersField,
    WordField,
    WordsField,
)
from companion.games.word_letters import readings_of_wilds
from companion.referee.match import Match
from tests.dictionary import shipped
from tests.rules.saying import saved_matches

BY_ITSELF = frozenset({"timeout", "undo", "redo", "correct", "join", "leave", "sit_out"})  # of the clock, or the match


def answers(form: Form, event: Mapping[str, Any]) -> Iterator[Any]:
    """What is answered, one after the other, by whoever says this event."""
    said: dict[str, Any] = {}
    if form.is_costly and not form.fields:
        yield True
    for field in form.fields:
        if not field.is_asked(said):
            continue
        value = event.get(field.name)
        if isinstance(field, LettersField) and field.row:
            yield from [value] if len(readings_of_wilds(field, form.fields, said)) > 1 else []
        elif field.optional and isinstance(field, WordField) and not field.is_needed:
            yield value is not None
            yield from of_field(field, value) if value is not None else ()
        else:
            yield from of_field(field, value)
        said |= {} if value is None else {field.name: value}


def of_field(field: Field, value: Any) -> Iterator[Any]:
    """What is answered to one field."""
    match field:
        case ChoiceField() if value is not None:  # of what the rules did not look at, anything can be taken
            yield (field.option_of(value) or field.options[0]).value
        case EachField():
            for player in field.players:
                yield from of_field(field.field_of(player), value[player])
        case CellsField():
            (first, *_), rows = value, {cell["y"] for cell in value}
            yield from (first["x"], first["y"], (1, 0) if len(rows) == 1 else (0, 1))
            yield from (sign for cell in value for sign in of_card(cell["card"]))
            yield DONE
        case LinesField():
            for at, line in enumerate(value):
                yield from (sign for card in line for sign in of_card(card))
                yield NEXT_LINE if at + 1 < len(value) else DONE
        case CardsField():
            yield from (sign for card in value or () for sign in of_card(card))
            yield DONE
        case CardField():
            yield from of_card(value)
        case WordsField():
            yield from (word.upper() for word in value or ())
            yield ""
        case WordField():
            yield value.upper()
        case PlayersField():
            yield from (player for player in value if player not in field.chosen)
            yield from [None] if len(value) < len(field.among) else []
        case _:
            yield value


def pressed(script: Script, said: Iterable[Any]) -> Prompt | Deed:
    """Where a script stands once these lines were taken, each of them one that was there."""
    taken: list[Any] = []
    for answer in said:
        asked = play(script, taken)
        assert isinstance(asked, Prompt), (asked, answer)
        if asked.kind == "word":
            assert {*answer} <= {line.label for line in asked.lines}, (asked, answer)
        else:
            assert answer in [line.value for line in asked.lines], (asked, answer)
        taken.append(answer)
    return play(script, taken)


def asked_for(field: Field) -> Script:
    """The script that hands in the answer to one field of Ann's."""

    def script() -> Asking:
        return Deed("answer", (yield from ask(field, "Ann")))

    return script


@pytest.mark.parametrize(
    ("field", "said", "value"),
    [
        (NumberField("n", "N", least=2, most=4), [4], 4),
        (NumberField("n", "N", usual=(20, 10), optional=True), [None], None),
        (LettersField("l", "L", count=2, listed=True), ["Q", "I"], ["Q", "I"]),
        (LettersField("l", "L", count=2), ["Q", "QI"], "QI"),
        (PairsField("p", "P", among=("Ann", "Bob", "Cy")), [None], None),
        (PairsField("p", "P", among=("Ann", "Bob", "Cy", "Di", "Eve")), ["Bob", "Ann", None], [["Bob", "Ann"]]),
        (PairsField("p", "P", among=("Ann", "Bob", "Cy")), ["Cy", "Ann"], [["Cy", "Ann"]]),
        (CardField("c", "C", ranks=("Q", "K"), wild="meant"), ["*", NONE, "R"], "*=/R"),
        (CardField("c", "C", ranks=("Q", "K"), wild="bare"), ["*"], "*"),
        (CardsField("c", "C", ranks=("Q", "K"), least=1), ["Q", "R", DONE], ["Q/R"]),
        (LinesField("c", "C", ranks=("Q", "K")), ["Q", "R", NEXT_LINE, "K", "S", DONE], [["Q/R"], ["K/S"]]),
    ],
)
def test_what_is_asked_with_three_buttons_is_what_was_taken(field: Field, said: list[Any], value: Any) -> None:
    assert pressed(asked_for(field), said) == Deed("answer", value)


@pytest.mark.parametrize(
    ("said", "value"), [([False], {}), ([True, "ZOO"], {"w": "zoo"}), ([True, "", "ZOO"], {"w": "zoo"})]
)
def test_what_may_be_left_out_can_be_said_as_well(said: list[Any], value: dict[str, str]) -> None:
    def script() -> Asking:
        return Deed("event", (yield from fill_in([WordField("w", "W", optional=True)], "Ann")))

    assert pressed(script, said) == Deed("event", value)


@pytest.mark.parametrize(
    ("field", "said", "title", "lines"),
    [
        (NumberField("n", "N", least=2, most=4), [], "N", ["2", "3", "4"]),
        (NumberField("n", "N", least=2, most=4, chosen=3, optional=True), [], "N", [NONE, "3", "2", "4"]),
        (NumberField("n", "N", usual=(20, 10)), [], "N", ["20", "10"]),
        (CardField("c", "C", ranks=("Q", "K")), [], "C", ["Q", "K"]),
        (CardsField("c", "C", ranks=("Q", "K"), wild="bare"), [], "C", [DONE, "Q", "K", "*"]),
        (CardsField("c", "C", ranks=("Q",), wild="bare", least=2), ["*"], "Ann: *", ["Q", "*"]),
        (LinesField("c", "C", ranks=("Q",), wild="bare"), [], "C: 1", ["Q", "*"]),
        (LinesField("c", "C", ranks=("Q",), wild="bare"), ["*"], "C: 1 *", [DONE, NEXT_LINE, "Q", "*"]),
        (LinesField("c", "C", ranks=("Q",), wild="bare"), ["*", NEXT_LINE], "C: 2", ["Q", "*"]),
        (LettersField("l", "L", count=2, listed=True), ["Q"], "L: 2", list(LETTERS)),
        (PairsField("p", "P", among=("Ann", "Bob", "Cy")), ["Bob"], "Bob + …", ["Ann", "Cy"]),
    ],
)
def test_nothing_else_can_be_taken(field: Field, said: list[Any], title: str, lines: list[str]) -> None:
    asked = pressed(asked_for(field), said)
    assert isinstance(asked, Prompt)
    assert (str(asked.title), [line.label for line in asked.lines]) == (title, lines)


def of_card(card: str) -> Sequence[str]:
    """The signs that a card is named by."""
    if not card.startswith("*="):
        return card.split("/")
    rank, letter = card.removeprefix("*=").split("/")
    return ["*", rank or NONE, letter or NONE]


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in rulebooks() for name, _document in saved_matches(game)]
)
def test_a_saved_match_said_with_the_buttons_is_ruled_as_it_was(game: str, name: str) -> None:
    document = dict(saved_matches(game))[name]
    match = Match.begin({key: part for key, part in document.items() if key != "events"}, shipped)
    for event in document["events"]:
        if match.judge(event).ruling.accepted and event["event"] not in BY_ITSELF:
            player = event.get("player") or event.get("players", match.players)[0]
            form = Situation(match.view(), match.state).form(event["event"], player)
            deed = pressed(event_script(form), answers(form, event))
            assert isinstance(deed, Deed), (event, deed)
            assert match.judge(deed.value).ruling == match.judge(event).ruling, (event, deed)
        match.apply(event)
