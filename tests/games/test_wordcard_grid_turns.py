"""The best whole turn in WORDCARD on the grid, held against every sequence of events that the rules take: one row of a
turn may touch another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wordcard import events as e
from companion.games.wordcard import grid as g
from companion.games.wordcard.hindsight import best_of, laying_terms
from companion.games.wordcard.play import rule
from companion.games.wordcard.whole_turn import best_turn
from tests.games.test_wordcard_additions import lying, meanings, on_grid
from tests.games.test_wordcard_whole_turn import gain, gone
from tests.rules.wordcard_table import play, table
from tests.solvers.test_wordcard_solver import AIMS, CARDS, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.wordcard.events import Aim, PlainType
    from companion.games.wordcard.state import State
    from companion.games.wordcard.whole_turn import Turn

Held = tuple[str, ...]
Places = tuple[tuple[int, int], ...]
FAR = 6  # rows of the grid below all that lies there


# ——— what the rules take ———


def test_a_row_may_touch_one_that_was_laid_in_the_same_turn_and_several_may_be_laid_at_once() -> None:
    """W7, W9 and W25: nothing says what a row may touch, and a player may lay several times in one turn."""
    start = "Ann cells 0,0:7/T 1,0:8/R 2,0:9/A 3,0:10/I 4,0:J/N -> laid W9 Ann+101\n"
    match = table(grid=True)
    play(match, start + "Ann cells 4,-1:7/O 4,1:7/E -> laid W9 Ann+41\nAnn cells 5,-1:J/N -> laid W9 Ann+17")
    at_once = table(grid=True)
    play(at_once, start + "Ann cells 4,-1:7/O 4,1:7/E 5,-1:J/N -> laid W9 Ann+58")
    assert at_once.state.hands == match.state.hands
    assert at_once.state.lines == match.state.lines


# ——— every sequence of events ———


def shapes(there: Mapping[tuple[int, int], str], count: int) -> set[Places]:
    """Every set of so many free places in which no card would lie alone; what lies apart from all there is below it."""
    below = max((y for _, y in there), default=0) + FAR
    found: set[Places] = {()}
    for _ in range(count):
        found = {
            tuple(sorted((*places, place)))
            for places in found
            for beside in (*there, *places, (0, below - 1))
            for place in g.neighbours(beside)
            if place not in there and place not in places and (place[1] != below - 2 or beside[1] != below - 1)
        }
    return found


def ways(state: State, hand: Held) -> Iterator[tuple[e.Event, Held]]:
    """All that could be said next by who is in turn, with the hand after it."""
    top, name = state.pile[-1] if state.pile else None, state.name(state.turn)
    if not state.drawn and top is not None:
        yield e.Draw(name, "pile"), tuple(sorted((*hand, top)))
    if state.drawn and not state.discarded:
        yield from ((e.Discard(name, card), gone(hand, [card])) for card in set(hand))
    there = {laid.spot: laid.card for laid in state.grid}
    for count in range(1, len(hand) + 1):
        for places in shapes(there, count):
            for cards in orders(hand, count):
                cells = tuple(e.CardOnGrid(*place, card) for place, card in zip(places, cards, strict=True))
                yield e.Lay(name, cells=cells, words=()), gone(hand, cards)


def orders(hand: Held, count: int) -> Iterator[Held]:
    """Every order of so many of them, a wild as everything that it may stand for."""
    if count == 0:
        yield ()
        return
    for card in set(hand):
        for rest in orders(gone(hand, [card]), count - 1):
            yield from ((shown, *rest) for shown in meanings(card))


def most(state: State, hand: Held) -> int:
    """The most that every sequence of events brings; nothing where none may end here."""
    best, known, open_ = 0, set(), [(state, hand)]
    while open_:
        now, held = open_.pop()
        for event, then in ways(now, held):
            after, ruling = rule(now, event)
            if not ruling.accepted:
                continue
            score = after.hands[state.turn].score
            key = (frozenset((laid.spot, laid.card) for laid in after.grid), then, after.drawn, after.discarded, score)
            if (key, after.picked) in known:
                continue
            known.add((key, after.picked))
            if after.picked is None and after.lines != state.lines:
                best = max(best, gain(state, after, hand, then))
            if after.out is None and then:
                open_.append((after, then))
    return best


def found_of(state: State, cards: Sequence[str]) -> tuple[State, Turn | None]:
    """The table in that turn, and the best turn with these cards."""
    state = state.with_hand(0, replace(state.hands[0], cards=len(cards)))
    return state, best_turn(state, 0, tuple(sorted(cards)), *laying_terms(state, 0), best_of(state, 0, cards))


def check(state: State, cards: Sequence[str], *, surely: bool) -> None:
    state, best = found_of(state, cards)
    hand = tuple(sorted(cards))
    every = most(replace(state, options=replace(state.options, strict=True)), hand)
    found = best.gain if best else 0
    assert found <= every
    if surely or (best is not None and best.exhaustive):
        assert found == every
    if surely and best is not None:
        assert best.exhaustive
        assert best.at_most == best.gain


TABLES = st.lists(st.lists(CARDS, min_size=2, max_size=4), min_size=1, max_size=2)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES, st.lists(CARDS, min_size=1, max_size=2))
def test_no_sequence_of_events_is_better(kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str]) -> None:
    check(replace(on_grid(lying(kind, aim, cards)), pile=(None,)), hand, surely=True)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES, CARDS, CARDS)
def test_nor_with_an_exchange(kind: PlainType, aim: Aim, cards: list[list[str]], card: str, top: str) -> None:
    check(replace(on_grid(lying(kind, aim, cards)), pile=(None, top)), [card], surely=True)
