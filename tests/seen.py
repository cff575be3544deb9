"""What a player sees lying on the table: how tests read the board that every display draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.board import Board, Note, Strip, board_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.board import Shown
    from companion.referee.match import Match


def seen(match: Match) -> Board:
    """All that is shown of a match besides scores and turn."""
    return board_of(match.book.game, match.state)


def only(board: Board | None, kind: type[Any]) -> Any:
    """The one part of this kind."""
    assert board is not None, "no match is on"
    (found,) = [part for part in board.parts if isinstance(part, kind)]
    return found


def labels(cards: tuple[Shown, ...]) -> list[str]:
    return [card.label for card in cards]


def items(board: Board, kind: type[Any]) -> list[Any]:
    """The items of this kind, in whichever strip they stand."""
    return [item for part in board.parts if isinstance(part, Strip) for item in part.items if isinstance(item, kind)]


def notes(board: Board) -> list[str]:
    return [part.text for part in board.parts if isinstance(part, Note)]


def rows_on(board: Board | Mapping[str, Any] | None) -> list[str]:
    """The letters of every row all play on, of a board or of one as pages are served it."""
    assert board is not None, "no match is on"
    served = board.to_json() if isinstance(board, Board) else board
    found = [part["cards"] for part in served["parts"] if part["kind"] == "row"]
    found += [line["cards"] for part in served["parts"] if part["kind"] == "rows" for line in part["rows"]]
    return ["".join(card["label"] for card in cards) for cards in found]


def row_on(board: Board | Mapping[str, Any] | None) -> str:
    """The letters of the one row."""
    (found,) = rows_on(board)
    return found
