"""Views of tables as the OLED is given them, and whether two of its pictures are the same."""

from dataclasses import replace
from typing import Any

from PIL import Image

from companion.clock import FakeClock
from companion.dialog import Situation, about
from companion.referee.inquiry import Question
from companion.referee.match import Match
from companion.referee.tableview import Entry, TableView
from tests.rules.wordcard_table import play, table
from tests.views import disorder

CHALLENGE = {"event": "challenge", "player": "Bob"}
WORD = {"event": "name_word", "player": "Ann", "word": "zookeeper"}


def table_after(*events: dict[str, Any], question: Question | None = None, **fields: Any) -> TableView:
    """The table's view after events of Disorder!, as the referee would publish it."""
    match = disorder(*events)
    protocol = tuple(Entry(record, "host", FakeClock().wall(), game="disorder") for record in match.record)
    dialog = about(Situation(match.view(), match.state, protocol), question)
    view = TableView(
        server="s",
        version=1,
        match_id=1,
        title="Disorder!",
        match=match.view(),
        state=match.state,
        protocol=protocol,
        dialog=dialog.shown(),
        question=question,
    )
    return replace(view, **fields)


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.tobytes() == other.tobytes()


def two_lines() -> Match:
    match = table(hand=12)
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N | Q/N A/O -> laid W6 Ann+112")
    return match


def wordcard_view(match: Match, **fields: Any) -> TableView:
    """The table's view of a match of WORDCARD."""
    protocol = tuple(Entry(record, "host", FakeClock().wall(), game="wordcard") for record in match.record)
    return TableView(
        server="s", version=1, match_id=1, title="WORDCARD", match=match.view(), state=match.state, protocol=protocol,
        **fields,
    )  # fmt: skip
