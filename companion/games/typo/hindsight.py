"""What could have been in TYPO: where a card would have gone, and the doubt that would have paid.

When it can help nobody any more. What lies on the table are the four rows, and they stay: a place, or a word that
shows one, helps whoever is next as long as the row lies there, in this round and in the rounds to come (T2, T5). So
without “teach us” is said, clause by clause:

* T5, a card is placed: nothing. Its row has grown and the three others are as they were; by a doubt the row may even
  become again what it was (T7).
* T8, T9, a card is not placed: the places in the row that left the table, and those alone. Of these none that shows a
  place in another row: where rows begin alike, a word for one begins like a word for the other (`bears_on`).
* T7, a word that was none and that nobody doubted: nothing as long as a doubt may come; after it only if the word
  begins like none that could be said now, for else it would tell whether to say it, or to doubt it, when its next
  letter comes.
* T11, the last card: the winning word may still be doubted, and then the rows lie there again as before. Once it has
  been doubted in vain the match is over for good, and everything is said.

What nobody needs to be told here (the places of every card that was given up) is in the report of the match that is
over. With “teach us” all is said at once, and of the card that is to be placed next where it can go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.teaching import TEACHING
from companion.games.typo.events import Doubt, Fail, Place, Timeout
from companion.games.typo.play import rule
from companion.games.typo.state import halves
from companion.games.typo.verdicts import V
from companion.games.typo.ways import bears_on, ways
from companion.games.typo.words import heard

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.games.typo.state import Placement, State


def hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """After a card was placed or was not, and after a word has fallen: the `placements` it had, the best first, each as
    `Way` has it. `doubt`: the word that was none, its `player`, the `cards` they would have taken, and whether it
    can still be doubted (`open`). To be taught only: `next`, the card that is to be placed now, likewise."""
    after, ruling = rule(state, event)
    standing = _standing(after)
    told: dict[str, Any] = {}
    taught: dict[str, Any] = {}
    card = _card_judged(state, event, fallen=ruling.verdict is V.WORD_FAILS)
    if card is not None:
        rows, letter = card
        found = [way.to_json() for way in ways(state.words, rows, letter)]
        taught["placements"] = found
        told["placements"] = [way for way in found if not _bears(way, standing)] if after.placement is None else []
    missed = _doubt_missed(state, event) or _doubt_open(after)
    if missed is not None:
        taught["doubt"] = missed
        if not missed["open"] and not bears_on(heard(after.words, missed["word"]), standing):
            told["doubt"] = missed
    if after.queue and after.winner is None:
        seat, letter = after.queue[0]
        found = [way.to_json() for way in ways(after.words, after.rows, letter)]
        taught["next"] = {"player": after.name(seat), "letter": letter, "placements": found}
    return {**{name: said for name, said in told.items() if said}, **({TEACHING: taught} if taught else {})}


def cards_of_a_doubt(rows: Sequence[str]) -> int:
    """How many cards whoever says a word that is none takes, if it is doubted; `rows` as they were before it (T8)."""
    return len(halves(max(rows, key=len))[1])


def rows_before(state: State, placed: Placement) -> tuple[str, ...]:
    """The rows as they were before the card that may still be doubted."""
    return state.with_row(placed.row, placed.before)


def _standing(after: State) -> tuple[str, ...]:
    """The rows that lie there, and those that would again if the newest word fell; none once the match is over."""
    placed = after.placement
    if placed is None:
        return () if after.winner is not None else after.rows
    return (*after.rows, placed.before)


def _card_judged(state: State, event: Any, *, fallen: bool) -> tuple[tuple[str, ...], str] | None:
    """The card of which it has just been decided whether it is placed, and the rows that it could go to."""
    if isinstance(event, (Place, Fail, Timeout)):
        return state.rows, state.queue[0][1]
    if isinstance(event, Doubt) and fallen:
        placed = state.placement
        assert placed is not None  # else there was nothing to doubt
        return rows_before(state, placed), placed.letter
    return None


def _bears(way: Mapping[str, Any], rows: Sequence[str]) -> bool:
    return any(bears_on(said, rows) for said in (way["letters"], way["word"]) if said)


def _doubt_missed(state: State, event: Any) -> Mapping[str, Any] | None:
    """The word that nobody, or too few, have doubted and that nobody can doubt any more, if it was none."""
    looked_up = isinstance(event, Doubt) and len(set(event.players)) >= state.doubters_needed
    return None if looked_up else _no_word(state, is_open=False)


def _doubt_open(after: State) -> Mapping[str, Any] | None:
    return _no_word(after, is_open=True)


def _no_word(state: State, *, is_open: bool) -> Mapping[str, Any] | None:
    placed = state.placement
    if placed is None or state.words.is_word(placed.word) or not state.others_are_enough:
        return None
    cards = cards_of_a_doubt(rows_before(state, placed))
    return {"player": state.name(placed.seat), "word": placed.word, "cards": cards, "open": is_open}
