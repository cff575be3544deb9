"""What is said of what could have been in WORDCARD: lines, rows, exchanges, and what a whole match has lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted
from companion.sentences import joined, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.sentences import Told


def could_have_laid(player: str, lines: Sequence[str], points: int, *, surely: bool) -> Told:
    """What a hand shown at the end could still have laid; `surely` when there was nothing better."""
    values = {"player": player, "lines": joined("; ", list(lines)), "points": counted(points, "point")}
    if surely:
        return told("{player} could still have laid {lines}: {points}, and no more.", **values)
    return told("{player} could still have laid {lines}: {points}, if not more.", **values)


def worth_so_much(what: str, points: int, *, surely: bool) -> Told:
    """What could have been done (one of the parts below) and what it would have brought."""
    if surely:
        return told("{what}: {points}, and no more.", what=what, points=counted(points, "point"))
    return told("{what}: {points}, if not more.", what=what, points=counted(points, "point"))


def could_have_added(player: str, cards: Sequence[str], row: Sequence[str]) -> Told:
    """Part: cards tagged on, or put on the grid, and the row they would have made."""
    return told(
        "With {cards}, {player} could still have made the row {row}",
        cards=joined(" ", list(cards)), player=player, row=joined(" ", list(row)),
    )  # fmt: skip


def could_have_taken(player: str, card: str, discard: str | None, lines: Sequence[str]) -> Told:
    """Part: an exchange with the open pile, and the lines laid then."""
    values = {"player": player, "card": card, "lines": joined("; ", list(lines))}
    if discard is None:
        return told("{player} could have taken {card} from the open pile and laid {lines}", **values)
    return told(
        "{player} could have taken {card} from the open pile, discarded {discard} and laid {lines}",
        discard=discard, **values,
    )  # fmt: skip


def could_have_replaced(player: str, cards: Sequence[str], lines: Sequence[str]) -> Told:
    """Part: real cards in the place of wilds, and the lines laid with these."""
    return told(
        "{player} could have put {cards} in the place of a wild on the table and laid {lines}",
        player=player, cards=joined(", ", list(cards)), lines=joined("; ", list(lines)),
    )  # fmt: skip


def of_hand(player: str, lines: Sequence[str], *, is_whole: bool) -> Told:
    """Part: what a hand could have laid; unless it `is_whole`, those cards of it that were there for certain."""
    values = {"player": player, "lines": joined("; ", list(lines))}
    if is_whole:
        return told("Of all cards in hand, {player} could have laid {lines}", **values)
    return told("Of the cards that were certainly in hand, {player} could have laid {lines}", **values)


def row_of_hand(player: str, row: Sequence[str], *, is_whole: bool) -> Told:
    """Part: likewise the row that could have been made."""
    values = {"player": player, "row": joined(" ", list(row))}
    if is_whole:
        return told("Of all cards in hand, {player} could have made the row {row}", **values)
    return told("Of the cards that were certainly in hand, {player} could have made the row {row}", **values)


def more_than_came(what: str, points: int) -> Told:
    """What could have been done (one of the two parts above), and by how much it was more."""
    return told(
        "{what}: {points} more than came of them before the next draw.", what=what, points=counted(points, "point")
    )
