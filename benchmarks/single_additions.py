"""The best that cards of a hand can add to what lies on the table of WORDCARD in one event: what `best_turn` puts
together, each by itself, to be held against trying everything.

Of one event each: a tag-on before and behind one line; on the grid one row across or down, with the cards that lie in
it and the lines that cross it. Whatever the search finds is counted by the rules themselves (`laying`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import nlargest
from typing import TYPE_CHECKING

from companion.games.wordcard import events as e
from companion.games.wordcard.additions import TableWords, growing, in_turn, may_be_shown, ways_to_add
from companion.games.wordcard.laying import lay, tag
from companion.games.wordcard.notation import in_hand
from companion.solvers.extending import WIDTHS, OutOfTries, Tries
from companion.solvers.growing import Hurried, SearchedWords

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.wordcard.additions import Adding
    from companion.games.wordcard.state import State
    from companion.solvers.search import Opening

TRIES = 20_000  # cards put at the end of a row, a wild as everything
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
    if not isinstance(state.words, SearchedWords) or not hand or not state.lines:
        return None
    table = in_turn(state, seat, len(hand) + (finish_bonus is None))
    if not state.options.grid and table.hands[seat].opened_in is None:
        return None
    if isinstance(state.words, Hurried):
        state.words.hurry_beginnings()
    best = _best(table, hand, TableWords(state.words, state.lines), opening, finish_bonus)
    if best is None or may_be_shown([best.row], state.words, state.lines):
        return best
    shown = _best(table, hand, TableWords(state.words, state.lines, shown=True), opening, finish_bonus)
    return shown and replace(shown, exhaustive=False, at_most=best.at_most)


def _best(
    table: State, hand: Sequence[str], words: TableWords, opening: Opening, finish_bonus: int | None
) -> Addition | None:
    """The best of ever wider searches, until one has dropped nothing or all tries are used."""
    search, best, at_most = growing(table, hand, words, Tries(TRIES)), None, None
    ways = ways_to_add(table, hand, search, words, opening, finish_bonus)
    for width in WIDTHS:
        found: list[Adding] = []
        search.within(width)
        is_through = _collect(ways(), found)
        if is_through and all(way.at_most is not None for way in found):
            most = max((way.at_most or 0 for way in found), default=0)
            at_most = most if at_most is None else min(most, at_most)
        best = max((each for each in (best, _best_of(table, found)) if each), key=lambda each: each.gain, default=None)
        if not is_through or all(way.laid for way in found):
            break
    return best and replace(best, exhaustive=at_most is not None and at_most <= best.gain, at_most=at_most)


def _collect(ways: Iterator[Adding], found: list[Adding]) -> bool:
    """Whether all could be collected."""
    try:
        found.extend(ways)
    except OutOfTries:
        return False
    return True


def _best_of(table: State, ways: Sequence[Adding]) -> Addition | None:
    """The one that brings most by the rules' own count. The search may have counted a bonus that was paid before."""
    best, most = None, -1
    for way in nlargest(BEST_COUNTED, (way for way in ways if way.laid), key=lambda way: way.at_most or 0):
        if (way.at_most or 0) <= most:
            break
        brought = _brought(table, way)
        if brought is not None and brought > most:
            best, most = way, brought
    return best and Addition(best.laid, best.row, most, exhaustive=False, at_most=None, event=best.event)


def _brought(table: State, way: Adding) -> int | None:
    """What it brings; None where the rules do not take it."""
    after, ruling = tag(table, way.event) if isinstance(way.event, e.Tag) else lay(table, way.event)
    if not ruling.accepted:
        return None
    seat, scheme = table.turn, table.scheme
    if scheme.aim == "most":
        return after.hands[seat].score - table.hands[seat].score
    bonus = after.hands[seat].bonus - table.hands[seat].bonus
    return bonus + sum(scheme.in_hand(in_hand(card)) for card in way.laid)
