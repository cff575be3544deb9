"""What the table shows, held against what the match expects: a move, a question, or a difference.

A difference that one legal move explains becomes that move; a new card the camera is not sure of becomes a
question; anything else is shown as it is, and nothing is ever scored from a guess. Pure: the caller knows the
match and hands the finding on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.vision.sighting import Sighting, Table


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move explains what is seen. `event` is the transcript's event without its player;
    `card` is the index of the new card among the sightings of the row (None when no card is new)."""

    event: Mapping[str, Any]
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """The move is clear but for one card: `card` is its index in the row, `event` lacks its letter."""

    event: Mapping[str, Any]
    card: int
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """No single move explains what is seen; `reason` says so in a sentence for the displays."""

    reason: str


Finding = Move | Doubt | Difference | None


def row_of(table: Table, board: Sequence[str]) -> list[Sighting]:
    """The row of the table that is the board: the one most like it, the longest where none is.

    Draw pile and discards lie in rows of their own.
    """
    rows = [[table.sightings[index] for index in row] for row in table.rows]
    return max(rows, key=lambda row: (_likeness(row, board), len(row)), default=[])


def explain_row(board: Sequence[str], row: Sequence[Sighting], *, actions: bool) -> Finding:
    """What happened to a single row of cards (Disorder!, D3 and D12).

    `board` are the match's cards from left to right, "?" for a wild; `row` what the camera sees, in the same order;
    `actions` whether action cards are played. None when the table shows just what the match has.
    """
    if len(row) == len(board) and _agree(board, row):
        return None
    fitting = [
        (event, new, strict)
        for event, expected, new in _explanations(board, len(row), actions=actions)
        if (strict := _agreement(expected, row)) is not None
    ]
    if not fitting:
        return Difference(f"The table shows {_spelled(row)}, I have {_joined(board)}.")
    best = max(strict for *_, strict in fitting)
    likely = [(event, new) for event, new, strict in fitting if strict == best]
    event, new = likely[0]
    # Two explanations are the same move when they leave the same row: a second O beside an O, say.
    if len(likely) > 1 and (new is None or any(not _same_row(row, new, other) for _, other in likely[1:])):
        return Difference(f"The table shows {_spelled(row)}, I have {_joined(board)}: which card is new?")
    if new is None:
        return Move(event)
    sighting = row[new]
    if sighting.accepted:
        return Move({**event, "card": sighting.label}, new)
    return Doubt(event, new, candidates(sighting))


def candidates(sighting: Sighting) -> tuple[str, ...]:
    """What a doubtful card may be, the likeliest first."""
    return tuple(dict.fromkeys((sighting.label, *(other.label for other in sighting.alternatives))))


Explanation = tuple["Mapping[str, Any]", "list[str | None]", "int | None"]


def _explanations(board: Sequence[str], seen: int, *, actions: bool) -> Iterator[Explanation]:
    """Every single move that leaves `seen` cards: the event, the row it leaves (None where the new card lies), and
    the place of the new card."""
    cards: list[str | None] = list(board)
    if seen == len(board) + 1:
        yield {"event": "place", "side": "right"}, [*cards, None], len(board)
        if board:
            yield {"event": "place", "side": "left"}, [None, *cards], 0
        if actions:
            for after in range(1, len(board)):
                yield {"event": "squeeze", "after": after}, [*cards[:after], None, *cards[after:]], after
    elif seen == len(board) and actions:
        for at in range(len(board)):
            yield {"event": "exchange", "at": at + 1}, [*cards[:at], None, *cards[at + 1 :]], at
        for at in range(len(board)):
            for other in range(at + 1, len(board)):
                if board[at] != board[other]:
                    swapped = list(cards)
                    swapped[at], swapped[other] = swapped[other], swapped[at]
                    yield {"event": "switch", "at": at + 1, "with": other + 1}, swapped, None


def _agreement(expected: Sequence[str | None], row: Sequence[Sighting]) -> int | None:
    """How many cards are surely as expected; None when one is surely not.

    A doubtful card where the match already has one contradicts nothing: the last confirmed table knows better.
    """
    sure = 0
    for card, sighting in zip(expected, row, strict=True):
        if card is None or not sighting.accepted:
            continue
        if sighting.label != card:
            return None
        sure += 1
    return sure


def _agree(board: Sequence[str], row: Sequence[Sighting]) -> bool:
    return _agreement(list(board), row) is not None


def _same_row(row: Sequence[Sighting], new: int, other: int | None) -> bool:
    """Whether all cards from one place to the other read the same, so that either may be called the new one."""
    if other is None:
        return False
    low, high = sorted((new, other))
    return all(sighting.accepted and sighting.label == row[new].label for sighting in row[low : high + 1])


def _likeness(row: Sequence[Sighting], board: Sequence[str]) -> int:
    """How many of the board's cards the row surely shows."""
    left = list(board)
    for sighting in row:
        if sighting.accepted and sighting.label in left:
            left.remove(sighting.label)
    return len(board) - len(left)


def _spelled(row: Sequence[Sighting]) -> str:
    return _joined([sighting.label if sighting.accepted else f"({sighting.label}?)" for sighting in row])


def _joined(cards: Sequence[str]) -> str:
    return "".join(cards) or "no card"
