"""How much memory there is: the machine's, or what a container or a service is held to, whichever is less."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.dictionaries import memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MB = 1_000_000


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a machine that says of itself what a test writes there; it has 4 GiB, of which 2 are free."""
    for name, path in (
        ("_SAYS", "proc/meminfo"), ("_IN_GROUPS", "proc/self/cgroup"), ("_GROUPS", "sys/fs/cgroup"),
    ):  # fmt: skip
        monkeypatch.setattr(memory, name, tmp_path / path)
    write(tmp_path / "proc/meminfo", f"MemTotal: {4 * 1024**2} kB\nMemAvailable: {2 * 1024**2} kB\n")
    return tmp_path


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="ascii")


def version_1(machine: Path, path: str, most: int, used: int, given_back: int) -> None:
    group = machine / "sys/fs/cgroup/memory" / path
    write(group / "memory.limit_in_bytes", f"{most}\n")
    write(group / "memory.usage_in_bytes", f"{used}\n")
    write(group / "memory.stat", f"cache 1\ninactive_file 1\ntotal_inactive_file {given_back}\n")


def version_2(machine: Path, path: str, most: int, used: int, given_back: int) -> None:
    group = machine / "sys/fs/cgroup" / path
    write(group / "memory.max", f"{most}\n")
    write(group / "memory.current", f"{used}\n")
    write(group / "memory.stat", f"anon 1\ninactive_file {given_back}\n")


@pytest.mark.parametrize(
    ("bounded", "said"),
    [
        (version_1, "9:name=systemd:/own\n4:memory,hugetlb:/own/inner\n0::/\n"),
        (version_2, "0::/own/inner\n"),
    ],
)
@pytest.mark.parametrize("holder", ["own/inner", "own", ""])
def test_a_group_or_one_around_it_holds_to_less_than_the_machine_has(
    machine: Path, bounded: Callable[[Path, str, int, int, int], None], said: str, holder: str
) -> None:
    """The one around counts also where the program's own says nothing, as in a container whose root it is."""
    write(machine / "proc/self/cgroup", said)
    bounded(machine, holder, 300 * MB, 120 * MB, 20 * MB)
    assert memory.total_bytes() == 300 * MB
    assert memory.free_bytes() == 200 * MB


def test_where_the_path_lies_outside_of_what_is_seen_the_root_counts(machine: Path) -> None:
    write(machine / "proc/self/cgroup", "0::/../other\n")
    version_2(machine, "", 300 * MB, 350 * MB, 0)
    assert memory.total_bytes() == 300 * MB
    assert memory.free_bytes() == 0


@pytest.mark.parametrize("said", [None, "", "0::/own\n", "4:memory:/own\n", "nothing that is known\n"])
def test_without_a_bound_the_machine_counts(machine: Path, said: str | None) -> None:
    if said is not None:
        write(machine / "proc/self/cgroup", said)
    version_1(machine, "own", 9223372036854771712, 5 * MB, 0)
    version_2(machine, "own", 0, 0, 0)
    write(machine / "sys/fs/cgroup/own/memory.max", "max\n")
    assert memory.total_bytes() == 4 * 1024**3
    assert memory.free_bytes() == 2 * 1024**3


def test_of_a_system_that_says_nothing_nothing_is_known(machine: Path) -> None:
    (machine / "proc/meminfo").unlink()
    assert memory.total_bytes() is None
    assert memory.free_bytes() is None
