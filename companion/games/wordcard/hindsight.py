"""What could have been in WORDCARD: the best that hands could have laid, and the best whole turn.

Hands are hidden until somebody is out, and what a hand could have done is told only when all are shown: then the match
is over and it can help nobody. Nothing is looked for before, for nobody but its owner knows a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.wordcard import events as e
from companion.games.wordcard import hindsight_sentences as say
from companion.games.wordcard.additions import in_turn
from companion.games.wordcard.laying import finish_bonus
from companion.games.wordcard.turn_told import told_turn
from companion.games.wordcard.whole_turn import InHand, best_turns, laydown_of, turn_at_a_glance
from companion.sentences import as_json
from companion.solvers.glance import laydown_at_a_glance
from companion.solvers.growing import SearchedWords, WordsInRuns
from companion.solvers.search import Opening

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from companion.games.wordcard.state import State
    from companion.games.wordcard.whole_turn import CouldHave, KnownEnds, Turn
    from companion.sentences import Told
    from companion.solvers.search import Best


def hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """When the hands have been shown: per player the best that could still have been laid, as `best_laydowns`, and in
    `remarks` what would have brought more than that: a whole turn of it and tag-ons or rows on the grid, an exchange,
    wilds replaced.

    `points` is what it would have brought (for the fewest: taken off), bonuses and all; `exhaustive` whether no better
    laydown existed, and where that is not known `at_most` what there may have been, if that is (of remarks, too). On
    the grid the lines of a laydown lie apart from all others.

    Before, nothing is told, and what the search needs is made ready.
    """
    if not can_search(state):
        return {}
    if not isinstance(event, e.Hands):
        _make_ready(state)
        return {}
    return _told(state, event)


def _make_ready(state: State) -> None:
    """Make now what the first search in a dictionary makes, which takes some tenths of a second: nobody waits yet."""
    from companion.solvers.prefix_tree import tree_of  # it needs numpy, which takes long to load

    if isinstance(state.words, WordsInRuns):
        tree_of(state.words)


def _told(state: State, event: e.Hands) -> Mapping[str, Any]:
    """See `hints`."""
    laid, remarks = [], []
    for name, (best, turn) in best_left(state, event, {}).items():
        laid += _laydown(name, best)
        remarks += [] if turn is None else [_remark(state, name, event, turn)]
    return _both(laid, remarks)


def _both(laid: Sequence[Mapping[str, Any]], remarks: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: found for name, found in (("best_laydowns", laid), ("remarks", remarks)) if found}


def best_left(state: State, shown: e.Hands, known: KnownEnds) -> Mapping[str, CouldHave]:
    """Of each hand that is shown at the end the best laydown, and the best turn where that brings more. For `known` see
    `best_turns`."""
    seats = [state.players.index(name) for name in shown.hands]
    hands = [InHand(seat, shown.hands[state.name(seat)], *laying_terms(state, seat)) for seat in seats]
    left = zip(shown.hands, best_turns(state, hands, known=known), strict=True)
    return {name: could if could.brings_more else could._replace(turn=None) for name, could in left}


def first_hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Iterator[Mapping[str, Any]]:
    """Of that the `best_laydowns` as far as they are found at a glance, hand by hand, the smaller ones first, and of
    what else could have been done one remark if nothing was found yet: where something is not `exhaustive` there may be
    better, which `hints` has."""
    if not isinstance(event, e.Hands) or not isinstance(state.words, SearchedWords):
        return
    laid: list[dict[str, Any]] = []
    remarks: list[dict[str, Any]] = []
    for name, cards in sorted(event.hands.items(), key=lambda hand: len(hand[1])):
        seat = state.players.index(name)
        opening, bonus = laying_terms(state, seat)
        good = laydown_at_a_glance(cards, state.scheme, state.words, opening=opening, finish_bonus=bonus)
        if more := _laydown(name, good):
            laid = [*laid, *more]
            yield _both(laid, remarks)
        elif not (laid or remarks) and (turn := turn_at_a_glance(state, InHand(seat, cards, opening, bonus, good))):
            remarks = [_remark(state, name, event, turn)]
            yield _both(laid, remarks)


def _laydown(name: str, best: Best) -> list[dict[str, Any]]:
    """A best laydown as it is told; nothing where nothing can be laid."""
    if not best.lines:
        return []
    lines = [list(line) for line in best.lines]
    return [{"player": name, "lines": lines, "points": best.gain, "exhaustive": best.exhaustive, **_limit(best)}]


def _remark(state: State, name: str, shown: e.Hands, turn: Turn) -> dict[str, Any]:
    """What could have been done in a turn, as it is told."""
    said = told_of(state, state.players.index(name), shown.hands[name], turn)
    return {"text": said, "said": as_json(said), **_limit(turn)}


def _limit(found: Best | Turn) -> dict[str, int]:
    """What there may have been at most, where that is not known to have been found but known."""
    return {"at_most": found.at_most} if not found.exhaustive and found.at_most is not None else {}


def can_search(state: State) -> bool:
    """Whether the dictionary of the match can be searched."""
    return isinstance(state.words, SearchedWords)


def best_of(state: State, seat: int, cards: Sequence[str], *, is_whole: bool = True) -> Best:
    """The best laydown of those cards of that player, by what an opening needs or after it (W6, W7, W19); `is_whole`:
    these are all their cards."""
    opening, bonus = laying_terms(state, seat)
    return laydown_of(state, InHand(seat, cards, opening, bonus if is_whole else None))


def laying_terms(state: State, seat: int) -> tuple[Opening, int]:
    """What a player's next laydown must have, and the bonus if it is of all their cards (W6, W7, W19)."""
    opening = Opening(state.options.open_cards, state.options.open_points)
    return Opening() if state.hands[seat].opened_in is not None else opening, finish_bonus(state, seat)


def told_of(state: State, seat: int, cards: Sequence[str], turn: Turn) -> Told:
    """A turn in words, and what it would have brought; what is but one tag-on or row in fewer."""
    name, told = state.name(seat), told_turn(in_turn(state, seat, len(cards)), turn.events, turn.tables)
    what = say.could_have_added(name, *told.added) if told.added is not None else say.could_have_done(name, told.steps)
    return say.worth_so_much(what, turn.gain, surely=turn.exhaustive)
