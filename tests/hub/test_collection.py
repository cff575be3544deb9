"""What a hub keeps: every ruling once, in whatever order and however often it comes; in the end what journals say."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hub.collection import Collection, Gap
from companion.hub.sound_database import open_sound
from companion.referee.digests import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterator

MATCH = "m" * 64
NOW = "2026-11-21T20:00:00.000Z"
LATER = "2026-11-21T21:00:00.000Z"


def begun(match: str = MATCH) -> dict[str, Any]:
    head = {"format": 1, "kind": "begun", "id": 1, "match": match, "number": 0, "digest": match, "late": False}
    return {**head, "game": "typo", "players": ["Ann", "Bob"], "options": {}, "at": NOW}


def ruled(number: int, past: str = "", **more: Any) -> dict[str, Any]:
    """Ruling `number` of a match with this past: another past has other digests."""
    head = {"format": 1, "kind": "ruling", "id": 1, "match": MATCH, "number": number, "digest": f"{past}{number}"}
    about = {"headline": "Stands", "reason": f"word {number}", "clause": "T7", "clause_text": None, "at": NOW}
    return {**head, **about, "late": False, "event": {"event": "place", "n": number, "past": past}, **more}


def index(count: int, past: str = "", at: str = NOW) -> dict[str, Any]:
    digest = f"{past}{count}" if count else MATCH
    return {"format": 1, "at": at, "matches": [{"id": 1, "match": MATCH, "count": count, "digest": digest}]}


@contextmanager
def collection() -> Iterator[Collection]:
    """An empty one, in no file."""
    with closing(Collection(Path(":memory:"))) as kept:
        yield kept


@pytest.fixture
def kept() -> Iterator[Collection]:
    with collection() as empty:
        yield empty


def numbers(kept: Collection) -> list[int]:
    return [number for _, number, _ in kept.events("t1")]


@given(st.lists(st.integers(0, 6), max_size=40))
def test_whatever_comes_twice_or_out_of_order_is_kept_once_and_in_order(order: list[int]) -> None:
    with collection() as kept:
        for number in order:
            gap = kept.hear("t1", ruled(number) if number else begun(), NOW)
            have = numbers(kept)
            assert have == list(range(1, len(have) + 1))  # without a gap, each once
            assert gap is None or gap.after < number
        count = len(numbers(kept))
        for gap in kept.compare("t1", index(6)):
            for number in range(max(gap.after, -1) + 1, 7):
                assert kept.hear("t1", ruled(number) if number else begun(), NOW) is None
        assert numbers(kept) == [1, 2, 3, 4, 5, 6]
        assert count <= 6
        assert kept.compare("t1", index(6)) == []


def test_what_is_missing_is_asked_for(kept: Collection) -> None:
    assert kept.hear("t1", ruled(1), NOW) == Gap(MATCH, -1)
    kept.hear("t1", begun(), NOW)
    kept.hear("t1", ruled(1), NOW)
    assert kept.hear("t1", ruled(4), NOW) == Gap(MATCH, 1)
    assert kept.compare("t1", index(4)) == [Gap(MATCH, 1)]


def test_a_journal_that_has_another_end_is_the_truth(kept: Collection) -> None:
    for message in (begun(), ruled(1), ruled(2), ruled(3), ruled(2, "other ")):
        kept.hear("t1", message, NOW)
    assert [event["past"] for _, _, event in kept.events("t1")] == ["", "other "]
    assert kept.compare("t1", index(1)) == []  # the table's journal has lost one more
    assert numbers(kept) == [1]
    assert kept.compare("t1", index(1, "new ")) == [Gap(MATCH, 0)]
    assert numbers(kept) == []


def test_an_index_that_lay_at_the_broker_takes_no_newer_ruling_away(kept: Collection) -> None:
    for message in (begun(), ruled(1), ruled(2, at=LATER), ruled(3, at=LATER)):
        kept.hear("t1", message, NOW)
    assert kept.compare("t1", index(1)) == []
    assert numbers(kept) == [1, 2, 3]
    assert kept.compare("t1", index(1, at=LATER)) == []  # the table has looked again: its journal has lost two
    assert numbers(kept) == [1]


def test_two_tables_never_mix(kept: Collection) -> None:
    for table in ("t1", "t2"):
        kept.hear(table, begun(), NOW)
    kept.hear("t2", ruled(1), NOW)
    assert (kept.events("t1"), len(kept.events("t2"))) == ([], 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {}, {"kind": "ruling"}, ruled(0), ruled(-1), ruled(2**40), ruled(1, digest=None), ruled(1, event="x"),
        ruled(1, match="m" * 65),
        ruled(1, clause=4), {**ruled(1), "number": True}, {**begun(), "players": "Ann"}, {**begun(), "number": 1},
        ruled(1, said="x"), ruled(1, said={"text": "x"}), ruled(1, said={"text": 1, "fillings": {}}),
        ruled(1, said={"text": "{a}", "fillings": {"a": None}}), ruled(1, said={"text": "{a}", "fillings": {"a": {}}}),
    ],
)  # fmt: skip
def test_what_is_no_ruling_is_let_go_of(kept: Collection, wrong: dict[str, Any]) -> None:
    kept.hear("t1", begun(), NOW)
    assert kept.hear("t1", wrong, NOW) is None
    assert kept.events("t1") == []
    assert kept.compare("t1", {"matches": [None, {"match": 1}, {"match": "x", "count": "y", "digest": ""}]}) == []
    assert kept.compare("t1", {"matches": 3}) == []
    assert kept.compare("t1", {"matches": [{"match": "m" * 65, "count": 1, "digest": ""}]}) == []


def test_rulings_are_found_by_their_words_the_newest_first_and_no_earlier_than_they_may(kept: Collection) -> None:
    kept.hear("t1", begun(), NOW)
    kept.hear("t1", ruled(1, reason="ZOO is a word"), NOW)
    kept.hear("t1", ruled(2, reason="XQZ is 100% no word"), NOW)
    kept.hear("t1", ruled(3, reason="LATE is a word"), LATER)

    def found(sought: str, up_to: int | None = None) -> list[int]:
        return [ruling["number"] for ruling in kept.rulings(sought, up_to=up_to)]

    assert (found(""), found("word zoo"), found("100%"), found("%"), found("no_word")) == ([3, 2, 1], [1], [2], [2], [])
    assert (found("", 2), found("t7", 2), found("", 0)) == ([2, 1], [2, 1], [])
    assert kept.rulings("zoo")[0]["players"] == ["Ann", "Bob"]


@given(st.lists(st.tuples(st.sampled_from(["t1", "t2"]), st.sampled_from([NOW, LATER, "1970", "2040"]))))
def test_what_was_heard_last_comes_first_and_all_is_found_whatever_the_clock_said(heard: list[tuple[str, str]]) -> None:
    counts = {"t1": 0, "t2": 0}
    with collection() as kept:
        for table in counts:
            kept.hear(table, begun(), NOW)
        order: list[tuple[str, int]] = []
        for table, clock in heard:
            counts[table] += 1
            kept.hear(table, ruled(counts[table]), clock)
            order.insert(0, (table, counts[table]))
        assert [(ruling["table"], ruling["number"]) for ruling in kept.rulings()] == order
        assert kept.newest == len(order)
        late = [clock > NOW for _, clock in heard]
        assert kept.newest_at(NOW) == (late.index(True) if any(late) else len(order))


def test_a_file_from_before_they_were_numbered_is_read_and_followed_by_more(tmp_path: Path) -> None:
    path = tmp_path / "hub.sqlite3"
    with closing(Collection(path)) as kept:
        for number, clock in enumerate((NOW, NOW, LATER)):
            kept.hear("t1", ruled(number) if number else begun(), clock)
    with closing(sqlite3.connect(path)) as older, older:
        older.execute("DROP INDEX ruling_nth")
        older.execute("ALTER TABLE ruling DROP COLUMN nth")
        older.execute("CREATE INDEX ruling_heard ON ruling (heard)")
        rows = older.execute("SELECT of, match, number, digest, heard, sought, message FROM ruling").fetchall()
        for row in rows:
            older.execute("UPDATE ruling SET written = ? WHERE number = ?", (digest_of(*row), row[2]))
    for number in (3, 4):
        with closing(Collection(path)) as kept:
            assert kept.damage is None
            kept.hear("t1", ruled(number), NOW)
    with closing(Collection(path)) as kept:
        assert [ruling["number"] for ruling in kept.rulings()] == [4, 3, 2, 1]
        assert [ruling["number"] for ruling in kept.rulings(up_to=1)] == [3, 2, 1]
        plan = kept._connection.execute("EXPLAIN QUERY PLAN SELECT heard FROM ruling ORDER BY nth DESC, heard DESC")
        assert "ruling_nth" in str(plan.fetchall())


def test_what_a_page_cannot_say_is_shown_without_where_it_was_kept_before(
    kept: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    sayable = {"text": "{a}", "fillings": {"a": {"text": "b", "fillings": {}, "is_capital": False}}, "is_capital": True}
    kept.hear("t1", begun(), NOW)
    kept.hear("t1", ruled(1, said=sayable), NOW)
    with monkeypatch.context() as before:
        before.setattr("companion.hub.collection._is_said", lambda _said: True)
        kept.hear("t1", ruled(2, said={"text": "x"}), NOW)
    assert [ruling["said"] for ruling in kept.rulings()] == [None, sayable]


def steps_to_open(path: Path, matches: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many hundred steps SQLite takes to open so many matches of two rulings each."""
    with closing(Collection(path)) as kept:
        for match in (f"{number:064x}" for number in range(matches)):
            kept.hear("t1", begun(match) | {"digest": match}, NOW)
            for number in (1, 2):
                kept.hear("t1", ruled(number) | {"match": match}, NOW)
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    def counted(*args: Any, **named: Any) -> sqlite3.Connection:
        connection = open_sound(*args, **named)
        connection.set_progress_handler(step, 100)
        return connection

    with monkeypatch.context() as patch:
        patch.setattr("companion.hub.collection.open_sound", counted)
        Collection(path).close()
    return steps


def test_four_times_as_many_matches_take_no_longer_each_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = steps_to_open(tmp_path / "few", 50, monkeypatch)
    assert steps_to_open(tmp_path / "many", 200, monkeypatch) < 5 * few
