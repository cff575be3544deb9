"""The journal's tables: how they are made, and whether they still are so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee.table_shapes import shape_of, shapes_made

if TYPE_CHECKING:
    import sqlite3

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


def changed_table(connection: sqlite3.Connection) -> str | None:
    """The first table that is not as it was made, None when all are."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    made = shapes_made(SCHEMA if version in MIGRATIONS else SCHEMA + TIMING_SCHEMA)
    return next((name for name, shape in made.items() if shape_of(connection, name) != shape), None)
