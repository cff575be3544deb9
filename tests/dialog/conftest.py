"""A table that is spoken to with its three buttons alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dialog.buttons import Buttons


@pytest.fixture
def buttons(tmp_path: Path) -> Iterator[Buttons]:
    table = Buttons(tmp_path)
    yield table
    table.journal.close()
