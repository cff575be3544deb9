"""Every part pulled out at every step of a match, dying in it or missing from its start, and put back later.

Real parts on fake wires: gpiozero's mock pins, luma's driver on a bus with a glass, the camera's own thread. Whatever
is gone, people go on by hand: the events, the rulings and the digest of the match are the same.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from luma.core.interface.serial import i2c

from companion.app import App, Setup
from companion.clock import FakeClock
from companion.display.oled import picture
from companion.display.showing import Showing
from companion.display.sounds import sound
from companion.machine.rounds import Rounds
from companion.referee.journal import Journal
from companion.referee.match import judge
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.switchboard import Switchboard
from hardware.arbitration import Press, first_press
from hardware.board import NAVIGATION, load_board
from hardware.board import PLAYERS as PLAYER_BUTTONS
from hardware.camera import Camera
from hardware.cameras.source import Capture
from hardware.panel import Panel
from hardware.pins import SimulatedFactory
from hardware.screen import Screen
from tests.desks import StraightDesk
from tests.hardware.glass import Glass
from tests.seen import row_on
from tests.tables import table as table_of
from tests.test_app import Onlooker
from tests.views import PLAYERS, WORDS, shipped

NEVER_S = 3600.0
PATIENCE_S = 60.0
FINGER_S = 0.03  # longer than any bounce
BOARD = load_board()
PINS = dict(BOARD.parts())
PARTS = (*NAVIGATION, *PLAYER_BUTTONS, "buzzer", "lamp", "oled", "camera")
SEATS = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]  # one for each button
LEXICON = {"words": ["bacda", "bacd", "cab", "caba", "abc"], "names": []}
BACK_AFTER = 3  # steps


class Lens:
    """A camera's source: pictures of a row of cards, each card a grey value; can be pulled out and put back."""

    name = "lens"

    def __init__(self) -> None:
        self.row = ""
        self.plugged, self.over = True, False
        self.wanted = threading.Semaphore(0)

    def open(self) -> None:
        """Nothing to make ready."""

    def shoot(self) -> Capture:
        self.wanted.acquire()
        if not self.plugged or self.over:
            raise OSError(19, "the cable is out")
        picture = np.zeros((48, 64, 3), np.uint8)
        for place, card in enumerate(self.row):
            picture[:, place] = ord(card)
        return Capture(picture)

    def close(self) -> None:
        """Nothing to let go of."""

    def look(self, camera: Camera, number: int) -> tuple[int, str] | None:
        """One look: the number of the newest frame and the cards on it; None when the camera owns up to a fault."""
        self.wanted.release()
        while (frame := camera.latest(number, timeout_s=0.01)) is None:
            if camera.fault is not None:
                return None
        return frame.number, "".join(map(chr, filter(None, frame.picture[0, :, 0])))


