"""Calls: the earliest edge wins however late it is handled, and a tie is said."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.calls import Calls
from companion.clock import FakeClock
from companion.journal import Journal
from companion.referee import Referee
from hardware.arbitration import Press, first_press
from tests.desks import StraightDesk
from tests.views import PLAYERS, WORDS, placed, shipped


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    journal = Journal(tmp_path / "journal.sqlite3")
    referee = Referee(journal, FakeClock(), shipped)
    referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}})
    for event in placed("XZ"):
        referee.happen(event, source="host")
    yield referee
    journal.close()


@pytest.fixture
def calls(referee: Referee) -> Calls:
    desk: Any = StraightDesk(referee)
    return Calls(desk, first_press, gather_s=3600)  # the test decides when


def test_the_earliest_edge_wins_however_late_it_is_handled(referee: Referee, calls: Calls) -> None:
    for seat, at_ns in ((3, 9_000_000), (1, 2_000_000)):
        assert calls.pressed(Press(f"player{seat}", at_ns))
    calls.decide()
    ruling = referee.view.ruling
    assert ruling is not None
    assert ruling.event == {"event": "object", "player": "Ann"}
    assert not referee.view.tie


def test_a_tie_goes_by_the_seats_from_the_player_in_turn_and_is_said(referee: Referee, calls: Calls) -> None:
    for seat, at_ns in ((1, 5_000_000), (3, 5_400_000)):
        calls.pressed(Press(f"player{seat}", at_ns))
    calls.decide()
    ruling = referee.view.ruling
    assert ruling is not None
    assert ruling.event == {"event": "object", "player": "Cy"}
    assert referee.view.tie


def test_a_button_that_calls_nothing_is_no_call(referee: Referee, calls: Calls) -> None:
    assert not calls.pressed(Press("player8", 1))
    assert not calls.pressed(Press("select", 2))
    assert referee.view.dialog is not None, "select opened the menu"
    calls.decide()
    assert len(referee.view.protocol) == 2
