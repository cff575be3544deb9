"""`python -m tests.image FOLDER RESULTS [STAGE...]`: all that tests/image/run looks at, and the page of it."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.box.installing import git
from tests.box.page import NAME, Page
from tests.image.stages import STAGES


def main() -> int:
    """Run the stages. Returns 1 when a step failed, 2 for a stage that there is none of."""
    folder, results, *asked = Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]
    unknown = [name for name in asked if name not in STAGES]
    if unknown:
        print(f"tests.image: no stage '{unknown[0]}'; expected {', '.join(STAGES)}", file=sys.stderr)
        return 2
    results.mkdir(parents=True, exist_ok=True)
    page = Page.kept(results, git("rev-parse", "--short", "HEAD"))
    page.title = "A card image"
    for name in asked or STAGES:
        with page.step(name) as step:
            STAGES[name](folder, step)
    print(f"The page is {results / NAME}")
    for title in page.failed:
        print(f"FAILED: {title}")
    return 1 if page.failed else 0


if __name__ == "__main__":
    sys.exit(main())
