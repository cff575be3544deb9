"""What a hub has heard of all its tables, in SQLite: every ruling once, whatever comes twice, late or not at all.

The tables' journals are the truth and this is a copy: it may be thrown away at any time and is heard again. A ruling is
kept when the one before it is there; what is missing is asked for. A table's index says what its journal has, so that
in the end both agree, ruling by ruling, by the digest that stands for all of them. What a failing disk has changed is
let go of at the next start, and heard again as well.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.hub.sound_database import open_sound
from companion.referee.digests import digest_of
from companion.referee.soundness import UNREADABLE
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

COLLECTION_FILE = "hub.sqlite3"
MOST_FOUND = 200  # rulings in one answer

SCHEMA = """
CREATE TABLE IF NOT EXISTS match (
    of      TEXT NOT NULL,     -- the table's id
    match   TEXT NOT NULL,     -- the digest of its beginning
    id      INTEGER NOT NULL,  -- its number at the table
    game    TEXT NOT NULL,
    players TEXT NOT NULL,     -- JSON
    begun   TEXT NOT NULL,
    written TEXT,              -- the digest of all this
    PRIMARY KEY (of, match)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ruling (
    of      TEXT NOT NULL,
    match   TEXT NOT NULL,
    number  INTEGER NOT NULL,
    digest  TEXT NOT NULL,
    heard   TEXT NOT NULL,     -- by the hub's clock, ISO 8601 UTC
    sought  TEXT NOT NULL,     -- what is searched: players, headline, reason, clause, in small letters
    message TEXT NOT NULL,     -- JSON
    nth     INTEGER,           -- in the order in which all were heard, whatever the clock said; none had one at first
    written TEXT,              -- the digest of all this
    PRIMARY KEY (of, match, number)
) STRICT, WITHOUT ROWID;
"""
# Made once an older file has the column.
INDEX = """
DROP INDEX IF EXISTS ruling_heard;
CREATE INDEX IF NOT EXISTS ruling_nth ON ruling (nth, heard, number);
"""
# How many rulings of each match are as they were written, one after the other; looked up for every ruling there is.
SOUND = """
CREATE TEMP TABLE sound (of TEXT, match TEXT, count INTEGER NOT NULL, PRIMARY KEY (of, match)) WITHOUT ROWID
"""
LET_GO_OF_MATCHES = "DELETE FROM match WHERE (of, match) NOT IN (SELECT of, match FROM sound)"
LET_GO_OF_RULINGS = """
DELETE FROM ruling WHERE (of, match) NOT IN (SELECT of, match FROM sound)
OR number > (SELECT count FROM sound WHERE sound.of = ruling.of AND sound.match = ruling.match)
"""


@dataclass(frozen=True, slots=True)
class Gap:
    """Rulings of a match that are missing: those after number `after`; its beginning, too, where that is −1."""

    match: str
    after: int


class Collection:
    """The rulings of all tables in the file at `path`. Raises BadInput when it cannot be used. `damage` is a sentence
    where some were not as they were written, and were let go of. `newest` is the number of the ruling that was heard
    last: each has one more than the one before it.

    What it is handed was said by a table, which may lie: it is checked here, and what is none is let go of.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._connection = open_sound(path, SCHEMA, synchronous="NORMAL")  # what a power cut takes is heard again
            try:
                self._connection.executescript(INDEX)
                count = self._let_go_of_damaged()
                (self.newest,) = self._connection.execute("SELECT coalesce(max(nth), 0) FROM ruling").fetchone()
            except BaseException:
                self._connection.close()
                raise
        except UNREADABLE as error:
            said = told("{path} cannot be used ({error}); move it away, it is heard again", path=path, error=error)
            raise BadInput(said) from error
        self.damage: str | None = None
        if count:
            lost = {"path": path, "count": count}
            self.damage = told("{count} rulings of {path} were not as they were written: they are heard again", **lost)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    # ------------------------------------------------------------------ hearing

    def hear(self, table: str, message: Mapping[str, Any], heard: str) -> Gap | None:
        """Take one ruling, or the beginning of a match, of a table; what is missing before it. Raises sqlite3.Error
        when the disk does not take it; then nothing has changed."""
        if not _is_ruling(message):
            return None
        match, number = message["match"], message["number"]
        with self._connection:
            if number == 0:
                self._begin(table, message)
                return None
            count = self._count(table, match)
            if count is None or number > count + 1:
                return Gap(match, -1 if count is None else count)
            if number <= count:
                if self._digest(table, match, number) == message["digest"]:
                    return None  # heard before
                self._forget(table, match, number - 1)  # the journal has another end now
            self._keep(table, message, heard)
        return None

    def compare(self, table: str, index: Mapping[str, Any]) -> list[Gap]:
        """What is missing of what a table's journal has; what the journal has lost since is let go of. Raises as
        `hear`."""
        entries, at = index.get("matches"), index.get("at")
        found = [
            self._gap(table, entry, at if isinstance(at, str) else "")
            for entry in (entries if isinstance(entries, list) else ())
            if _is_entry(entry)
        ]
        return [gap for gap in found if gap is not None]

    def _gap(self, table: str, entry: Mapping[str, Any], at: str) -> Gap | None:
        match, count = entry["match"], entry["count"]
        have = self._count(table, match)
        if have is None:
            return Gap(match, -1)
        if have > count and self._time(table, match, count + 1) > at:
            return None  # the index is older than that ruling, such as one that lay at the broker
        if have > count:
            with self._connection:
                self._forget(table, match, count)
            have = count
        if have < count:
            return Gap(match, have)
        if count == 0 or self._digest(table, match, count) == entry["digest"]:
            return None
        with self._connection:
            self._forget(table, match, 0)  # nobody knows from where on it is another
        return Gap(match, 0)

    def _let_go_of_damaged(self) -> int:
        """Forget each match and ruling that is not as it was written, and the rulings after it; how many these are."""
        self._connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        rows = self._connection.execute("SELECT of, match, id, game, players, begun, written FROM match")
        counts = {(of, match): 0 for of, match, *rest, written in rows if written == digest_of(of, match, *rest)}
        rows = self._connection.execute(
            "SELECT of, match, number, digest, heard, sought, message, nth, written FROM ruling "
            "ORDER BY of, match, number"
        )
        for of, match, number, *rest, nth, written in rows:
            has = rest if nth is None else [*rest, nth]
            if counts.get((of, match)) == number - 1 and written == digest_of(of, match, number, *has):
                counts[of, match] = number
        self._connection.text_factory = str
        with self._connection:
            self._connection.execute(SOUND)
            sound = [(*key, count) for key, count in counts.items()]
            self._connection.executemany("INSERT INTO sound VALUES (?, ?, ?)", sound)
            self._connection.execute(LET_GO_OF_MATCHES)
            count = self._connection.execute(LET_GO_OF_RULINGS).rowcount
            self._connection.execute("DROP TABLE sound")
        return count

    def _begin(self, table: str, message: Mapping[str, Any]) -> None:
        players = json.dumps(message["players"])
        row = (table, message["match"], message["id"], message["game"], players, message["at"])
        self._connection.execute(
            "INSERT OR IGNORE INTO match (of, match, id, game, players, begun, written) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*row, digest_of(*row)),
        )

    def _keep(self, table: str, message: Mapping[str, Any], heard: str) -> None:
        words = (message["headline"], message["reason"], message["clause"] or "", message["clause_text"] or "")
        sought = " ".join([*words, json.dumps(message["event"], ensure_ascii=False)]).lower()
        said, nth = json.dumps(message), self.newest + 1
        row = (table, message["match"], message["number"], message["digest"], heard, sought, said, nth)
        self._connection.execute(
            "INSERT INTO ruling (of, match, number, digest, heard, sought, message, nth, written) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*row, digest_of(*row)),
        )
        self.newest = nth

    def _forget(self, table: str, match: str, after: int) -> None:
        self._connection.execute("DELETE FROM ruling WHERE of = ? AND match = ? AND number > ?", (table, match, after))

    def _count(self, table: str, match: str) -> int | None:
        """How many rulings of a match there are; None when not even its beginning was heard."""
        row = self._connection.execute(
            "SELECT coalesce((SELECT max(number) FROM ruling WHERE of = ?1 AND match = ?2), 0) "
            "FROM match WHERE of = ?1 AND match = ?2",
            (table, match),
        ).fetchone()
        return None if row is None else int(row[0])

    def _digest(self, table: str, match: str, number: int) -> str | None:
        row = self._connection.execute(
            "SELECT digest FROM ruling WHERE of = ? AND match = ? AND number = ?", (table, match, number)
        ).fetchone()
        return None if row is None else str(row[0])

    def _time(self, table: str, match: str, number: int) -> str:
        """When a ruling was made, by the table's clock."""
        row = self._connection.execute(
            "SELECT message FROM ruling WHERE of = ? AND match = ? AND number = ?", (table, match, number)
        ).fetchone()
        return str(json.loads(row[0])["at"])

    # ------------------------------------------------------------------ reading

    def events(self, table: str) -> list[tuple[int, int, Any]]:
        """Every event of a table, as its journal has them: the match's number, the event's, the event."""
        rows = self._connection.execute(
            "SELECT match.id, ruling.number, ruling.message FROM ruling JOIN match USING (of, match) WHERE of = ? "
            "ORDER BY match.id, ruling.number",
            (table,),
        )
        return [(match, number, json.loads(message)["event"]) for match, number, message in rows]

    def newest_at(self, wall: str) -> int:
        """Which ruling was heard last when the clock first said more than `wall`, by its number; `newest` if it never
        did."""
        (later,) = self._connection.execute("SELECT min(nth) FROM ruling WHERE heard > ?", (wall,)).fetchone()
        return self.newest if later is None else int(later) - 1

    def rulings(self, sought: str = "", *, up_to: int | None = None, most: int = MOST_FOUND) -> list[dict[str, Any]]:
        """What was heard last first: the rulings of all tables that have every word of `sought`, up to the one of this
        number (None: all)."""
        words = sought.lower().split()
        like = " AND ".join(["coalesce(nth, 0) <= ?", *["sought LIKE ? ESCAPE '\\'"] * len(words)])
        rows = self._connection.execute(
            f"SELECT of, match.players, heard, message FROM ruling JOIN match USING (of, match) WHERE {like} "
            "ORDER BY nth DESC, heard DESC, number DESC LIMIT ?",
            (self.newest if up_to is None else up_to, *(f"%{_plain(word)}%" for word in words), min(most, MOST_FOUND)),
        )
        return [
            {**_sayable(json.loads(message)), "table": table, "players": json.loads(players), "heard": heard}
            for table, players, heard, message in rows
        ]


def _plain(word: str) -> str:
    """A word of a search, with nothing in it that LIKE takes for a sign."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


LONGEST_NAME = 64  # of a match: a digest
_TEXTS = {"begun": ("game", "at"), "ruling": ("headline", "reason", "at")}


def _is_ruling(message: Mapping[str, Any]) -> bool:
    """Whether this has what is kept of a ruling or a beginning."""
    kind, number, match_id = message.get("kind"), message.get("number"), message.get("id")
    if not isinstance(kind, str) or kind not in _TEXTS or not _is_count(number) or not _is_count(match_id):
        return False
    if (number == 0) != (kind == "begun"):
        return False
    texts = ("digest", *_TEXTS[kind])
    if not _is_name(message.get("match")) or not all(isinstance(message.get(name), str) for name in texts):
        return False
    if kind == "begun":
        players = message.get("players")
        return isinstance(players, list) and all(isinstance(player, str) for player in players)
    clauses = (message.get("clause"), message.get("clause_text"))
    if not isinstance(message.get("event"), dict) or not _is_said(message.get("said")):
        return False
    return all(each is None or isinstance(each, str) for each in clauses)


def _is_said(said: Any) -> bool:
    """Whether a page can say this in its language: a template with its fillings, which may be said themselves, or
    nothing."""
    if not isinstance(said, dict):
        return said is None
    fillings = said.get("fillings")
    if not isinstance(said.get("text"), str) or not isinstance(fillings, dict):
        return False
    return all(isinstance(part, str) or (part is not None and _is_said(part)) for part in fillings.values())


def _sayable(ruling: Mapping[str, Any]) -> Mapping[str, Any]:
    """A ruling that a page can show: one that was kept before `said` was looked at may have it otherwise."""
    return ruling if _is_said(ruling.get("said")) else {**ruling, "said": None}


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and _is_name(entry.get("match"))
        and isinstance(entry.get("digest"), str)
        and _is_count(entry.get("count"))
    )


def _is_name(match: Any) -> bool:
    return isinstance(match, str) and len(match) <= LONGEST_NAME


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31
