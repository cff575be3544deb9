"""The boxes: solids that can be printed, plates that fit together, and room for what goes in; the files in docs are
theirs. trimesh judges what lies in the files.
"""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
import trimesh
from manifold3d import CrossSection, Manifold, Mesh

from hardware.models import MODELS, Connector
from scripts.enclosure import boxes, solids
from scripts.enclosure.__main__ import LID_COLOUR, LIFTED_MM, TRAY_COLOUR, stl
from scripts.enclosure.boxes import BOXES, SHEET_MM, SIDES, Box, Side
from scripts.enclosure.plates import plate, sheet_svg
from scripts.enclosure.rendering import picture

FILES = Path(__file__).parents[1] / "docs" / "enclosure"
OUT_OF_DATE = "is out of date: run python -m scripts.enclosure docs/enclosure"

Solids = tuple[Manifold, Manifold]


@pytest.fixture(scope="module")
def made() -> Callable[[str], Solids]:
    """Makes tray and lid of a box once, the lid lying as it is printed."""
    kept: dict[str, Solids] = {}

    def make(name: str) -> Solids:
        if name not in kept:
            box = BOXES[name]()
            kept[name] = solids.tray(box), solids.lid(box).translate((0, 0, -box.height_mm / 2))
        return kept[name]

    return make


@pytest.fixture(params=BOXES)
def box(request: pytest.FixtureRequest) -> Box:
    return BOXES[request.param]()


@pytest.mark.parametrize("part", ["tray", "lid"])
def test_the_files_to_print_are_watertight_and_what_the_script_makes(
    box: Box, part: str, made: Callable[[str], Solids]
) -> None:
    solid = made(box.name)[part == "lid"]
    file = FILES / f"{box.name}-{part}.stl"
    read = trimesh.load_mesh(file)
    assert read.is_watertight
    assert read.is_volume
    assert read.volume == pytest.approx(solid.volume(), rel=1e-5)
    kept = Manifold(Mesh(np.asarray(read.vertices, np.float32), np.asarray(read.faces, np.uint32)))
    different_mm3 = (kept - solid).volume() + (solid - kept).volume()
    assert different_mm3 < 1, f"{file.name} {OUT_OF_DATE}"


def test_a_solid_with_a_hole_in_its_skin_is_noticed(tmp_path: Path, made: Callable[[str], Solids]) -> None:
    """The check above can fail: a facet is missing."""
    whole = stl(made("button")[1], "lid")
    count = int(np.frombuffer(whole[80:84], "<u4")[0])
    (tmp_path / "torn.stl").write_bytes(whole[:80] + np.uint32(count - 1).tobytes() + whole[84:-50])
    assert not trimesh.load_mesh(tmp_path / "torn.stl").is_watertight


def standing_plates(box: Box) -> dict[Side, Manifold]:
    """The six plates where they stand."""
    return {side: solids.standing(box, side, plate(box, side)) for side in SIDES}


def test_the_plates_fit_together_and_leave_nothing_open_but_the_holes(box: Box) -> None:
    standing = standing_plates(box)
    for (one, first), (other, second) in combinations(standing.items(), 2):
        assert (first ^ second).volume() == pytest.approx(0, abs=1e-6), f"{one} and {other} want the same place"
    inside = solids.block(box.width_mm, box.depth_mm, -box.height_mm / 2, box.height_mm / 2)
    wide_mm, deep_mm = box.width_mm + 2 * SHEET_MM, box.depth_mm + 2 * SHEET_MM
    outside = solids.block(wide_mm, deep_mm, -box.height_mm / 2 - SHEET_MM, box.height_mm / 2 + SHEET_MM)
    holes_mm3 = sum(shape.area() for shape in box.holes.values()) * SHEET_MM
    plates_mm3 = sum(plate.volume() for plate in standing.values())
    assert plates_mm3 + holes_mm3 == pytest.approx((outside - inside).volume())


