"""TYPO: four rows, the first one farthest from the reader; revealed cards lie nearer than the rows (T2, T5, T8).

What is revealed by being shown lies face up in one line below the rows, one card for each player in seating order from
the left; where some have chosen by phone, one for each of the others. A card that has come to the end of a row is a
placement once somebody has said the word. Where a longest row was and only the failing card lies now, the row has been
taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from companion.games.interpretations import (
    Difference,
    Move,
    Proposal,
    agreement,
    candidates,
    difference,
    doubt,
    side_by_side,
    spelled,
)
from companion.sentences import told
from companion.vision.changes import centre, shorter_side_px

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.core import View
    from companion.games.interpretations import Interpretation, Memory
    from companion.games.typo.state import State
    from companion.vision.sighting import Table

ROWS = 4
_IN_PLACE = 1.2  # a card this near to where a card of the old row lay (in card widths) lies in that row's place


def looks(view: View) -> bool:
    """Whether cards on the table mean something now."""
    return view.awaiting in ("reveal", "place")


def explain(view: View, state: State, table: Table, memory: Memory) -> Interpretation:
    """What happened to the rows, or what has been revealed."""
    rows, loose = rows_of(table)
    had = state.rows
    if _fits(table, had, rows):
        return _revealed(state, table, loose, memory) if view.awaiting == "reveal" else None
    if view.awaiting == "place" and len(rows) == ROWS:
        findings = [*_placements(state, table, rows), *_taken(state, table, rows, memory)]
        if len(findings) == 1:
            return findings[0]
    return _differing(table, had, rows)


def rows_of(table: Table) -> tuple[list[list[int]], list[int]]:
    """The four farthest lines of face-up cards, as indices of sightings, and the cards that lie nearer, by x."""
    lines = [[index for index in row if table.sightings[index].kind != "back"] for row in table.rows]
    lines = [line for line in lines if line]
    loose = [index for line in lines[ROWS:] for index in line]
    return lines[:ROWS], sorted(loose, key=lambda index: centre(table.sightings[index].quad)[0])


def _fits(table: Table, had: Sequence[str], rows: Sequence[Sequence[int]]) -> bool:
    return len(rows) == len(had) and all(_agree(table, letters, row) for letters, row in zip(had, rows, strict=True))


def _agree(table: Table, letters: Sequence[str | None], row: Sequence[int]) -> bool:
    return agreement(letters, [table.sightings[index] for index in row]) is not None


def _revealed(state: State, table: Table, loose: Sequence[int], memory: Memory) -> Interpretation:
    """The reveal, once as many cards lie open below the rows as players choose one, or as do so without a phone; before
    that, nothing."""
    choosing = state.names_choosing
    showing = choosing if len(loose) == len(choosing) else [name for name in choosing if name not in memory.chosen]
    if not showing or len(loose) != len(showing):
        return None
    for index in loose:
        if not table.sightings[index].accepted:
            return doubt(table, index)
    cards = {player: table.sightings[index].label for player, index in zip(showing, loose, strict=True)}
    return Move({"event": "reveal", "cards": {**memory.chosen, **cards}})


def _placements(state: State, table: Table, rows: Sequence[Sequence[int]]) -> Iterator[Interpretation]:
    """The card to be placed, come to an end of one row. Front and back of a row of its own letter are the same."""
    (seat, letter) = state.queue[0]
    player = state.name(seat)
    for number, row in enumerate(state.rows):
        others = [(had, seen) for at, (had, seen) in enumerate(zip(state.rows, rows, strict=True)) if at != number]
        if not all(_agree(table, had, seen) for had, seen in others):
            continue
        for letters, side in {row + letter: "back", letter + row: "front"}.items():
            new = rows[number][-1 if side == "back" else 0]
            if _agree(table, letters, rows[number]) and _may_be(table, new, letter):
                event = {"event": "place", "player": player, "row": number + 1, "side": side}
                yield _word_wanted(event, player, letter, row, new)


def _may_be(table: Table, index: int, letter: str) -> bool:
    """A revealed letter is known; a doubtful sighting of it need only allow it, since people say the word to it."""
    sighting = table.sightings[index]
    return sighting.accepted or letter in candidates(sighting)


def _word_wanted(event: Mapping[str, Any], player: str, letter: str, row: str, new: int) -> Proposal:
    if event["side"] == "back":
        asked = told("{player} puts {letter} behind {row}: which word?", player=player, letter=letter, row=row)
    else:
        asked = told("{player} puts {letter} in front of {row}: which word?", player=player, letter=letter, row=row)
    return Proposal(event, "word", asked, candidates=(), card=new)


def _taken(state: State, table: Table, rows: Sequence[Sequence[int]], memory: Memory) -> Iterator[Interpretation]:
    """One of the longest rows gone, the failing card in its place (T8)."""
    (seat, letter) = state.queue[0]
    player = state.name(seat)
    for at in state.longest():
        (new, *more) = rows[at]
        if more or not _fits(table, state.with_row(at, letter), rows):
            continue
        event = {"event": "fail", "player": player, "row": at + 1}
        if table.sightings[new].accepted and _lies_where(table, new, memory, at):
            yield Move(event)
        else:
            had = {"player": player, "letter": letter, "row": state.rows[at]}
            asked = told("{player} cannot place {letter} and takes {row}?", **had)
            yield Proposal(event, None, asked, card=new)


def _lies_where(table: Table, new: int, memory: Memory, row: int) -> bool:
    """Whether a card lies where a row lay when the table was last as the match had it."""
    if memory.agreed is None:
        return False
    rows, _ = rows_of(memory.agreed)
    quad = table.sightings[new].quad
    before = [centre(memory.agreed.sightings[index].quad) for index in rows[row]] if row < len(rows) else []
    reach_px = _IN_PLACE * shorter_side_px(quad)
    return any(float(np.hypot(*np.subtract(centre(quad), place))) < reach_px for place in before)


def _differing(table: Table, had: Sequence[str], rows: Sequence[Sequence[int]]) -> Difference:
    """The rows that differ; all of them when there are not four."""
    seen = [spelled(table.sightings[index] for index in row) for row in rows]
    if len(rows) != len(had):
        return difference(" · ".join(seen) or side_by_side(()), " · ".join(had))
    off = [at for at, row in enumerate(rows) if not _agree(table, had[at], row)]
    return difference(" · ".join(seen[at] for at in off), " · ".join(had[at] for at in off))
