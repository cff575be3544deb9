"""Runs the stages of an emulated machine that are asked for, and keeps the page of what came out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.box.installing import git
from tests.box.page import NAME, Page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def run_stages(program: str, title: str, stages: Mapping[str, Callable[[Path, Page], object]]) -> int:
    """`python -m PROGRAM FOLDER RESULTS [STAGE...]`: those stages, all when none is asked for, and the page in RESULTS.
    Returns 1 when a step failed, 2 for a stage that there is none of."""
    folder, results, *asked = Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]
    unknown = [name for name in asked if name not in stages]
    if unknown:
        print(f"{program}: no stage '{unknown[0]}'; expected {', '.join(stages)}", file=sys.stderr)
        return 2
    results.mkdir(parents=True, exist_ok=True)
    page = Page.kept(results, git("rev-parse", "--short", "HEAD"))
    page.title = title
    for name in asked or stages:
        stages[name](folder, page)
    print(f"The page is {results / NAME}")
    for failed in page.failed:
        print(f"FAILED: {failed}")
    return 1 if page.failed else 0
