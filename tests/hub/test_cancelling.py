"""A task that runs beside a line ends though a cancellation went by."""

from __future__ import annotations

import asyncio

import pytest

from companion.hub.cancelling import cancel_until_ended


def test_a_task_ends_whose_answer_came_at_the_moment_it_was_cancelled() -> None:
    async def talk(answered: asyncio.Event) -> None:
        await asyncio.wait_for(answered.wait(), 3600)
        await asyncio.Event().wait()  # the next answer, which never comes

    async def ends() -> bool:
        answered = asyncio.Event()
        task = asyncio.create_task(talk(answered))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        answered.set()
        await asyncio.sleep(0)  # it is known that the answer is there, not yet to the task
        await cancel_until_ended([task])
        return task.cancelled()

    assert asyncio.run(ends())


def test_what_fails_when_it_is_cancelled_is_for_its_group_to_say() -> None:
    async def fail() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError("the disk is full")

    async def call_off() -> None:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(fail())
            await asyncio.sleep(0)
            await cancel_until_ended([task])

    with pytest.raises(ExceptionGroup, match="TaskGroup") as raised:
        asyncio.run(call_off())
    assert [str(one) for one in raised.value.exceptions] == ["the disk is full"]


def test_nothing_to_cancel_is_nothing_to_wait_for() -> None:
    asyncio.run(cancel_until_ended([]))
