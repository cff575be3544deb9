"""A drawn table that follows a match: what the match says lies there is laid, what does not is taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.games.layout import Lying, layout_of, lying

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.decks.shelf import DeckShelf
    from companion.drawn.drawn_table import DrawnCard, DrawnTable
    from companion.referee.tableview import TableView


class Dealer:
    """Has `table` hold the cards of the match, by rows as its game lays them; `ailing` is told why it cannot."""

    def __init__(self, table: DrawnTable, decks: DeckShelf, ailing: Callable[[str], object]) -> None:
        self._table, self._decks, self._ailing = table, decks, ailing

    def deal(self, view: TableView) -> None:
        """A new view."""
        layout = layout_of(view.match.game if view.match else None, view.options, view.deck)
        try:
            file = self._decks.read(layout.deck)
        except BadInput as error:  # an own deck whose file cannot be used any more
            self._ailing(error.sentence)
        else:
            self._table.follow(file.deck, rows=layout.rows, traits=file.traits)


class Follower:
    """Has `table` follow the matches in which the table plays itself; `ailing` is told why it cannot, or None.

    What people have laid since the newest event is for the camera to see: only an event changes what lies there.
    """

    def __init__(self, table: DrawnTable, ailing: Callable[[str | None], object]) -> None:
        self._table, self._ailing = table, ailing
        self._followed: tuple[int | None, int] | None = None

    def follow(self, view: TableView) -> None:
        """A new view."""
        newest = view.match_id, len(view.protocol)
        if view.practice is None or view.match is None or newest == self._followed:
            return
        self._followed = newest
        lines = lying(view.match.game, view.state)
        if lines is None:
            return
        wrong = None
        try:
            lay_out(self._table, lines)
        except BadInput as error:
            wrong = error.sentence
        self._ailing(wrong)


def lay_out(table: DrawnTable, lines: Sequence[Sequence[Lying]]) -> None:
    """Lay these cards, by row, each row from left to right. Rows that are right stay as they lie; where cards have come
    to an end of a row, or gone from it, the others stay. Raises BadInput for cards the deck has not."""
    with table.still():
        for row, wanted in enumerate(lines):
            there = [_as_laid(card) for card in table.cards if card.row == row]
            if there != list(wanted):
                _change(table, row, there, wanted)


def _change(table: DrawnTable, row: int, there: Sequence[Lying], wanted: Sequence[Lying]) -> None:
    more = len(wanted) - len(there)
    if more > 0 and not any(card.apart for card in wanted):
        if list(wanted[:-more]) == list(there):
            _lay(table, row, wanted[-more:], "right")
            return
        if list(wanted[more:]) == list(there):
            _lay(table, row, wanted[more - 1 :: -1], "left")
            return
    for index in reversed([at for at, card in enumerate(table.cards) if card.row == row]):
        table.remove(index)
    _lay(table, row, wanted, "right")


def _lay(table: DrawnTable, row: int, cards: Sequence[Lying], side: str) -> None:
    for card in cards:
        rank, _, label = card.name.rpartition("/")
        laid = table.place(
            label, face_down=card.name == "?", side="left" if side == "left" else "right", row=row,
            rank=rank or None, apart=card.apart,
        )  # fmt: skip
        if card.sideways:
            table.turn_sideways(next(at for at, each in enumerate(table.cards) if each.copy == laid.copy))


def _as_laid(card: DrawnCard) -> Lying:
    return Lying(card.name, sideways=card.sideways)
