"""What an earlier event may be corrected to is what lay there when it was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.form_fields import ChoiceField, SettingField
from companion.referee.saying_anew import form_anew
from tests.rules.wordcard_table import LAID, TRAIN, play, table

if TYPE_CHECKING:
    from companion.games.form import Form

TWO_LINES = f"""
    {LAID}
    Ann end_turn -> turn_ended W17
    Bob lay {TRAIN} -> laid W6 Bob+101
    Bob end_turn -> turn_ended W17
    Ann tag 1 back=7/S -> tagged W7 Ann+51
"""


def offered(form: Form, name: str) -> list[Any]:
    (field,) = (field for field in form.fields if field.name == name)
    assert isinstance(field, ChoiceField)
    return [option.value for option in field.options]


def test_a_line_that_was_laid_later_is_not_offered() -> None:
    match = table()
    play(match, TWO_LINES)
    assert offered(form_anew(match, 5, "tag", "Ann"), "line") == [1, 2]
    assert offered(form_anew(match, 3, "tag", "Bob"), "line") == [1]


def test_the_open_pile_is_offered_where_something_lies_on_it() -> None:
    match = table()
    play(match, "Ann draw pile -> drawn W25")
    assert [offered(form_anew(match, number, "draw", "Ann"), "from") for number in (1, 2)] == [
        ["deck", "pile"],
        ["deck"],
    ]


def test_what_was_corrected_itself_counts_as_it_was_corrected() -> None:
    match = table()
    play(match, TWO_LINES)
    assert match.apply({"event": "correct", "by": "Ann", "number": 1, "to": None}).accepted
    assert match.around(1) == (match.start, match.start)
    now = form_anew(match, 99, "tag", "Ann")  # there is no such event
    assert now == form_anew(match, 6, "tag", "Ann")  # nor is a correction corrected


def test_whoever_came_later_is_offered_what_there_is_now() -> None:
    match = table()
    play(match, LAID)
    match.apply({"event": "join", "player": "Cy"})
    form = form_anew(match, 1, "tag", "Cy")
    assert (form.player, offered(form, "line")) == ("Cy", [1])


def test_what_an_event_has_set_stands_in_its_form() -> None:
    match = table("Ann Bob Cy", type="wild", dealer="Bob")
    chosen = {"event": "dealer_chooses", "player": "Bob", "type": "cardplay", "options": {"hand": 8}}
    assert match.apply(chosen).accepted
    (field,) = (field for field in form_anew(match, 1, "dealer_chooses", "Bob").fields if field.name == "options")
    assert isinstance(field, SettingField)
    assert not field.standing  # all of it is set again
    assert {each.name: getattr(each, "chosen", None) for each in field.fields}["hand"] == 8