class Table:
    """Referee, panel, screen, camera and what connects them, with wires that can be pulled."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder / "journal.sqlite3")
        self.journal._connection.execute("PRAGMA synchronous = OFF")  # no power is cut here, and disks are slow
        self.referee = Referee(self.journal, FakeClock(), shipped)
        desk: Any = StraightDesk(self.referee)
        self.calls = Switchboard(desk, first_press, gather_s=NEVER_S)
        self.now_s = 1000.0
        self.factory, self.glass, self.lens = SimulatedFactory(lambda: self.now_s), Glass(), Lens()
        self.panel = Panel(BOARD, self._pressed, self.factory, retry_s=NEVER_S, now_ns=lambda: round(self.now_s * 1e9))
        self.screen = Screen(BOARD, open_serial=lambda: i2c(bus=self.glass, address=self.glass.address))
        self.camera = Camera(self.lens, first_pause_s=0.001, hung_s=NEVER_S)  # it waits for `look`, and hangs never
        self.frame = -1
        self.showing = Showing(self.screen, self.panel)
        self.referee.subscribe(self.showing.tell)
        parts = {
            "panel": lambda: self.panel.faults,
            "screen": lambda: self.screen.faults,
            "camera": lambda: [self.camera.fault] if self.camera.fault else [],
        }
        self.rounds = Rounds(parts, self.referee.fault, NEVER_S)

    def _pressed(self, press: Press) -> None:
        self.calls.pressed(press)

    def pull(self, part: str) -> None:
        """Take a part's wire off."""
        if part == "oled":
            self.glass.present = False
        elif part == "camera":
            self.lens.plugged = False
        else:
            self.factory.unplug(PINS[part])

    def put_back(self, part: str) -> None:
        """And on again."""
        if part == "oled":
            self.glass.lose_power()
            self.glass.present = True
        elif part == "camera":
            self.lens.plugged = True
        else:
            self.factory.plug(PINS[part])
            self.panel.retry()

    def eventually(self, so: Callable[[], bool]) -> bool:
        """Whether it becomes so, with all parts tried again meanwhile. A machine that is busy takes its time."""
        end_s = time.monotonic() + PATIENCE_S
        while not so() and time.monotonic() < end_s:
            self.panel.retry()
        return so()

    def notices(self) -> tuple[str, ...]:
        """What the displays say is wrong, after one more round. The thread that shows a view switches the lamp, too:
        that it does not answer is known a moment after the view is."""
        self.rounds.look()
        return self.referee.view.notices

    # ------------------------------------------------------------------ what people do

    def happen(self, **event: Any) -> None:
        self.panel.sound(sound("accepted"))
        self.panel.lamp(True)
        self.referee.happen(event, source=Source.PHONE)
        self.rounds.look()

    def press(self, button: str) -> None:
        """A finger on a button, and off again."""
        self.panel.hold(button)
        self.now_s += FINGER_S
        self.panel.release(button)
        self.now_s += FINGER_S

    def lay(self, card: str) -> None:
        """Put a card before the camera; if it does not see it, say by phone what it is."""
        events = len(self.referee.view.protocol)
        self.lens.row += card
        seen = self.lens.look(self.camera, self.frame)
        if seen is not None:
            self.frame, cards = seen
            self.referee.see(table_of(cards))
        if len(self.referee.view.protocol) == events:
            self.happen(event="place", side="right", player=self.turn, card=card)
        self.rounds.look()

    def clear(self) -> None:
        """Take all cards off the table."""
        self.lens.row = ""
        seen = self.lens.look(self.camera, self.frame)
        if seen is not None:
            self.frame = seen[0]
            self.referee.see(table_of(seen[1]))

    def call(self, button: str, event: str, player: str) -> None:
        """Press a button to call something; if nothing comes of it, call it by phone."""
        events = len(self.referee.view.protocol)
        self.press(button)
        self.calls.decide()
        if len(self.referee.view.protocol) == events:
            self.happen(event=event, player=player)

    def enter(self, labels: list[str], **event: Any) -> None:
        """Turn the wheel to each label and take it; once a button does nothing, say it by phone instead."""
        player = self.turn
        events = len(self.referee.view.protocol)
        with suppress(DeadButton):
            for label in labels:
                self._turn_to(label)
                self._navigate("select")
        if len(self.referee.view.protocol) == events:
            self.happen(player=player, **event)

    def _turn_to(self, label: str) -> None:
        dialog = self.referee.view.dialog
        assert dialog is not None
        ahead = (dialog.items.index(label) - dialog.cursor) % len(dialog.items)
        way, presses = ("down", ahead) if ahead <= len(dialog.items) // 2 else ("up", len(dialog.items) - ahead)
        for _ in range(presses):
            self._navigate(way)

    def _navigate(self, button: str) -> None:
        version = self.referee.view.version
        self.press(button)
        if self.referee.view.version == version:
            raise DeadButton(button)

    @property
    def turn(self) -> str:
        """Who must act next."""
        match = self.referee.view.match
        assert match is not None
        assert match.turn is not None
        return match.turn

    def outcome(self) -> Any:
        """All that counts: every event with its ruling, the scores, who won, and the digest of it all."""
        view = self.referee.view
        entries = [(entry.event, entry.ruling, entry.changes) for entry in view.protocol]
        return entries, view.match, judge(self.referee.archive.export(1), shipped)["digest"]

    def close(self) -> None:
        self.lens.over = True
        self.lens.wanted.release()
        for part in (self.camera, self.rounds, self.showing, self.screen, self.panel, self.journal):
            part.close()


class DeadButton(Exception):
    """A press that changed nothing."""


