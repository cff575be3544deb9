"""Pins through gpiod: its own settings and edges, on lines of a kernel that is played."""

import inspect
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from gpiozero import LED, Device, InputDevice, PWMOutputDevice
from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPin,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
)

from hardware.board import BuzzerWiring, WiredBoard, load_board
from hardware.gpiochip import ChipFactory
from hardware.panel import Panel
from hardware.pins import SimulatedFactory, choose_factory
from tests.hardware.kernel_lines import Kernel

gpiod = pytest.importorskip("gpiod", reason="gpiod is for Linux")

from tests.hardware import kernel_lines  # noqa: E402  # needs gpiod

if TYPE_CHECKING:
    from hardware.arbitration import Press

MS = 1_000_000
PI_4 = {"gpiochip0": "raspberrypi-exp-gpio", "gpiochip1": "pinctrl-bcm2711"}


@pytest.fixture
def devices(tmp_path: Path) -> Callable[..., Path]:
    def files(*names: str) -> Path:
        for name in names:
            (tmp_path / name).touch()
        return tmp_path

    return files


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    kernel = kernel_lines.Kernel(**PI_4)
    monkeypatch.setattr(gpiod, "Chip", kernel.Chip)
    return kernel


@pytest.fixture
def factory(kernel: Kernel, devices: Callable[..., Path]) -> Iterator[ChipFactory]:
    factory = ChipFactory(devices(*PI_4))
    yield factory
    factory.close()
    assert (kernel.requests, kernel.open_chips) == ({}, 0)


def test_the_played_kernel_takes_what_gpiod_documents() -> None:
    for played, real in (
        (kernel_lines.Chip, inspect.getmembers(gpiod.Chip)),
        (kernel_lines.LineRequest, inspect.getmembers(gpiod.LineRequest)),
    ):
        known = dict(real)
        for name, method in inspect.getmembers(played, inspect.isfunction):
            if name.startswith("_") or name in ("level", "saw", "hang_up"):
                continue
            assert set(inspect.signature(method).parameters) <= set(inspect.signature(known[name]).parameters), name


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
def test_the_chip_of_the_header_is_known_by_its_label_whatever_its_number(
    kernel: Kernel, devices: Callable[..., Path], label: str
) -> None:
    kernel.labels = {"gpiochip0": "other", "gpiochip4": label, "gpiochip9": "another"}
    factory = ChipFactory(devices(*kernel.labels))
    assert factory.chip.get_info().label == label
    assert kernel.open_chips == 1
    factory.close()


def test_no_chip_and_no_permission_are_told_apart(kernel: Kernel, devices: Callable[..., Path]) -> None:
    kernel.labels = {"gpiochip0": "other"}
    with pytest.raises(FileNotFoundError, match="no GPIO chip of a Raspberry Pi"):
        ChipFactory(devices("gpiochip0"))
    kernel.labels = {"gpiochip0": None}
    with pytest.raises(PermissionError):
        ChipFactory(devices("gpiochip0"))
    assert kernel.open_chips == 0


def test_a_press_is_heard_at_the_time_the_kernel_saw_it(kernel: Kernel, factory: ChipFactory) -> None:
    presses: queue.Queue[Press] = queue.Queue()
    board = load_board()
    with Panel(board, presses.put, factory) as panel:
        assert set(panel.buttons) == set(board.buttons)
        assert panel.real
        for button, pin in board.buttons.items():
            at_ns = time.monotonic_ns() - 5 * MS
            kernel.wire(pin, False, at_ns)
            press = presses.get(timeout=5)
            assert press.button == button
            assert abs(press.at_ns - at_ns) < MS
            assert panel.is_down(button)
        assert presses.empty()


