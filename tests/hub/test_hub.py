"""A hub with its real broker: what joined tables rule is there once, and nobody does more than is theirs to do."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
import tracemalloc
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from errno import ENOSPC
from os import strerror
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import aiomqtt
import pytest

from companion.clock import FakeClock
from companion.errors import BadInput
from companion.hub.accounts import JOIN, JOIN_ANSWER, JOIN_ASK, Accounts, hashed, is_of
from companion.hub.certificate import certificate
from companion.hub.collection import COLLECTION_FILE, Collection
from companion.hub.joining_code import join, read_code
from companion.hub.listener import MOST_VIEWS_BYTES, HeardTable
from companion.hub.mosquitto import Mosquitto, configuration
from companion.hub.payloads import ONLINE, encoded, presence
from tests.hub.brokers import PATIENCE_S, free_port, needs_broker
from tests.hub.telling_tables import SETUP
from tests.hub.test_collection import begun, ruled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from tests.hub.telling_tables import TellingTable

    LateBy = Callable[..., AbstractContextManager[tuple["Watched", TellingTable]]]

from tests.hub.watched_hubs import Watched, agree, client, client_of, end

pytestmark = needs_broker


def test_tables_join_by_the_code_and_all_they_rule_is_at_the_hub_once(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    one, two = member("a"), member("b")
    for table, cards in ((one, "ZOO"), (two, "CATE")):
        table.begin()
        table.lay(cards)
    watched.wait(agree(watched, one))
    watched.wait(agree(watched, two))
    assert [board["id"] for board in watched.hub.boards()] == sorted([one.topics.table, two.topics.table])
    watched.wait(lambda: all(board["online"] and "view" in board for board in watched.hub.boards()))
    assert stat_of(one.data / "hub.toml") == 0o600


def stat_of(file: Path) -> int:
    return file.stat().st_mode & 0o777


def test_a_hub_that_has_lost_everything_but_its_accounts_hears_it_all_again(
    tmp_path: Path, watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    table.begin()
    table.lay("ZOOK")
    table.leave()
    table.begin()
    table.lay("CAT")
    watched.wait(agree(watched, table))
    port = watched.hub.code.port
    watched.hub.close()
    table.lay("E")
    for name in ("hub.sqlite3", "hub.sqlite3-wal", "hub.sqlite3-shm", "mosquitto.db"):
        (tmp_path / "hub" / name).unlink(missing_ok=True)
    again = Watched(tmp_path / "hub", port)
    try:
        again.wait(agree(again, table))
        assert len(table.journal()) == 8
    finally:
        again.hub.close()


@pytest.mark.parametrize("change", ["digest", "secret"])
def test_a_code_that_is_not_this_hubs_opens_nothing(watched: Watched, tmp_path: Path, change: str) -> None:
    code = watched.hub.code
    wrong = read_code(
        f"127.0.0.1:{code.port}/" + ("A" * 8 + code.digest if change == "secret" else code.secret + "A" * 16)
    )
    with pytest.raises(BadInput, match="not the hub whose code" if change == "digest" else "cannot be reached"):
        join(wrong, tmp_path, print)
    assert not (tmp_path / "hub.toml").exists()
    assert watched.hub.accounts.names("table") == []


@pytest.mark.parametrize(
    "text", ["", "hub", "hub:1/AAAA", "hub:99999/AAAA-AAAA-AAAA-AAAA-AAAA-AAAA", "a b:1/" + "A" * 24]
)
def test_what_is_no_code_is_said(text: str) -> None:
    with pytest.raises(BadInput, match="no code to join"):
        read_code(text)


def test_a_code_may_be_typed_in_small_letters_and_without_hyphens(watched: Watched) -> None:
    shown = str(watched.hub.code)
    assert read_code(f" {shown.lower().replace('-', '')} ") == watched.hub.code


def test_nobody_gets_the_account_of_a_table_that_has_one(
    watched: Watched, member: Callable[[str], TellingTable], tmp_path: Path
) -> None:
    table = member("a")
    (tmp_path / "thief").mkdir()
    shutil.copy(table.data / "table-id", tmp_path / "thief")
    with pytest.raises(BadInput, match="has an account already"):
        join(watched.hub.code, tmp_path / "thief", print)
    assert not (tmp_path / "thief" / "hub.toml").exists()


def test_a_disk_that_takes_no_new_account_costs_no_table_its_line(
    watched: Watched, member: Callable[[str], TellingTable], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = member("a")
    asked = {"table": "t0123456789ab", "kept": hashed("a password"), "key": None}
    stranger = client(watched, JOIN, watched.hub.code.secret)
    with monkeypatch.context() as full:
        full.setattr("companion.hub.accounts.atomic.write", Mock(side_effect=OSError(ENOSPC, strerror(ENOSPC))))
        stranger.publish(JOIN_ASK, json.dumps(asked), qos=1)
        watched.wait(lambda: any("the accounts cannot be kept" in said for said in watched.notices))
    end(stranger)
    table.begin()
    table.lay("Z")
    watched.wait(agree(watched, table))
    assert not [said for said in watched.notices if "the line broke" in said]
    (tmp_path / "b").mkdir()
    join(watched.hub.code, tmp_path / "b", print)


def test_a_table_tells_nothing_to_a_broker_with_another_certificate(
    tmp_path: Path, watched: Watched, telling: Callable[..., TellingTable]
) -> None:
    (tmp_path / "a").mkdir()
    join(watched.hub.code, tmp_path / "a", print)
    table = telling("no", "a")
    table.close()
    (tmp_path / "other").mkdir()
    (table.data / "hub-authority.pem").write_text(certificate(tmp_path / "other"))
    table.troubles.clear()
    said = threading.Event()
    table.on_trouble = said.set
    table.start(None)
    assert said.wait(PATIENCE_S)
    assert "CERTIFICATE_VERIFY_FAILED" in str(table.troubles[0])
    assert watched.hub.boards() == []


def test_an_account_that_is_taken_away_is_cut_off_and_can_be_given_anew(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    watched.wait(lambda: bool(watched.hub.boards()) and watched.hub.boards()[0]["online"])
    said = threading.Event()
    table.troubles.clear()
    table.on_trouble = said.set
    watched.hub.revoke(table.topics.table)
    assert said.wait(PATIENCE_S)
    table.close()
    assert client_of(table, watched).user_data_get()  # refused
    join(watched.hub.code, table.data, print)
    table.start(None)
    table.begin()
    table.lay("Z")
    watched.wait(agree(watched, table))


def test_of_the_views_of_a_table_only_those_are_kept_that_can_still_be_shown() -> None:
    known, late = HeardTable(), HeardTable()
    for now_ms in range(0, 100_000, 1000):
        known.take(encoded({"n": now_ms}), now_ms, now_ms)
        late.take(encoded({"n": now_ms}), now_ms, now_ms - 10_000)
        assert known.shown(now_ms) == (now_ms, {"n": now_ms})
        assert late.shown(now_ms - 10_000) == (None if now_ms < 10_000 else (now_ms - 10_000, {"n": now_ms - 10_000}))
    assert (len(known.views), len(late.views)) == (1, 11)


def test_views_that_wait_to_be_shown_take_no_more_memory_than_what_was_said_and_that_has_a_bound() -> None:
    known, view = HeardTable(), encoded({"table": {"x": [{}] * 100_000}})
    tracemalloc.start()
    try:
        for now_ms in range(100):
            known.take(bytes(bytearray(view)), now_ms, -1)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < MOST_VIEWS_BYTES * 1.1
    assert known.shown(99) == (99, {"table": {"x": [{}] * 100_000}})
    assert len(known.views) == MOST_VIEWS_BYTES // len(view)


def test_a_hub_that_was_killed_leaves_no_broker_in_the_way(tmp_path: Path) -> None:
    port, folder = free_port(), tmp_path / "hub"
    folder.mkdir()
    certificate(folder)
    Accounts(folder).set("hub", "hub")
    left_over = Mosquitto(folder, "127.0.0.1", port)  # nobody ends it
    again = Watched(folder, port)
    try:
        assert again.hub.broker.pid != left_over.pid
        assert again.hub.listener.trouble is None
    finally:
        again.hub.close()
        left_over.close()


def test_a_hub_runs_as_a_user_that_the_system_has_no_name_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a container may be given any; Mosquitto hears only from root as whom to go on."""
    monkeypatch.setattr("os.getuid", lambda: 3_999_999_999)
    assert "user root\n" in configuration(tmp_path, "127.0.0.1", 8883)


