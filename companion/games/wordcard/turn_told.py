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


def told_turn(table: State, events: Sequence[e.Event]) -> ToldTurn:
    """What these events do, of whoever is in turn, each of which the rules take."""
    steps: list[Told] = []
    added, state = None, table
    for event in events:
        after, _ = rule(state, event)
        if isinstance(event, (e.Lay, e.Tag)):
            laid, rows = _rows_of(event, state, after)
            if laid and len(events) == 1:
                added = laid, rows[0]
            steps += [say.adding(laid, row) if laid else say.laying(row) for row in rows]
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


def _rows_of(event: e.Lay | e.Tag, before: State, after: State) -> tuple[Sequence[str], list[Sequence[str]]]:
    """The cards that make a row with what lies there, and that row; or no cards, and the lines laid by themselves."""
    if isinstance(event, e.Tag):
        return (*event.front, *event.back), [after.lines[event.line - 1].cards]
    if event.cells is None:
        return (), list(event.lines or ())
    fresh = {(cell.x, cell.y): cell.card for cell in event.cells}
    there = {laid.spot for laid in before.grid}
    if not any(beside in there for spot in fresh for beside in g.neighbours(spot)):
        return (), [line.cards for line in after.lines if not fresh.keys().isdisjoint(g.spots(line))]
    row = max(after.lines, key=lambda line: (len(fresh.keys() & set(g.spots(line))), len(line.cards)))
    return tuple(fresh.values()), [row.cards]
