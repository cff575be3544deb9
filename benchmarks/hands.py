"""The hands: how soon a press is heard and seen, whether any is lost, and how late the end of a window comes.

    python -m benchmarks.hands [--presses N] [--seconds N] [--idle] [--greedy]

Meanwhile a camera reads a drawn table as fast as it can (`--idle` leaves that out). Buttons are gpiozero's mock pins,
driven from a thread of their own as lgpio's are; the OLED's wire is a fake that takes as long as 400 kHz (and 100 kHz,
the Pi's default) take. Beside each figure, in the same run, what one would write first: gpiozero's Button and
TonalBuzzer, luma's own `display`, a timer that counts seconds with sleep. All times are of this machine, no Pi.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gpiozero import Button, TonalBuzzer
from gpiozero.tones import Tone
from luma.oled.device import ssd1306

from benchmarks.figures import MS_NS, at_least_one, told
from benchmarks.kiosk import POLL_S, edge_to_kiosk
from companion.clock import Countdown, SystemClock, Ticker
from companion.decks import deckfiles
from companion.display import screens
from companion.display.sounds import CALLED
from companion.drawn.drawn_table import DrawnTable
from companion.vision import Reader
from hardware.board import PLAYERS, Board, ScreenWiring, load_board
from hardware.oled import Line, make_driver
from hardware.panel import Panel
from hardware.pins import SimulatedFactory, SimulatedPin
from hardware.quick import answer_quickly
from hardware.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WINDOW_MS = 30_000
BITS_PER_BYTE = 9  # eight and the acknowledgement (I2C-bus specification UM10204, 3.1.5)
PRESSES_PER_S = 20
PAUSE_NS = 27 * MS_NS  # a finger's, longer than the bounce that is waited for
COMPARED = 4  # one press in so many is made again with what one would write first
FEW = 100
SLOWED = 5  # and one in so many on the slow wire


class HeardPin(SimulatedPin):
    """Remembers when it first began to sound after `listen`."""

    began_ns: int | None = None

    def listen(self) -> None:
        self.began_ns = None

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        if value and self.began_ns is None:
            self.began_ns = time.perf_counter_ns()


@dataclass
class Wire:
    """luma's serial interface at the speed of a real bus; `busy_ns` is the time of the last byte."""

    baud: int
    sent: int = 0
    last_ns: int = 0
    written: threading.Event = field(default_factory=threading.Event)

    def command(self, *cmd: int) -> None:
        self._send(len(cmd) + 2)

    def data(self, data: Sequence[int]) -> None:
        self._send(len(data) + 2)

    def cleanup(self) -> None:
        """Nothing to close."""

    def _send(self, count: int) -> None:
        self.sent += count
        time.sleep(count * BITS_PER_BYTE / self.baud)
        self.last_ns = time.perf_counter_ns()


class Reading:
    """A camera that reads a drawn table without a pause, in a thread, to be in everybody's way."""

    def __init__(self) -> None:
        deck = deckfiles.load("disorder")
        table = DrawnTable(deck)
        for letter in "LICENSE":
            table.place(letter)
        self._frame, self._reader = table.frame(), Reader(deck)
        self._stop = threading.Event()
        self.frames = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._reader.read(self._frame)
            self.frames += 1


def in_pin_thread(act: Callable[[], None]) -> None:
    """Run in a thread of its own, as edges come from lgpio's."""
    thread = threading.Thread(target=act)
    thread.start()
    thread.join()


def sleep_until(due_ns: int) -> int:
    """Sleep until a moment of perf_counter_ns and return that moment: what comes late after it counts as ours."""
    time.sleep(max(0.0, (due_ns - time.perf_counter_ns()) / 1e9))
    return due_ns