def test_both_edges_of_a_pin_come_in_order_and_none_after_it_is_closed(kernel: Kernel, factory: ChipFactory) -> None:
    edges: queue.Queue[tuple[int, bool]] = queue.Queue()

    def changed(ticks: float, state: bool) -> None:
        edges.put((round(ticks * 1e9), state))

    device = InputDevice(17, pull_up=True, pin_factory=factory)
    device.pin.when_changed = changed
    for at, level in enumerate([False, True, False]):
        kernel.wire(17, level, (at + 1) * MS)
    assert [edges.get(timeout=5) for _ in range(3)] == [(MS, False), (2 * MS, True), (3 * MS, False)]
    device.pin.edges = "rising"
    kernel.wire(17, True, 4 * MS)
    kernel.wire(17, False, 5 * MS)
    kernel.wire(17, True, 6 * MS)
    assert [edges.get(timeout=5) for _ in range(2)] == [(4 * MS, True), (6 * MS, True)]
    device.pin.when_changed = None
    kernel.wire(17, False, 7 * MS)
    device.close()
    assert 17 not in kernel.requests
    assert edges.empty()


def test_a_pin_that_was_closed_can_be_taken_again(kernel: Kernel, factory: ChipFactory) -> None:
    for _ in range(2):
        with InputDevice(17, pull_up=True, pin_factory=factory) as device:
            assert (device.pin.function, device.pin.pull, device.is_active) == ("input", "up", False)
            kernel.wire(17, False, 0)
            assert device.is_active
            kernel.wired.clear()
        assert kernel.requests == {}


def test_the_lamp_has_its_level_from_the_start_and_is_no_output_any_more_once_closed(
    kernel: Kernel, factory: ChipFactory
) -> None:
    with LED(24, initial_value=True, pin_factory=factory) as lamp:
        assert kernel.notes == [(24, True)]
        lamp.off()
        lamp.on()
        assert kernel.notes[1:] == [(24, False), (24, True)]
        assert lamp.value == 1
        request = kernel.requests[24]
    assert request.settings.direction is gpiod.line.Direction.INPUT


def test_another_program_s_pin_is_told_in_words(kernel: Kernel, factory: ChipFactory) -> None:
    other = gpiod.Chip("/dev/gpiochip1").request_lines({17: gpiod.LineSettings()})
    with Panel(WiredBoard(buttons={"challenge": 17}), print, factory) as panel:
        assert not panel.buttons
        assert "the pin is taken by another program" in panel.faults[0]
        other.release()
        panel.retry()
        assert (panel.buttons, panel.faults) == (("challenge",), [])
    kernel.open_chips -= 1


def test_a_buzzer_is_switched_and_a_passive_one_is_said_to_click(kernel: Kernel, factory: ChipFactory) -> None:
    with pytest.raises(PinPWMUnsupported):
        PWMOutputDevice(18, pin_factory=factory)
    kinds: list[tuple[Literal["active", "passive"], int]] = [("active", 0), ("passive", 1)]
    for kind, faults in kinds:
        with Panel(WiredBoard(buzzer=BuzzerWiring(18, kind)), print, factory) as panel:
            assert len(panel.faults) == faults
            panel.sound([(440, 60_000)])
            assert kernel.requests[18].level()
            panel.sound([])
            assert not kernel.requests[18].level()


def test_what_a_pin_cannot_do_is_refused_as_gpiozero_says(factory: ChipFactory) -> None:
    pin = factory.pin(17)
    refused = [
        ("state", 1, PinSetInput),
        ("function", "spi", PinInvalidFunction),
        ("pull", "sideways", PinInvalidPull),
        ("edges", "none", PinInvalidEdges),
        ("bounce", -1, PinInvalidBounce),
    ]
    for name, value, error in refused:
        with pytest.raises(error):
            setattr(pin, name, value)
    pin.bounce = 0.01
    assert pin.bounce == 0.01
    pin.bounce = None
    assert pin.bounce is None
    pin.function = "output"
    with pytest.raises(PinFixedPull):
        pin.pull = "up"
    with pytest.raises(PinFixedPull):
        factory.pin(2).pull = "down"  # the bus's own resistor
    with pytest.raises(PinInvalidPin):
        factory.pin(99)


