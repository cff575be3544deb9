"""The panel on simulated pins: real edges through real gpiozero devices."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from gpiozero.exc import GPIOPinInUse, PinInvalidPin
from gpiozero.pins.mock import MockPin

from hardware.arbitration import Press
from hardware.board import BuzzerWiring, WiredBoard, load_board
from hardware.buttons import LATE_NS
from hardware.debounce import WINDOW_NS
from hardware.panel import Panel, pin_fault
from hardware.pins import SimulatedFactory, SimulatedPin

MS = 1_000_000
NEVER_S = 10_000.0


class Hand:
    """Time moved by hand, and the presses that came."""

    def __init__(self) -> None:
        self.now_ns = 10**9
        self.presses: list[Press] = []
        self.factory = SimulatedFactory(lambda: self.now_ns / 1e9)

    def panel(self, board: WiredBoard | None = None) -> Panel:
        return Panel(
            board or load_board(), self.presses.append, self.factory, retry_s=NEVER_S, now_ns=lambda: self.now_ns
        )

    def edges(self, button: str, *offsets_ms: float) -> None:
        """Close and open the contact of a button in turn, at these times from now."""
        start_ns, pin = self.now_ns, self.factory.pin(load_board().buttons[button])
        for place, offset_ms in enumerate(offsets_ms):
            self.now_ns = start_ns + round(offset_ms * MS)
            pin.drive_low() if place % 2 == 0 else pin.drive_high()
        self.now_ns += 2 * WINDOW_NS


@pytest.fixture
def hand() -> Hand:
    return Hand()


def test_a_press_carries_the_time_of_its_edge(hand: Hand) -> None:
    with hand.panel():
        start_ns = hand.now_ns
        hand.edges("challenge", 7, 130)
    assert hand.presses == [Press("challenge", start_ns + 7 * MS)]


def test_bouncing_makes_no_second_press_and_a_tap_is_not_lost(hand: Hand) -> None:
    with hand.panel():
        start_ns = hand.now_ns
        hand.edges("player3", 0, 0.2, 0.4, 3, 3.1, 9, 20, 120, 120.5, 121, 140, 141)
        hand.edges("player3", 0, 0.05)
        hand.edges("player3", 0, 200)
    assert [press.at_ns - start_ns for press in hand.presses] == [0, 191 * MS, 241 * MS + 50_000]


def test_each_button_is_heard_by_its_own_name_and_bounces_alone(hand: Hand) -> None:
    board = load_board()
    with hand.panel(board) as panel:
        for button in board.buttons:
            hand.factory.pin(board.buttons[button]).drive_low()
            hand.now_ns += MS
        assert all(panel.is_down(button) for button in board.buttons)
    assert [press.button for press in hand.presses] == list(board.buttons)
    assert [press.at_ns for press in hand.presses] == sorted(press.at_ns for press in hand.presses)


def test_a_second_press_hidden_in_the_bounce_of_a_release_is_counted_while_it_is_held(hand: Hand) -> None:
    counted = threading.Event()

    def on_press(press: Press) -> None:
        hand.presses.append(press)
        if len(hand.presses) == 2:
            counted.set()

    with Panel(load_board(), on_press, hand.factory, retry_s=NEVER_S, now_ns=lambda: hand.now_ns):
        start_ns, pin = hand.now_ns, hand.factory.pin(17)
        pin.drive_low()
        hand.now_ns = start_ns + 100 * MS
        pin.drive_high()
        hand.now_ns = start_ns + 115 * MS
        pin.drive_low()
        hand.now_ns = start_ns + 126 * MS + LATE_NS  # the window has closed, and no further edge comes
        assert counted.wait(5.0)
    assert [press.at_ns - start_ns for press in hand.presses] == [0, 115 * MS]


def test_edges_that_are_all_handled_late_lose_no_press_and_make_none(hand: Hand) -> None:
    with hand.panel() as panel:
        start_ns, pin = hand.now_ns, hand.factory.pin(17)
        switch = panel._switches["challenge"]
        for press in range(20):  # twenty a second: each edge comes just as the window of the last one closes
            for contact, at_ms in ((pin.drive_low, 50 * press), (pin.drive_high, 50 * press + 25)):
                hand.now_ns = start_ns + at_ms * MS
                contact()
                switch.settle(hand.now_ns + LATE_NS)  # the settler's own clock is ahead of the edges
        switch.settle(hand.now_ns + WINDOW_NS + LATE_NS + 1)
    assert [press.at_ns - start_ns for press in hand.presses] == [50 * MS * press for press in range(20)]


def test_an_edge_that_is_still_on_its_way_is_waited_for(hand: Hand) -> None:
    with hand.panel() as panel:
        start_ns, pin = hand.now_ns, hand.factory.pin(17)
        switch = panel._switches["challenge"]
        pin.drive_low()
        hand.now_ns = start_ns + MS
        pin.drive_high()
        pin._state = False  # the contact is closed again, but the edge is late
        switch.settle(start_ns + 60 * MS + LATE_NS)
        assert switch.due_ns() is not None
        pin._state = True
        hand.now_ns = start_ns + 2 * MS
        pin.drive_low()
        switch.settle(start_ns + 60 * MS + LATE_NS)
        assert switch.due_ns() is None
    assert [press.at_ns for press in hand.presses] == [start_ns]


def test_a_simulated_finger_is_never_too_quick_for_the_debouncing() -> None:
    found: list[Press] = []
    with Panel(load_board(), found.append, SimulatedFactory()) as panel:
        for _ in range(5):
            panel.press("select")
    assert [press.button for press in found] == ["select"] * 5
    assert all(0 <= time.monotonic_ns() - press.at_ns < 5 * 10**9 for press in found)


def test_a_simulated_finger_that_lifts_late_on_a_busy_machine_presses_again_late_enough() -> None:
    found: list[Press] = []
    with Panel(load_board(), found.append, SimulatedFactory()) as panel:
        pin = panel._switches["select"].pin
        lift = pin.drive_high

        def lift_late() -> None:
            threading.Event().wait(5 * MS / 10**9)
            lift()

        for number in range(6):
            pin.drive_high = lift if number % 2 else lift_late
            panel.press("select")
    assert [press.button for press in found] == ["select"] * 6


def test_a_press_of_a_button_that_is_not_wired_is_handed_on(hand: Hand) -> None:
    with hand.panel(WiredBoard(buttons={"challenge": 17})) as panel:
        panel.press("player5")
        assert not panel.is_down("player5")
    assert hand.presses == [Press("player5", hand.now_ns)]


def test_a_handler_that_fails_silences_no_button(hand: Hand) -> None:
    def fail(press: Press) -> None:
        hand.presses.append(press)
        raise KeyError("nobody knows this player")

    with Panel(load_board(), fail, hand.factory, retry_s=NEVER_S, now_ns=lambda: hand.now_ns) as panel:
        hand.edges("up", 0, 100)
        hand.edges("up", 0, 100)
        assert len(hand.presses) == 2
        assert panel.faults == ["a press of up could not be handled: 'nobody knows this player'"]


def test_tones_are_played_on_the_buzzers_pin() -> None:
    with Panel(load_board(), print, SimulatedFactory()) as panel:
        pin = panel._factory.pin(18)
        panel.sound([(440, 60_000)])
        assert (pin.frequency, pin.state) == (440, 0.5)
        panel.sound([(0, 60_000)])
        assert pin.state == 0
        panel.sound([(880, 1), (1760, 60_000)])
        assert reaches(lambda: pin.frequency == 1760)
        panel.sound([(990, 1)])
        assert reaches(lambda: pin.state == 0)


Done = list[tuple[str, float | None]]
Written = tuple[Panel, SimulatedPin, Done]


@pytest.fixture
def written() -> Iterator[Written]:
    """What is done to a buzzer's pin in turn: its frequencies (Hz, None: no pulses) and its levels."""
    done: Done = []

    class NotedPin(SimulatedPin):
        def _set_frequency(self, value: float | None) -> None:
            done.append(("frequency", value))
            super()._set_frequency(value)

        def _set_state(self, value: float) -> None:
            done.append(("level", value))
            super()._set_state(value)

    factory = SimulatedFactory()
    factory.pin_class = NotedPin
    with Panel(WiredBoard(buzzer=BuzzerWiring(18, "passive")), print, factory) as panel:
        yield panel, factory.pin(18), done


