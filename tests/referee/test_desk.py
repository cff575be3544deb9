"""The desk: acts done on one thread, answers and errors brought back, a beat each turn."""

import queue
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.clock import FakeClock
from companion.dialog import Button
from companion.errors import BadInput, NotYet, TableStops
from companion.lexicon import Lexicon
from companion.referee.desk import Desk
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.tableview import Entry, Refusal
from tests.views import shipped


@pytest.fixture
def beats() -> threading.Semaphore:
    """Released once for each turn of the desk's loop."""
    return threading.Semaphore(0)


@pytest.fixture
def desk(tmp_path_factory: pytest.TempPathFactory, beats: threading.Semaphore) -> Iterator[Desk]:
    journal = Journal(tmp_path_factory.mktemp("desk") / "journal.sqlite3")
    desk = Desk(Referee(journal, FakeClock(), shipped), beats.release)
    yield desk
    desk.close()
    journal.close()


def test_all_acts_are_done_in_order_on_one_thread(desk: Desk) -> None:
    def act(number: int, _referee: Referee) -> tuple[int, str]:
        return number, threading.current_thread().name

    done = [desk.submit(partial(act, number)) for number in range(20)]
    assert [answer.result(timeout=10) for answer in done] == [(number, "referee") for number in range(20)]


def test_an_error_goes_to_whoever_asked_and_the_referee_lives_on(desk: Desk) -> None:
    with pytest.raises(BadInput, match="no match"):
        desk.submit(lambda referee: referee.close()).result(timeout=10)
    assert desk.submit(lambda referee: referee.view).result(timeout=10) == desk.view


def test_what_nobody_waits_for_any_more_is_not_begun_and_stops_nobody(desk: Desk) -> None:
    go_on, done = threading.Event(), []
    desk.submit(lambda _: go_on.wait(10))
    given_up = desk.submit(lambda _: done.append("given up"))
    assert given_up.cancel()
    go_on.set()
    assert desk.submit(lambda _: list(done)).result(timeout=10) == []


def test_an_act_that_needs_what_is_being_made_is_done_once_it_is_there(desk: Desk) -> None:
    made: Future[object] = Future()

    def begin(_: Referee) -> str:
        if not made.done():
            raise NotYet("the dictionary is being compiled", made)
        return "begun"

    waiting = desk.submit(begin)
    assert desk.submit(lambda _: "meanwhile").result(timeout=10) == "meanwhile"
    assert not waiting.done()
    made.set_result(None)
    assert waiting.result(timeout=10) == "begun"


def test_a_match_chosen_with_buttons_begins_once_its_dictionary_is_there(tmp_path: Path) -> None:
    made: Future[object] = Future()
    made.set_result(None)

    def lexicon(name: str) -> Lexicon:
        if not made.done():
            raise NotYet(f"the dictionary {name} is being compiled", made)
        return Lexicon.from_words(["zoo"])

    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        desk = Desk(Referee(journal, FakeClock(), lexicon))
        desk.submit(lambda referee: referee.begin({"game": "disorder", "players": ["Ann", "Bob"], "options": {}}))
        desk.submit(lambda referee: referee.close()).result(timeout=10)
        made = Future()

        def pressed(button: Button) -> Future[Entry | Refusal | None]:
            return desk.submit(lambda referee: referee.buttons.press(button))

        for button in ("select", "down", "select", "down"):  # the same again, and Bob starts
            pressed(button).result(timeout=10)
        last = pressed("select")
        seen = desk.submit(lambda referee: referee.view).result(timeout=10)
        assert (seen.match, last.done()) == (None, False)
        assert seen.refusal is not None
        assert seen.refusal.reason == "the dictionary en is being compiled"
        made.set_result(None)
        assert last.result(timeout=10) is None
        assert desk.view.match is not None
        assert (desk.view.match.players, desk.view.refusal) == (("Bob", "Ann"), None)
        desk.close()


def test_whoever_asks_when_it_is_closed_is_told_that_the_table_stops(tmp_path: Path) -> None:
    made: Future[object] = Future()

    def begin(_: Referee) -> None:
        raise NotYet("the dictionary is being compiled", made)

    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        desk = Desk(Referee(journal, FakeClock(), shipped))
        put_aside = desk.submit(begin)
        desk.close()
        made.set_result(None)
        for answer in (put_aside, desk.submit(lambda referee: referee.view)):
            with pytest.raises(TableStops, match="the table is being stopped"):
                answer.result(timeout=10)


def test_each_turn_of_the_loop_is_a_beat(desk: Desk, beats: threading.Semaphore) -> None:
    desk.submit(lambda _: None).result(timeout=10)
    assert beats.acquire(timeout=10)
    assert beats.acquire(timeout=10)


def test_a_referee_that_breaks_down_says_so_and_whoever_waits_hears_it(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path_factory.mktemp("desk") / "journal.sqlite3")
    referee = Referee(journal, FakeClock(), shipped)
    heard: queue.SimpleQueue[Exception] = queue.SimpleQueue()

    broken = threading.Event()

    def tick() -> int | None:
        if broken.is_set():
            raise OSError("the disk is gone")
        return None

    monkeypatch.setattr(referee, "tick", tick)
    desk = Desk(referee, failed=heard.put)
    desk.submit(lambda _: broken.wait(10))
    left = desk.submit(lambda referee: referee.view)
    broken.set()
    assert "the disk is gone" in str(heard.get(timeout=10))
    for answer in (left, desk.submit(lambda referee: referee.view)):
        with pytest.raises(TableStops):
            answer.result(timeout=10)
    desk.close()
    journal.close()
