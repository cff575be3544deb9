"""The best that can be added to what lies on the table in WORDCARD, held against every way to add a few cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wordcard import events as e
from companion.games.wordcard import grid as g
from companion.games.wordcard.additions import best_addition
from companion.games.wordcard.laying import lay, tag
from companion.games.wordcard.lines import NotGood, check_good
from companion.games.wordcard.notation import RANKS, WILD, in_hand
from companion.games.wordcard.state import Hand, Laid, Line, State
from companion.solvers.search import Opening, best_laydown
from tests.rules.wordcard_table import table
from tests.solvers.test_wordcard_solver import AIMS, CARDS, SMALL, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.wordcard.events import Aim, PlainType

HANDS = st.lists(CARDS, min_size=1, max_size=3)
OPENED = Hand(3, opened_in=1)


def lying(kind: PlainType, aim: Aim, cards: Sequence[Sequence[str]]) -> State:
    """Ann has opened, and on the table lies the best that these cards make, each few in lines of their own."""
    start: State = table(type=kind, aim=aim, strict=True).state
    state = replace(start, words=SMALL, hands=(OPENED, OPENED), turn_number=5)
    for some in cards:
        for line in best_laydown(some, state.scheme, SMALL).lines:
            state = replace(state, lines=(*state.lines, Line(line, owner=len(state.lines) % 2)))
    return state


def on_grid(state: State) -> State:
    """The same with the first line across and the others down, a column apart."""
    grid: dict[tuple[int, int], str] = {}
    for number, line in enumerate(state.lines):
        spots = ((0, at) if number % 2 else (at, 7 * number) for at in range(len(line.cards)))
        grid |= {spot: card for spot, card in zip(spots, line.cards, strict=True) if spot not in grid}
    runs = g.runs(grid)
    laid = tuple(Laid(spot, card, 0) for spot, card in grid.items())
    return replace(state, grid=laid, lines=runs, options=replace(state.options, grid=True))


def meanings(card: str) -> Sequence[str]:
    return [f"*={rank}/{letter}" for rank in RANKS for letter in "ABC"] if card == WILD else [card]


def orders(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for count in range(1, len(hand) + 1):
        for order in permutations(hand, count):
            yield from product(*map(meanings, order))


def every_tag(state: State, hand: Sequence[str]) -> Iterator[e.Tag]:
    for number, laid in product(range(1, len(state.lines) + 1), set(orders(hand))):
        for cut in range(len(laid) + 1):
            yield e.Tag("Ann", number, laid[:cut], laid[cut:], ())


def every_row(state: State, hand: Sequence[str]) -> Iterator[e.Lay]:
    """Every row across or down with as many new cards beside each other, the cards that lie between left out."""
    there = {laid.spot for laid in state.grid}
    reach = range(-4, 20)
    for down, lane, start, laid in product((False, True), reach, reach, set(orders(hand))):
        free = ((lane, at) if down else (at, lane) for at in range(start, 40))
        spots = [spot for spot in (next_free(free, there) for _ in laid) if spot is not None]
        first, last = spots[0], spots[-1]
        between = [(lane, at) if down else (at, lane) for at in range(first[down], last[down] + 1)]
        if any(beside in there for spot in spots for beside in g.neighbours(spot)) and first[down] == start:
            assert set(between) <= there | set(spots)
            yield e.Lay(
                "Ann", cells=tuple(e.CardOnGrid(*spot, card) for spot, card in zip(spots, laid, strict=True)), words=()
            )


def next_free(free: Iterator[tuple[int, int]], there: set[tuple[int, int]]) -> tuple[int, int] | None:
    return next((spot for spot in free if spot not in there), None)


def brought(state: State, event: e.Tag | e.Lay) -> int | None:
    after, ruling = tag(state, event) if isinstance(event, e.Tag) else lay(state, event)
    if not ruling.accepted:
        return None
    laid = [*event.front, *event.back] if isinstance(event, e.Tag) else [cell.card for cell in event.cells or ()]
    if state.scheme.aim == "most":
        return after.hands[0].score
    return after.hands[0].bonus + sum(state.scheme.in_hand(in_hand(card)) for card in laid)


def check(state: State, hand: list[str], every: Iterator[e.Tag] | Iterator[e.Lay]) -> None:
    """What is found is the best of all, and can be laid."""
    state = state.with_hand(0, replace(OPENED, cards=len(hand)))
    gains = [gain for gain in (brought(state, event) for event in every) if gain is not None]
    best = best_addition(state, 0, hand, Opening(), finish_bonus=25)
    assert (best and best.gain) == max(gains, default=None)
    assert best is None or (best.exhaustive and brought(state, best.event) == best.gain)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(st.lists(CARDS, min_size=2, max_size=5), max_size=3), HANDS
)
def test_no_tag_on_is_better(kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str]) -> None:
    state = lying(kind, aim, cards)
    check(state, hand, every_tag(state, hand))


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=2, max_size=4), st.lists(CARDS, max_size=1)
)
def test_nor_with_a_wild(kind: PlainType, aim: Aim, cards: list[str], hand: list[str]) -> None:
    state = lying(kind, aim, [[*cards, WILD]])
    check(state, [*hand, WILD], every_tag(state, [*hand, WILD]))


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(TYPES), st.sampled_from(AIMS),
    st.lists(st.lists(CARDS, min_size=2, max_size=4), min_size=1, max_size=2), st.lists(CARDS, min_size=1, max_size=2),
)  # fmt: skip
def test_no_row_on_the_grid_is_better(kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str]) -> None:
    state = on_grid(lying(kind, aim, cards))
    if all(_is_good(state, line) for line in state.lines):
        check(state, hand, every_row(state, hand))


def _is_good(state: State, line: Line) -> bool:
    try:
        check_good(line, state.scheme, SMALL)
    except NotGood:
        return False
    return True
