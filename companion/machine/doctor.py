"""The doctor: looks at every part, then walks a person through trying each with their own hands.

The instruments (`hardware.probe`) are handed in, and so are the ways to say something and to ask.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from companion.display import screens
from companion.display.sounds import BEGIN
from companion.machine.aiming import AimedCamera, aim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from PIL import Image

PRESS_S = 10.0
SCREEN_WORD = "QUIZ"


class Finding(Protocol):
    """What one look at one part found: `state` is "ok", "simulated" or "wrong", `said` one sentence."""

    @property
    def part(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def said(self) -> str: ...
    @property
    def value(self) -> float | str | None: ...


class Wiring(Protocol):
    """Which parts are there."""

    @property
    def buttons(self) -> Mapping[str, int]: ...
    @property
    def buzzer(self) -> object | None: ...
    @property
    def lamp(self) -> int | None: ...
    @property
    def screen(self) -> object | None: ...


class Bench(AimedCamera, Protocol):
    """The parts a person tests by hand."""

    @property
    def board(self) -> Wiring: ...
    def wait_press(self, button: str, timeout_s: float) -> str | None: ...
    def sound(self, tones: Sequence[tuple[int, int]]) -> None: ...
    def lamp(self, on: bool) -> None: ...
    def show(self, image: Image.Image) -> bool: ...
    @property
    def camera(self) -> object | None: ...
    def wait_covered(self, timeout_s: float) -> bool: ...


class Probes(Protocol):
    """The doctor's instruments."""

    def survey_machine(self) -> Iterable[Finding]: ...
    def survey_parts(self, camera: str | None = None, voices: Path | None = None) -> Iterable[Finding]: ...
    def survey_hearing(self, is_wanted: bool) -> Iterable[Finding]: ...


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of trying a part by hand; has the shape of a Finding."""

    part: str
    state: str
    said: str
    value: float | str | None = None


def walk(bench: Bench, say: Callable[[str], None], ask: Callable[[str], str]) -> Iterator[Finding]:
    """Try every part with the person at the table; `ask` returns what they typed."""
    for button, pin in bench.board.buttons.items():
        yield _try_button(bench, button, pin, say)
    if bench.board.buzzer is not None:
        bench.sound(BEGIN)
        advice = "turn a passive buzzer's wires, and check that the board file has the right kind"
        yield _try_sense("buzzer", "Did the buzzer play three tones, rising?", advice, ask)
    if bench.board.lamp is not None:
        bench.lamp(True)
        advice = "an LED lights in one direction only: turn it, and check its resistor"
        yield _try_sense("lamp", "Is the lamp lit?", advice, ask)
        bench.lamp(False)
    if bench.board.screen is not None:
        yield _try_screen(bench, ask)
    if bench.camera is not None:
        yield try_light(bench, say)
        yield _try_camera(bench, say)


def try_light(eye: AimedCamera, say: Callable[[str], None], now_s: Callable[[], float] = time.monotonic) -> Tried:
    """Help to hang the camera and to light the table, until both are well or nobody gets on with it."""
    say("Lay some cards on the table. What is wrong with the light and the lens comes here and on the OLED, live.")
    wrong = aim(eye, say, now_s)
    if wrong is None:
        return Tried("light", "ok", "light and lens are good")
    return Tried("light", "wrong", wrong)


def _try_button(bench: Bench, button: str, pin: int, say: Callable[[str], None]) -> Tried:
    say(f"Press {button} (within {PRESS_S:.0f} seconds).")
    pressed = bench.wait_press(button, PRESS_S)
    if pressed == button:
        return Tried(button, "ok", "the press arrived")
    if pressed is None:
        return Tried(button, "wrong", f"no press came on GPIO {pin}; check the wire, and the other one to ground")
    return Tried(button, "wrong", f"{pressed} answered instead; swap their wires or their pins in the board file")


def _try_camera(bench: Bench, say: Callable[[str], None]) -> Tried:
    say(f"Hold a hand over the camera's lens (within {PRESS_S:.0f} seconds).")
    if bench.wait_covered(PRESS_S):
        return Tried("camera", "ok", "it saw the hand")
    return Tried("camera", "wrong", "no hand was seen; check both ends of its cable, and which camera is asked for")


def _try_sense(part: str, question: str, advice: str, ask: Callable[[str], str]) -> Tried:
    if ask(f"{question} [y/n] ").strip().lower().startswith("y"):
        return Tried(part, "ok", "seen or heard at the table")
    return Tried(part, "wrong", f"not noticed at the table; {advice}")


def _try_screen(bench: Bench, ask: Callable[[str], str]) -> Tried:
    if not bench.show(screens.notice("Tableside", SCREEN_WORD)):
        return Tried("screen", "wrong", "the picture did not get through; see what was found above")
    typed = ask("Which word does the screen show? ").strip().upper()
    if typed == SCREEN_WORD:
        return Tried("screen", "ok", "its picture was read")
    advice = (
        'try driver = "sh1106" in the board file if it is shifted or speckled, upside_down if it stands on its head'
    )
    return Tried("screen", "wrong", f"it should show {SCREEN_WORD}; {advice}")
