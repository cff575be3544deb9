"""The hub's databases, opened: made where there is none, brought up to date, and looked through for damage."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
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
        with closing(sqlite3.connect(":memory:")) as made, connection:
            made.executescript(schema)
            for (table,) in made.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                _have_columns(connection, table, _columns(made, table))
    except BaseException:
        connection.close()
        raise
    return connection


def _have_columns(connection: sqlite3.Connection, table: str, wanted: dict[str, str]) -> None:
    there = _columns(connection, table)
    if there.keys() - wanted.keys():
        raise sqlite3.DatabaseError(f"the table {table} has other columns")
    for name in wanted.keys() - there.keys():
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {name} {wanted[name]}")
    column = next(iter(wanted))
    connection.execute(f"UPDATE {table} SET {column} = {column} WHERE FALSE")  # says whether it takes anything


def _columns(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """The names of a table's columns, and of which type each is."""
    return dict(connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,)))