def share_of(presses: int, one_in: int) -> int:
    """How often a slower way is measured; once at least, however few the presses."""
    return max(1, presses // one_in)


def edge_to_buzzer(presses: int) -> tuple[list[float], list[float]]:
    """Milliseconds from the edge of the challenge button to the first sound: ours, and gpiozero's own classes."""
    board = load_board()

    def ours(factory: SimulatedFactory) -> Callable[[], None]:
        panel = Panel(board, lambda press: panel.sound(CALLED) if press.button == "challenge" else None, factory)
        return panel.close

    def usual(factory: SimulatedFactory) -> Callable[[], None]:
        assert board.buzzer is not None
        button = Button(board.buttons["challenge"], pin_factory=factory, bounce_time=None)
        buzzer = TonalBuzzer(board.buzzer.pin, pin_factory=factory, mid_tone=Tone(1047), octaves=2)
        button.when_pressed = lambda: buzzer.play(Tone(2093))
        return lambda: (button.close(), buzzer.close())[0]

    return press_and_listen(board, ours, presses), press_and_listen(board, usual, share_of(presses, COMPARED))


def press_and_listen(
    board: Board, build: Callable[[SimulatedFactory], Callable[[], None]], presses: int
) -> list[float]:
    factory = SimulatedFactory()
    factory.pin_class = HeardPin
    close = build(factory)
    assert board.buzzer is not None
    button, buzzer = factory.pin(board.buttons["challenge"]), factory.pin(board.buzzer.pin)
    waits: list[float] = []

    def finger() -> None:
        for _ in range(presses):
            buzzer.listen()
            began_ns = sleep_until(time.perf_counter_ns() + PAUSE_NS)
            button.drive_low()
            button.drive_high()
            waits.append((buzzer.began_ns - began_ns) / MS_NS)

    in_pin_thread(finger)
    close()
    return waits


def edge_to_oled(presses: int, baud: int) -> tuple[list[float], list[float], float]:
    """Milliseconds from the edge to the last byte of the challenge screen, ours and luma's `display`; bytes ratio."""
    calm = screens.turn("Ann", board="LICE", points=10)
    called = screens.called("Challenge!", "Ann", "Bob", doing="names a word")
    ours, ours_bytes = oled_run(presses, baud, calm, called, lumas_own=False)
    again = share_of(presses, COMPARED)
    theirs, their_bytes = oled_run(again, baud, calm, called, lumas_own=True)
    return ours, theirs, (their_bytes / again) / (ours_bytes / presses)


def oled_run(presses: int, baud: int, calm: Any, called: Any, *, lumas_own: bool) -> tuple[list[float], int]:
    wire = Wire(10**9)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # luma reads pixels with Pillow's old getdata
        device = ssd1306(wire) if lumas_own else make_driver(ScreenWiring(), Line(lambda: wire))
        wire.baud = baud
        waits: list[float] = []
        factory = SimulatedFactory()
        with (
            Screen(load_board(), device) as screen,
            Panel(Board(buttons={"challenge": 17}), lambda _: screen.show(called), factory),
        ):
            button = factory.pin(17)

            def finger() -> None:
                began_ns = time.perf_counter_ns()
                for _ in range(presses):
                    screen.show(calm)
                    screen.wait_shown(calm, 10)
                    sleep_until(began_ns + PAUSE_NS)
                    began_ns = time.perf_counter_ns()
                    button.drive_low()
                    button.drive_high()
                    screen.wait_shown(called, 10)
                    waits.append((wire.last_ns - began_ns) / MS_NS)

            in_pin_thread(finger)
        return waits, wire.sent


def lost_presses(seconds: float) -> tuple[int, int, int]:
    """Presses made at 20 a second on eight bouncing buttons, how many of them we counted, and gpiozero's Button did."""
    board = Board(buttons={name: load_board().buttons[name] for name in PLAYERS})
    edge_s = [time.monotonic()]  # the kernel stamps an edge when it happens, however late a thread comes to it
    ours, usual = SimulatedFactory(lambda: edge_s[0]), SimulatedFactory()
    counted, counted_by_button = [0], [0]

    def count(_: object = None) -> None:
        counted[0] += 1

    def count_by_button() -> None:
        counted_by_button[0] += 1

    buttons = [Button(pin, pin_factory=usual, bounce_time=0.025) for pin in board.buttons.values()]
    for button in buttons:
        button.when_pressed = count_by_button
    rounds = round(seconds * PRESSES_PER_S)
    with Panel(board, count, ours):
        pins = [factory.pin(pin) for pin in board.buttons.values() for factory in (ours, usual)]

        def finger() -> None:
            for _ in range(rounds):
                for contact in ("drive_low", "drive_high"):
                    due_s = edge_s[0] + 0.5 / PRESSES_PER_S
                    time.sleep(max(0.0, due_s - time.monotonic()))
                    for pin in pins:
                        bounce(pin, contact)
                    edge_s[0] = due_s

        in_pin_thread(finger)
        time.sleep(0.1)
    for button in buttons:
        button.close()
    return rounds * len(board.buttons), counted[0], counted_by_button[0]


def bounce(pin: Any, contact: str) -> None:
    """Close or open a contact that chatters twice before it stays."""
    other = "drive_high" if contact == "drive_low" else "drive_low"
    for move in (contact, other, contact, other, contact):
        getattr(pin, move)()


def late_end() -> tuple[float, float]:
    """Milliseconds by which the end of a 30-second window comes late: ours, and counting seconds with sleep."""
    clock, over = SystemClock(), threading.Event()
    ends_ns = [0]

    def beat(left_s: int) -> None:
        if left_s == 0:
            ends_ns[0] = clock.now_ns()
            over.set()

    counted_ns = [0]

    def count_seconds() -> None:
        for _ in range(WINDOW_MS // 1000):
            time.sleep(1)
        counted_ns[0] = clock.now_ns()

    ticker = Ticker(clock, beat)
    began_ns = clock.now_ns()
    ticker.watch(Countdown(WINDOW_MS, WINDOW_MS, began_ns // MS_NS))
    counting = threading.Thread(target=count_seconds)
    counting.start()
    over.wait(WINDOW_MS / 1000 + 10)
    counting.join()
    ticker.close()
    due_ns = began_ns + WINDOW_MS * MS_NS
    return (ends_ns[0] - due_ns) / MS_NS, (counted_ns[0] - due_ns) / MS_NS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presses", type=at_least_one, default=1000, help="how often each button is pressed")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long presses are counted")
    parser.add_argument("--greedy", action="store_true", help="let the camera's reading have every core")
    parser.add_argument("--idle", action="store_true", help="no camera reading beside it")
    args = parser.parse_args()

    if not args.greedy:
        answer_quickly()
    reading = None if args.idle else Reading()
    began_s = time.monotonic()

    print(f"{'ms':34} {'median':>8} {'99 %':>8}   {'instead':34} {'median':>8} {'99 %':>8}   ratios")
    told("edge to buzzer", *edge_to_buzzer(args.presses), "gpiozero Button and TonalBuzzer")
    for baud in (400_000, 100_000):
        ours, theirs, fewer = edge_to_oled(args.presses if baud > 100_000 else share_of(args.presses, SLOWED), baud)
        told(f"edge to OLED bytes, {baud // 1000} kHz", ours, theirs, "luma's own display")
        print(f"{'':34} {fewer:.1f}× fewer bytes than luma's own display")
    told("edge to kiosk", *edge_to_kiosk(args.presses), f"a page that asks every {POLL_S:.0f} s")
    ends: list[tuple[float, float]] = []
    window = threading.Thread(target=lambda: ends.append(late_end()))
    window.start()  # meanwhile the buttons are pressed
    made, counted, by_button = lost_presses(args.seconds)
    window.join()
    ours_late, theirs_late = ends[0]
    print(f"{'end of a 30 s window, late by':34} {ours_late:8.2f} ms", end="")
    print(f"        counting seconds with sleep {theirs_late:14.2f} ms")
    print(f"{'presses made, bouncing':34} {made:8}   counted {counted}; gpiozero's Button counted {by_button}")
    if reading is not None:
        reading.stop()
        print(f"the camera read {reading.frames / (time.monotonic() - began_s):.1f} frames a second beside all this")
    if args.presses < FEW:
        print(f"of fewer than {FEW} presses the 99 % is the longest, and the first whole picture weighs on the bytes")
    loads = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{time.monotonic() - began_s:.0f} s in all; load averages of the machine meanwhile {loads}")


if __name__ == "__main__":
    main()
