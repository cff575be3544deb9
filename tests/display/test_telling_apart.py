"""Players whose names would look alike on the OLED are told apart there."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.canvas import seen
from companion.display.oled import picture
from companion.display.telling_apart import MOST_LETTERS, told_apart
from companion.referee.tableview import TableView
from tests.display.oled_views import same
from tests.views import disorder

PAIRS = [
    ("Maximiliane Alexandra I", "Maximiliane Alexandra II"),
    ("Jan Willem van der Berg", "Jan Willem van der Meer"),
    ("Alexandra Anna Papadopou", "Alexandra Eva- Papadopou"),
    ("王小明", "李大華"),
    ("משה", "דוד"),
]


@pytest.mark.parametrize("names", PAIRS)
def test_two_who_look_alike_are_told_apart_on_turn_and_in_totals(names: tuple[str, str]) -> None:
    begun = disorder(players=[*names])
    view = TableView(server="s", version=1, match=begun.view(), state=begun.state)
    assert view.match is not None
    turns = [picture(replace(view, match=replace(view.match, turn=name)), 0) for name in names]
    assert not same(*turns)
    lines = [{one: 0, other: 0} for one, other in (names, names[::-1])]
    orders = [picture(replace(view, match=replace(view.match, scores=scores, over=True)), 0) for scores in lines]
    assert not same(*orders)


@given(st.lists(st.text("ab漢", min_size=1, max_size=24), min_size=2, max_size=8, unique=True))
def test_whatever_they_are_called_no_two_are_shown_alike(names: list[str]) -> None:
    apart = told_apart(tuple(names))
    shown = [seen(apart.get(name, name)) for name in names]
    cut = {text if name in apart else text[: MOST_LETTERS - 1] for name, text in zip(names, shown, strict=True)}
    assert len(cut) == len(names)


def test_names_that_differ_early_are_shown_as_they_are() -> None:
    assert told_apart(("Maximiliane Alexandra I", "Maximilian", "Bob")) == {}
