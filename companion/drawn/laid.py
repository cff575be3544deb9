"""What lies on a drawn table, kept in a file: after a restart the cards lie where they lay, as they would on wood."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from companion import atomic, outside
from companion.drawn.drawn_table import DrawnCard
from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.drawn.drawn_table import DrawnTable

LAID_FILE = "drawn-table.json"
LARGEST_FILE = 256 * 1024  # bytes; a card takes 150
LYING = ("face_down", "sideways", "row", "x_mm", "y_mm", "turn_deg", "column")


def keep(table: DrawnTable, path: Path) -> None:
    """Write down what lies there now. Raises OSError."""
    cards = [
        {"label": card.card.label, "rank": card.card.rank, **{name: getattr(card, name) for name in LYING}}
        for card in table.cards
    ]
    text = json.dumps({"deck": table.deck.name, "rows": table.rows, "cards": cards})
    atomic.write(path, text.encode())


class Keeper:
    """Keeps what lies on `table` in the file `path`, from now on; `ailing` is told why it cannot be kept, or None."""

    def __init__(self, table: DrawnTable, path: Path, ailing: Callable[[str | None], object]) -> None:
        self._table, self._path, self._ailing = table, path, ailing
        self._kept = table.changes

    def keep(self) -> None:
        """Write down what lies there, if that has changed; the match is none the worse for a disk that refuses."""
        if self._table.changes == self._kept:
            return
        changes, wrong = self._table.changes, None
        try:
            keep(self._table, self._path)
        except OSError as error:
            path, why = self._path, error.strerror
            wrong = told("What lies on the drawn table cannot be kept in {path} ({error}).", path=path, error=why)
        self._kept = changes
        self._ailing(wrong)


def put_back(table: DrawnTable, path: Path) -> None:
    """Lay what lay there, if the table still has that deck and as many rows; nothing without a file.

    Raises BadInput for a file that cannot be used: then nothing lies there.
    """
    try:
        with outside.opened(path) as file:
            noted = json.loads(file.read(LARGEST_FILE))
        if (noted["deck"], noted["rows"]) == (table.deck.name, table.rows):
            table.put_back([_card(table, each, copy) for copy, each in enumerate(noted["cards"])])
    except FileNotFoundError:
        return
    except BadInput as error:
        raise _unread(path, error.sentence) from error
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise _unread(path, error.strerror if isinstance(error, OSError) else type(error).__name__) from error


def _unread(path: Path, why: str | None) -> BadInput:
    return BadInput(told("What lay on the drawn table cannot be read from {path} ({error}).", path=path, error=why))


def _card(table: DrawnTable, noted: dict[str, Any], copy: int) -> DrawnCard:
    column = noted["column"]
    return DrawnCard(
        card=table.of_deck(noted["label"], noted["rank"]),
        face_down=bool(noted["face_down"]),
        sideways=bool(noted["sideways"]),
        row=range(table.rows)[noted["row"]],
        x_mm=float(noted["x_mm"]),
        y_mm=float(noted["y_mm"]),
        turn_deg=float(noted["turn_deg"]),
        copy=copy,
        column=None if column is None else int(column),
    )
