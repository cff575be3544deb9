"""What a table says, as JSON: its view, its rulings, what its journal has. Pure; the schemas are in `schema/`.

Nothing is told here that a spectator's page does not get: hidden cards are in no view, and what belongs to the host's
page, the phones and the three buttons is left out.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from companion.clock import iso

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.referee.head import MatchEnd
    from companion.referee.tableview import Entry, TableView

FORMAT = 1  # of all payloads; one that cannot be read as before bears another
ONLINE, OFFLINE = "online", "offline"
OF_THE_PAGES = ("server", "dialog", "sound", "voice", "listening", "forms", "for_phones", "uncorrectable")


def encoded(document: Mapping[str, Any]) -> bytes:
    """A payload as it goes out: JSON in UTF-8."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def presence(state: str) -> dict[str, Any]:
    """Whether the table is there: `ONLINE` or `OFFLINE`."""
    return {"format": FORMAT, "state": state}


def view_message(view: TableView, now_ms: int, wall: str) -> dict[str, Any]:
    """The table as it is; the timer with its deadline. `now_ms` and `wall` are the table's clocks at this moment."""
    table = {name: part for name, part in view.to_json(rulings=1).items() if name not in OF_THE_PAGES}
    timer = view.timer
    if timer is not None:
        left_ms = timer.remaining_ms - (now_ms - timer.as_of_ms if timer.running else 0)
        deadline = datetime.fromisoformat(wall) + timedelta(milliseconds=left_ms)
        table["timer"] = {
            "label": timer.label,
            "total_ms": timer.total_ms,
            "remaining_ms": max(0, left_ms),
            "running": timer.running,
            "deadline": iso(deadline) if timer.running else None,
        }
    return {"format": FORMAT, "at": wall, "table": table, "gathering": view.gathering.shown()}


def begun_message(match_id: int, setup: Mapping[str, Any], begun: str, match: str, *, late: bool) -> dict[str, Any]:
    """That a match has begun: number 0 of its rulings. An inline dictionary is not repeated to everybody."""
    options = {name: value for name, value in setup.get("options", {}).items() if isinstance(value, str | int)}
    pairing = {"pairing": setup["pairing"]} if "pairing" in setup else {}
    return {
        **_head("begun", match_id, match, 0, match, late=late),
        "game": setup["game"],
        "players": setup["players"],
        "options": options,
        "at": begun,
        **pairing,
    }


def ruling_message(entry: Entry, match_id: int, match: str, digest: str, *, late: bool) -> dict[str, Any]:
    """One ruling with its clause and reason. `match` is the match's digest, `digest` that of all up to this event."""
    ruled = entry.to_json()
    return {**_head("ruling", match_id, match, entry.number, digest, late=late), "game": entry.game, **ruled}


def index_message(ends: Mapping[int, MatchEnd], digests: Mapping[int, str], at: str) -> dict[str, Any]:
    """Which matches the journal had at this time (as the times of rulings are): each with its digest, how many rulings
    there are and the digest after them."""
    matches = [
        {"id": match_id, "match": digests[match_id], "count": count, "digest": digest}
        for match_id, (count, digest) in sorted(ends.items())
    ]
    return {"format": FORMAT, "at": at, "matches": matches}


def _head(kind: str, match_id: int, match: str, number: int, digest: str, *, late: bool) -> dict[str, Any]:
    head = {"format": FORMAT, "kind": kind, "id": match_id, "match": match, "number": number}
    return {**head, "digest": digest, "late": late}
