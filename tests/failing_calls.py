"""Any single call made inside the program raises, for tests of what an error at that very place costs.

Counted are calls of functions of `companion`, methods and properties too, and calls into SQLite.
That a generator goes on is no call.
"""

from __future__ import annotations

import dis
import inspect
import sqlite3
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

NONE_FAILS = 0
RESUME = dis.opmap["RESUME"]  # the first instruction of a function with 0, of a generator that goes on with more


class CallFailed(Exception):
    """The error that was put in the place of a call."""


class Calls:
    """Counts the calls of its thread while it is Python's profile function; the one of number `failing` raises."""

    def __init__(self, failing: int = NONE_FAILS) -> None:
        self.failing = failing
        self.count = 0
        self.failed: str | None = None  # which call it was

    def __call__(self, frame: FrameType, kind: str, called: Any) -> None:
        if not (_begins_function(frame) if kind == "call" else kind == "c_call" and _asks_sqlite(frame, called)):
            return
        self.count += 1
        if self.count == self.failing:
            here = f"{frame.f_globals['__name__']}.{frame.f_code.co_qualname}"
            self.failed = here if kind == "call" else f"sqlite3 {called.__name__}"
            raise CallFailed(self.failed)  # Python takes the profile function away then: one call fails, no second


@contextmanager
def failing_call(number: int) -> Iterator[Calls]:
    """The call of this number, from 1, fails; with `NONE_FAILS` they are only counted."""
    calls = Calls(number)
    sys.setprofile(calls)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def _is_ours(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__", "").startswith("companion.")  # type: ignore[no-any-return]


def _begins_function(frame: FrameType) -> bool:
    is_generator = frame.f_code.co_flags & inspect.CO_GENERATOR
    return _is_ours(frame) and not (is_generator and _goes_on(frame))


def _asks_sqlite(frame: FrameType, called: Any) -> bool:
    return isinstance(getattr(called, "__self__", None), sqlite3.Connection | sqlite3.Cursor) and _is_ours(frame)


def _goes_on(frame: FrameType) -> bool:
    """Whether this generator is asked for its next value, or to end, which is no call."""
    code = frame.f_code.co_code
    return code[frame.f_lasti] != RESUME or code[frame.f_lasti + 1] != 0