def steps(table: Table) -> list[Callable[[], None]]:
    """A match in Disorder!: cards before the camera, an objection and two challenges by buttons, words spelled."""
    return [
        *(partial(table.lay, card) for card in "BA"),
        lambda: table.call("player5", "object", "Eve"),
        lambda: table.enter(["Stand by it"], event="stand"),
        *(partial(table.lay, card) for card in "CD"),
        lambda: table.call("challenge", "challenge", "Eve"),
        lambda: table.enter([*"BACDA", "✓"], event="name_word", word="bacda"),
        lambda: table.enter([*"CAB", "✓"], event="prove", word="cab"),
        table.clear,
        *(partial(table.lay, card) for card in "ABAB"),
        lambda: table.call(f"player{SEATS.index(table.turn) + 1}", "challenge", table.turn),
        lambda: table.enter([*"CABA", "✓"], event="name_word", word="caba"),
        table.clear,
        partial(table.lay, "C"),
        lambda: table.happen(event="concede", player=table.turn),
    ]


STEPS = 19


@contextmanager
def laid(folder: Path) -> Iterator[Table]:
    folder.mkdir()
    table = Table(folder)
    try:
        table.referee.begin({"game": "disorder", "players": SEATS, "options": {"lexicon": LEXICON, "target": 500}})
        yield table
    finally:
        table.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The outcome of the match with everything in its place, where everything was done with the parts."""
    with laid(tmp_path_factory.mktemp("pulled") / "undisturbed") as table:
        played = steps(table)
        for step in played:
            step()
        outcome = table.outcome()
        sources = [entry.source for entry in table.referee.view.protocol]
    assert len(played) == STEPS
    assert (sources.count("camera"), sources.count("panel"), sources.count("phone")) == (9, 7, 1)
    assert sum(outcome[1].scores.values()) > 20
    return outcome


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_dies_at_any_step_and_comes_back_changes_nothing(
    tmp_path: Path, undisturbed: Any, part: str
) -> None:
    for moment in range(STEPS):
        with laid(tmp_path / f"table{moment}") as table:
            for place, step in enumerate(steps(table)):
                if place == moment:
                    table.pull(part)
                if place == moment + BACK_AFTER:
                    table.put_back(part)
                step()
            table.put_back(part)
            assert table.outcome() == undisturbed, f"{part} pulled at step {moment}"
            assert table.eventually(lambda: table.panel.faults == [])


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_missing_from_the_start_and_comes_at_any_step_changes_nothing(
    tmp_path: Path, undisturbed: Any, part: str
) -> None:
    for moment in range(1, STEPS + 1):
        with laid(tmp_path / f"table{moment}") as table:
            table.pull(part)
            for place, step in enumerate(steps(table)):
                if place == moment:
                    table.put_back(part)
                step()
            assert table.outcome() == undisturbed, f"{part} missing until step {moment}"


def test_a_camera_that_fails_is_said_on_the_displays_and_over_when_it_is_back(tmp_path: Path) -> None:
    with laid(tmp_path / "table") as table:
        table.pull("camera")
        table.lay("A")
        assert any("the cable is out" in notice for notice in table.referee.view.notices)
        table.put_back("camera")
        table.lay("B")
        assert table.eventually(lambda: table.notices() == ())  # the camera's own thread tries again in its time


def test_a_lamp_that_fails_is_said_on_the_displays_and_over_when_it_is_back(tmp_path: Path) -> None:
    with laid(tmp_path / "table") as table:
        table.pull("lamp")
        table.lay("A")
        assert table.eventually(lambda: any("lamp on GPIO 24" in notice for notice in table.notices()))
        table.put_back("lamp")
        table.lay("B")
        assert table.eventually(lambda: table.notices() == ())


def test_an_oled_that_is_back_has_the_newest_picture_again(tmp_path: Path) -> None:
    with laid(tmp_path / "table") as table:
        table.pull("oled")
        table.lay("A")
        assert table.eventually(lambda: table.screen.faults != [])  # one that is away unnoticed cannot be known to be
        table.put_back("oled")
        table.lay("B")
        table.showing.close()
        wanted = picture(table.referee.view, 0)
        table.screen.show(wanted)
        assert table.screen.wait_shown(wanted, PATIENCE_S)
        assert table.glass.picture() == {(x, y) for x in range(128) for y in range(64) if wanted.getpixel((x, y))}


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
        app.submit(lambda referee: referee.happen(event, source=Source.PHONE)).result()
        assert row_on(app.view.board) == "L"
        source._draw = draw
        onlooker.wait(lambda view: not view.notices)
