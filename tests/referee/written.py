"""Journals with some events in them, for tests of how they are kept."""

from pathlib import Path

from companion.referee.journal import Journal, JournalEvent

SETUP = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"target": 50}}
NOW = "2026-11-21T20:00:00Z"


def event(number: int, **fields: object) -> JournalEvent:
    return JournalEvent(number, {"event": "place", **fields}, "camera", NOW, f"{number}.jpg")


def with_events(path: Path, count: int) -> int:
    journal = Journal(path)
    match = journal.begin(SETUP, NOW)
    journal.append(match.id, [event(number, card="Z") for number in range(1, count + 1)])
    journal.close()
    return match.id
