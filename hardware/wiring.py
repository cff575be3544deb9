"""The wiring drawn from a board file, as SVG: the Pi, its header, and every part at the height of its pin.

`python -m hardware.wiring FOLDER [BOARD_FILE]` writes one drawing per model.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.board import SHIPPED_BOARD, load_board
from hardware.models import HEADER_INSET_MM, HEADER_TOP_MM, MODELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hardware.board import WiredBoard
    from hardware.models import Connector, Model

WIDTH, HEIGHT = 1220, 920
SCALE = 9.0  # drawing units per millimetre
PITCH = 2.54 * SCALE
HEADER_X = 820  # the middle between the two columns of pins
TOP = 70
LEFT_BOX, RIGHT_BOX, BOX_WIDTH = 20, 960, 240

INK, PAPER, BOARD_GREEN, METAL, GOLD = "#1d2a26", "#fbf8f1", "#2f7d5b", "#b9bec4", "#e3b341"
COLOURS = {
    "button": "#2563a8",
    "player": "#7a4fa3",
    "buzzer": "#b3541e",
    "lamp": "#b8860b",
    "screen": "#a8324a",
    "power": "#c0392b",
    "ground": "#3a3f44",
}


@dataclass(frozen=True, slots=True)
class Lead:
    """One wire: from pin `number` of the header to the part it is labelled with. `kind` chooses its colour."""

    number: int
    label: str
    detail: str
    kind: str


def leads(board: WiredBoard, header: Mapping[int, str]) -> list[Lead]:
    """Every wire of the board file, by the number of its pin on this header; the ground wires at the end."""
    number_of = {name: number for number, name in sorted(header.items(), reverse=True)}  # of several, the first
    drawn = [_part_lead(part, number_of[f"GPIO{pin}"], board) for part, pin in board.parts()]
    if board.screen and board.screen.i2c_bus == 1:
        address = f"0x{board.screen.address:02X}"
        drawn += [
            Lead(number_of["3V3"], "OLED VCC", "3.3 V, never 5 V", "power"),
            Lead(number_of["GPIO2"], "OLED SDA", f"{board.screen.driver} at {address}", "screen"),
            Lead(number_of["GPIO3"], "OLED SCL", "I²C bus 1", "screen"),
        ]
    grounds = [number for number, name in header.items() if name == "GND"]
    drawn += [Lead(number, "ground", "", "ground") for number in grounds]
    return sorted(drawn, key=lambda lead: lead.number)


def _part_lead(part: str, number: int, board: WiredBoard) -> Lead:
    if part == "buzzer" and board.buzzer:
        return Lead(number, "buzzer +", f"{board.buzzer.kind}; − to ground", "buzzer")
    if part == "lamp":
        return Lead(number, "lamp +", "LED with 330 Ω; − to ground", "lamp")
    if part.startswith("player"):
        return Lead(number, f"player {part.removeprefix('player')}", "button; other leg to ground", "player")
    return Lead(number, part, "button; other leg to ground", "button")


def wiring_svg(board: WiredBoard, model: Model) -> str:
    """The drawing for one model, as an SVG document."""
    header = model.header()
    body = [
        *_board(model),
        *_strip(header),
        *_leads(leads(board, header)),
        *_pins(header),
        *_notes(board, model),
    ]
    return "\n".join([_opening(model), *body, "</svg>", ""])


def _opening(model: Model) -> str:
    title = escape(model.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="14" fill="{INK}" role="img" '
        f'aria-label="Wiring of the table on a {title}">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>\n'
        f'<text x="20" y="38" font-size="24" font-weight="bold">{title}: where every wire goes</text>'
    )


def _board(model: Model) -> Iterator[str]:
    right = HEADER_X + HEADER_INSET_MM * SCALE
    left, width, height = right - model.width_mm * SCALE, model.width_mm * SCALE, model.height_mm * SCALE
    yield (
        f'<rect x="{left:.0f}" y="{TOP}" width="{width:.0f}" height="{height:.0f}" rx="26" '
        f'fill="{BOARD_GREEN}" fill-opacity="0.16" stroke="{BOARD_GREEN}" stroke-width="2"/>'
    )
    for connector in model.connectors:
        yield _connector(connector, left, TOP + height)


def _connector(connector: Connector, left: float, bottom: float) -> str:
    depth = 46
    if connector.edge == "left":
        x, y = left - 8, TOP + (connector.middle_mm - connector.width_mm / 2) * SCALE
        width, height = float(depth), connector.width_mm * SCALE
    else:
        x, y = left + (connector.middle_mm - connector.width_mm / 2) * SCALE, bottom - depth + 8
        width, height = connector.width_mm * SCALE, float(depth)
    middle_x, middle_y = x + width / 2, y + height / 2
    turn = f' transform="rotate(-90 {middle_x:.0f} {middle_y:.0f})"' if height > width else ""
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="4" fill="{METAL}"/>'
        f'<text x="{middle_x:.0f}" y="{middle_y + 4:.0f}" font-size="11" text-anchor="middle"{turn}>'
        f"{escape(connector.label)}</text>"
    )


def _place(number: int) -> tuple[float, float]:
    """The middle of a pin: odd numbers in the left column, even ones in the right."""
    row = (number - 1) // 2
    return HEADER_X + (PITCH / 2 if number % 2 == 0 else -PITCH / 2), TOP + HEADER_TOP_MM * SCALE + row * PITCH


def _strip(header: Mapping[int, str]) -> Iterator[str]:
    top, bottom = _place(1)[1] - PITCH / 2, _place(len(header))[1] + PITCH / 2
    yield (
        f'<rect x="{HEADER_X - PITCH:.1f}" y="{top:.1f}" width="{2 * PITCH:.1f}" height="{bottom - top:.1f}" '
        f'rx="3" fill="#23272b"/>'
    )


def _pins(header: Mapping[int, str]) -> Iterator[str]:
    for number in header:
        x, y = _place(number)
        shape = "rect" if number == 1 else "circle"
        where = (
            f'x="{x - 7:.1f}" y="{y - 7:.1f}" width="14" height="14"'
            if shape == "rect"
            else f'cx="{x:.1f}" cy="{y:.1f}" r="7"'
        )
        yield f'<{shape} {where} fill="{GOLD}"/>'
        yield f'<text x="{x:.1f}" y="{y + 3:.1f}" font-size="8" text-anchor="middle">{number}</text>'


def _leads(drawn: Sequence[Lead]) -> Iterator[str]:
    for lead in drawn:
        x, y = _place(lead.number)
        colour = COLOURS[lead.kind]
        left_side = lead.number % 2 == 1
        if lead.kind == "ground":
            end = x - 26 if left_side else x + 26
            yield f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{end:.1f}" y2="{y:.1f}" stroke="{colour}" stroke-width="3"/>'
            anchor, text_x = ("end", end - 4) if left_side else ("start", end + 4)
            yield f'<text x="{text_x:.1f}" y="{y + 4:.1f}" font-size="11" text-anchor="{anchor}">ground</text>'
            continue
        end = LEFT_BOX + BOX_WIDTH if left_side else RIGHT_BOX
        box = LEFT_BOX if left_side else RIGHT_BOX
        yield f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{end}" y2="{y:.1f}" stroke="{colour}" stroke-width="3"/>'
        yield (
            f'<rect x="{box}" y="{y - 10:.1f}" width="{BOX_WIDTH}" height="20" rx="5" fill="white" '
            f'stroke="{colour}" stroke-width="1.5"/>'
        )
        yield (
            f'<text x="{box + 8}" y="{y + 5:.1f}" font-weight="bold" font-size="13">{escape(lead.label)}</text>'
            f'<text x="{box + BOX_WIDTH - 6}" y="{y + 4:.1f}" font-size="10" text-anchor="end">'
            f"{escape(lead.detail)}</text>"
        )


def _notes(board: WiredBoard, model: Model) -> Iterator[str]:
    lines = [
        "Pin 1 is the square one, at the corner of the board. Numbers are those of the header.",
        "Every part has a second wire to ground: any pin marked “ground” will do, and one may serve many parts.",
        model.camera,
    ]
    if board.screen is None:
        lines.append("This board file has no screen.")
    for place, line in enumerate(lines):
        yield f'<text x="{LEFT_BOX}" y="{HEIGHT - 18 * (len(lines) - place) + 6}" font-size="13">{escape(line)}</text>'


def write_drawings(folder: Path, board: WiredBoard) -> list[Path]:
    """Write `wiring-MODEL.svg` for every model into a folder and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for model in MODELS.values():
        file = folder / f"wiring-{model.key}.svg"
        file.write_text(wiring_svg(board, model), encoding="utf-8")
        files.append(file)
    return files


if __name__ == "__main__":
    write_drawings(Path(sys.argv[1]), load_board(Path(sys.argv[2]) if len(sys.argv) > 2 else SHIPPED_BOARD))
