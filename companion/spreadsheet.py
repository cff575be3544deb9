"""Tables for spreadsheets: comma-separated values (RFC 4180) of which no cell is taken for a formula."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

# Of a file: with the mark before the text. Without it spreadsheets take it for their system's own eight bits, and
# Jürgen is JÃ¼rgen.
ENCODING = "utf-8-sig"
_BEGIN_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def as_csv(rows: Iterable[Iterable[Any]]) -> str:
    """Rows of cells as text. Before what begins as a formula does an apostrophe is put (OWASP, CSV injection)."""
    text = io.StringIO()
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([_tame(cell) for cell in row])
    return text.getvalue()


def _tame(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_BEGIN_FORMULAS) else cell
