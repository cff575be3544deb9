"""The drawings show the board file, pin by pin, and those in docs/ are the shipped one's."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.print.drawing import signs_lacking
from hardware.board import ScreenWiring, WiredBoard, load_board
from hardware.models import MODELS, Model
from hardware.wiring import leads, wiring_svg, write_drawings

DOCS = Path(__file__).parents[2] / "docs"
# The header of every Pi since 2014, from the official pinout.
PINOUT = {1: "3V3", 2: "5V", 3: "GPIO2", 5: "GPIO3", 6: "GND", 11: "GPIO17", 12: "GPIO18", 39: "GND", 40: "GPIO21"}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_every_part_is_at_its_pin(model: Model) -> None:
    board, header = load_board(), model.header()
    assert len(header) == 40
    assert {number: header[number] for number in PINOUT} == PINOUT
    drawn = leads(board, header)
    wired = {header[lead.number] for lead in drawn if lead.kind not in ("ground", "power", "screen")}
    assert wired == {f"GPIO{pin}" for _, pin in board.parts()}
    assert {lead.number: lead.label for lead in drawn if "OLED" in lead.label} == {
        1: "OLED VCC",
        3: "OLED SDA",
        5: "OLED SCL",
    }
    assert [lead.number for lead in drawn if lead.kind == "ground"] == [6, 9, 14, 20, 25, 30, 34, 39]


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_drawing_is_well_formed_and_names_every_part(model: Model) -> None:
    svg = wiring_svg(load_board(), model)
    texts = [text.text or "" for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    for label in ("challenge", "up", "down", "select", "player 1", "player 8", "buzzer +", "lamp +", "OLED SDA"):
        assert texts.count(label) == 1
    assert any(model.title in text for text in texts)
    assert signs_lacking("".join(texts)) == "", "few fonts have it: an empty box says nothing to whoever wires"


def test_what_is_not_wired_is_not_drawn() -> None:
    svg = wiring_svg(WiredBoard(buttons={"challenge": 4}), MODELS["pi4"])
    assert "challenge" in svg
    assert "OLED" not in svg
    assert "This board file has no screen." in svg


def test_an_oled_on_another_bus_is_not_drawn_at_pins_3_and_5() -> None:
    assert "OLED" not in wiring_svg(WiredBoard(screen=ScreenWiring(i2c_bus=3)), MODELS["pi4"])


def test_the_drawings_in_the_documentation_are_those_of_the_shipped_board(tmp_path: Path) -> None:
    for file in write_drawings(tmp_path, load_board()):
        assert (DOCS / file.name).read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), (
            f"docs/{file.name} is out of date: run python -m hardware.wiring docs"
        )
