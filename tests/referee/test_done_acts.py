"""An act with a name is done once, also by a table that was started anew without having been stopped."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.clock import FakeClock
from companion.referee.done_acts import MOST_DONE, DoneActs
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry, Refusal
from tests.views import PLAYERS, WORDS, shipped

SETUP = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}
UNDO = {"event": "undo"}
Answer = Entry | Refusal


def of_host(event: Any) -> Callable[[Referee], Answer]:
    return lambda referee: referee.happen(event, source=Source.HOST)


def placed(number: int) -> Callable[[Referee], Answer]:
    return of_host({"event": "place", "player": PLAYERS[number % len(PLAYERS)], "card": "O"})


def twice(path: Path, act: Callable[[Referee], Answer], between: int = 0) -> tuple[Answer, Answer, int]:
    """Both answers to the same act, asked before and after the plug was pulled, and how many events there are then."""
    with closing(Journal(path)) as journal:
        referee = Referee(journal, FakeClock(), shipped)
        referee.begin(SETUP)
        for number in range(3):
            referee.once(f"card {number}", placed(number))
        first = referee.once("the act", act)
        for number in range(between):
            assert isinstance(
                referee.once(f"later {number}", of_host(UNDO if number % 2 else {"event": "redo"})), Entry
            )
        again = Referee(journal, FakeClock(), shipped)
        return first, again.once("the act", act), len(again.view.protocol)


@pytest.mark.parametrize("act", [placed(3), of_host(UNDO)], ids=["card", "undo"])
def test_an_act_that_has_become_an_event_is_known_after_the_plug_was_pulled(
    tmp_path: Path, act: Callable[[Referee], Answer]
) -> None:
    first, second, events = twice(tmp_path / "journal.sqlite3", act)
    assert isinstance(first, Entry)
    assert isinstance(second, Entry)
    assert (second.number, second.event, second.ruling) == (first.number, first.event, first.ruling)
    assert events == 4


def test_it_is_known_while_others_act_and_not_for_ever(tmp_path: Path) -> None:
    (tmp_path / "few").mkdir()
    first, second, events = twice(tmp_path / "few" / "journal.sqlite3", of_host(UNDO), MOST_DONE - 1)
    assert isinstance(first, Entry)
    assert isinstance(second, Entry)
    assert second.number == first.number
    assert events == 4 + MOST_DONE - 1
    _, _, events = twice(tmp_path / "journal.sqlite3", of_host(UNDO), MOST_DONE)
    assert events == 4 + MOST_DONE + 1


def test_what_was_refused_is_refused_once_more(tmp_path: Path) -> None:
    first, second, events = twice(tmp_path / "journal.sqlite3", placed(1))
    assert isinstance(first, Refusal)
    assert second == first
    assert events == 3


@pytest.mark.parametrize("noted", [None, [], "x", {"act": 0}, {"act": 4}, {"act": True}, {"act": "1"}], ids=str)
def test_a_note_that_says_no_such_thing_says_nothing(noted: Any) -> None:
    assert DoneActs.restored(noted, events=3) == DoneActs()


def test_what_nobody_asks_for_twice_is_not_kept() -> None:
    assert DoneActs().with_act(None, 1) == DoneActs()
