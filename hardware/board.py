"""The wiring as data: which part hangs on which pin. Read from a board file (`board.toml` as shipped)."""

from __future__ import annotations

import stat
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hardware.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SHIPPED_BOARD = Path(__file__).with_name("board.toml")

NAVIGATION = ("challenge", "up", "down", "select")
PLAYERS = tuple(f"player{seat}" for seat in range(1, 9))
MUTE = "mute"  # silences the voice, and lets it speak again
LISTEN = "listen"  # has what is said next heard, where the table was asked to hear
BUTTONS = NAVIGATION + PLAYERS

I2C_PINS = {0: (0, 1), 1: (2, 3)}
GPIO_PINS = range(2, 28)


@dataclass(frozen=True, slots=True)
class BuzzerWiring:
    """A buzzer on GPIO `pin`: "passive" plays tones (PWM), "active" has a tone of its own and is only switched."""

    pin: int
    kind: Literal["passive", "active"] = "passive"


@dataclass(frozen=True, slots=True)
class ScreenWiring:
    """The OLED: luma driver, I2C bus number and 7-bit address; `upside_down` turns the picture by 180 degrees."""

    driver: Literal["ssd1306", "sh1106"] = "ssd1306"
    i2c_bus: int = 1
    address: int = 0x3C
    upside_down: bool = False


@dataclass(frozen=True, slots=True)
class CameraWiring:
    """Sizes in pixels of the picture cards are read from, and the width of the small one motion is watched in."""

    width_px: int = 1920
    height_px: int = 1080
    small_width_px: int = 320


@dataclass(frozen=True, slots=True)
class WiredBoard:
    """Everything that is wired up. Pins are GPIO (BCM) numbers 2–27; a part that is None is not there."""

    buttons: Mapping[str, int] = field(default_factory=dict)
    buzzer: BuzzerWiring | None = None
    lamp: int | None = None
    screen: ScreenWiring | None = None
    camera: CameraWiring = field(default_factory=CameraWiring)

    def parts(self) -> Iterator[tuple[str, int]]:
        """Every part on a pin of its own with its GPIO number, in the order of the board file."""
        yield from self.buttons.items()
        if self.buzzer:
            yield "buzzer", self.buzzer.pin
        if self.lamp is not None:
            yield "lamp", self.lamp


def load_board(path: Path = SHIPPED_BOARD) -> WiredBoard:
    """Read a board file. Raises BoardError naming the file, the entry and what was expected."""
    try:
        kind = path.stat().st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):  # reading a pipe would wait for somebody to write to it
            raise BoardError(f"board file {path} is no ordinary file, but a pipe or a device")
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoardError(f"board file {path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BoardError(f"board file {path} is no TOML: {error}") from error
    return _Reader(str(path)).board(document)


class _Reader:
    """Turns the tables of one board file into a Board, complaining with the file's name and the entry."""

    def __init__(self, where: str) -> None:
        self._where = where

    def board(self, document: Mapping[str, Any]) -> WiredBoard:
        self._only(document, "", ("buttons", "buzzer", "lamp", "screen", "camera"))
        board = WiredBoard(
            buttons=self._buttons(self._table(document, "buttons")),
            buzzer=self._buzzer(self._table(document, "buzzer")) if "buzzer" in document else None,
            lamp=self._lamp(self._table(document, "lamp")) if "lamp" in document else None,
            screen=self._screen(self._table(document, "screen")) if "screen" in document else None,
            camera=self._camera(self._table(document, "camera")),
        )
        self._no_pin_twice(board)
        return board

    def _buttons(self, table: Mapping[str, Any]) -> dict[str, int]:
        self._only(table, "buttons.", (*BUTTONS, MUTE, LISTEN))
        return {name: self._pin(table, "buttons", name) for name in table}

    def _buzzer(self, table: Mapping[str, Any]) -> BuzzerWiring:
        self._only(table, "buzzer.", ("pin", "kind"))
        kind: Literal["passive", "active"] = self._one_of(table, "buzzer", "kind", ("passive", "active"), "passive")
        return BuzzerWiring(self._pin(table, "buzzer", "pin"), kind)

    def _lamp(self, table: Mapping[str, Any]) -> int:
        self._only(table, "lamp.", ("pin",))
        return self._pin(table, "lamp", "pin")

    def _screen(self, table: Mapping[str, Any]) -> ScreenWiring:
        self._only(table, "screen.", ("driver", "i2c_bus", "address", "upside_down"))
        driver: Literal["ssd1306", "sh1106"] = self._one_of(table, "screen", "driver", ("ssd1306", "sh1106"), "ssd1306")
        upside_down = table.get("upside_down", False)
        if not isinstance(upside_down, bool):
            raise self._wrong("screen.upside_down", upside_down, "true or false")
        bus = self._number(table, "screen", "i2c_bus", range(32), 1)
        return ScreenWiring(driver, bus, self._number(table, "screen", "address", range(0x08, 0x78), 0x3C), upside_down)

    def _camera(self, table: Mapping[str, Any]) -> CameraWiring:
        self._only(table, "camera.", ("width_px", "height_px", "small_width_px"))
        return CameraWiring(
            self._number(table, "camera", "width_px", range(320, 9153), 1920),
            self._number(table, "camera", "height_px", range(240, 6945), 1080),
            self._number(table, "camera", "small_width_px", range(64, 1281), 320),
        )

    def _no_pin_twice(self, board: WiredBoard) -> None:
        taken: dict[int, str] = {}
        if board.screen:
            taken.update(dict.fromkeys(I2C_PINS.get(board.screen.i2c_bus, ()), "the screen's I2C bus"))
        for part, pin in board.parts():
            if pin in taken:
                raise BoardError(f"board file {self._where}: GPIO {pin} is given to {part} and to {taken[pin]}")
            taken[pin] = part

    def _table(self, document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        table = document.get(name, {})
        if not isinstance(table, dict):
            raise self._wrong(name, table, f"a table [{name}]")
        return table

    def _pin(self, table: Mapping[str, Any], group: str, name: str) -> int:
        return self._number(table, group, name, GPIO_PINS, None)

    def _number(self, table: Mapping[str, Any], group: str, name: str, allowed: range, default: int | None) -> int:
        value = table.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            raise self._wrong(f"{group}.{name}", value, f"a whole number from {allowed[0]} to {allowed[-1]}")
        return value

    def _one_of(self, table: Mapping[str, Any], group: str, name: str, choices: tuple[str, ...], default: str) -> Any:
        value = table.get(name, default)
        if value not in choices:
            raise self._wrong(f"{group}.{name}", value, " or ".join(f'"{choice}"' for choice in choices))
        return value

    def _only(self, table: Mapping[str, Any], prefix: str, known: tuple[str, ...]) -> None:
        for name in table:
            if name not in known:
                raise BoardError(f"board file {self._where}: unknown entry {prefix}{name}, expected {', '.join(known)}")

    def _wrong(self, name: str, value: object, expected: str) -> BoardError:
        shown = "missing" if value is None else repr(value)
        return BoardError(f"board file {self._where}: {name} is {shown}, expected {expected}")
