"""The best that can be added to what lies on the table in WORDCARD, held against every way to add a few cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.single_additions import Addition, best_addition
from companion.games.wordcard import events as e
from companion.games.wordcard import grid as g
from companion.games.wordcard.hindsight import best_of
from companion.games.wordcard.laying import lay, tag
from companion.games.wordcard.lines import NotGood, check_good
from companion.games.wordcard.notation import RANKS, WILD, in_hand
from companion.games.wordcard.state import Hand, Laid, Line, State
from companion.lexicon import Lexicon
from companion.solvers.search import Opening, best_laydown
from tests.rules.wordcard_table import play, table
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
    runs = g.runs_through(grid, grid)
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


def on_table(*lines: str, **options: Any) -> State:
    """Lines of aces with these letters; Ann has opened and owns the first of them."""
    start: State = table(hand=8).state
    laid = tuple(Line(tuple(f"A/{letter}" for letter in line), owner) for owner, line in enumerate(lines))
    return replace(start, hands=(OPENED, OPENED), lines=laid, options=replace(start.options, **options))


def best(state: State, hand: str, **terms: Any) -> Addition | None:
    cards = [WILD if letter == WILD else f"A/{letter}" for letter in hand]
    return best_addition(state, 0, cards, Opening(), **({"finish_bonus": 25} | terms))


def test_a_word_that_may_not_be_shown_is_not_advised_and_what_is_advised_is_then_not_known_to_be_best() -> None:
    words = ["cat", "cats", "scat"]
    state = replace(on_table("CAT"), words=Lexicon.from_words(words, shown=["cat", "scat"]))
    found = best(state, "SX")
    assert found is not None
    assert (found.row[0], found.gain, found.exhaustive) == ("A/S", 4, False)
    hidden = replace(state, words=Lexicon.from_words(words, shown=["cat"]))
    assert best(hidden, "SX") is None


def test_a_bonus_that_was_paid_is_not_paid_again_and_a_claimed_word_stays_one() -> None:
    """ADMIRING has its fifty points already; QIKS was claimed and not contested."""
    found = best(on_table("ADMIRING"), "SX")
    assert found is not None
    assert found.gain == 9 + 5, "ADMIRINGS and RINGS are new"
    claimed = on_table("QIK")
    claimed = replace(claimed, lines=(replace(claimed.lines[0], claimed=("qik",)),))
    more = best(claimed, "ONE")
    assert more is not None
    assert "A/Q" in more.row


def test_where_only_claimed_words_count_all_are_claimed() -> None:
    found = best(on_table("CAT", declared_only=True), "SX")
    assert found is not None
    assert set(found.event.words or ()) == {"cat", "cats", "at"}


@pytest.mark.parametrize("turns_ago", [0, 2])
def test_the_last_card_is_promised_what_it_pays_in_the_turn_of_the_first_laydown_and_after_it(turns_ago: int) -> None:
    match = table(aim="fewest", hand=8)
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N -> laid W6")
    state = replace(match.state, turn_number=match.state.turn_number + turns_ago)
    rest = ("7/T", "7/O", "7/N")
    after, ruling = lay(state, e.Lay("Ann", (rest,)))
    assert ruling.accepted
    paid = after.hands[0].bonus + sum(map(state.scheme.in_hand, rest))
    assert best_of(state, 0, rest).gain == paid


def test_only_own_lines_are_built_on_where_that_was_agreed() -> None:
    state = on_table("CAT", "TRAIN", tag_on="own")
    found = best(state, "SX")
    assert found is not None
    assert found.event == e.Tag("Ann", 1, found.event.front, found.event.back, ())  # type: ignore[union-attr]
    grid = on_grid(state)
    others = replace(grid, grid=tuple(replace(laid, owner=1) for laid in grid.grid))
    assert best(grid, "SX") is not None
    assert best(others, "SX") is None


def test_an_opening_on_the_grid_needs_as_many_cards_as_any() -> None:
    grid = on_grid(on_table("CAT"))
    fresh = replace(grid, hands=(Hand(3), OPENED))
    assert best_addition(fresh, 0, ["A/S", "A/X", "A/X"], Opening(5), 50) is None
    assert best_addition(fresh, 0, ["A/S"], Opening(5), 50) is not None, "it empties the hand"
    assert best_addition(fresh, 0, ["A/S"], Opening(5), None) is None, "and here it does not"
    points = replace(fresh, options=replace(fresh.options, open_points=1))
    assert best_addition(points, 0, ["A/S"], Opening(5, 1), None) is not None, "a point is enough"
    assert best_addition(replace(fresh, options=replace(fresh.options, grid=False)), 0, ["A/S"], Opening(), 50) is None
