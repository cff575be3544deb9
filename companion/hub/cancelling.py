"""What runs beside a line to a broker, and its calling off until it has ended."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterable

AGAIN_S = 0.1  # so long may a task take to end before it is told once more; chosen


@asynccontextmanager
async def running_beside(*parts: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Runs these parts while what stands within does. When that ends or fails, or one of them does, all have ended.

    Raises as `asyncio.TaskGroup` does, an ExceptionGroup of what failed.
    """
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(part) for part in parts]
        try:
            yield
        finally:
            await cancel_until_ended(tasks)


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
