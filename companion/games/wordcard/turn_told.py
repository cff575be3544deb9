"""A turn of WORDCARD that could have been, in words: what is done step by step, and the words it would have made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.wordcard import events as e
from companion.games.wordcard import grid as g
from companion.games.wordcard import hindsight_sentences as say
from companion.games.wordcard.notation import WILD
from companion.games.wordcard.play import rule
from companion.games.wordcard.scoring import words_in
from companion.solvers.growing import SearchedWords

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.wordcard.state import State
    from companion.sentences import Told


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """The steps, each a part of a sentence; where it is but cards added to what lies there, those `added` and the row
    they make; the `words` of its rows that do not lie there yet and may be shown (folded), the longest first."""

    steps: tuple[Told, ...]
    added: tuple[Sequence[str], Sequence[str]] | None
    words: tuple[str, ...]


def told_turn(table: State, events: Sequence[e.Event], tables: Sequence[State] = ()) -> ToldTurn:
    """What these events do, of whoever is in turn, each of which the rules take; `tables` are those after each of them,
    where that is known."""
    steps: list[Told] = []
    added, state = None, table
    for number, event in enumerate(events):
        after = tables[number] if tables else rule(state, event)[0]
        if isinstance(event, (e.Lay, e.Tag)):
            rows = _rows_of(event, after)
            if len(events) == len(rows) == 1 and rows[0][0]:
                added = rows[0]
            steps += [say.adding(laid, row) if laid else say.laying(row) for laid, row in rows]
        else:
            steps.append(_step(event, state))
        state = after
    return ToldTurn(tuple(steps), added, new_words(table, [line.cards for line in state.lines]))


def new_words(table: State, rows: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The words of these rows that may be shown and do not lie on the table, the longest first."""
    words = table.words
    if not table.scheme.pays_words or not isinstance(words, SearchedWords):
        return ()
    there = {line.cards for line in table.lines}
    known = {word.name for cards in there for word in words_in(cards, words, ())}
    found = {word.name for row in rows if tuple(row) not in there for word in words_in(row, words, ())}
    return tuple(sorted((word for word in found - known if words.may_show(word)), key=lambda word: (-len(word), word)))


def _step(event: e.Event, table: State) -> Told:
    """A step of an exchange."""
    if isinstance(event, e.ReplaceWild):
        return say.replacing(event.card)
    if isinstance(event, e.Discard):
        return say.discarding(event.card)
    return say.taking(table.pile[-1] or WILD)  # what nobody knows is never taken


def _rows_of(event: e.Lay | e.Tag, after: State) -> list[tuple[Sequence[str], Sequence[str]]]:
    """The rows that are made: of each the cards that it is made with, and the row, which by then lies there; no cards
    where it lies by itself. No card makes two of them."""
    if isinstance(event, e.Tag):
        return [((*event.front, *event.back), after.lines[event.line - 1].cards)]
    if event.cells is None:
        return [((), line) for line in event.lines or ()]
    left = {(cell.x, cell.y): cell.card for cell in event.cells}
    there = {laid.spot for laid in after.grid}
    alone: list[tuple[int, Sequence[str]]] = []
    added: list[tuple[Sequence[str], Sequence[str]]] = []
    while left:
        number, line = max(
            enumerate(after.lines), key=lambda each: (len(left.keys() & set(g.spots(each[1]))), len(each[1].cards))
        )
        spots = g.spots(line)
        laid = [left.pop(spot) for spot in spots if spot in left]
        beside = {place for spot in spots for place in g.neighbours(spot)}.difference(spots)
        if len(laid) == len(spots) and there.isdisjoint(beside):
            alone.append((number, line.cards))
        else:
            added.append((laid, line.cards))
    return [((), row) for _, row in sorted(alone)] + added
