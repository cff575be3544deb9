"""How much memory there is for this program: in the machine, as Linux says it (proc_meminfo(5)), and in the control
groups it runs in (cgroups(7)), by which a container or a service is held to less."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOMY_BYTES = 1_500_000 * 1024
"""A machine with less has no memory to spare for what only makes answers quicker: a Pi of 1 GB."""

_SAYS = Path("/proc/meminfo")
_GOES = Path("/proc/self/oom_score_adj")
_IN_GROUPS = Path("/proc/self/cgroup")
_GROUPS = Path("/sys/fs/cgroup")


class _Bounds(NamedTuple):
    """What is called how in a group's folder: the most it may have, what it has, and what of that the kernel takes back
    when more is asked for."""

    most: str
    used: str
    given_back: str  # a line of memory.stat


_OF_VERSION_1 = _Bounds("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
_OF_VERSION_2 = _Bounds("memory.max", "memory.current", "inactive_file")


def go_before_the_table() -> None:
    """Where the machine's memory ends, this process is the one to go. Not everybody sees /proc: then as it comes."""
    with suppress(OSError):
        _GOES.write_text("1000", "ascii")


def free_bytes() -> int | None:
    """How much memory is to be had without swapping; None where the system does not say it."""
    return _least(_said("MemAvailable"), [_free_of(group, names) for group, names in _groups()])


def total_bytes() -> int | None:
    """How much memory there is in all; None where the system does not say it."""
    return _least(_said("MemTotal"), [_number(group / names.most) for group, names in _groups()])


def _least(machine: int | None, groups: list[int | None]) -> int | None:
    return min((each for each in (machine, *groups) if each is not None), default=None)


def _groups() -> Iterator[tuple[Path, _Bounds]]:
    """The folders of the groups that bound this program's memory, from its own to the outermost that can be seen. In a
    container its own may lie at the root of what is mounted, whatever its path is called outside."""
    with suppress(OSError, ValueError):
        for line in _IN_GROUPS.read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            own = os.path.normpath(path)  # outside a container's root it begins with /..
            if not controllers:
                yield from ((_GROUPS / each, _OF_VERSION_2) for each in _upwards(own))
            elif "memory" in controllers.split(","):
                yield from ((_GROUPS / "memory" / each, _OF_VERSION_1) for each in _upwards(own))


def _upwards(path: str) -> Iterator[str]:
    """A path from the root and all above it, as parts of one that begins elsewhere."""
    return (str(each).lstrip("/") for each in (Path(path), *Path(path).parents))


def _free_of(group: Path, names: _Bounds) -> int | None:
    most, used = _number(group / names.most), _number(group / names.used)
    if most is None or used is None:
        return None
    given_back = 0
    with suppress(OSError, ValueError):
        stat = dict(line.split() for line in (group / "memory.stat").read_text(encoding="ascii").splitlines())
        given_back = int(stat.get(names.given_back, 0))
    return max(0, most - used + given_back)


def _number(file: Path) -> int | None:
    """What a file has for a number; None where there is none, or it says “max”: as much as there is."""
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _said(name: str) -> int | None:
    try:
        with _SAYS.open(encoding="ascii") as file:
            sizes = dict(line.split(":") for line in file)
        return int(sizes[name].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return None
