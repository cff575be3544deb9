"""The hub's databases, opened: made where there is none, brought up to date, and looked through for damage."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Literal

from companion.referee.table_shapes import shape_of, shapes_made

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def open_sound(path: Path, schema: str, *, synchronous: Literal["FULL", "NORMAL"]) -> sqlite3.Connection:
    """The database at `path`, for any thread, with the tables of `schema` (CREATE … IF NOT EXISTS); columns that an
    older file lacks are added, with nothing in them.

    Raises one of `soundness.UNREADABLE` when it is no database, is damaged as far as SQLite knows, has other columns
    than these, or is not written by SQLite.
    """
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.executescript(schema)
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
        with connection:
            for table, made in shapes_made(schema).items():
                _have_columns(connection, table, made.columns)
    except BaseException:
        connection.close()
        raise
    return connection


def _have_columns(connection: sqlite3.Connection, table: str, wanted: Mapping[str, str]) -> None:
    there = shape_of(connection, table).columns
    if there.keys() - wanted.keys():
        raise sqlite3.DatabaseError(f"the table {table} has other columns")
    for name in wanted.keys() - there.keys():
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {name} {wanted[name]}")
    column = next(iter(wanted))
    connection.execute(f"UPDATE {table} SET {column} = {column} WHERE FALSE")  # says whether it takes anything
