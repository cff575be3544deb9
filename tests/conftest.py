"""Shared by all tests: property tests repeat the same examples everywhere, so a red build can be reproduced.

`make random` looks elsewhere with a new seed, which it prints; what it finds is kept as an `@example`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.hourglass import Hourglass

settings.register_profile("table", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None, derandomize=False, database=None, print_blob=True, max_examples=15)
settings.load_profile("table")


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
