"""The screen never waits and never fails: errors are counted, said, and over when the OLED answers again."""

import errno
import threading

import pytest
from luma.core.device import dummy
from luma.core.interface.serial import i2c
from PIL import Image

from hardware.board import Board, ScreenWiring, load_board
from hardware.screen import (
    ALIVE_NS,
    FIRST_PAUSE_NS,
    LONGEST_PAUSE_NS,
    REFRESH_NS,
    Painter,
    Screen,
    SimulatedOled,
    bus_fault,
    same,
    wired_painter,
)
from tests.hardware.glass import Glass
from tests.hardware.test_oled import drawn, lit

ONE, OTHER = drawn([(3, 3, 20, 20)]), drawn([(50, 10, 40, 30)])


def painter_on(glass: Glass) -> Painter:
    return wired_painter(ScreenWiring(driver=glass.kind), lambda: i2c(bus=glass))


def test_a_picture_stands_on_the_simulated_oled() -> None:
    oled = SimulatedOled()
    with Screen(load_board(), oled) as screen:
        assert screen.framebuffer().getbbox() is None
        screen.show(ONE)
        assert screen.wait_shown(ONE)
        assert oled.image is not None
        assert same(oled.image, ONE)
        assert same(screen.framebuffer(), ONE)
        assert (screen.real, screen.faults, screen.errors) == (False, [], 0)


def test_a_luma_dummy_will_do_as_the_oled() -> None:
    device = dummy(width=128, height=64, mode="1")
    with Screen(load_board(), device) as screen:
        screen.show(OTHER)
        assert screen.wait_shown(OTHER)
    assert lit(device.image) == set()  # blanked when closed


def test_pictures_of_another_size_or_mode_are_fitted() -> None:
    with Screen(Board(), SimulatedOled()) as screen:
        screen.show(Image.new("L", (300, 10), 255))
        assert screen.wait_shown(drawn([(0, 0, 127, 9)]))


def test_showing_never_waits_for_an_oled_that_hangs() -> None:
    let_go = threading.Event()

    class Hanging:
        def display(self, image: Image.Image) -> None:
            self.image = image
            assert let_go.wait(10)

        def show(self) -> None:
            pass

    device = Hanging()
    with Screen(Board(), device) as screen:
        for _ in range(100):
            screen.show(ONE)
            screen.show(OTHER)
        assert not screen.wait_shown(OTHER, 0.01)
        let_go.set()
        assert screen.wait_shown(OTHER)


def test_a_pulled_oled_is_said_and_gets_the_newest_picture_when_it_is_back() -> None:
    glass = Glass()
    painter = painter_on(glass)
    painter.step(ONE, 0)
    assert glass.picture() == lit(ONE)
    glass.present = False
    painter.step(OTHER, 1)
    silent = "nothing answers at 0x3C on I2C bus 1; check the screen's four wires and its address"
    assert (painter.fault, painter.errors) == (silent, 1)
    assert painter.shown is not None
    assert same(painter.shown, ONE)
    glass.lose_power()
    glass.present = True
    painter.step(OTHER, 2)
    assert painter.fault is None
    assert glass.picture() == lit(OTHER)


def test_the_pauses_between_attempts_grow_and_are_reset() -> None:
    glass = Glass()
    glass.present = False
    painter = painter_on(glass)
    now, pauses = 0, []
    for _ in range(9):
        following = painter.step(ONE, now)
        pauses.append(following - now)
        now = following
    assert pauses[:4] == [FIRST_PAUSE_NS, 2 * FIRST_PAUSE_NS, 4 * FIRST_PAUSE_NS, 8 * FIRST_PAUSE_NS]
    assert pauses[-1] == LONGEST_PAUSE_NS
    glass.present = True
    assert painter.step(ONE, now) == now + ALIVE_NS
    glass.present = False
    assert painter.step(OTHER, now) == now + FIRST_PAUSE_NS
    assert painter.errors == 10


def test_a_plug_pulled_between_moves_is_noticed_although_nothing_changes() -> None:
    glass = Glass()
    painter = painter_on(glass)
    painter.step(ONE, 0)
    glass.present = False
    painter.step(ONE, ALIVE_NS // 2)
    assert painter.fault is None
    painter.step(ONE, ALIVE_NS)
    assert painter.fault is not None


def test_an_oled_that_lost_its_power_unnoticed_is_woken_within_the_refresh() -> None:
    glass = Glass()
    painter = painter_on(glass)
    painter.step(ONE, 0)
    glass.lose_power()
    assert glass.picture() == set()
    painter.step(ONE, REFRESH_NS)
    assert glass.picture() == lit(ONE)


def test_an_oled_that_dies_during_start_up_is_started_properly_later() -> None:
    for writes in range(1, 6):
        glass = Glass()
        glass.fail_after = writes
        painter = painter_on(glass)
        painter.step(ONE, 0)
        painter.step(ONE, 1)
        fault = painter.fault
        assert fault is not None
        glass.lose_power()
        glass.present, glass.fail_after = True, None
        painter.step(ONE, 2)
        assert (painter.fault, glass.picture()) == (None, lit(ONE))


def test_the_screen_blanks_what_it_leaves() -> None:
    glass = Glass()
    painter = painter_on(glass)
    painter.step(ONE, 0)
    painter.finish()
    assert glass.picture() == set()


def test_leaving_a_dead_oled_raises_nothing() -> None:
    glass = Glass()
    painter = painter_on(glass)
    painter.finish()
    painter.step(ONE, 0)
    glass.present = False
    painter.finish()
    assert painter.errors == 1


def test_a_screen_that_is_pulled_out_and_put_back_shows_the_newest_picture() -> None:
    oled = SimulatedOled()
    with Screen(Board(), oled) as screen:
        screen.show(ONE)
        assert screen.wait_shown(ONE)
        oled.plugged = False
        screen.show(OTHER)
        assert not screen.wait_shown(OTHER, 0.05)
        assert screen.faults == ["the simulated OLED is pulled out ([Errno 121] nothing answers on the bus)"]
        oled.plugged = True
        assert screen.wait_shown(OTHER)
        assert screen.faults == []
        assert screen.errors >= 1


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "add the user to group i2c"),
        (OSError(errno.ETIMEDOUT, "Connection timed out"), "at 0x3C on I2C bus 1 does not answer"),
    ],
)
def test_bus_faults_are_told_in_words(error: OSError, words: str) -> None:
    assert words in bus_fault(ScreenWiring(), error)


def test_a_bus_that_is_not_switched_on_is_told_in_words() -> None:
    painter = wired_painter(ScreenWiring(i2c_bus=31))
    painter.step(ONE, 0)
    assert painter.fault == ("no screen: there is no /dev/i2c-31; switch I2C on with raspi-config, Interface Options")
