"""The walk through all parts with a person at the table, played by the test."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from companion.display import screens
from companion.machine import aiming, doctor
from companion.machine.doctor import Finding
from companion.vision.sharpness import sharpness
from hardware.board import WiredBoard, load_board
from hardware.camera import Camera
from hardware.cameras.source import Capture
from hardware.pins import SimulatedFactory
from hardware.probe import Bench
from hardware.screen import SimulatedOled, same


class Person:
    """Presses what is asked for and answers questions, or does not."""

    def __init__(
        self,
        bench: Bench,
        *,
        presses: Callable[[str], str | None] = lambda button: button,
        answers: str = "y",
        word: str = doctor.SCREEN_WORD,
    ) -> None:
        self.bench, self.presses, self.answers, self.word = bench, presses, answers, word
        self.said: list[str] = []
        self.asked: list[str] = []

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def ask(self, question: str) -> str:
        self.asked.append(question)
        return self.word if "Which word" in question else self.answers

    def wait_press(self, button: str, timeout_s: float) -> str | None:
        """The bench's wait, with the person's finger on a button while it lasts."""
        pressed = self.presses(button)
        assert timeout_s == doctor.PRESS_S
        return pressed


@pytest.fixture
def oled() -> SimulatedOled:
    return SimulatedOled()


@pytest.fixture
def bench(oled: SimulatedOled) -> Iterator[Bench]:
    with Bench(load_board(), SimulatedFactory(), oled) as bench:
        yield bench


def walk(bench: Bench, person: Person, monkeypatch: pytest.MonkeyPatch) -> dict[str, Finding]:
    monkeypatch.setattr(bench, "wait_press", person.wait_press)
    return {finding.part: finding for finding in doctor.walk(bench, person.say, person.ask)}


def test_everything_works(bench: Bench, oled: SimulatedOled, monkeypatch: pytest.MonkeyPatch) -> None:
    person = Person(bench)
    found = walk(bench, person, monkeypatch)
    assert list(found) == [*load_board().buttons, "buzzer", "lamp", "screen"]
    assert {finding.state for finding in found.values()} == {"ok"}
    assert person.said[0] == "Press challenge (within 10 seconds)."
    assert oled.image is not None
    assert same(oled.image, screens.notice("Tableside", doctor.SCREEN_WORD))


def test_nothing_works(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    person = Person(bench, presses=lambda _: None, answers="no", word="???")
    found = walk(bench, person, monkeypatch)
    assert {finding.state for finding in found.values()} == {"wrong"}
    assert found["challenge"].said == "no press came on GPIO 17; check the wire, and the other one to ground"
    assert "turn a passive buzzer's wires" in found["buzzer"].said
    assert "an LED lights in one direction only" in found["lamp"].said
    assert 'driver = "sh1106"' in found["screen"].said


def test_swapped_wires_are_named(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    swapped = {"up": "down", "down": "up"}
    found = walk(bench, Person(bench, presses=lambda button: swapped.get(button, button)), monkeypatch)
    assert found["up"].said == "down answered instead; swap their wires or their pins in the board file"
    assert found["select"].state == "ok"


def test_a_picture_that_does_not_get_through_is_not_asked_about(
    bench: Bench, oled: SimulatedOled, monkeypatch: pytest.MonkeyPatch
) -> None:
    oled.plugged = False
    monkeypatch.setattr(bench.screen, "wait_shown", lambda _: False)
    person = Person(bench)
    found = walk(bench, person, monkeypatch)
    assert found["screen"].said == "the picture did not get through; see what was found above"
    assert not any("Which word" in question for question in person.asked)


def test_a_board_without_parts_has_nothing_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    with Bench(WiredBoard(), SimulatedFactory(), SimulatedOled()) as bench:
        assert walk(bench, Person(bench), monkeypatch) == {}


class Dimming:
    """A camera's source: a bright table, and in every other picture a hand over the lens, if there is one."""

    name = "dimming"

    def __init__(self, *, hand: bool) -> None:
        self.hand, self.count = hand, 0

    def open(self) -> None:
        """Ready as it is."""

    def shoot(self) -> Capture:
        self.count += 1
        return Capture(np.full((48, 64, 3), 20 if self.hand and self.count % 2 else 160, np.uint8))

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.mark.parametrize(("hand", "state", "said"), [(True, "ok", "saw the hand"), (False, "wrong", "cable")])
def test_a_hand_over_the_lens_is_seen(monkeypatch: pytest.MonkeyPatch, hand: bool, state: str, said: str) -> None:
    monkeypatch.setattr(doctor, "PRESS_S", 10.0 if hand else 0.05)
    monkeypatch.setattr(aiming, "AIM_S", 0.0)
    camera = Camera(Dimming(hand=hand))
    with Bench(WiredBoard(), SimulatedFactory(), SimulatedOled(), camera, sharpness) as bench:
        spoken: list[str] = []
        light, finding = doctor.walk(bench, spoken.append, input)
    assert (light.part, light.state) == ("light", "wrong")  # nothing lies there to tell sharpness by
    assert spoken[-1].startswith("Hold a hand over the camera's lens")
    assert (finding.part, finding.state) == ("camera", state)
    assert said in finding.said


def test_without_a_camera_no_hand_is_seen(bench: Bench) -> None:
    assert not bench.wait_covered(1.0)