def test_what_a_full_disk_did_not_take_is_asked_for_until_it_does(
    watched: Watched, member: Callable[[str], TellingTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hub.listener.ASK_AGAIN_S", 0.2)
    table = member("a")
    table.begin()
    watched.wait(lambda: bool(watched.hub.boards()) and "view" in watched.hub.boards()[0])
    connection = watched.hub.collection._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    table.lay("ZOOK")
    for _ in range(12):
        table.play({"event": "undo"}, {"event": "redo"})
    watched.wait(lambda: "full" in str(watched.hub.listener.trouble))
    connection.execute("PRAGMA max_page_count = 1000000")
    watched.wait(agree(watched, table))


def test_a_disk_that_takes_its_time_keeps_no_view_waiting(
    watched: Watched, member: Callable[[str], TellingTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = member("a")
    table.begin()
    watched.wait(agree(watched, table))
    is_busy, is_free, hear = threading.Event(), threading.Event(), watched.hub.collection.hear

    def slowly(*said: Any) -> Any:
        is_busy.set()
        assert is_free.wait(PATIENCE_S)
        return hear(*said)

    monkeypatch.setattr(watched.hub.collection, "hear", slowly)
    table.lay("Z")
    assert is_busy.wait(PATIENCE_S)
    table.lay("O")
    watched.wait(lambda: [numbers(board) for board in watched.hub.boards()] == [[2]])
    assert len(watched.hub.collection.events(table.topics.table)) == 0  # the beginning is no event
    is_free.set()
    watched.wait(agree(watched, table))


def numbers(board: Any) -> list[int]:
    """Of the rulings that a board shows."""
    return [ruling["number"] for ruling in board["view"]["table"]["rulings"]] if "view" in board else []


def test_passwords_are_kept_as_mosquitto_keeps_them() -> None:
    kept = hashed("secret")
    assert is_of("secret", kept)
    assert not is_of("Secret", kept)
    assert hashed("secret") != kept


@pytest.fixture
def late_by(tmp_path: Path, telling: Callable[..., TellingTable]) -> LateBy:
    """A hub that shows what it hears later by so many seconds, and has heard two rulings of its one table."""

    @contextmanager
    def hub_and_table(delay_s: int, clock: FakeClock | None = None) -> Iterator[tuple[Watched, TellingTable]]:
        late = Watched(tmp_path / "hub", clock=clock, delay_s=delay_s)
        try:
            (tmp_path / "a").mkdir()
            join(late.hub.code, tmp_path / "a", print)
            table = telling(None, "a")
            table.begin()
            table.lay("ZO")
            late.wait(agree(late, table))
            late.wait(lambda: late.hub.boards()[0]["online"])
            yield late, table
        finally:
            late.hub.close()

    return hub_and_table


def test_what_is_shown_may_be_delayed(late_by: LateBy) -> None:
    with late_by(3600) as (late, table):
        assert [("view" in board, board["id"]) for board in late.hub.boards()] == [(False, table.topics.table)]


def test_what_is_shown_is_delayed_by_as_much_however_the_clock_is_set(
    late_by: LateBy,
) -> None:
    clock = FakeClock()
    with late_by(600, clock) as (late, _):
        clock.set_wall(datetime(2040, 1, 1, tzinfo=UTC))
        assert (late.hub.rulings(), "view" in late.hub.boards()[0]) == ([], False)
        clock.advance(605_000)
        clock.set_wall(datetime(1970, 1, 1, tzinfo=UTC))
        assert [ruling["number"] for ruling in late.hub.rulings()] == [2, 1]
        assert late.hub.boards()[0]["age_ms"] == 5_000  # as its timer is shown: that much of it has gone


@pytest.mark.parametrize(("passed_s", "shown"), [(100, []), (700, [2, 1]), (-3600, [])])
def test_what_an_earlier_start_heard_is_delayed_where_the_clock_says_so_and_never_for_longer(
    tmp_path: Path, passed_s: int, shown: list[int]
) -> None:
    clock, restarted, port = FakeClock(), FakeClock(), free_port()
    restarted.set_wall(datetime.fromisoformat(clock.wall()) + timedelta(seconds=passed_s))
    with closing(Collection(tmp_path / COLLECTION_FILE)) as collection:
        for message in (begun(), ruled(1), ruled(2)):
            collection.hear("t0123456789ab", message, clock.wall())
    with Watched(tmp_path, port, restarted, delay_s=600).hub as hub:
        assert [ruling["number"] for ruling in hub.rulings()] == shown
        restarted.advance(600_000)
        assert [ruling["number"] for ruling in hub.rulings()] == [2, 1]


def test_of_a_timer_is_only_said_how_it_goes_where_that_is_known(
    tmp_path: Path, watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    table.begin({**SETUP, "options": {**SETUP["options"], "answer_seconds": 60}})
    table.lay("Z")

    def board() -> dict[str, Any]:
        return watched.hub.boards()[0]

    watched.wait(lambda: bool(watched.hub.boards()) and board()["online"] and numbers(board()) == [1])
    assert board()["view"]["table"]["timer"]["running"]
    assert 0 <= board()["age_ms"] < 60_000
    table.close()
    watched.wait(lambda: not board()["online"])
    assert (numbers(board()), "age_ms" in board()) == ([1], False)
    stranger = client_of(table, watched)
    stranger.publish(table.topics.presence, encoded(presence(ONLINE)), qos=1, retain=True).wait_for_publish()
    watched.wait(lambda: board()["online"])
    end(stranger)
    watched.hub.close()
    again = Watched(tmp_path / "hub", watched.hub.code.port)  # what it hears now has lain at the broker for a while
    try:
        again.wait(lambda: bool(again.hub.boards()) and numbers(again.hub.boards()[0]) == [1])
        assert "age_ms" not in again.hub.boards()[0]
    finally:
        again.hub.close()


def test_a_view_that_lay_at_the_broker_is_of_nobody_knows_when_but_the_one_that_is_known() -> None:
    known, views = HeardTable(), [encoded({"n": n}) for n in range(2)]
    known.take(views[0], 0, 0, lay_there=True)
    assert known.shown(0) == (None, {"n": 0})
    known.take(views[0], 1, 1)
    known.take(views[0], 2, 2, lay_there=True)
    assert known.shown(2) == (1, {"n": 0})
    known.take(views[1], 3, 3, lay_there=True)
    assert known.shown(3) == (None, {"n": 1})


def test_a_hub_ends_whose_broker_answers_at_the_moment_it_closes(
    watched: Watched, member: Callable[[str], TellingTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    really = aiomqtt.Client.publish

    async def publish(line: aiomqtt.Client, topic: str, *args: Any, **options: Any) -> None:
        await really(line, topic, *args, **options)
        if topic.startswith(JOIN_ANSWER):
            with suppress(asyncio.CancelledError):  # as `asyncio.wait_for` lets it go by before Python 3.12
                await asyncio.Event().wait()

    monkeypatch.setattr(aiomqtt.Client, "publish", publish)
    member("a")
    closing = threading.Thread(target=watched.hub.close, daemon=True)
    closing.start()
    closing.join(30)
    assert not closing.is_alive()


def test_of_many_matches_each_is_asked_for_in_its_turn_until_all_are_there(
    watched: Watched, member: Callable[[str], TellingTable], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hub.missing_rulings.ASKED_AT_ONCE", 2)
    monkeypatch.setattr("companion.hub.listener.ASK_AGAIN_S", 0.2)
    table = member("a")
    for cards in ("Z", "ZO", "ZOO", "C", "CA", "A", "AT"):
        table.begin()
        table.lay(cards)
        table.leave()
    watched.wait(agree(watched, table))
    watched.hub.close()
    for name in ("hub.sqlite3", "hub.sqlite3-wal", "hub.sqlite3-shm"):
        (tmp_path / "hub" / name).unlink(missing_ok=True)
    table.refuses = 3  # its dictionary is gone: it is never told, and is no reason to wait for the others
    again = Watched(tmp_path / "hub", watched.hub.code.port)
    try:
        told = [event for event in table.journal() if event[0] != 3]
        again.wait(lambda: again.hub.collection.events(table.topics.table) == told)
    finally:
        again.hub.close()
