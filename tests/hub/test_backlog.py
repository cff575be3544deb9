"""What waits to be kept: so much of each table, each table's in its order, and none before another's turn."""

from __future__ import annotations

from companion.hub.backlog import BYTES_AT_ONCE, MOST_BYTES, Backlog
from tests.apart import wait_for

LARGE = b"x" * BYTES_AT_ONCE


def test_of_each_table_some_is_taken_in_its_turn() -> None:
    async def taken() -> list[list[tuple[str, str, bytes]]]:
        backlog = Backlog()
        for _ in range(2):
            backlog.put("loud", "ruling", LARGE)
        backlog.put("quiet", "ruling", b"1")
        backlog.put("quiet", "ruling", b"2")
        return [await backlog.some(), await backlog.some()]

    loud = ("loud", "ruling", LARGE)
    assert wait_for(taken) == [[loud, ("quiet", "ruling", b"1"), ("quiet", "ruling", b"2")], [loud]]


def test_of_what_says_all_anew_only_the_last_is_taken_and_in_its_place() -> None:
    async def taken() -> list[tuple[str, str, bytes]]:
        backlog = Backlog()
        for what, payload in (("index", b"1"), ("results", b"2"), ("ruling", b"3"), ("index", b"4"), ("ruling", b"5")):
            backlog.put("a", what, payload)
        return await backlog.some()

    assert [payload for _, _, payload in wait_for(taken)] == [b"2", b"3", b"4", b"5"]


def test_one_table_fills_no_memory_and_takes_no_others_room() -> None:
    async def taken() -> tuple[int, list[tuple[str, str, bytes]]]:
        backlog, count = Backlog(), 0
        for _ in range(2 * MOST_BYTES // len(LARGE)):
            backlog.put("loud", "ruling", LARGE)
        backlog.put("quiet", "ruling", b"1")
        first = await backlog.some()
        while backlog._of:
            count += len(await backlog.some())
        return count + 1, first

    count, first = wait_for(taken)
    assert first[-1] == ("quiet", "ruling", b"1")
    assert count == MOST_BYTES // len(LARGE) - 1  # each takes a little beside
