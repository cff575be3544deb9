"""Shared by all tests: property tests repeat the same examples everywhere, so a red build can be reproduced.

With HYPOTHESIS_PROFILE=random (`make random`) they try new ones; what fails is printed as `@reproduce_failure`, and is
then kept as an `@example` of its test.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.hourglass import Hourglass

settings.register_profile("table", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None, max_examples=15, print_blob=True, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "table"))


@pytest.fixture
def hourglass(tmp_path: Path) -> Iterator[Callable[..., Hourglass]]:
    """Begins matches whose time passes only when told to."""
    from tests.hourglass import Hourglass  # only where it is asked for: other tests start without the referee

    made: list[Hourglass] = []

    def make(game: str, players: list[str], **options: Any) -> Hourglass:
        made.append(Hourglass(tmp_path, game, players, **options))
        return made[-1]

    yield make
    for glass in made:
        glass.journal.close()
