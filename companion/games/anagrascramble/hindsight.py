"""What could have been in AnagraScramble: the words of the card, and what else could have been declared.

When it can help nobody any more. Without “teach us” is said, clause by clause:

* A6, A7, a card lies there: none of its words, until the list is closed. A card that has been played is out of the
  game (the decks have 100 cards and a match turns 30 or so): its words are then said in full, in a showdown (A13) as
  well.
* A4, A5, what could have been declared: with the words that were written, once they are. What every declaration is
  worth on average over the cards that are left says what to declare on these cards, and helps whoever rolls next: it
  is said once nobody rolls any more (A12).

With “teach us” the averages are said as soon as the die has fallen, before anything is declared.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble.events import Declare, Roll, Showdown, Timeout, Written
from companion.games.anagrascramble.expected import (
    DIE,
    PASSING_ON_LESS,
    Declaration,
    cards_left,
    moves,
    roll_total,
    told,
    totals,
)
from companion.games.anagrascramble.play import rule
from companion.games.anagrascramble.words import listed_words, missed_words, read_sheet, word_value
from companion.games.teaching import TEACHING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.anagrascramble.state import State
    from companion.games.core import Words


def hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """After a turn: all `listed_words` of the card that may be shown with their `points`, the most valuable first, and
    whether each was `found`; how many there are (`words_in_all`), what all of them would have brought (`best_total`).
    `moves`: whatever could have been declared, with the `points` that the words written would have brought then, and
    whether it was `made`.

    To be taught only, until nobody rolls any more: `moves` with their `total` over all `cards` that could have been
    turned, and what `roll` is worth before the die falls, as a `total` to be divided by `over`.
    """
    if isinstance(event, Showdown):
        listed = listed_words(state.words, state.cards, event.jumble, event.answers)
        sheets = (read_sheet(state.words, written, listed).listed for written in event.words.values())
        return _words_of_the_card(state.words, listed, {word for sheet in sheets for word in sheet})
    if isinstance(event, (Written, Timeout)):
        return _of_a_turn(state, event)
    after, _ = rule(state, event)
    if isinstance(event, (Roll, Declare)) and after.phase == "card" and not after.declared:
        averages = _averages(after, moves(after.letters, inherited=after.inherited))
        return {TEACHING: averages} if averages else {}
    return {}


def most_points(state: State, player: str) -> int:
    """What a turn brings whoever writes every word listed on the card (A8 to A10)."""
    return _brought(state, Written(player, tuple(sorted(state.listed))))


def left_unwritten(state: State, event: Written | Timeout) -> tuple[str, ...]:
    """The words of the card that were not written, the most valuable first."""
    return missed_words(state.listed, read_sheet(state.words, _written(event), state.listed))


def _of_a_turn(state: State, event: Written | Timeout) -> Mapping[str, Any]:
    found = read_sheet(state.words, _written(event), state.listed).listed
    choice = moves(state.raised_from or state.letters, inherited=state.inherited)
    figures = {move: {"points": _points(state, event, move), "made": move == _made(state)} for move in choice}
    averages = _averages(state, choice, figures)
    after, _ = rule(state, event)
    is_last = after.phase in ("showdown", "over")  # nobody declares anything any more
    plain = {"moves": [told(move, **said) for move, said in figures.items()]}
    return {
        **_words_of_the_card(state.words, state.listed, found),
        "best_total": most_points(state, event.player),
        **(averages if is_last else {**plain, TEACHING: averages}),
    }


def _words_of_the_card(words: Words, listed: Iterable[str], found: Iterable[str]) -> dict[str, Any]:
    wrote = set(found)
    ranked = sorted(listed, key=lambda word: (-word_value(word), word))
    shown = [word for word in ranked if not words.is_word(word) or words.may_show(word)]
    said = [{"word": word, "points": word_value(word), "found": word in wrote} for word in shown]
    return {"listed_words": said, "words_in_all": len(ranked)}


def _averages(
    state: State, choice: Iterable[Declaration], figures: Mapping[Declaration, Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """The moves with what each is worth on all cards together; without these where the cards are not known."""
    said = figures or {}
    asked = list(choice)
    left = cards_left(state)
    if left is None:
        return {"moves": [told(move, **said[move]) for move in asked]} if said else {}
    total = totals(left, asked)
    return {
        "moves": [told(move, **said.get(move, {}), total=total[move]) for move in asked],
        "cards": len(left),
        "roll": {"total": roll_total(left), "over": len(left) * len(DIE)},
    }


def _points(state: State, event: Written | Timeout, move: Declaration) -> int:
    """What this turn would have brought with the words written, had this been declared."""
    return PASSING_ON_LESS - move.to if move.name == "pass_on" else _brought(move.played(state), event)


def _brought(state: State, event: Written | Timeout) -> int:
    after, _ = rule(replace(state, scores=(0,) * len(state.players)), event)
    return after.scores[state.turn]


def _made(state: State) -> Declaration:
    if state.raised_from is not None:
        return Declaration("raise", state.letters)
    return Declaration("none" if state.factor == 1 else "double" if state.factor == 2 else "triple", state.letters)


def _written(event: Written | Timeout) -> tuple[str, ...]:
    return event.words if isinstance(event, Written) else ()
