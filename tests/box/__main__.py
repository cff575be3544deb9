"""`python -m tests.box FOLDER RESULTS [STAGE...]`: everything tests/box/run looks at, and the page of what came out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.box.camera import virtual_camera
from tests.box.installing import git, install, update
from tests.box.looking import power_on
from tests.box.page import NAME, Page
from tests.box.power import cuts
from tests.box.small import small_board

if TYPE_CHECKING:
    from collections.abc import Callable

STAGES: dict[str, Callable[[Path, Page], None]] = {
    "install": install,
    "update": update,
    "power-on": power_on,
    "libcamera": virtual_camera,
    "raspi3b": small_board,
    "cuts": cuts,
}


def main() -> int:
    """Run the stages. Returns 1 when a step failed, 2 for a stage that there is none of."""
    folder, results, *asked = Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]
    unknown = [name for name in asked if name not in STAGES]
    if unknown:
        print(f"tests.box: no stage '{unknown[0]}'; expected {', '.join(STAGES)}", file=sys.stderr)
        return 2
    results.mkdir(parents=True, exist_ok=True)
    page = Page.kept(results, git("rev-parse", "--short", "HEAD"))
    for name in asked or STAGES:
        STAGES[name](folder, page)
    print(f"The page is {results / NAME}")
    for title in page.failed:
        print(f"FAILED: {title}")
    return 1 if page.failed else 0


if __name__ == "__main__":
    sys.exit(main())
