"""What goes over I2C to the OLED, and its plug pulled; called by tests/kernel/run in a machine of its own."""

import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw

from hardware.board import load_board
from hardware.oled import HEIGHT_PX, WIDTH_PX
from hardware.screen import Screen
from tests.hardware.glass import Glass

WRITTEN = Path("/sys/kernel/debug/oled_bus/written")
PRESENT = Path("/sys/module/bus/parameters/present")
HALVES = " ▀▄█"  # neither, the upper, the lower point of two
PATIENCE_S = 30.0


def main() -> None:
    with Screen(load_board()) as screen:
        assert screen.real
        for words in ("Tableside", "12 : 7"):
            shown_at(screen, page(words))
        print(f"point by point what was asked for; {len(WRITTEN.read_bytes())} bytes were written for two pictures:")
        print_out(glass())
        PRESENT.write_text("N")
        until(lambda: bool(screen.faults))
        print(f"pulled out: {screen.faults}")
        WRITTEN.write_text("0")  # it has lost its memory, too
        PRESENT.write_text("Y")
        began_s = time.monotonic()
        until(lambda: not screen.faults)
        shown_at(screen, page("12 : 7"))
        print(f"put back: woken and drawn anew {time.monotonic() - began_s:.1f} s later")


def page(words: str) -> Image.Image:
    picture = Image.new("1", (WIDTH_PX, HEIGHT_PX))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, WIDTH_PX - 1, HEIGHT_PX - 1), outline=1)
    draw.text((20, 25), words, fill=1)
    return picture


def shown_at(screen: Screen, wanted: Image.Image) -> None:
    """The glass shows the picture once the screen says so."""
    screen.show(wanted)
    assert screen.wait_shown(wanted, PATIENCE_S), screen.faults
    lit = {(x, y) for x in range(WIDTH_PX) for y in range(HEIGHT_PX) if wanted.getpixel((x, y))}
    assert glass().picture() == lit


def glass() -> Glass:
    heard = Glass()
    heard.hear(WRITTEN.read_bytes())
    return heard


def print_out(heard: Glass) -> None:
    lit = heard.picture()
    for y in range(0, HEIGHT_PX, 2):
        print("".join(HALVES[((x, y) in lit) + 2 * ((x, y + 1) in lit)] for x in range(WIDTH_PX)).rstrip())


def until(true: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end_s
        time.sleep(0.05)


if __name__ == "__main__":
    main()
