"""How much memory this machine has, as Linux says it (proc_meminfo(5))."""

from __future__ import annotations

from pathlib import Path

ROOMY_BYTES = 1_500_000 * 1024
"""A machine with less has no memory to spare for what only makes answers quicker: a Pi of 1 GB."""

_SAYS = Path("/proc/meminfo")


def free_bytes() -> int | None:
    """How much memory is to be had without swapping; None where the system does not say it."""
    return _said("MemAvailable")


def total_bytes() -> int | None:
    """How much memory there is in all; None where the system does not say it."""
    return _said("MemTotal")


def _said(name: str) -> int | None:
    try:
        with _SAYS.open(encoding="ascii") as file:
            sizes = dict(line.split(":") for line in file)
        return int(sizes[name].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return None
