"""The program's log: warnings and errors of its parts and libraries on standard error, and never without end.

What is wrong for long, or brought about by somebody outside, is said again and again by the same line of code. A few
times a minute are enough to know it; the next one then says how many were left out.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 20  # of one line of code, each
SPAN_S = 60.0


@dataclass(slots=True)
class _Span:
    """What one line of code had to say since `since_s`."""

    since_s: float
    said: int = 0
    left_out: int = 0


class BoundedLog(logging.StreamHandler[TextIO]):
    """Writes what each line of code says, `MOST` times in `SPAN_S` seconds. `now_s` is any steadily growing clock."""

    def __init__(self, now_s: Callable[[], float], stream: TextIO | None = None) -> None:
        """Without a `stream` it is standard error."""
        super().__init__(stream)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self._now_s = now_s
        self._spans: dict[tuple[str, int], _Span] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record, or leave it out."""
        now_s, line = self._now_s(), (record.pathname, record.lineno)
        span = self._spans.setdefault(line, _Span(now_s))
        left_out = 0
        if now_s - span.since_s >= SPAN_S:
            left_out = span.left_out
            span = self._spans[line] = _Span(now_s)
        if span.said == MOST:
            span.left_out += 1
            return
        span.said += 1
        super().emit(record)
        if left_out:
            self.stream.write(f"  (and {left_out} more like this one before it)\n")
            self.flush()


def keep_log() -> None:
    """Have all that is logged from now on written to standard error."""
    logging.basicConfig(level=logging.WARNING, handlers=[BoundedLog(time.monotonic)])
