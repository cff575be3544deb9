"""What `wire.d.ts` tells the JavaScript of the table's messages is what the table sends."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.games import board, form_fields
from companion.games.form import Form
from companion.referee.gathering import Gathering
from companion.referee.inquiry import Question
from companion.referee.match import played
from companion.referee.source import Source
from companion.referee.tableview import Dialog, TableView, Timer
from companion.report.match_report import report_of
from companion.web.chart import chance_chart
from tests.dictionary import shipped
from tests.web.tables import LiveTable

WIRE = Path(board.__file__).parents[1] / "web/wire.d.ts"
INTERFACE = re.compile(r"^  (?:interface) (\w+)(?: extends ([\w, ]+))? \{\n(.*?)^  \}", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"^    (\w+)\??:", re.MULTILINE)

CARDS_AND_ITEMS = (*get_args(board.Shown), *(item for item in get_args(board.Item) if item is not board.Said))
PARTS = (board.Row, board.Rows, board.Lines, board.Grid, board.Areas, board.Spread, board.Waiting, board.Strip)
OTHERS = (board.Area, board.CardLine, board.Note, board.Board, Form, form_fields.Option, Timer, Dialog)
DRAWN_ALIKE = {
    form_fields.SignField: "SignField",
    form_fields.ChoiceField: "ChoiceField",
    form_fields.WordField: "WordField",
    form_fields.WordsField: "WordField",
    form_fields.TickField: "PlainField",
    form_fields.LettersField: "LettersField",
    form_fields.NumberField: "NumberField",
    form_fields.CardField: "CardField",
    form_fields.LinesField: "CardField",
    form_fields.CellsField: "CellsField",
    form_fields.CardsField: "CardsField",
    form_fields.PlayersField: "PlayersField",
    form_fields.PlayerField: "PlayerField",
    form_fields.PairsField: "PlayerField",
    form_fields.EachField: "EachField",
    form_fields.SettingField: "SettingField",
    board.Said: "SaidWord",
}
NAMED = {kind: kind.__name__ for kind in (*CARDS_AND_ITEMS, *PARTS, *OTHERS)} | DRAWN_ALIKE


def described() -> dict[str, set[str]]:
    """The names that each interface has, those it takes over included; told texts' `…_said` and `kind` left out."""
    found = {name: (parents, set(NAME.findall(body))) for name, parents, body in INTERFACE.findall(WIRE.read_text())}

    def names(one: str) -> set[str]:
        parents, own = found[one]
        return own.union(*(names(parent.strip()) for parent in parents.split(",") if parent))

    return {one: {name for name in names(one) if name != "kind" and not name.endswith("_said")} for one in found}


@pytest.mark.parametrize("kind", NAMED, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_what_is_served_of_boards_and_forms_is_described_name_by_name(kind: Any) -> None:
    assert described()[NAMED[kind]] == {each.name for each in fields(kind)}


def test_every_kind_of_field_and_part_is_described() -> None:
    known = {kind for kind in NAMED if getattr(kind, "kind", None)}
    served = {
        value
        for room in (board, form_fields)
        for value in vars(room).values()
        if isinstance(value, type) and value.__module__ == room.__name__ and getattr(value, "kind", None)
    }
    assert served == known


def test_the_table_and_the_message_around_it_are_described(table: LiveTable) -> None:
    begun = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": ["zoo"]}}}
    table.submit(lambda referee: referee.begin(begun)).result()
    table.play([{"event": "place", "player": "Ann", "card": "Z"}])
    again = {"event": "place", "player": "Ann", "card": "O"}
    table.submit(lambda referee: referee.happen(again, source=Source.HOST)).result()
    message, wire = table.site.live.snapshot(), described()
    assert wire["Message"] - {"clock"} <= message.keys()
    sent = {name for name in TableView("server", 1).to_json() if not name.endswith("_said")}
    assert wire["Table"] == sent
    assert wire["Match"] == message["table"]["match"].keys() - {"awaiting_said"}
    shown = {name for name in message["table"]["rulings"][-1] if not name.endswith("_said")}
    assert wire["Entry"] == shown | {"now_refused", "best"}  # which few have
    told = {name for name in message["table"]["refusal"] if not name.endswith("_said")}
    assert wire["Refusal"] == told
    assert wire["Gathering"] == Gathering().shown().keys()
    assert wire["Question"] == {each.name for each in fields(Question)} | {"said"}


def test_the_report_is_described() -> None:
    won = Path(__file__).parents[1] / "matches" / "anagrascramble-3.json"
    report, wire = report_of(played(json.loads(won.read_text("utf-8"))["document"], shipped)), described()
    sent = report.to_json()
    assert wire["MatchReport"] == sent.keys() | {"match", "link", "chart"}
    assert wire["PlayerReport"] == sent["players"][0].keys()
    assert wire["Swing"] == sent["turns"][0].keys()
    chart = chance_chart(report.curve)
    assert chart is not None
    assert wire["Chart"] == chart.to_json().keys()
    assert wire["ChartLine"] == chart.to_json()["lines"][0].keys()


def test_pages_have_a_word_for_wherever_an_event_comes_from() -> None:
    says = (WIRE.parent / "static/js/says.js").read_text("utf-8")
    (words,) = re.findall(r"const SOURCES = \{\n(.*?)\n\};", says, re.DOTALL)
    assert re.findall(r"^  (\w+):", words, re.MULTILINE) == list(Source)
