"""The best that cards of a hand can add to what lies on the table of WORDCARD in one event: what `best_turns` puts
together, each by itself, to be held against trying everything.

Of one event each: a tag-on before and behind one line; on the grid one row across or down, with the cards that lie in
it and the lines that cross it. Whatever the search finds is counted by the rules themselves (`laying`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import nlargest
from typing import TYPE_CHECKING

from companion.games.wordcard import events as e
from companion.games.wordcard.additions import TableWords, in_turn, may_be_shown
from companion.games.wordcard.laying import lay, tag
from companion.games.wordcard.notation import in_hand
from companion.games.wordcard.turn_played import TurnPlan, TurnWhole, events_of
from companion.games.wordcard.turn_task import TurnTask
from companion.games.wordcard.whole_turn import ROOM
from companion.solvers.card_sets import NONE
from companion.solvers.growing import WordsInRuns
from companion.solvers.row_ends import RowEnds
from companion.solvers.turn_search import Room, ToPlay, TurnsSearch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.wordcard.state import State
    from companion.solvers.search import Opening
    from companion.solvers.turn_search import TurnSearch

BEST_COUNTED = 50  # of what a search finds: mostly the first of them is the best by the rules, too


@dataclass(frozen=True, slots=True)
class Addition:
    """The cards that were laid, the row they are part of then, what that brings, and the event that lays them.

    `gain`, `exhaustive` and `at_most` are those of `Best`: where it is played for the fewest, what the hand costs less.
    """

    laid: tuple[str, ...]
    row: tuple[str, ...]
    gain: int
    exhaustive: bool
    at_most: int | None
    event: e.Tag | e.Lay


def best_addition(
    state: State, seat: int, hand: Sequence[str], opening: Opening, finish_bonus: int | None
) -> Addition | None:
    """What that player can best add in one event with these cards; None where nothing can be added.

    `opening` and `finish_bonus` are what a laydown of theirs must have and brings (W6, W7, W19); without a bonus these
    are not all their cards.
    """
    if not isinstance(state.words, WordsInRuns) or not hand or not state.lines:
        return None
    table = in_turn(state, seat, len(hand) + (finish_bonus is None))
    if not state.options.grid and table.hands[seat].opened_in is None:
        return None
    best = _best(table, hand, TableWords(state.words, state.lines), opening, finish_bonus)
    if best is None or may_be_shown([best.row], state.words, state.lines):
        return best
    shown = _best(table, hand, TableWords(state.words, state.lines, shown=True), opening, finish_bonus)
    return shown and replace(shown, exhaustive=False, at_most=best.at_most)


def _best(
    table: State, hand: Sequence[str], words: TableWords, opening: Opening, finish_bonus: int | None
) -> Addition | None:
    """The one that brings most by the rules' own count. The search may have counted a bonus that was paid before."""
    plan = TurnPlan(None, (), table, tuple(hand))
    task = TurnTask(table, [plan], words)
    ground = task.ground(None if table.hands[table.turn].opened_in is not None else opening, finish_bonus)
    ends = RowEnds(table.scheme, words.tree())
    to_play = ToPlay(task.hands(), ground, Room(ROOM, ROOM, ROOM))
    (search,) = TurnsSearch([to_play], table.scheme, ends).searches
    found = list(_ways(search, [*range(len(task.lines)), *([None] if table.options.grid else [])], finish_bonus or 0))
    best, most = None, -1
    for at_most, line, number in nlargest(BEST_COUNTED, found, key=lambda way: way[0]):
        if at_most <= most:
            break
        (event,) = events_of(table, TurnWhole(at_most, tuple(task.parts(search.part(line, number))), plan))
        assert isinstance(event, e.Tag | e.Lay)  # nothing else is added
        after, ruling = tag(table, event) if isinstance(event, e.Tag) else lay(table, event)
        if ruling.accepted and _brought(table, after, event) > most:
            most = _brought(table, after, event)
            best = Addition(_laid(event), _row(table, after, event), most, exhaustive=False, at_most=None, event=event)
    if best is None or not search.is_whole:
        return best
    bound = max(at_most for at_most, _, _ in found)
    return replace(best, exhaustive=bound <= best.gain, at_most=bound)


def _ways(search: TurnSearch, lines: Sequence[int | None], finish_bonus: int) -> Iterator[tuple[int, int | None, int]]:
    """What each set of cards brings on each line, or for None on the grid."""
    enough = search.is_enough(0)
    for line in lines:
        for number, gain in enumerate(search.added(line).tolist()):
            if gain > NONE and enough[number]:
                yield gain + finish_bonus * (number == len(enough) - 1), line, number


def _laid(event: e.Tag | e.Lay) -> tuple[str, ...]:
    if isinstance(event, e.Tag):
        return (*event.front, *event.back)
    return tuple(cell.card for cell in event.cells or ())


def _row(table: State, after: State, event: e.Tag | e.Lay) -> tuple[str, ...]:
    """The longest of the rows that are new."""
    if isinstance(event, e.Tag):
        return (*event.front, *table.lines[event.line - 1].cards, *event.back)
    return max((line.cards for line in after.lines if line not in table.lines), key=len)


def _brought(table: State, after: State, event: e.Tag | e.Lay) -> int:
    old, new = table.hands[table.turn], after.hands[table.turn]
    if table.scheme.aim == "most":
        return new.score - old.score
    return new.bonus - old.bonus + sum(table.scheme.in_hand(in_hand(card)) for card in _laid(event))
