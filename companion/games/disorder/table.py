"""Disorder!: one row of cards. Placements and action cards are told from what changed in it (D3, D12).

The row is the board; draw pile and discards lie in rows of their own. An action card lying face up anywhere is no part
of it; a PASS newly laid is a pass.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.interpretations import Difference, Move, agreement, difference, doubt, side_by_side, spelled
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.core import View
    from companion.games.disorder.state import State
    from companion.games.interpretations import Interpretation, Memory
    from companion.vision.sighting import Sighting, Table

ACTION, PASS = "action", "pass"


def looks(view: View) -> bool:
    """Whether cards on the table mean something now."""
    return view.awaiting == "place"


def explain(view: View, state: State, table: Table, memory: Memory) -> Interpretation:
    """What happened to the board of a match in which a card is awaited."""
    board = state.board
    row = row_of(table, board)
    if memory.must_clear and row and not board:
        return Difference(told("Please clear the board for the next round."))
    actions = state.options.action_cards
    finding = explain_row(table, board, row, actions=actions)
    if isinstance(finding, Move):
        return Move({**finding.event, "player": view.turn})
    if finding is None and actions and memory.agreed is not None and _passes(table) > _passes(memory.agreed):
        return Move({"event": "pass", "player": view.turn})
    return finding


def after(before: State, now: State, memory: Memory, *, lies_there: bool) -> Memory:
    """A round that has ended leaves cards that must be cleared before the next one."""
    ended = before.board and not now.board
    return replace(memory, must_clear=lies_there) if ended else memory


def row_of(table: Table, board: Sequence[str]) -> list[int]:
    """The row of the table that is the board, as indices of sightings: the one most like it, else the longest."""
    rows = [[index for index in row if table.sightings[index].kind != ACTION] for row in table.rows]
    shown = [row for row in rows if row]
    return max(shown, key=lambda row: (_likeness([table.sightings[each] for each in row], board), len(row)), default=[])


def explain_row(table: Table, board: Sequence[str], places: Sequence[int], *, actions: bool) -> Interpretation:
    """What happened to a single row of cards; the event is without its player.

    `board` are the match's cards from left to right, "?" for a wild; `places` the sightings of the row, in the same
    order; `actions` whether action cards are played. None when the table shows just what the match has.
    """
    row = [table.sightings[index] for index in places]
    if agreement(list(board), row) is not None:
        return None
    fitting = [
        (event, new, sure)
        for event, expected, new in _explanations(board, len(row), actions=actions)
        if (sure := agreement(expected, row)) is not None
    ]
    if not fitting:
        return difference(spelled(row), side_by_side(board))
    best = max(sure for *_, sure in fitting)
    likely = [(event, new) for event, new, sure in fitting if sure == best]
    event, new = likely[0]
    # Two explanations are the same move when they leave the same row: a second O beside an O, say.
    if len(likely) > 1 and (new is None or any(not _same_row(row, new, other) for _, other in likely[1:])):
        return Difference(
            told("The table shows {seen}, I have {had}: which card is new?", seen=spelled(row), had=side_by_side(board))
        )
    if new is None:
        return Move(event)
    return Move({**event, "card": row[new].label}) if row[new].accepted else doubt(table, places[new])


_Explained = tuple["Mapping[str, Any]", "list[str | None]", "int | None"]


def _explanations(board: Sequence[str], seen: int, *, actions: bool) -> Iterator[_Explained]:
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


def _passes(table: Table) -> int:
    return sum(card.kind == ACTION and card.label == PASS and card.accepted for card in table.sightings)
