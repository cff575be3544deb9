"""Whatever a table says, keeping it goes wrong for nobody: any JSON on any topic, beside a tournament."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.clock import SystemClock
from companion.hub.collection import Collection
from companion.hub.intake import KEPT, LARGEST_RULING_BYTES, Intake
from companion.hub.missing_rulings import Questions
from companion.hub.payloads import encoded
from companion.hub.tournament_desk import TournamentDesk
from companion.hub.tournament_file import TournamentFile
from tests.hub.test_collection import begun, index, ruled
from tests.views import WORDS

TABLE = "t0123456789ab"
PLAN = {"title": "Friday", "system": "swiss", "game": "disorder", "options": {"lexicon": WORDS}}

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "é", "\0", "Ann", "2026-11-21T20:00:00.000Z", "/9j/", "m" * 64])
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "fillings", "x"]), inner),
    max_leaves=5,
)  # fmt: skip


def _changed(likely: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """What a table says, with one part of it something else; or with several, or without them."""

    def other(name: str) -> st.SearchStrategy[dict[str, Any]]:
        return _part(likely[name]).map(lambda part: {**likely, name: part})

    parts = {name: st.just(part) | _part(part) for name, part in likely.items()}
    return st.sampled_from(sorted(likely)).flatmap(other) | st.fixed_dictionaries({}, optional=parts)


def _part(part: Any) -> st.SearchStrategy[Any]:
    inner: list[st.SearchStrategy[Any]] = []
    if isinstance(part, dict) and part:
        inner = [_changed(part)]
    elif isinstance(part, list) and part:
        inner = [st.tuples(*map(_part, part)).map(list)]
    return st.one_of(st.sampled_from(["é", [], {}, -1, True, None, 2**70]), *inner, JUNK)


def _likely(tournament: str) -> dict[str, list[dict[str, Any]]]:
    """What is said on each topic."""
    pairing = {"tournament": tournament, "round": 1, "table": 1, "made": 1}
    ruling = {"number": 1, "headline": "h", "reason": "r", "clause": None, "clause_text": None}
    result = {
        "id": 1, "match": "m" * 64, "pairing": pairing, "players": ["Ann", "Bob"], "count": 3, "digest": "d",
        "over": True, "scores": {"Ann": 3, "Bob": 1}, "places": {"Ann": 1, "Bob": 2},
    }  # fmt: skip
    rulings = [begun(), ruled(1, said={"text": "x", "fillings": {"x": "y"}, "is_capital": True}), ruled(2)]
    return {
        "ruling": rulings,
        "repeat": rulings,
        "index": [index(2)],
        "dispute": [{"format": 1, "pairing": pairing, "ruling": ruling, "picture": "/9j/"}],
        "results": [{"format": 1, "results": [result]}],
    }


@given(st.data())
def test_no_message_makes_keeping_fail(data: st.DataObject) -> None:
    clock, notices = SystemClock(), list[str]()
    with closing(Collection(Path(":memory:"))) as collection, closing(TournamentFile(Path(":memory:"))) as file:
        desk = TournamentDesk(file, clock, lambda: {TABLE: "0" * 64}, lambda *_: None, lambda: [TABLE])
        tournament = desk.open(PLAN)
        for name in ("Ann", "Bob"):
            desk.act(tournament, {"act": "enter", "name": name})
        desk.pair(tournament)

        def reported(table: str, what: str, message: Any) -> bool:
            return desk.reported(table, message) if what == "results" else desk.disputed(table, message)

        intake = Intake(collection, clock, lambda _newest: None, reported, notices.append, notices.append)
        likely = _likely(tournament)
        for what in data.draw(st.lists(st.sampled_from(KEPT), min_size=10, max_size=20)):
            of = data.draw(st.sampled_from([what, what, what, *KEPT]))  # seldom what belongs on another topic
            message = data.draw(st.sampled_from(likely[of]).flatmap(_changed))
            intake.keep(TABLE, what, json.dumps(message).encode(), Questions())
        assert notices == []
        json.dumps([collection.rulings(), desk.shown(tournament), desk.disputes(tournament)])


def test_a_ruling_larger_than_any_real_one_is_not_kept_and_that_is_said_once() -> None:
    said: list[str] = []
    with closing(Collection(Path(":memory:"))) as collection:
        intake = Intake(collection, SystemClock(), lambda _newest: None, lambda *_: False, said.append, said.append)
        questions = Questions()
        for message in (begun(), ruled(1)):
            assert intake.keep(TABLE, "ruling", encoded(message), questions)
        large = encoded(ruled(2, reason="x" * LARGEST_RULING_BYTES))
        for what in ("ruling", "repeat", "ruling"):
            assert not intake.keep(TABLE, what, large, questions)
        assert [number for _, number, _ in collection.events(TABLE)] == [1]
        fitting = ruled(2, reason="x" * (LARGEST_RULING_BYTES - len(encoded(ruled(2, reason="")))))
        assert intake.keep(TABLE, "ruling", encoded(fitting), questions)
    (sentence,) = said
    assert sentence == f"a ruling of table {TABLE} is not kept: it is larger than 100000 bytes"
