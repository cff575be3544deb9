"""Talking: the voice is handed what is new, once, and counts the last ten seconds."""

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.display.talking import COUNT, RULING, TURN, Talking
from companion.referee.source import Source
from companion.referee.tableview import Timer
from tests.hourglass import Hourglass
from tests.views import PLAYERS, placed


class Listener:
    """Stands where the voice is, and remembers; a sentence of None is that of a kind that was hushed."""

    def __init__(self) -> None:
        self.news = threading.Condition()
        self.heard: list[tuple[str | None, str | None]] = []

    def say(self, kind: str, sentence: str) -> None:
        with self.news:
            self.heard.append((kind, sentence))
            self.news.notify_all()

    def hush(self, kind: str | None = None) -> None:
        with self.news:
            self.heard.append((kind, None))
            self.news.notify_all()

    def of(self, kind: str) -> list[str | None]:
        with self.news:
            return [sentence for of, sentence in self.heard if of == kind]

    def wait_for(self, kind: str, sentences: list[str | None]) -> None:
        with self.news:
            assert self.news.wait_for(lambda: self.of(kind) == sentences, 10), self.heard


@pytest.fixture
def glass(tmp_path: Path) -> Iterator[Hourglass]:
    glass = Hourglass(tmp_path, "disorder", PLAYERS)
    yield glass
    glass.stop(orderly=True)


def test_what_is_new_is_said_once_and_what_stood_there_is_not(glass: Hourglass) -> None:
    glass.play(*placed("Z"))
    listener = Listener()
    with closing(Talking(listener, glass.view, clock=glass.clock)) as talking:
        talking.tell(glass.view)
        assert listener.of(RULING) == listener.of(TURN) == []
        glass.play({"event": "place", "player": "Bob", "card": "O"})
        talking.tell(glass.view)
        talking.tell(replace(glass.view, version=99))
        assert len(listener.of(RULING)) == 1
        assert listener.of(TURN) == ["Cy: play a card"]
        glass.referee.pause()
        talking.tell(glass.view)
        assert listener.of(TURN)[-1] is None  # a paused match is waited for by nobody


def test_a_refusal_is_said_and_the_ruling_before_it_not_once_more(glass: Hourglass) -> None:
    glass.play(*placed("Z"))
    listener = Listener()
    with closing(Talking(listener, glass.view, clock=glass.clock)) as talking:
        glass.referee.happen({"event": "place", "player": "Ann", "card": "O"}, source=Source.HOST)
        assert glass.view.refusal is not None
        talking.tell(glass.view)
        assert listener.of(RULING) == [glass.view.refusal.reason]
        talking.tell(replace(glass.view, refusal=None))
        assert len(listener.of(RULING)) == 1


def test_a_match_that_is_taken_up_says_whose_turn_it_is_and_no_old_ruling(glass: Hourglass) -> None:
    listener = Listener()
    glass.play(*placed("Z"))
    match_id = glass.view.match_id
    glass.referee.close()
    assert match_id is not None
    with closing(Talking(listener, glass.view, clock=glass.clock)) as talking:
        talking.tell(glass.referee.reopen(match_id))
        talking.tell(glass.referee.resume())  # until then it is paused
        assert listener.of(RULING) == []
        assert listener.of(TURN) == ["Bob: play a card"]


@pytest.mark.parametrize("left_s", [10, 6, 1, 0])
def test_the_last_ten_seconds_are_counted_and_the_end_is_silent(glass: Hourglass, left_s: int) -> None:
    listener, view = Listener(), glass.view
    timer = Timer("placement", 30_000, left_s * 1000 + 500, running=True, as_of_ms=glass.clock.now_ms())
    with closing(Talking(listener, view, clock=glass.clock)) as talking:
        glass.clock.advance(500)
        talking.tell(replace(view, timer=timer))
        listener.wait_for(COUNT, [None, str(left_s) if left_s else None])
        later = replace(timer, remaining_ms=left_s * 1000, as_of_ms=glass.clock.now_ms())
        talking.tell(replace(view, timer=later))  # the same end is the same window, whenever it was looked at
        talking.tell(view)
        listener.wait_for(COUNT, [None, str(left_s) if left_s else None, None])