def test_the_sheet_to_cut_is_in_true_size_and_what_the_script_makes(box: Box) -> None:
    kept = (FILES / f"{box.name}.svg").read_text(encoding="utf-8")
    assert kept == sheet_svg(box), f"{box.name}.svg {OUT_OF_DATE}"
    drawing = ElementTree.fromstring(kept)
    width_mm, height_mm = (float(drawing.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert [float(number) for number in drawing.attrib["viewBox"].split()] == [0, 0, width_mm, height_mm]
    paths = list(drawing.iter("{http://www.w3.org/2000/svg}path"))
    corners = [
        np.array([[float(number) for number in corner.split(",")] for corner in loop.removesuffix("Z").split(" L")])
        for path in paths
        for loop in path.attrib["d"].removeprefix("M").split(" M")
    ]
    assert len(paths) == 6
    assert all((loop >= 0).all() and (loop <= (width_mm, height_mm)).all() for loop in corners)
    cut_mm2 = CrossSection([loop * (1, -1) for loop in corners]).area()
    assert cut_mm2 == pytest.approx(sum(plate.volume() for plate in standing_plates(box).values()) / SHEET_MM, rel=1e-3)


def test_the_pictures_are_of_these_boxes(made: Callable[[str], Solids]) -> None:
    tray, _ = made("button")
    box = BOXES["button"]()
    shown = picture([(tray, TRAY_COLOUR), (solids.lid(box).translate((0, 0, LIFTED_MM)), LID_COLOUR)], finer=1)
    kept = cv2.imread(str(FILES / "button.png"))
    assert kept is not None
    assert kept.shape == shown.shape
    assert np.abs(kept.astype(int) - shown).mean() < 3, f"button.png {OUT_OF_DATE}"
    for other in ("head", "panel"):
        different = cv2.imread(str(FILES / f"{other}.png"))
        assert different is not None
        assert np.abs(different.astype(int) - shown).mean() > 10


def in_head(x_mm: float, y_mm: float) -> tuple[float, float]:
    """A place on a Pi, from the upper left corner of its drawing in models.py, as one in its box."""
    return boxes.PI_X + boxes.PI_MM[0] / 2 - y_mm, boxes.PI_Y + boxes.PI_MM[1] / 2 - x_mm


def upright(x_mm: float, y_mm: float, width_mm: float, depth_mm: float, low_mm: float, high_mm: float) -> Manifold:
    """A block in the head, its heights counted from the inside of the floor."""
    floor_mm = -boxes.HEAD_HEIGHT_MM / 2
    return solids.block(width_mm, depth_mm, floor_mm + low_mm, floor_mm + high_mm).translate((x_mm, y_mm, 0))


# The largest bodies of plugs (width, height; USB-IF's and HDMI's specifications, a jack's as sold), and how high above
# the board the middle of the socket is. They go into the wall, for the sockets stand behind it.
BODIES_MM = {
    ("power", 8): (11.7, 8.5, 1.4),
    ("power", 9): (12.35, 6.5, 1.6),
    ("HDMI", 15): (21.0, 12.0, 3.0),
    ("HDMI", 7): (12.0, 8.0, 1.7),
    ("audio", 7): (10.5, 10.5, 3.0),
}


def plug(connector: Connector) -> Manifold:
    """A connector with what is plugged into it, from the board to far outside."""
    low_mm = boxes.STANDOFF_MM + boxes.BOARD_MM
    if connector.edge == "bottom":
        x, y = in_head(connector.middle_mm, boxes.PI_MM[0])
        return upright(x - 20, y, 50, connector.width_mm, low_mm, low_mm + boxes.USB_HIGH_MM)
    x, y = in_head(0, connector.middle_mm)
    width_mm, height_mm, middle_mm = BODIES_MM[connector.label, int(connector.width_mm)]
    low_mm += middle_mm - height_mm / 2
    return upright(x, y + 25, width_mm, 50, low_mm, low_mm + height_mm)


@pytest.mark.parametrize("key", ["pi3", "pi4", "pi5"])
def test_a_pi_with_everything_plugged_in_fits_into_its_box(key: str, made: Callable[[str], Solids]) -> None:
    tray, model = made("head")[0], MODELS[key]
    assert (model.height_mm, model.width_mm) == boxes.PI_MM
    board = upright(boxes.PI_X, boxes.PI_Y, *boxes.PI_MM, boxes.STANDOFF_MM, boxes.HEAD_HEIGHT_MM)
    plugs = [plug(connector) for connector in model.connectors if connector.label != "camera"]
    assert max((tray ^ thing).volume() for thing in (board, *plugs)) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("key", "middle_mm"), [("pi3", 53.5), ("pi4", 54)])
def test_the_jack_which_stands_out_over_the_board_has_room(
    key: str, middle_mm: float, made: Callable[[str], Solids]
) -> None:
    """Raspberry Pi's mechanical drawings; a wall before it would keep the board from its spacers."""
    assert [each.middle_mm for each in MODELS[key].connectors if each.label == "audio"] == [middle_mm]
    x, y = in_head(0, middle_mm)
    low_mm = boxes.STANDOFF_MM + boxes.BOARD_MM
    jack = upright(x, y, 7, 2 * 2.6, low_mm, low_mm + 6)
    assert (made("head")[0] ^ jack).volume() == pytest.approx(0, abs=1e-6)


def test_its_screws_and_the_lens_go_through_the_floor(made: Callable[[str], Solids]) -> None:
    """Raspberry Pi's mechanical drawings: holes 3.5 mm from three edges, 58 mm apart along the board."""
    tray = made("head")[0]
    screws = [in_head(x, y) for x in (3.5, 52.5) for y in (3.5, 61.5)]
    through = [upright(x, y, 1.9, 1.9, -SHEET_MM, 0) for x, y in screws]  # as thick as M2.5 has room for in a square
    through.append(upright(boxes.CAMERA_X, 0, 7.5, 7.5, -SHEET_MM, 0))
    assert max((tray ^ thing).volume() for thing in through) == pytest.approx(0, abs=1e-6)
    camera = upright(boxes.CAMERA_X, 14.4 - 12, 25, 24, 0, 12)  # its lens is 14.4 mm from its upper edge
    assert (tray ^ camera).volume() == pytest.approx(0, abs=1e-6)
    pi = upright(boxes.PI_X, boxes.PI_Y, *boxes.PI_MM, 0, boxes.HEAD_HEIGHT_MM)
    assert (pi ^ camera).volume() == 0
