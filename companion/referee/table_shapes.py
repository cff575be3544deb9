"""How the tables of a database are made, and how they are in a file: a byte of damage can call a column something else.

To SQLite such tables are sound, only others, and it says so when somebody asks for what was there.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class TableShape(NamedTuple):
    """The names of a table's columns with the type of each, and which column refers to what other table and column."""

    columns: Mapping[str, str]
    references: frozenset[tuple[str, str, str]]


def shape_of(connection: sqlite3.Connection, table: str) -> TableShape:
    """A table as it is in a database, with no columns where there is none. Raises as SQLite does for a damaged file."""
    columns = connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,))
    references = connection.execute('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)', (table,))
    return TableShape(dict(columns), frozenset(references))


@cache
def shapes_made(schema: str) -> Mapping[str, TableShape]:
    """The tables that these statements make."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema)
        names = [name for (name,) in fresh.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: shape_of(fresh, name) for name in names}
