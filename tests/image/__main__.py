"""`python -m tests.image FOLDER RESULTS [STAGE...]`: all that tests/image/run looks at, and the page of it."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from tests.box.running import run_stages
from tests.image.stages import STAGES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.box.page import Page


def stage(name: str, folder: Path, page: Page) -> None:
    """One stage, which is one step of the page."""
    with page.step(name) as step:
        STAGES[name](folder, step)


if __name__ == "__main__":
    sys.exit(run_stages("tests.image", "A card image", {name: partial(stage, name) for name in STAGES}))