def test_a_silent_buzzer_has_no_frequency(written: Written) -> None:
    panel, pin, done = written
    silent = [("frequency", None), ("level", 0)]
    assert (pin.frequency, done[-2:]) == (None, silent)
    panel.sound([(0, 60_000)])
    assert (pin.frequency, done[-2:]) == (None, silent)
    panel.sound([(440, 60_000)])
    assert pin.frequency == 440
    panel.sound([])
    assert (pin.frequency, pin.state, done[-2:]) == (None, 0, silent)
    panel.sound([(440, 1)])
    assert reaches(lambda: pin.frequency is None and done[-2:] == silent)


def test_a_tone_out_of_silence_begins_at_once_and_one_after_another_goes_over_without_a_click(
    written: Written,
) -> None:
    panel, _, done = written
    done.clear()
    panel.sound([(440, 60_000)])
    assert done == [("level", 1), ("frequency", 440), ("level", 0.5)]
    done.clear()
    panel.sound([(880, 60_000)])
    assert done == [("frequency", 880), ("level", 0.5)]


def test_a_passive_buzzer_on_pins_without_tones_is_switched() -> None:
    factory = SimulatedFactory()
    factory.pin_class = MockPin
    with Panel(load_board(), print, factory, retry_s=NEVER_S) as panel:
        (fault,) = panel.faults
        assert fault.startswith("a passive buzzer only clicks without lgpio")
        panel.sound([(440, 60_000)])
        assert factory.pin(18).state == 1
        panel.sound([])
        assert factory.pin(18).state == 0


