"""The best whole turn in WORDCARD on the grid, held against every sequence of events that the rules take: one row of a
turn may touch another."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wordcard import events as e
from companion.games.wordcard import grid as g
from companion.games.wordcard.hindsight import best_of, hints, laying_terms
from companion.games.wordcard.notation import WILD
from companion.games.wordcard.play import rule
from companion.games.wordcard.state import Hand, Laid, State
from companion.games.wordcard.turn_told import told_turn
from companion.games.wordcard.whole_turn import InHand
from companion.lexicon import Lexicon
from tests.games.test_wordcard_additions import OPENED, lying, meanings, on_grid
from tests.games.test_wordcard_whole_turn import best_turn, gain, gone, must_be_best
from tests.rules.wordcard_table import play, table
from tests.solvers.test_wordcard_solver import AIMS, CARDS, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.wordcard.events import Aim, PlainType
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
    return state, best_turn(state, InHand(0, tuple(sorted(cards)), *laying_terms(state, 0), best_of(state, 0, cards)))


def check(state: State, cards: Sequence[str], *, surely: bool) -> None:
    state, best = found_of(state, cards)
    hand = tuple(sorted(cards))
    every = most(replace(state, options=replace(state.options, strict=True)), hand)
    must_be_best(best, every, surely=surely)


TABLES = st.lists(st.lists(CARDS, min_size=2, max_size=4), min_size=1, max_size=2)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES, st.lists(CARDS, min_size=1, max_size=2))
def test_no_sequence_of_events_is_better(kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str]) -> None:
    check(replace(on_grid(lying(kind, aim, cards)), pile=(None,)), hand, surely=True)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES, CARDS, CARDS)
def test_nor_with_an_exchange(kind: PlainType, aim: Aim, cards: list[list[str]], card: str, top: str) -> None:
    check(replace(on_grid(lying(kind, aim, cards)), pile=(None, top)), [card], surely=True)


@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=2, max_size=3),
    st.lists(CARDS, min_size=3, max_size=3),
)  # fmt: skip
def test_of_three_cards_none_is_better_than_what_is_said_to_be_the_best(
    kind: PlainType, aim: Aim, cards: list[str], hand: list[str]
) -> None:
    check(replace(on_grid(lying(kind, aim, [cards])), pile=(None,)), hand, surely=False)


@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=2, max_size=3),
    st.lists(CARDS, min_size=3, max_size=3),
)  # fmt: skip
def test_nor_in_the_turn_of_the_opening(kind: PlainType, aim: Aim, cards: list[str], hand: list[str]) -> None:
    state = replace(on_grid(lying(kind, aim, [cards])), pile=(None,), hands=(Hand(3), OPENED))
    check(replace(state, options=replace(state.options, open_cards=3)), hand, surely=False)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=2, max_size=3), CARDS)
def test_nor_with_a_wild(kind: PlainType, aim: Aim, cards: list[str], card: str) -> None:
    """It cannot be taken back on the grid, so that it need not keep anything from being known."""
    check(replace(on_grid(lying(kind, aim, [cards])), pile=(None,)), [card, WILD], surely=False)
    check(replace(on_grid(lying(kind, aim, [cards])), pile=(None,)), [WILD], surely=False)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), TABLES, st.lists(CARDS, min_size=1, max_size=2))
def test_nor_where_only_own_lines_are_built_on(
    kind: PlainType, aim: Aim, cards: list[list[str]], hand: list[str]
) -> None:
    state = on_grid(lying(kind, aim, cards))
    shared = tuple(replace(laid, owner=laid.spot[1] % 2) for laid in state.grid)
    own = replace(state, grid=shared, options=replace(state.options, tag_on="own"), pile=(None,))
    check(own, hand, surely=True)


SAMPLE = 2


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("kind", TYPES)
def test_of_three_cards_the_best_is_found_though_it_is_not_known_to_be_that(kind: PlainType, aim: Aim) -> None:
    luck = Random(f"{kind} {aim}")

    def card() -> str:
        return f"{luck.choice(['7', '8', '9'])}/{luck.choice('AABBC')}"

    for _ in range(SAMPLE):
        state = replace(on_grid(lying(kind, aim, [[card(), card(), card()]])), pile=(None,))
        cards = [card(), card(), card()]
        state, best = found_of(state, cards)
        assert (best.gain if best else 0) == most(state, tuple(sorted(cards)))


def words_on_grid(words: Sequence[str], *lines: tuple[str, tuple[int, int], bool], **options: Any) -> State:
    """A grid with aces that show these letters from these places on, across or down; all have opened."""
    grid = {
        (x, y + at) if down else (x + at, y): f"A/{letter}"
        for text, (x, y), down in lines
        for at, letter in enumerate(text)
    }
    laid = tuple(Laid(place, card, 0) for place, card in grid.items())
    state: State = table(words=tuple(words), grid=True, strict=True, **options).state
    return replace(
        state, grid=laid, lines=g.runs_through(grid, grid), hands=(OPENED, OPENED), pile=(None,), turn_number=5
    )


def test_three_cards_that_are_good_only_together_are_not_found_and_nothing_is_said_to_be_the_best() -> None:
    """D behind L and below U makes words only with E behind it and F below it."""
    lines = ("XL", (-1, 1), False), ("YU", (1, -1), True)
    state = words_on_grid(["xl", "yu", "xlde", "yudf"], *lines, type="wordcard")
    state, best = found_of(state, ["A/D", "A/E", "A/F"])
    assert most(state, ("A/D", "A/E", "A/F")) > 0
    assert best is None


def test_for_the_fewest_it_is_known_to_be_the_best_to_lay_all_cards_unless_a_line_may_pay_a_bonus() -> None:
    words = ["admirin", "admiring", "ring", "it", "is", "si", "its"]
    state = words_on_grid(words, ("ADMIRIN", (0, 0), False), aim="fewest")
    _, best = found_of(state, ["A/G"])
    assert best is not None
    assert (best.gain, best.exhaustive) == (1 + 25 + 50, True), "of one card every turn is found"
    _, best = found_of(state, ["A/S", "A/S", "A/T"])
    assert best is not None
    assert (best.gain, best.exhaustive) == (3 + 25, True), "no word of eight letters can be made"
    _, best = found_of(state, ["A/S", "A/T", "A/G"])
    assert best is not None
    assert best.gain == 3 + 25 + 50
    assert not best.exhaustive


def test_for_the_fewest_two_cards_that_a_line_takes_are_held_against_two_rows_that_earn_a_bonus() -> None:
    lines = ("ADMIRIN", (0, 0), False), ("ADMIRIN", (0, 5), False)
    state = words_on_grid(["admirin", "admirini", "admirins", "is"], *lines, aim="fewest")
    _, best = found_of(state, ["A/I", "A/S"])
    assert best is not None
    assert (best.gain, best.exhaustive) == (2 + 25 + 2 * 50, True)


# ——— rows upon rows ———

WORDS = ["cat", "cats", "so", "on"]
HAND = ("A/N", "A/O", "A/S")


def cat() -> State:
    return words_on_grid(WORDS, ("CAT", (0, 0), False), type="wordcard")


def test_rows_that_touch_each_other_are_laid_in_one_turn_and_told_one_after_the_other() -> None:
    (told,) = hints(replace(cat(), out=0), e.Hands({"Bob": HAND}))["remarks"]
    assert told["text"] == (
        "Bob could still have done this in one turn "
        "(with A/S A/O make the row A/S A/O; with A/N make the row A/O A/N): 51 points, if not more."
    )
    state, best = found_of(cat(), HAND)
    assert best is not None
    assert len(best.events) == 2
    assert best.gain == 2 * (4 + 4 + 2 + 2 + 2 + 2) - 2 * 3 + 25, (
        "CATS for CAT, SO and ON, each as word and combination"
    )
    single = max(one_row(state, event) for event, _ in ways(state, HAND) if isinstance(event, e.Lay))
    assert best.gain > single


def one_row(state: State, event: e.Lay) -> int:
    """What a row brings by itself; nothing where its cards are in several, or the rules do not take them."""
    cells = event.cells or ()
    if len({cell.x for cell in cells}) > 1 < len({cell.y for cell in cells}):
        return 0
    after, ruling = rule(state, event)
    return after.hands[state.turn].score if ruling.accepted else 0


def test_the_first_laydown_of_a_player_is_of_all_rows_together() -> None:
    """Each by itself would not be enough (W6)."""
    state = replace(cat(), hands=(Hand(3), OPENED))
    state, best = found_of(state, HAND)
    assert best is not None
    (event,) = best.events
    told = told_turn(state, [event])
    assert told.added is None
    assert [str(step) for step in told.steps] == [
        "with A/O A/N make the row A/O A/N", "with A/S make the row A/C A/A A/T A/S",
    ]  # fmt: skip


def test_lines_that_cross_are_laid_apart_where_nothing_lies_yet() -> None:
    state = words_on_grid(["cat", "ten"], type="wordcard")
    state = replace(state, hands=(Hand(5), Hand(5)))
    state, best = found_of(state, ["A/C", "A/A", "A/T", "A/E", "A/N"])
    assert best is not None
    after, ruling = rule(state, best.events[0])
    assert ruling.accepted
    assert sorted("".join(card[-1] for card in line.cards) for line in after.lines) == ["CAT", "TEN"]
    assert told_turn(state, best.events, best.tables) == told_turn(state, best.events)
    steps = [str(step) for step in told_turn(state, best.events).steps]
    assert [step.split(" make the row ")[0].count("A/") for step in steps] == [3, 2]


def test_what_may_not_be_shown_is_told_in_no_row() -> None:
    words = Lexicon.from_words(WORDS, shown=["cat", "cats", "so"])
    (told,) = hints(replace(cat(), words=words, out=0), e.Hands({"Bob": HAND}))["remarks"]
    assert told["text"] == "With A/S A/O, Bob could still have made the row A/S A/O: 18 points, if not more."
