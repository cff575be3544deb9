"""Calling off what runs beside a line to a broker, until it has ended."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

AGAIN_S = 0.1  # so long may a task take to end before it is told once more; chosen


async def cancel_until_ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks, and again as long as they run; what they raise is theirs, and their group's.

    Once is not enough: where a broker's answer comes at the moment of the cancellation, `asyncio.wait_for` lets that go
    by before Python 3.12 (https://github.com/python/cpython/issues/86296), and aiomqtt waits so for every message.
    """
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=AGAIN_S)