@pytest.fixture
def debian_on_a_pi(
    monkeypatch: pytest.MonkeyPatch, kernel: Kernel, devices: Callable[..., Path]
) -> Iterator[pytest.MonkeyPatch]:
    def no_lgpio() -> None:
        raise ImportError("No module named 'lgpio'")

    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("hardware.pins.pi_model", lambda: "Raspberry Pi 4 Model B Rev 1.5")
    monkeypatch.setattr("hardware.pins.import_lgpio", no_lgpio)
    monkeypatch.setattr("hardware.gpiochip.DEVICES", devices(*PI_4))
    monkeypatch.setattr(Device, "pin_factory", None)
    yield monkeypatch
    if Device.pin_factory is not None:
        Device.pin_factory.close()


def test_a_pi_without_lgpio_has_buttons_all_the_same(debian_on_a_pi: pytest.MonkeyPatch, kernel: Kernel) -> None:
    with Panel(WiredBoard(buttons={"challenge": 17}), print) as panel:
        assert (panel.real, panel.buttons, panel.faults) == (True, ("challenge",), [])
        assert list(kernel.requests) == [17]


def test_with_lgpio_gpiod_is_not_asked(debian_on_a_pi: pytest.MonkeyPatch, kernel: Kernel) -> None:
    asked = []
    debian_on_a_pi.setattr("hardware.pins.import_lgpio", lambda: asked.append("lgpio"))
    debian_on_a_pi.setattr(Device, "ensure_pin_factory", lambda: asked.append("gpiozero"))
    choose_factory()
    assert (asked, kernel.open_chips) == (["lgpio", "gpiozero"], 0)


def test_gpiod_can_be_asked_for_by_name(debian_on_a_pi: pytest.MonkeyPatch, kernel: Kernel) -> None:
    debian_on_a_pi.setenv("GPIOZERO_PIN_FACTORY", "gpiod")
    factory, complaint = choose_factory()
    assert (type(factory), complaint) == (ChipFactory, None)


@pytest.mark.parametrize(("label", "words"), [(None, "Permission denied"), ("other", "no GPIO chip of a Raspberry Pi")])
def test_pins_that_cannot_be_had_are_simulated_and_it_is_said_why(
    debian_on_a_pi: pytest.MonkeyPatch, kernel: Kernel, label: str | None, words: str
) -> None:
    kernel.labels = dict.fromkeys(PI_4, label)
    factory, complaint = choose_factory()
    assert type(factory) is SimulatedFactory
    assert complaint is not None
    assert complaint.startswith("the Pi's pins cannot be used (")
    assert words in complaint
    assert complaint.endswith("join group gpio, and install python3-lgpio or gpiod")


def come_true(true: Callable[[], bool]) -> None:
    """What other threads bring about has come about."""
    end_s = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end_s
        threading.Event().wait(0.001)


def test_a_chip_that_goes_is_said_and_taken_back_with_all_its_buttons(kernel: Kernel, factory: ChipFactory) -> None:
    presses: queue.Queue[Press] = queue.Queue()
    board = load_board()
    with Panel(board, presses.put, factory, retry_s=0.01) as panel:
        well = panel.faults
        kernel.unplug()
        come_true(lambda: not panel.buttons)
        come_true(lambda: panel.faults[-1].startswith(f"{len(board.buttons)} parts on the Pi's pins do not answer ("))
        assert len(panel.faults) == len(well) + 1, "of a chip one sentence, not one of each of its lines"
        kernel.present = True
        come_true(lambda: set(panel.buttons) == set(board.buttons))
        come_true(lambda: panel.faults == well)
        at_ns = time.monotonic_ns()
        kernel.wire(board.buttons["select"], False, at_ns)
        assert presses.get(timeout=5).button == "select"


def test_edges_of_a_chip_that_has_gone_end_no_thread(kernel: Kernel, factory: ChipFactory) -> None:
    changed = threading.Event()

    def note(ticks: float, state: bool) -> None:
        changed.set()

    pin = factory.pin(17)
    pin.edges = "both"
    pin.when_changed = note
    kernel.unplug()
    come_true(lambda: pin.lost is not None)
    kernel.present = True
    pin.close()
    pin.edges = "both"
    pin.when_changed = note
    kernel.wire(17, True, time.monotonic_ns())
    assert changed.wait(5)
