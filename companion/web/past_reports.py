"""The reports of past matches, which anybody may ask for: made one at a time, and kept."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool

from companion.referee.digests import digest_of
from companion.report.match_report import MatchReport, report_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.referee.match import Match

MOST_KEPT = 32  # reports


class PastReports:
    """Makes and keeps them; `make` is what takes so long. Everything but making runs on the event loop's thread."""

    def __init__(self, make: Callable[[Match], MatchReport] = report_of) -> None:
        self._make = make
        self._kept: dict[str, MatchReport] = {}  # by the transcript's digest, what was asked for last stands last
        self._one_at_a_time = asyncio.Lock()  # whoever waits for it holds no thread

    async def of(self, document: Mapping[str, Any], match: Match) -> MatchReport:
        """The report of the match that this transcript is played to."""
        # Of the transcript and not of the state: other ways lead to the same state.
        digest = digest_of(json.dumps(document, sort_keys=True))
        async with self._one_at_a_time:
            report = self._kept.pop(digest, None)
            if report is None:
                report = await run_in_threadpool(self._make, match)
            self._kept[digest] = report
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return report
