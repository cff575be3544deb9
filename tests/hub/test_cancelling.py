"""A task that runs beside a line ends though a cancellation went by."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from companion.hub.cancelling import cancel_until_ended, running_beside
from tests.apart import wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


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

    assert wait_for(ends)


def test_what_fails_when_it_is_cancelled_is_for_its_group_to_say() -> None:
    async def fail() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError("the disk is full")

    async def call_off() -> None:
        async with running_beside(fail()):
            await asyncio.sleep(0)

    with pytest.raises(ExceptionGroup, match="TaskGroup") as raised:
        wait_for(call_off)
    assert [str(one) for one in raised.value.exceptions] == ["the disk is full"]


async def deaf(told: list[str]) -> None:
    """Lets the first cancellation go by, as a part does whose answer comes at that moment."""
    for _ in range(2):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            told.append("cancelled")
    raise asyncio.CancelledError


async def fails() -> None:
    await asyncio.sleep(0)
    raise RuntimeError("a bug")


async def lasts() -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize(("within", "beside"), [(fails, lasts), (lasts, fails)])
def test_where_one_fails_all_end_though_a_cancellation_went_by(
    within: Callable[[], Coroutine[Any, Any, None]], beside: Callable[[], Coroutine[Any, Any, None]]
) -> None:
    told: list[str] = []

    async def hold_line() -> None:
        async with running_beside(deaf(told), beside()):
            await within()

    with pytest.raises(ExceptionGroup) as raised:
        wait_for(lambda: asyncio.wait_for(hold_line(), 60))
    assert [str(one) for one in raised.value.exceptions] == ["a bug"]
    assert told == ["cancelled"] * 2


def test_nothing_to_cancel_is_nothing_to_wait_for() -> None:
    wait_for(lambda: cancel_until_ended([]))
