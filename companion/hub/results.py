"""How a table's matches of tournaments stand, from its journal: what it reports to its hub, whole each time.

A correction changes the match's digest and the places with it, and so the report: the newest one is what counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.placing import placing_of
from companion.hub.payloads import FORMAT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import View
    from companion.hub.outbox import Outbox, ToldTable

MOST_REPORTED = 100  # the newest matches of tournaments


class Results:
    """Makes the report of `table`. Its methods wait for the referee: they belong on a thread of their own."""

    def __init__(self, table: ToldTable, outbox: Outbox) -> None:
        self._table = table
        self._outbox = outbox
        self._kept: dict[int, tuple[str, dict[str, Any]]] = {}  # by match: of which digest, and what it says

    def message(self) -> dict[str, Any]:
        """Every match that a tournament set up here: its pairing and digest, and the places once it is over."""
        ends, rows = self._outbox.ends(), self._table.submit(lambda referee: referee.archive.matches()).result()
        paired = [row for row in rows if "pairing" in row.setup and row.id in ends][-MOST_REPORTED:]
        results = [self._result(row.id, row.setup, *ends[row.id]) for row in paired]
        return {"format": FORMAT, "results": [result for result in results if result is not None]}

    def _result(self, match_id: int, setup: Mapping[str, Any], count: int, digest: str) -> dict[str, Any] | None:
        known = self._kept.get(match_id)
        if known is not None and known[0] == digest:
            return known[1]
        try:
            view = self._view(match_id, count)
        except (BadInput, ValueError):  # it cannot be played any more, which the outbox says
            return None
        is_over = view.over and bool(view.scores)
        places = dict(placing_of(view).places) if is_over else None
        result = {
            "id": match_id,
            "match": self._outbox.digest(match_id),
            "pairing": setup["pairing"],
            "players": list(setup["players"]),
            "count": count,
            "digest": digest,
            "over": view.over,
            "scores": dict(view.scores),
            "places": places,
        }
        self._kept[match_id] = digest, result
        return result

    def _view(self, match_id: int, count: int) -> View:
        now = self._table.view
        if now.match_id == match_id and now.match is not None and len(now.protocol) == count:
            return now.match
        document = self._table.submit(lambda referee: referee.archive.export(match_id)).result()
        return self._table.played(document).view()
