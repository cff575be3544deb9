"""Work on all cores: tables drawn, pictures looked at, and the batches of a training drawn while the network learns.

Everything comes from its own seed, so that it is the same however many processes draw it.
"""

from __future__ import annotations

import multiprocessing
import os
from typing import TYPE_CHECKING, Any, TypeVar

import cv2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 8  # batches that each process draws ahead of the network

_work: list[Callable[[Any], Any]] = []  # inherited by the processes, since functions over gigabytes cannot be sent


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0))


def each(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """What `work` makes of each item, in order, on all cores; where there is one, in this process."""
    if cores() == 1:
        yield from map(work, items)
        return
    cv2.setNumThreads(1)  # its threads would not live in the processes, and be waited for
    _work.append(work)
    try:
        with multiprocessing.get_context("fork").Pool(cores()) as pool:
            yield from pool.imap(_done, items)
    finally:
        _work.pop()


def _done(item: Any) -> Any:
    return _work[-1](item)


class Batches:
    """A batch for every step, as PyTorch's data sets are: `batches[step]`."""

    def __init__(self, draw: Callable[[int], tuple[Any, Any]], steps: int) -> None:
        """`draw` makes the batch of a step."""
        self._draw, self._steps = draw, steps

    def __len__(self) -> int:
        return self._steps

    def __getitem__(self, step: int) -> tuple[Any, Any]:
        return self._draw(step)


def batches(draw: Callable[[int], tuple[Any, Any]], steps: range) -> Iterator[tuple[Any, Any]]:
    """The batches of these steps as tensors, drawn ahead by the cores that the network leaves free."""
    from torch.utils.data import DataLoader

    cv2.setNumThreads(1)
    free = cores() - 1
    return iter(DataLoader(
        Batches(draw, steps.stop), batch_size=None, sampler=steps, num_workers=free,
        prefetch_factor=AHEAD if free else None, multiprocessing_context="fork" if free else None,
    ))  # fmt: skip
