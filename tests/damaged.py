"""Damaged copies of a journal, and what of it can be read all the same: a second opinion on what is to be saved."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.referee.journal import Journal, JournalEvent

if TYPE_CHECKING:
    import random
    from pathlib import Path

SETUP = {"game": "disorder", "players": ["Ann", "Bob"]}
NOW = "2026-11-24T20:00:00.000Z"
MATCHES = 2
EVENTS = 180  # of each match
SECTOR_BYTES = 512


@dataclass(frozen=True)
class Whole:
    """A journal as it lies on the disk while a table has it open: the file, its log, and the events of each match."""

    file: bytes
    log: bytes
    events: dict[int, list[JournalEvent]]


def whole(folder: Path, chance: random.Random, events: int = EVENTS) -> Whole:
    """Two matches of so many events each side by side, most of it folded back into the file, the rest in the log."""
    path, copy = folder / "whole.sqlite3", folder / "copy.sqlite3"
    journal = Journal(path)
    ids = [journal.begin({**SETUP, "n": n}, NOW).id for n in range(MATCHES)]
    kept: dict[int, list[JournalEvent]] = {match_id: [] for match_id in ids}
    for number in range(1, events + 1):
        for match_id in ids:
            event = {"event": "place", "card": f"{match_id}-{number}", "note": "x" * chance.randrange(300)}
            row = JournalEvent(number, event, "phone", NOW, f"{number}.jpg" if number % 3 else None)
            journal.append(match_id, [row], {"left": number})
            kept[match_id].append(row)
        if number == events * 2 // 3:
            journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("", "-wal"):
        shutil.copyfile(path.with_name(path.name + suffix), copy.with_name(copy.name + suffix))
    journal.close()
    return Whole(copy.read_bytes(), copy.with_name(copy.name + "-wal").read_bytes(), kept)


def harmed(content: bytes, chance: random.Random) -> tuple[bytes, str]:
    """The content with bits flipped, an end cut off or a hole of zeros in it, and how in words."""
    place = chance.randrange(len(content))
    how = chance.choice(("flipped", "cut", "hole"))
    if how == "cut":
        return content[:place], f"cut at {place}"
    if how == "hole":
        place -= place % SECTOR_BYTES
        size = min(SECTOR_BYTES * chance.randint(1, 16), len(content) - place)
        return content[:place] + bytes(size) + content[place + size :], f"{size} zeros at {place}"
    flipped = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        flipped[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return bytes(flipped), "bits flipped"


def damaged(whole: Whole, chance: random.Random) -> tuple[bytes, bytes, str]:
    """File and log of a copy that is damaged in one of them, and how."""
    if chance.random() < 0.5:
        file, how = harmed(whole.file, chance)
        return file, whole.log, f"file: {how}"
    log, how = harmed(whole.log, chance)
    return whole.file, log, f"log: {how}"


def digests_of(whole: Whole, folder: Path) -> dict[tuple[int, int], str]:
    """The digest of each event by match and number, as SQLite reads them."""
    path = folder / "read.sqlite3"
    path.write_bytes(whole.file)
    path.with_name(f"{path.name}-wal").write_bytes(whole.log)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT match_id, number, digest FROM event").fetchall()
    return {(match_id, number): digest for match_id, number, digest in rows}


def readable(whole: Whole, file: bytes, log: bytes, digests: dict[tuple[int, int], str]) -> dict[int, int]:
    """How many events of each match can be read one after the other from the bytes alone: those whose record still lies
    there as it was written, in one piece. `digests` are those of the rows by match and number."""
    counts = {}
    for match_id, events in whole.events.items():
        count = 0
        for row in events:
            record = _record(match_id, row, digests[match_id, row.number])
            if record not in file and record not in log:
                break
            count += 1
        counts[match_id] = count
    return counts


def _record(match_id: int, row: JournalEvent, digest: str) -> bytes:
    """A row of the events as SQLite's file format has it."""
    text = json.dumps(row.event, sort_keys=True, separators=(",", ":"))
    kinds, body = [_number_kind(match_id), _number_kind(row.number)], _number(match_id) + _number(row.number)
    for value in (text, row.source, row.at, row.frame, digest):
        kinds.append(0 if value is None else 13 + 2 * len(value.encode()))
        body += b"" if value is None else value.encode()
    header = b"".join(map(_varint, kinds))
    payload = bytes([len(header) + 1]) + header + body
    return _varint(len(payload)) + payload


def _number_kind(value: int) -> int:
    return 9 if value == 1 else 1 if value < 128 else 2


def _number(value: int) -> bytes:
    return b"" if value == 1 else value.to_bytes(1 if value < 128 else 2, "big")


def _varint(value: int) -> bytes:
    return bytes([value]) if value < 128 else bytes([128 | value >> 7, value & 127])
