"""Disorder!: one row of cards. Placements and action cards are told from what changed in it (D3, D12).

The row is the board; draw pile and discards lie in rows of their own. An action card lying face up anywhere is no part
of it; a PASS newly laid is a pass. A card face down in a row of its own is the draw pile or a wild laid first: that is
asked, and once something else was the board it is known. What lies face up in a place of its own before a round may be
the discards: that is asked, too, where the board was not seen clear.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.interpretations import (
    Difference,
    Move,
    Proposal,
    agreement,
    difference,
    doubt,
    side_by_side,
    spelled,
)
from companion.sentences import told
from companion.vision.changes import lying_at
from companion.vision.sighting import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.core import View
    from companion.games.disorder.state import State
    from companion.games.interpretations import DoubtfulCard, Interpretation, Memory
    from companion.vision.sighting import Sighting

ACTION, BACK, PASS = "action", "back", "pass"
_EVEN = 0.5  # a chance above which a doubtful card is likelier than not what it is taken for


def looks(view: View) -> bool:
    """Whether cards on the table mean something now."""
    return view.awaiting == "place"


def explain(view: View, state: State, table: Table, memory: Memory) -> Interpretation:
    """What happened to the board of a match in which a card is awaited."""
    board = state.board
    lying = table if board else _without_pile(table, memory)
    row = row_of(lying, board)
    if memory.must_clear and row and not board and not _is_new(lying, row, memory.agreed):
        return Difference(told("Please clear the board for the next round."))
    actions = state.options.action_cards
    finding = explain_row(table, board, row, actions=actions)
    if isinstance(finding, Move):
        if not board and _are_backs(table, row):
            return _wild_or_pile(view, finding, row[0])
        if not board and (memory.must_clear or memory.strayed):
            return _first_or_discards(view, finding, row[0])
        return Move({**finding.event, "player": view.turn})
    if finding is None and actions and memory.agreed is not None and _passes(table) > _passes(memory.agreed):
        return Move({"event": "pass", "player": view.turn})
    return finding


def after(before: State, now: State, memory: Memory, *, lies_there: bool) -> Memory:
    """A round that has ended leaves cards that must be cleared before the next one."""
    ended = before.board and not now.board
    return replace(memory, must_clear=lies_there) if ended else memory


def row_of(table: Table, board: Sequence[str]) -> list[int]:
    """The row of the table that is the board, as indices of sightings: the one most like it, else one with a card face
    up, else the longest."""

    def standing(row: Sequence[int]) -> tuple[int, bool, int]:
        return _likeness([table.sightings[each] for each in row], board), not _are_backs(table, row), len(row)

    return max(_letters(table), key=standing, default=[])


def _letters(table: Table) -> list[list[int]]:
    """The rows without action cards."""
    rows = ([index for index in row if table.sightings[index].kind != ACTION] for row in table.rows)
    return [row for row in rows if row]


def _are_backs(table: Table, row: Sequence[int]) -> bool:
    return all(table.sightings[index].kind == BACK for index in row)


def _without_pile(table: Table, memory: Memory) -> Table:
    """The table before a round without the draw pile: the backs that lay apart when table and match last agreed, of a
    round that has ended beside another row, its board."""
    agreed = memory.agreed or Table((), ())
    apart = [row for row in agreed.rows if _are_backs(agreed, row)]
    if memory.must_clear and len(apart) == len(agreed.rows):
        return table  # a board of wilds
    pile = [agreed.sightings[index] for row in apart for index in row]

    def is_pile(row: Sequence[int]) -> bool:
        quads = (table.sightings[index].quad for index in row)
        return _are_backs(table, row) and all(lying_at(pile, quad) is not None for quad in quads)

    return replace(table, rows=tuple(row for row in table.rows if not is_pile(row)))


def _is_new(table: Table, row: Sequence[int], agreed: Table | None) -> bool:
    """Whether this is a lone card where nothing lay in the round that is over, and no other lies face up."""
    if agreed is None or len(row) > 1:
        return False
    if not _are_backs(table, row) and sum(not _are_backs(table, each) for each in _letters(table)) > 1:
        return False
    return lying_at(agreed.sightings, table.sightings[row[0]].quad) is None


def _wild_or_pile(view: View, laid: Move, card: int) -> Proposal:
    """The question whether a lone card face down has been laid; by a no it has no part in the match."""
    asked = told("Is the card that lies face down {player}'s wild, and not the draw pile?", player=str(view.turn))
    return Proposal({**laid.event, "player": view.turn}, None, asked, card=card, is_else_none=True)


def _first_or_discards(view: View, laid: Move, card: int) -> Proposal:
    """The question whether a lone card has been laid, or is what lies on top of the discards; those are then none."""
    event = {**laid.event, "player": view.turn}
    said = {"card": event["card"], "player": str(view.turn)}
    asked = told("Is {card} the first card that {player} lays, and not a discard?", **said)
    return Proposal(event, None, asked, card=card, is_else_none=True)


def explain_row(table: Table, board: Sequence[str], places: Sequence[int], *, actions: bool) -> Interpretation:
    """What happened to a single row of cards; the event is without its player.

    `board` are the match's cards from left to right, "?" for a wild; `places` the sightings of the row, in the same
    order; `actions` whether action cards are played. None when the table shows just what the match has.
    """
    row = [table.sightings[index] for index in places]
    if agreement(list(board), row) is not None:
        return _exchanged(table, board, places) if actions else None
    fitting = [
        (event, expected, new, sure)
        for event, expected, new in _explanations(board, len(row), actions=actions)
        if (sure := agreement(expected, row)) is not None
    ]
    if not fitting:
        return difference(spelled(row), side_by_side(board))
    best = max(sure for *_, sure in fitting)
    likely = [(event, expected, new) for event, expected, new, sure in fitting if sure == best]
    event, expected, new = likely[0]
    # Two explanations are the same move when they leave the same row: a second O beside an O, say.
    if len(likely) > 1 and (new is None or any(not _same_row(row, new, other) for *_, other in likely[1:])):
        return Difference(
            told("The table shows {seen}, I have {had}: which card is new?", seen=spelled(row), had=side_by_side(board))
        )
    if actions and (asked_first := _exchanged(table, expected, places)):
        return asked_first
    if new is None:
        return Move(event)
    return Move({**event, "card": row[new].label}) if row[new].accepted else doubt(table, places[new])


def _exchanged(table: Table, expected: Sequence[str | None], places: Sequence[int]) -> DoubtfulCard | None:
    """The question what a doubtful card is that may have been exchanged for what lay there; None without one."""
    for card, index in zip(expected, places, strict=True):
        if card is not None and _is_likelier_another(table.sightings[index], card):
            return doubt(table, index)
    return None


def _is_likelier_another(sighting: Sighting, card: str) -> bool:
    """Whether a doubtful card is likelier than not another than this one. What flickers between the two is not, nor
    what can hardly be read at all."""
    if sighting.accepted or sighting.label == card:
        return False
    chance = max((other.confidence for other in sighting.alternatives if other.label == card), default=0.0)
    return sighting.confidence > _EVEN > chance


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
