"""Coroutines that a test waits for, apart from whatever its own thread runs: a browser's event loop, perhaps."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")


def wait_for(ask: Callable[[], Coroutine[object, object, T]]) -> T:
    """What the coroutine comes to, on an event loop of its own."""
    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(lambda: asyncio.run(ask())).result()
