"""Work that all cores share, and the batches that they draw ahead; only the last needs PyTorch."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from training.parallel import batches, cores, each

ROOT = Path(__file__).parents[2]

ALONE = """
import multiprocessing
import numpy as np
from training import parallel
from training.parallel import each

parallel.cores = lambda: 3  # more than there may be

table = np.arange(50)  # the work knows what was there before it was shared
assert list(each(lambda number: int(table[number]) ** 2, range(50))) == [number**2 for number in range(50)]

try:
    list(each(lambda number: 1 // number, [2, 1, 0]))
except ZeroDivisionError:
    print("what goes wrong in one is told")

work = each(lambda number: number, range(1000))
assert next(work) == 0
del work
assert not multiprocessing.active_children()
print("nobody goes on working when nobody wants more")
"""


def test_each_is_worked_on_by_all_in_order() -> None:
    """In a program of its own, as a training is: what other tests left running here would be forked with it."""
    done = subprocess.run(
        [sys.executable, "-c", ALONE], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout.splitlines(), done.returncode) == (
        ["what goes wrong in one is told", "nobody goes on working when nobody wants more"], 0
    ), done.stderr  # fmt: skip


def test_where_there_is_one_core_no_other_process_is_started() -> None:
    pid = os.getpid()
    assert list(each(lambda number: (number, os.getpid()), range(3))) == [(0, pid), (1, pid), (2, pid)]


def test_a_batch_is_that_of_its_step_whoever_draws_it() -> None:
    pytest.importorskip("torch")

    def draw(step: int) -> tuple[object, object]:
        return np.random.default_rng([7, step]).random((3, 2)), np.array([step])

    drawn = list(batches(draw, range(5, 5 + 3 * cores())))
    assert [int(step[0]) for _, step in drawn] == list(range(5, 5 + 3 * cores()))
    assert all((inputs.numpy() == draw(int(step[0]))[0]).all() for inputs, step in drawn)
