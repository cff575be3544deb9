"""`python -m tests.box FOLDER RESULTS [STAGE...]`: everything tests/box/run looks at, and the page of what came out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.box.camera import virtual_camera
from tests.box.installing import install, update
from tests.box.looking import power_on
from tests.box.power import cuts
from tests.box.running import run_stages
from tests.box.small import small_board

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.box.page import Page

STAGES: dict[str, Callable[[Path, Page], None]] = {
    "install": install,
    "update": update,
    "power-on": power_on,
    "libcamera": virtual_camera,
    "raspi3b": small_board,
    "cuts": cuts,
}


if __name__ == "__main__":
    sys.exit(run_stages("tests.box", "A Pi in a box", STAGES))
