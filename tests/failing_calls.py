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
        name = _call_of_ours(frame, kind, called)
        if name is None:
            return
        self.count += 1
        if self.count == self.failing:
            self.failed = name
            raise CallFailed(name)  # Python takes the profile function away when it raises: one call fails, no second


@contextmanager
def failing_call(number: int) -> Iterator[Calls]:
    """The call of this number, from 1, fails; with `NONE_FAILS` they are only counted."""
    calls = Calls(number)
    sys.setprofile(calls)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def _call_of_ours(frame: FrameType, kind: str, called: Any) -> str | None:
    module = frame.f_globals.get("__name__", "")
    if not module.startswith("companion."):
        return None
    if kind == "call":
        return None if _goes_on(frame) else f"{module}.{frame.f_code.co_qualname}"
    if kind == "c_call" and isinstance(getattr(called, "__self__", None), sqlite3.Connection | sqlite3.Cursor):
        return f"sqlite3 {called.__name__}"
    return None


def _goes_on(frame: FrameType) -> bool:
    """Whether this is a generator that is asked for its next value, or to end, which is no call."""
    code = frame.f_code.co_code
    starts = code[frame.f_lasti] == RESUME and code[frame.f_lasti + 1] == 0
    return bool(frame.f_code.co_flags & inspect.CO_GENERATOR) and not starts
