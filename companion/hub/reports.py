"""What the tables report of their matches of tournaments: kept as heard, once the seal is right."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.games.placing import read_placing
from companion.hub.collection import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.placing import Placing
    from companion.tournament.tournament import Heard, Slot, Tournament


_Key = tuple[str, int, int, int]  # tournament, round, table, and which pairing of that round it was


@dataclass(frozen=True, slots=True)
class Reported:
    """One match of a table, by its pairing: which it is and how many rulings it has so far, the digest that stands for
    them, the scores, and the outcome once it is over."""

    table: str
    heard: Heard
    digest: str
    scores: Mapping[str, int]
    outcome: Placing | None


@dataclass
class Reports:
    """The newest report of each table, by the pairings in it. A pairing is its own table's to report: what another says
    of it is not looked at."""

    _of: dict[str, dict[_Key, Reported]] = field(default_factory=dict)

    def take(self, table: str, message: Mapping[str, Any]) -> bool:
        """Take the whole report of a table in the place of its last one; whether anything in it is new."""
        results = message.get("results")
        entries = [_entry(table, each) for each in (results if isinstance(results, list) else ())]
        report = dict(
            entry for entry in entries if entry is not None
        )  # a later match of a pairing is the one that counts
        is_new = report != self._of.get(table, {})
        self._of[table] = report
        return is_new

    def of(self, tournament_id: str, tournament: Tournament) -> dict[Slot, Reported]:
        """What is reported of a tournament's pairings, each by the table it was set up at. What lay at the broker may
        be older than what was taken before a power cut: that is let go of, until the table itself is there."""
        found = {}
        for number, paired in enumerate(tournament.rounds, 1):
            for at, table in enumerate(paired.ids, 1):
                reported = self._of.get(table, {}).get((tournament_id, number, at, paired.made))
                if reported is not None and not tournament.is_outdated((number, at), reported.heard):
                    found[number, at] = reported
        return found


def _entry(table: str, result: Any) -> tuple[_Key, Reported] | None:
    """One result as a table says it; None for what is none, since a table may lie."""
    if not isinstance(result, dict) or not isinstance(result.get("pairing"), dict):
        return None
    pairing, scores, players = result["pairing"], result.get("scores"), result.get("players")
    key = tuple(pairing.get(name) for name in ("tournament", "round", "table", "made"))
    if not isinstance(key[0], str) or not _are_numbers(key[1:]) or not isinstance(players, list):
        return None
    if not isinstance(scores, dict) or not _are_numbers(tuple(scores.values())):
        return None
    match, count, digest = result.get("match"), result.get("count"), result.get("digest")
    if not isinstance(match, str) or len(match) > LONGEST_NAME or not isinstance(digest, str):
        return None
    if not isinstance(count, int) or not _are_numbers((count,)):
        return None
    outcome = read_placing(result.get("places"), scores) if result.get("over") is True else None
    return (key[0], key[1], key[2], key[3]), Reported(table, (match, count), digest, scores, outcome)


def _are_numbers(values: tuple[Any, ...]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)
