"""How memory is read from what the kernel says of a process."""

import os
from pathlib import Path

import pytest

from benchmarks.memory import Weight, family, largest, role, total, weigh, weight

ROLLUP = """00400000-7ffe0000 ---p 00000000 00:00 0    [rollup]
Rss:                2000 kB
Pss:                1000 kB
Pss_Dirty:           400 kB
Pss_Anon:            300 kB
Pss_File:            600 kB
Pss_Shmem:           100 kB
"""


def test_what_is_shared_counts_once_and_what_lies_in_files_is_not_kept() -> None:
    seen = weight(ROLLUP)
    assert (seen.pss_mb, seen.kept_mb) == pytest.approx((1.024, 0.4096))


@pytest.mark.parametrize(
    ("command", "named"),
    [
        (b"cage\0-s\0--\0kiosk-browser\0", "cage"),
        (b"/usr/lib/chromium/chromium\0--kiosk\0http://here/?a=b\0", "chromium"),
        (b"/usr/lib/chromium/chromium --type=renderer --lang=en-US ", "chromium renderer"),
        (
            b"/usr/lib/chromium/chromium --type=utility --utility-sub-type=network.mojom.NetworkService ",
            "chromium network",
        ),
        (b"", "ended"),
    ],
)
def test_processes_are_called_by_what_they_are_for(command: bytes, named: str) -> None:
    assert role(command) == named


def test_a_process_is_weighed_with_all_that_came_of_it() -> None:
    assert family(os.getpid())[0] == os.getpid()
    assert os.getpid() in family(os.getppid())
    if Path("/proc/self/smaps_rollup").exists():
        own = total(weigh(os.getpid()))
        assert own.pss_mb > own.kept_mb > 0


def test_the_heaviest_moment_is_that_of_all_together() -> None:
    first = {"a": Weight(5, 1), "b": Weight(1, 1)}
    second = {"a": Weight(4, 1), "b": Weight(4, 4)}
    assert largest([first, second, {}]) is second
    assert total(second) == Weight(8, 5)