def test_an_active_buzzer_is_only_switched() -> None:
    factory = SimulatedFactory()
    factory.pin_class = MockPin
    with Panel(WiredBoard(buzzer=BuzzerWiring(18, "active")), print, factory) as panel:
        assert panel.faults == []
        pin = panel._factory.pin(18)
        panel.sound([(440, 60_000)])
        assert pin.state == 1
        panel.sound([])
        assert pin.state == 0


def test_the_lamp(hand: Hand) -> None:
    with hand.panel() as panel:
        panel.lamp(True)
        assert hand.factory.pin(24).state == 1
        panel.lamp(False)
        assert hand.factory.pin(24).state == 0


def test_a_panel_without_parts_is_quiet_and_well(hand: Hand) -> None:
    with hand.panel(WiredBoard()) as panel:
        panel.sound([(440, 10)])
        panel.lamp(True)
        panel.retry()
        assert (panel.faults, panel.buttons, panel.real) == ([], (), False)


def test_parts_that_are_pulled_out_are_named_and_taken_back(hand: Hand) -> None:
    with hand.panel() as panel:
        hand.factory.unplug(24)
        hand.factory.unplug(18)
        panel.lamp(True)
        panel.sound([(440, 60_000)])
        assert panel.faults == [
            "lamp on GPIO 24 does not answer ([Errno 19] no device on GPIO24); check its wire",
            "buzzer on GPIO 18 does not answer ([Errno 19] no device on GPIO18); check its wire",
        ]
        panel.retry()
        assert len(panel.faults) == 2
        hand.edges("challenge", 0, 100)
        assert len(hand.presses) == 1
        hand.factory.plug(24)
        hand.factory.plug(18)
        panel.retry()
        assert panel.faults == []
        assert hand.factory.pin(24).state == 1  # as it was asked for while it was away
        panel.sound([(660, 60_000)])
        assert hand.factory.pin(18).frequency == 660


def test_a_buzzer_that_dies_while_it_plays_is_named() -> None:
    factory = SimulatedFactory()
    with Panel(load_board(), print, factory, retry_s=NEVER_S) as panel:
        panel.sound([(440, 5), (880, 5)])
        factory.unplug(18)
        assert reaches(lambda: panel.faults)
        assert "buzzer on GPIO 18" in panel.faults[0]


def test_a_button_that_is_missing_at_the_start_is_taken_when_it_comes(hand: Hand) -> None:
    hand.factory.unplug(17)
    with hand.panel() as panel:
        assert "challenge" not in panel.buttons
        assert "challenge on GPIO 17" in panel.faults[0]
        hand.factory.plug(17)
        panel.retry()
        assert panel.faults == []
        hand.edges("challenge", 0, 80)
    assert [press.button for press in hand.presses] == ["challenge"]


def test_missing_parts_are_tried_again_by_themselves() -> None:
    factory = SimulatedFactory()
    factory.unplug(17)
    with Panel(load_board(), print, factory, retry_s=0.01) as panel:
        factory.plug(17)
        assert reaches(lambda: "challenge" in panel.buttons)


def test_two_panels_cannot_have_the_same_pins(hand: Hand) -> None:
    with hand.panel(), hand.panel() as second:
        assert second.buttons == ()
        assert "the pin is taken by another program" in second.faults[0]


def test_closing_frees_the_pins_and_can_be_done_twice(hand: Hand) -> None:
    first = hand.panel()
    first.close()
    first.close()
    with hand.panel() as second:
        assert second.faults == []


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (GPIOPinInUse("pin GPIO17 is already in use"), "the pin is taken"),
        (RuntimeError("GPIO busy"), "the pin is taken"),
        (PinInvalidPin("99 is not a valid pin name"), "this board has no such pin"),
        (PermissionError(13, "Permission denied"), "add the user to group gpio"),
        (OSError("No permission to update one or more GPIO"), "add the user to group gpio"),
        (OSError(19, "No such device"), "does not answer"),
    ],
)
def test_faults_are_told_in_words(error: Exception, words: str) -> None:
    sentence = pin_fault("challenge", 17, error)
    assert sentence.startswith("challenge on GPIO 17")
    assert words in sentence


def reaches(condition: Callable[[], object], limit_s: float = 5.0) -> bool:
    """Whether a condition another thread brings about holds within the limit."""
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if condition():
            return True
        threading.Event().wait(0.001)
    return False
