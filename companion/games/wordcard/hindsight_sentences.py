"""What is said of what could have been in WORDCARD: lines, rows, exchanges, and what a whole match has lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted
from companion.sentences import clauses, joined, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.sentences import Told


def could_have_laid(player: str, lines: Sequence[str], points: int, *, surely: bool) -> Told:
    """What a hand shown at the end could still have laid; `surely` when there was nothing better."""
    values = {"player": player, "lines": clauses(list(lines)), "points": counted(points, "point")}
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


def could_have_done(player: str, steps: Sequence[str]) -> Told:
    """Part: what could have been done in one turn, step by step (those below)."""
    return told("{player} could still have done this in one turn ({steps})", player=player, steps=clauses(steps))


def taking(card: str) -> Told:
    """Step: an exchange with the open pile."""
    return told("take {card} from the open pile", card=card)


def discarding(card: str) -> Told:
    """Step: the other half of an exchange."""
    return told("discard {card}", card=card)


def replacing(card: str) -> Told:
    """Step: a real card put where a wild lies."""
    return told("put {card} in the place of a wild on the table", card=card)


def laying(line: Sequence[str]) -> Told:
    """Step: a line laid by itself."""
    return told("lay {line}", line=joined(" ", line))


def adding(cards: Sequence[str], row: Sequence[str]) -> Told:
    """Step: cards tagged on, or put on the grid, and the row they then make."""
    return told("with {cards} make the row {row}", cards=joined(" ", cards), row=joined(" ", row))


def of_hand(player: str, lines: Sequence[str], *, is_whole: bool) -> Told:
    """Part: what a hand could have laid; unless it `is_whole`, those cards of it that were there for certain."""
    values = {"player": player, "lines": clauses(list(lines))}
    if is_whole:
        return told("Of all cards in hand, {player} could have laid {lines}", **values)
    return told("Of the cards that were certainly in hand, {player} could have laid {lines}", **values)


def turn_of_hand(player: str, steps: Sequence[str], *, is_whole: bool) -> Told:
    """Part: likewise what could have been done in one turn, step by step (those above)."""
    values = {"player": player, "steps": clauses(steps)}
    if is_whole:
        return told("With all cards in hand, {player} could have done this in one turn ({steps})", **values)
    return told(
        "With the cards that were certainly in hand, {player} could have done this in one turn ({steps})", **values
    )


def more_than_came(what: str, points: int) -> Told:
    """What could have been done (one of the two parts above), and by how much it was more."""
    return told(
        "{what}: {points} more than came of them before the next draw.", what=what, points=counted(points, "point")
    )


def of_the_open_cards(player: str, lines: Sequence[str], points: int) -> Told:
    """What could have been laid in the group game, and by how much it was more."""
    values = {"player": player, "lines": clauses(list(lines)), "points": counted(points, "point")}
    return told("Of the open cards, {player} could have laid {lines}: {points} more.", **values)
