"""Databases that nobody closes: Python says so from 3.13 on, and here the tests say it on every Python."""

from __future__ import annotations

import sqlite3
import sys
import warnings
from functools import partial
from typing import Any


class _Connection(sqlite3.Connection):
    _is_open = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._is_open = True

    def close(self) -> None:
        super().close()
        self._is_open = False

    def __del__(self) -> None:
        if self._is_open:
            warnings.warn(f"unclosed database in {self!r}", ResourceWarning, source=self, stacklevel=2)


def warn_of_unclosed_databases() -> None:
    """From now on a connection that is given up while it is open is a ResourceWarning."""
    if sys.version_info < (3, 13):
        sqlite3.connect = partial(sqlite3.connect, factory=_Connection)  # type: ignore[assignment]
