"""Presses, looks and listens on lines of a real kernel; called by tests/kernel/run in a machine of its own.

gpio-sim has a folder of files for each line: `pull` is what is wired to it, `value` what a meter would show.
"""

from __future__ import annotations

import itertools
import os
import queue
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from gpiozero.pins import local

from hardware.board import BuzzerWiring, WiredBoard, load_board
from hardware.buzzer import Speaker
from hardware.debounce import WINDOW_NS
from hardware.gpiochip import SOME_PI, ChipFactory
from hardware.lg import import_lgpio
from hardware.panel import Panel

if TYPE_CHECKING:
    from hardware.arbitration import Press

(BANK,) = Path("/sys/devices/platform").glob("gpio-sim*/gpiochip*/sim_gpio0/..")
MS = 1_000_000
TONES = 20
BOUNCES = 200


def pull(line: int, level: str) -> None:
    (BANK / f"sim_gpio{line}" / "pull").write_text(f"pull-{level}")


def is_high(line: int) -> bool:
    return (BANK / f"sim_gpio{line}" / "value").read_text().strip() == "1"


def main() -> None:
    local.get_pi_revision = lambda: SOME_PI
    through_gpiod()
    try:
        import_lgpio()
    except ImportError:
        print("lgpio is not installed here; its tones are not tried")
        return
    tones_of_lgpio()


def through_gpiod() -> None:
    """The panel as on a Pi that has no lgpio."""
    board = load_board()
    for line in board.buttons.values():
        pull(line, "up")
    presses: queue.Queue[Press] = queue.Queue()
    factory = ChipFactory()
    with Panel(board, presses.put, factory) as panel:
        assert panel.buttons == tuple(board.buttons), panel.faults
        waits_ms = []
        for button, line in board.buttons.items():
            before_ns = time.monotonic_ns()
            pull(line, "down")
            after_ns = time.monotonic_ns()
            press = presses.get(timeout=10)
            waits_ms.append((time.monotonic_ns() - press.at_ns) / MS)
            assert press.button == button
            assert before_ns - 1000 <= press.at_ns <= after_ns + 1000, "not the time of the edge"
            assert panel.is_down(button)
            pull(line, "up")
        print(f"{len(waits_ms)} buttons heard at the time of their edge, {statistics.median(waits_ms):.1f} ms after it")
        time.sleep(0.1)
        bounced(presses)
        for on in (True, False):
            panel.lamp(on)
            assert is_high(24) == on
            panel.sound([(440, 60_000)] if on else [])
            assert is_high(18) == on
        print("lamp and buzzer switched")
        with Panel(WiredBoard(buttons={"challenge": 17}), print, ChipFactory()) as second:
            assert "taken by another program" in second.faults[0], second.faults
    with Panel(board, presses.put, factory) as panel:
        assert panel.buttons == tuple(board.buttons), panel.faults
    factory.close()


def bounced(presses: queue.Queue[Press]) -> None:
    """Presses that bounce count once each.

    A finger that was held up by a busy machine for longer than the debounce window may count twice: those are left out.
    """
    spans_ns = []
    for _ in range(BOUNCES):
        began_ns = time.monotonic_ns()
        for level in ("down", "up", "down"):
            pull(17, level)
        spans_ns.append((began_ns, time.monotonic_ns()))
        time.sleep(0.03)
        pull(17, "up")
        time.sleep(0.03)
    time.sleep(0.5)
    heard_ns = [presses.get_nowait().at_ns for _ in range(presses.qsize())]
    quick, counts = 0, set()
    for (began_ns, ended_ns), (next_ns, _) in itertools.pairwise([*spans_ns, (time.monotonic_ns(), 0)]):
        if ended_ns - began_ns < WINDOW_NS:
            quick += 1
            counts.add(sum(began_ns - 1000 <= at_ns < next_ns - 1000 for at_ns in heard_ns))
    assert quick >= BOUNCES // 2, f"only {quick} presses bounced for less than the debounce window"
    assert counts == {1}, f"bouncing presses were counted {counts} times"
    print(
        f"{quick} of {quick} bouncing presses counted once ({BOUNCES - quick} more bounced too long on a busy machine)"
    )


def tones_of_lgpio() -> None:
    """How soon a tone begins, and how often lgpio's thread wakes while there is none."""
    from gpiozero.pins.lgpio import LGPIOFactory

    speaker = Speaker(BuzzerWiring(18, "passive"), LGPIOFactory(chip=0), print)
    speaker.play([(1760, 60)])
    time.sleep(0.5)
    before = wakes()
    time.sleep(3)
    a_second = (wakes() - before) / 3
    begins_ms, goes_on_ms = [], []
    for turn in range(TONES):
        time.sleep(0.1 + turn * 0.0017)  # at any moment of the thread's sleep
        began_s = time.monotonic()
        speaker.play([(1000, 60)])
        while not is_high(18):
            pass
        begins_ms.append((time.monotonic() - began_s) * 1000)
        while is_high(18):
            pass
        goes_on_ms.append((time.monotonic() - began_s) * 1000)
    speaker.play([])
    time.sleep(0.1)
    assert not is_high(18)
    speaker.close()
    print(f"silent after a tone: {a_second:.0f} wake-ups a second")
    for what, ms in (("a tone begins", begins_ms), ("it goes on", goes_on_ms)):
        print(f"{what} after {statistics.median(ms):.1f} ms, at most {max(ms):.1f}")
    assert a_second < 100
    assert statistics.median(begins_ms) < 10


def wakes() -> int:
    """How often all threads but the first have gone to sleep so far."""
    threads = (task for task in Path("/proc/self/task").iterdir() if task.name != str(os.getpid()))
    lines = (line for task in threads for line in (task / "status").read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt"))


if __name__ == "__main__":
    main()
