"""WORDCARD: lines of rank and letter. What is laid or tagged on is proposed, and becomes an event once the player has
said that it is finished (W7, W9); a real card in a wild's place and a new card on the open pile are told from what
changed (W8, W25). With somebody out the hands are read as they are shown, the farthest line first, in seating order.

The open pile is a card on its own (`open_pile`). In the grid, lines that cross are read with their places (`crossing`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.interpretations import NOTHING, Move, Proposal, difference, doubt, spelled, text_of
from companion.games.wordcard.notation import WILD, in_hand
from companion.games.wordcard.table.crossing import explain_grid
from companion.games.wordcard.table.open_pile import discard_beside, laid_beside_pile, on_pile
from companion.games.wordcard.table.sighted import instead_of_wild, may_be, unsure
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.core import View
    from companion.games.interpretations import Interpretation, Memory
    from companion.games.wordcard.state import State
    from companion.vision.sighting import Table

SHORTEST_LINE = 2  # a card on its own is the open pile


@dataclass(frozen=True, slots=True)
class Grown:
    """A line of the match as it lies there now: its sightings, how many of them are new before it, its old length."""

    number: int
    seen: tuple[int, ...]
    front: int
    length: int

    @property
    def old(self) -> tuple[int, ...]:
        """The cards that the match has."""
        return self.seen[self.front : self.front + self.length]

    @property
    def fresh(self) -> tuple[int, ...]:
        """The new cards."""
        return self.seen[: self.front] + self.seen[self.front + self.length :]


def looks(view: View) -> bool:
    """Whether cards on the table mean something now."""
    return view.awaiting in ("lay", "hands", "solution")


def explain(view: View, state: State, table: Table, memory: Memory) -> Interpretation:
    """What happened to the lines, to the open pile, or what is shown of the hands."""
    lines = [tuple(i for i in row if table.sightings[i].kind != "back") for row in table.rows]
    if view.awaiting == "solution":
        return _open_cards(state, table, lines)
    if (state.options.grid or state.grid) and view.awaiting == "lay":
        return explain_grid(view, state, table)
    return _explain_lines(view, state, table, [line for line in lines if line], memory)


def _explain_lines(
    view: View, state: State, table: Table, lines: Sequence[tuple[int, ...]], memory: Memory
) -> Interpretation:
    had = [line.cards for line in state.lines]
    places = _where(table, had, lines)
    lost = [number for number, line in enumerate(places) if line is None]
    if lost:
        free = [line for line in lines if line not in places and len(line) >= SHORTEST_LINE]
        seen = " · ".join(spelled(table.sightings[i] for i in line) for line in free)
        return difference(seen or NOTHING, " · ".join(" ".join(had[number]) for number in lost))
    found = [line for line in places if line is not None]
    grown = [_grown(table, number, had[number], line) for number, line in enumerate(found)]
    for number, line in enumerate(grown):
        if line is None:
            return _changed(view, state, table, number, found[number])
    laid = [pair for number, line in enumerate(grown) if line for pair in zip(line.old, had[number], strict=True)]
    asked_first = instead_of_wild(table, laid)
    if asked_first is not None:
        return asked_first
    fresh = [line for line in lines if line not in places and len(line) >= SHORTEST_LINE]
    if view.awaiting == "hands":
        return _hands(state, table, [line for line in lines if line not in places])
    tagged = [line for line in grown if line is not None and line.fresh]
    beside = {line: new for line in fresh if (new := laid_beside_pile(state, table, line, memory)) is not None}
    fresh = [beside.get(line, line) for line in fresh if len(beside.get(line, line)) >= SHORTEST_LINE]
    if fresh and (not tagged or not _is_open(state)):
        return _laid(view, table, fresh)
    if tagged:
        return _tagged(view, table, tagged[0])
    discarded = next((line for line in beside.values() if line), None)
    if discarded is not None:
        return discard_beside(view, table, discarded[0])
    singles = [line[0] for line in lines if len(line) == 1 and line not in places]
    return on_pile(view, state, table, singles, memory)


def _where(
    table: Table, had: Sequence[Sequence[str]], lines: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...] | None]:
    """Which line of the table is which of the match: the one that shares most cards with it, each once."""
    shared = sorted(
        (
            (_shared(table, cards, line), -number, -at)
            for number, cards in enumerate(had)
            for at, line in enumerate(lines)
        ),
        reverse=True,
    )
    found: dict[int, int] = {}
    for count, number, at in shared:
        if count and -number not in found and -at not in found.values():
            found[-number] = -at
    return [lines[found[number]] if number in found else None for number in range(len(had))]


def _shared(table: Table, cards: Sequence[str], line: Sequence[int]) -> int:
    left = [in_hand(card) for card in cards]
    for index in line:
        text = in_hand(text_of(table.sightings[index]))
        if table.sightings[index].accepted and text in left:
            left.remove(text)
    return len(cards) - len(left)


def _grown(table: Table, number: int, cards: Sequence[str], line: tuple[int, ...]) -> Grown | None:
    """The line with what has been put before and behind it; None when it does not stand there as it was."""
    for front in range(len(line) - len(cards) + 1):
        if all(may_be(table, index, card) for index, card in zip(line[front:], cards, strict=False)):
            return Grown(number, line, front, len(cards))
    return None


def _is_open(state: State) -> bool:
    return state.hands[state.turn].opened_in is not None


# ——— laying down and tagging on ———


def _laid(view: View, table: Table, fresh: Sequence[tuple[int, ...]]) -> Interpretation:
    asked_first = unsure(table, [index for line in fresh for index in line])
    if asked_first is not None:
        return asked_first
    rows = [[text_of(table.sightings[index]) for index in line] for line in fresh]
    asked = told(
        "{player} lays {cards}: is that all?", player=str(view.turn), cards=" · ".join(" ".join(row) for row in rows)
    )
    return Proposal({"event": "lay", "player": view.turn, "lines": rows}, None, asked)


def _tagged(view: View, table: Table, line: Grown) -> Interpretation:
    asked_first = unsure(table, line.fresh)
    if asked_first is not None:
        return asked_first
    texts = [text_of(table.sightings[index]) for index in line.seen]
    front, back = texts[: line.front], texts[line.front + line.length :]
    event = {"event": "tag", "player": view.turn, "line": line.number + 1, "front": front, "back": back}
    asked = told(
        "{player} tags {cards} on to line {line}: is that all?",
        player=str(view.turn), cards=" ".join([*front, *back]), line=str(line.number + 1),
    )  # fmt: skip
    return Proposal(event, None, asked)


def _changed(view: View, state: State, table: Table, number: int, line: tuple[int, ...]) -> Interpretation:
    """A line that does not stand as it was: a wild replaced by the real card (W8), or a difference."""
    cards = state.lines[number].cards
    if len(line) == len(cards):
        off = [at for at, (index, card) in enumerate(zip(line, cards, strict=True)) if not may_be(table, index, card)]
        if len(off) == 1 and cards[off[0]].startswith(WILD) and view.turn is not None:
            real = text_of(table.sightings[line[off[0]]])
            return Move(
                {"event": "replace_wild", "player": view.turn, "line": number + 1, "at": off[0] + 1, "card": real}
            )
    return difference(spelled(table.sightings[index] for index in line), " ".join(cards))


# ——— the hands, the open cards ———


def _hands(state: State, table: Table, shown: Sequence[tuple[int, ...]]) -> Interpretation:
    """What the others have left, once each of them has laid down as many cards as the match knows of."""
    pile = state.pile[-1]
    lines = [line for line in shown if len(line) > 1 or text_of(table.sightings[line[0]]) != pile]
    left = {player: hand.cards for player, hand in zip(state.players, state.hands, strict=True) if hand.cards}
    if sorted(left.values()) != sorted(map(len, lines)):
        return None
    for index in (index for line in lines for index in line):
        if not table.sightings[index].accepted:
            return doubt(table, index)
    hands = {
        player: [in_hand(text_of(table.sightings[index])) for index in line] for player, line in _dealt(left, lines)
    }
    left_over = "; ".join(f"{player}: {' '.join(cards)}" for player, cards in hands.items())
    asked = told("Left in hand: {hands}. Is that right?", hands=left_over)
    return Proposal({"event": "hands", "hands": hands}, None, asked)


def _dealt(left: Mapping[str, int], lines: Sequence[tuple[int, ...]]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each player's line: of those with as many cards as the player has left, the farthest that nobody else has."""
    free = list(lines)
    for player, count in left.items():
        line = next(line for line in free if len(line) == count)
        free.remove(line)
        yield player, line


def _open_cards(state: State, table: Table, lines: Sequence[tuple[int, ...]]) -> Interpretation:
    """The open cards of the group game; what people make of them, they write (W24)."""
    seen = [table.sightings[index] for line in lines for index in line]
    had = sorted(state.options.cards or ())
    if not all(sighting.accepted for sighting in seen) or sorted(map(text_of, seen)) == had:
        return None
    return difference(spelled(seen), " ".join(had))
