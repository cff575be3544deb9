"""The journal's tables: how they are made, and whether they still are so."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA_VERSION = 3
HEADLESS_VERSION = 2  # has the same tables; the next one says that a head is kept beside it
APPLICATION_ID = 0x54424C53  # "TBLS", so that `file` and we know whose database this is

SCHEMA = """
CREATE TABLE match (
    id      INTEGER PRIMARY KEY,
    setup   TEXT NOT NULL,   -- JSON: game, players, options
    begun   TEXT NOT NULL,   -- wall clock, ISO 8601 UTC
    closed  TEXT,            -- when the table was left; the newest match that is not closed is resumed
    digest  TEXT NOT NULL
) STRICT;
CREATE TABLE event (
    match_id INTEGER NOT NULL REFERENCES match (id),
    number   INTEGER NOT NULL,  -- counts from 1 within the match
    event    TEXT NOT NULL,     -- JSON, as the transcript has it
    source   TEXT NOT NULL,     -- who handed it in: panel, camera, phone, host, clock
    at       TEXT NOT NULL,     -- wall clock, ISO 8601 UTC
    frame    TEXT,              -- file name of the frame it was made from
    digest   TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;
"""
TIMING_SCHEMA = """
CREATE TABLE timing (
    match_id INTEGER PRIMARY KEY REFERENCES match (id),
    number   INTEGER NOT NULL,  -- of the newest event when it was written
    timing   TEXT NOT NULL,     -- JSON: what was left of the open window then
    digest   TEXT NOT NULL
) STRICT;
"""
# What makes the tables of each older version those of the next; one without a head only wants that (`journal_file`).
MIGRATIONS = {1: TIMING_SCHEMA}

TableShape = tuple[frozenset[str], frozenset[tuple[str, str, str]]]
"""The names of a table's columns, and which of them refers to what: the column, the other table, and its column."""


def changed_table(connection: sqlite3.Connection) -> str | None:
    """The first table of which columns are not called as they were made, or refer to something else; None when all are
    as they were. A byte of damage can do that: to SQLite they are sound tables, only others."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    made = _as_made(SCHEMA if version in MIGRATIONS else SCHEMA + TIMING_SCHEMA)
    return next((name for name, table in made.items() if _read(connection, name) != table), None)


@cache
def _as_made(schema: str) -> Mapping[str, TableShape]:
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema)
        names = [name for (name,) in fresh.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: _read(fresh, name) for name in names}


def _read(connection: sqlite3.Connection, table: str) -> TableShape:
    columns = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
    references = connection.execute('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)', (table,))
    return frozenset(name for (name,) in columns), frozenset(references)
