"""What is thought about a ruling: on a thread of its own, about the newest only, and it may fail or come late."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from companion.clock import FakeClock
from companion.referee.desk import Desk
from companion.referee.journal import Journal
from companion.referee.match import Match
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.thinking import Thinker
from tests.views import WORDS, shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from companion.referee.tableview import TableView

SETUP = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}
PATIENCE_S = 30


class Thinking:
    """A table whose referee has somebody who thinks; each thought waits until the test lets it go on."""

    def __init__(self, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Semaphore(0), threading.Semaphore(0)
        self.thoughts: list[int] = []
        self.fails = False
        self._seen = threading.Condition()
        monkeypatch.setattr(Match, "hints", lambda match, **_: self._hints(match))
        self.thinker = Thinker()
        self.desk = Desk(Referee(journal, FakeClock(), shipped, think=self.thinker.think))
        self.thinker.tell(self.desk.submit)
        self.do(lambda referee: referee.subscribe(self._view))

    def _hints(self, match: Match) -> dict[str, Any]:
        self.begun.release()
        assert self.go_on.acquire(timeout=PATIENCE_S)
        self.thoughts.append(len(match.record))
        if self.fails:
            raise MemoryError("too many cards")
        return {"saving_words": [f"word {len(match.record)}"]}

    def _view(self, _: TableView) -> None:
        with self._seen:
            self._seen.notify_all()

    def do(self, act: Callable[[Referee], Any]) -> Any:
        return self.desk.submit(act).result(PATIENCE_S)

    def lay(self, *cards: str) -> None:
        for card in cards:
            assert self.desk.view.match is not None
            event = {"event": "place", "player": self.desk.view.match.turn, "card": card}
            self.do(partial(Referee.happen, event=event, source=Source.HOST))

    def until(self, is_so: Callable[[TableView], bool]) -> None:
        with self._seen:
            assert self._seen.wait_for(lambda: is_so(self.desk.view), PATIENCE_S), self.desk.view

    def close(self) -> None:
        self.thinker.close()
        self.go_on.release(100)
        self.desk.close()


@pytest.fixture
def thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinking]:
    journal = Journal(tmp_path / "journal.sqlite3")
    made = Thinking(journal, monkeypatch)
    yield made
    made.close()
    journal.close()


def begin(thinking: Thinking) -> None:
    thinking.do(lambda referee: referee.begin(SETUP))
    assert thinking.begun.acquire(timeout=PATIENCE_S)  # about the beginning of a match, too, there might be something
    thinking.go_on.release()
    thinking.until(lambda view: view.hints != {})


def test_the_ruling_is_shown_before_anybody_has_thought_about_it(thinking: Thinking) -> None:
    begin(thinking)
    thinking.lay("Z")
    assert thinking.desk.view.hints == {}
    assert thinking.desk.view.ruling is not None
    thinking.go_on.release()
    thinking.until(lambda view: view.hints == {"saving_words": ["word 1"]})
    assert thinking.desk.view.notices == ()


def test_what_is_soon_found_is_told_first(thinking: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(thinking)
    so_far = threading.Semaphore(0)

    def first(_: Match, **__: Any) -> Iterator[Mapping[str, Any]]:
        yield {"saving_words": ["soon"]}
        assert so_far.acquire(timeout=PATIENCE_S)
        yield {"saving_words": ["soon", "soon after"]}
        raise MemoryError("too many cards")

    monkeypatch.setattr(Match, "first_hints", first)
    thinking.lay("Z")
    thinking.until(lambda view: view.hints == {"saving_words": ["soon"]})
    so_far.release()
    thinking.until(lambda view: view.hints == {"saving_words": ["soon", "soon after"]})
    thinking.go_on.release()
    thinking.until(lambda view: view.hints == {"saving_words": ["word 1"]})
    thinking.until(lambda view: any("too many cards" in notice for notice in view.notices))
    assert thinking.desk.view.hints == {"saving_words": ["word 1"]}, "that it went wrong is said, and costs nothing"


def test_what_comes_too_late_is_about_nothing_any_more(thinking: Thinking) -> None:
    begin(thinking)
    thinking.lay("Z")
    assert thinking.begun.acquire(timeout=PATIENCE_S)
    thinking.lay("O", "O", "K")  # while it is thought about the first
    thinking.go_on.release(2)
    thinking.until(lambda view: view.hints == {"saving_words": ["word 4"]})
    assert thinking.thoughts == [0, 1, 4]  # about those between, nobody thought


def test_a_match_that_was_left_meanwhile_hears_nothing_of_it(thinking: Thinking) -> None:
    begin(thinking)
    thinking.lay("Z")
    assert thinking.begun.acquire(timeout=PATIENCE_S)
    thinking.do(lambda referee: referee.close())
    version = thinking.desk.view.version
    thinking.go_on.release()
    thinking.do(lambda _: None)
    assert thinking.desk.view.hints == {}
    assert thinking.desk.view.version == version


def test_what_fails_is_said_and_the_match_goes_on(thinking: Thinking) -> None:
    begin(thinking)
    thinking.fails = True
    thinking.lay("Z")
    thinking.go_on.release()
    thinking.until(lambda view: any("too many cards" in notice for notice in view.notices))
    assert "without the hints" in thinking.desk.view.notices[0]
    thinking.fails = False
    thinking.lay("O")
    thinking.go_on.release()
    thinking.until(lambda view: view.hints == {"saving_words": ["word 2"]})
    assert thinking.desk.view.notices == ()
