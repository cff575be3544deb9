"""Every part pulled out at every step of a match, and put back later: the outcome of the match is the same."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app import App, Setup
from companion.calls import Calls
from companion.clock import FakeClock
from companion.display.showing import Showing
from companion.display.sounds import sound
from companion.journal import Journal
from companion.referee import Referee
from companion.rounds import Rounds
from hardware.arbitration import first_press
from hardware.board import load_board
from hardware.panel import Panel
from hardware.pins import SimulatedFactory
from hardware.screen import Screen, SimulatedOled
from tests.desks import StraightDesk
from tests.test_app import Onlooker
from tests.views import PLAYERS, WORDS, shipped

NEVER_S = 3600.0
BOARD = load_board()
PINS = dict(BOARD.parts())
PARTS = ("challenge", "buzzer", "lamp", "oled")


class Table:
    """Referee, panel, screen and what connects them, with wires that can be pulled."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder / "journal.sqlite3")
        self.referee = Referee(self.journal, FakeClock(), shipped)
        desk: Any = StraightDesk(self.referee)
        self.calls = Calls(desk, first_press, gather_s=NEVER_S)
        self.factory, self.oled = SimulatedFactory(), SimulatedOled()
        self.panel = Panel(BOARD, self.calls.pressed, self.factory, retry_s=NEVER_S)
        self.screen = Screen(BOARD, self.oled)
        self.showing = Showing(self.screen, self.panel)
        self.referee.subscribe(self.showing.tell)
        parts = {"panel": lambda: self.panel.faults, "screen": lambda: self.screen.faults}
        self.rounds = Rounds(parts, self.referee.fault, NEVER_S)

    def pull(self, part: str) -> None:
        """Take a part's wire off."""
        if part == "oled":
            self.oled.plugged = False
        else:
            self.factory.unplug(PINS[part])

    def put_back(self, part: str) -> None:
        """And on again."""
        self.oled.plugged = True
        if part != "oled":
            self.factory.plug(PINS[part])
        self.panel.retry()

    def happen(self, **event: Any) -> None:
        self.panel.sound(sound("placed"))
        self.panel.lamp(True)
        self.referee.happen(event, source="phone")
        self.rounds.look()

    def challenge(self) -> None:
        """Press the big button; if nothing comes of it, call the challenge by phone."""
        turn = self.turn
        self.panel.press("challenge")
        self.calls.decide()
        match = self.referee.view.match
        if match is not None and match.awaiting != "name_word":
            self.happen(event="challenge", player=turn)

    @property
    def turn(self) -> str | None:
        """Who must act next."""
        match = self.referee.view.match
        return match and match.turn

    def outcome(self) -> Any:
        """All that counts: every event with its ruling, the scores, and who won."""
        view = self.referee.view
        assert view.match is not None
        return [(entry.event, entry.ruling, entry.changes) for entry in view.protocol], view.match

    def close(self) -> None:
        for part in (self.rounds, self.showing, self.screen, self.panel, self.journal):
            part.close()


def steps(table: Table) -> list[Callable[[], None]]:
    """A match in Disorder!: two challenges and a concession; every event by the player whose turn it is."""

    def place(card: str) -> Callable[[], None]:
        return lambda: table.happen(event="place", player=table.turn, card=card)

    def name(word: str) -> Callable[[], None]:
        return lambda: table.happen(event="name_word", player=table.turn, word=word)

    return [
        *map(place, "LICE"),
        table.challenge,
        name("license"),
        *map(place, "ZOOK"),
        table.challenge,
        name("zookeeper"),
        place("C"),
        lambda: table.happen(event="concede", player=table.turn),
    ]


@contextmanager
def laid(folder: Path) -> Iterator[Table]:
    folder.mkdir()
    table = Table(folder)
    try:
        table.referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS, "target": 100}})
        yield table
    finally:
        table.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with laid(tmp_path_factory.mktemp("pulled") / "undisturbed") as table:
        for step in steps(table):
            step()
        outcome = table.outcome()
    assert len(outcome[0]) == 14
    assert sum(outcome[1].scores.values()) > 20
    return outcome


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("moment", range(14))
def test_a_part_pulled_at_any_step_and_put_back_changes_nothing(
    tmp_path: Path, undisturbed: Any, part: str, moment: int
) -> None:
    with laid(tmp_path / "table") as table:
        for place, step in enumerate(steps(table)):
            if place == moment:
                table.pull(part)
            if place == moment + 3:
                table.put_back(part)
            step()
        table.put_back(part)
        assert table.outcome() == undisturbed
        assert table.panel.faults == []


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_missing_from_first_to_last_changes_nothing(tmp_path: Path, undisturbed: Any, part: str) -> None:
    with laid(tmp_path / "table") as table:
        table.pull(part)
        for step in steps(table):
            step()
        assert table.outcome() == undisturbed


def test_what_fails_is_said_on_the_displays_and_over_when_it_is_back(tmp_path: Path) -> None:
    with laid(tmp_path / "table") as table:
        table.pull("lamp")
        table.happen(event="place", player="Ann", card="L")
        assert any("lamp on GPIO 24" in notice for notice in table.referee.view.notices)
        table.put_back("lamp")
        table.rounds.look()
        assert table.referee.view.notices == ()


def test_a_camera_that_dies_in_a_match_is_said_and_taken_back(tmp_path: Path) -> None:
    with App(Setup(tmp_path, port=0, camera="drawn")) as app:
        onlooker = Onlooker(app)
        setup = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}
        app.submit(lambda referee: referee.begin(setup)).result()
        source: Any = app._camera and app._camera.source
        draw = source._draw

        def fail() -> np.ndarray[Any, Any]:
            raise OSError(19, "the cable is out")

        source._draw = fail
        onlooker.wait(lambda view: any("the cable is out" in notice for notice in view.notices))
        event = {"event": "place", "player": "Ann", "card": "L"}
        app.submit(lambda referee: referee.happen(event, source="phone")).result()
        match = app.view.match
        assert match is not None
        assert match.board["row"] == ["L"]
        source._draw = draw
        onlooker.wait(lambda view: not view.notices)
