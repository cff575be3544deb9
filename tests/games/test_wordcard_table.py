"""WORDCARD's lines before the camera: laydowns, tag-ons, wilds, the open pile, the grid."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.tables import Difference, DoubtfulCard, Memory, Move, Proposal
from companion.games.wordcard import RULEBOOK
from companion.games.wordcard.events import Options
from companion.games.wordcard.state import Hand, Laid, Line, State
from companion.games.wordcard.table import explain
from companion.vision.sighting import Table
from tests.tables import CARD_HEIGHT_PX, STEP_PX, card_at, lines
from tests.views import shipped_nothing

DECK = [f"{rank}/{letter}" for rank in ("7", "10", "Q", "A") for letter in "ABCDEFGH"]


@st.composite
def laid_lines(draw: st.DrawFn) -> list[list[str]]:
    """One to three lines of two to four different cards."""
    cards = draw(st.permutations(DECK))
    sizes = draw(st.lists(st.integers(2, 4), min_size=1, max_size=3))
    ends = [0, *(sum(sizes[: at + 1]) for at in range(len(sizes)))]
    return [cards[start:end] for start, end in pairwise(ends)]


def state(rows: Any, *, opened: bool = True, **fields: Any) -> State:
    hand = Hand(8, opened_in=1 if opened else None)
    laid = tuple(Line(tuple(row), owner=0) for row in rows)
    return State(("Ann", "Bob"), Options(), shipped_nothing(), hands=(hand, hand), turn=0, lines=laid, **fields)


def look(match: State, table: Table, agreed: Table | None = None) -> Any:
    return explain(RULEBOOK.view(match), match, table, Memory(agreed=agreed))


@given(laid_lines(), st.randoms(use_true_random=False))
def test_lines_as_they_were_laid_are_nothing_new_wherever_they_lie(rows: list[list[str]], chance: Any) -> None:
    moved = list(rows)
    chance.shuffle(moved)
    assert look(state(rows), lines(*moved, ["7/Z"])) is None


@given(laid_lines(), st.lists(st.sampled_from(["9/X", "J/Y", "K/Z"]), min_size=2, unique=True))
def test_a_new_line_is_proposed_as_it_lies_and_laid_once_it_is_finished(
    rows: list[list[str]], fresh: list[str]
) -> None:
    finding = look(state(rows), lines(*rows, fresh))
    assert isinstance(finding, Proposal)
    assert finding.answered("yes") == {"event": "lay", "player": "Ann", "lines": [fresh]}
    assert finding.answered("no") is None


@given(laid_lines(), st.data())
def test_cards_before_and_behind_a_line_are_tagged_on(rows: list[list[str]], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(rows) - 1))
    front = data.draw(st.sampled_from([[], ["9/X"], ["9/X", "9/W"]]))
    back = data.draw(st.sampled_from([["K/Z"], []]))
    seen = [[*front, *row, *back] if at == number else row for at, row in enumerate(rows)]
    finding = look(state(rows), lines(*seen))
    if not front and not back:
        assert finding is None
        return
    assert isinstance(finding, Proposal)
    assert finding.event == {"event": "tag", "player": "Ann", "line": number + 1, "front": front, "back": back}


@given(laid_lines(), st.integers(0, 3), st.integers(0, 1))
def test_a_doubtful_new_card_is_asked_and_nothing_is_proposed(rows: list[list[str]], row: int, place: int) -> None:
    finding = look(state(rows), lines(*rows, ["9/X", "K/Z"], doubtful={(len(rows), place), (row % len(rows), 0)}))
    assert isinstance(finding, DoubtfulCard)
    assert finding.candidates == (("9/X", "K/Z")[place],)


def test_before_opening_the_laydown_comes_first() -> None:
    both = lines(["9/X", "7/A", "7/B"], ["J/Y", "K/Z"])
    assert look(state([["7/A", "7/B"]], opened=False), both).event["event"] == "lay"
    assert look(state([["7/A", "7/B"]]), both).event["event"] == "tag"


def test_a_wild_is_asked_for_what_it_stands_for_and_replaced_by_the_real_card() -> None:
    asked = look(state([]), lines(["7/A", "*"]))
    assert isinstance(asked, DoubtfulCard)
    assert asked.asks == "wild"
    match = state([["7/A", "*=10/B"]])
    assert look(match, lines(["7/A", "*"])) is None
    replaced = look(match, lines(["7/A", "10/B"]))
    assert replaced == Move({"event": "replace_wild", "player": "Ann", "line": 1, "at": 2, "card": "10/B"})


def test_what_seems_a_real_card_where_a_wild_was_is_asked_about_and_never_silently_the_wild() -> None:
    match = state([["7/A", "*=10/B"]])
    asked = look(match, lines(["7/A", "10/B"], doubtful={(0, 1)}))
    assert isinstance(asked, DoubtfulCard)
    assert (asked.card, asked.candidates) == (1, ("10/B",))
    assert look(match, lines(["7/A", "*"], doubtful={(0, 1)})) is None
    asked = look(on_grid({(0, 0): "7/A", (1, 0): "*=10/B"}), spread({(0, 0): "7/A", (1, 0): "10/B"}, [0.0] * 8, "10/B"))
    assert isinstance(asked, DoubtfulCard)


def test_another_card_on_the_open_pile_is_a_discard_and_the_one_below_a_draw() -> None:
    rows = [["7/A", "7/B"]]
    before, after = lines(*rows, ["9/X"]), lines(*rows, ["K/Z"])
    assert look(state(rows), after, before) == Move({"event": "discard", "player": "Ann", "card": "K/Z"})
    drawn = look(state(rows, pile=(None, "K/Z", "9/X")), after, before)
    assert drawn == Move({"event": "draw", "player": "Ann", "from": "pile"})
    assert look(state(rows), after) is None
    assert isinstance(look(state(rows), lines(*rows, ["K/Z"], doubtful={(1, 0)}), before), DoubtfulCard)
    elsewhere = lines(*rows, [], ["K/Z"])
    assert look(state(rows), elsewhere, before) is None


def test_a_card_laid_askew_on_the_open_pile_is_a_discard() -> None:
    before, askew = (Table((card_at(card, x, y),), ((0,),)) for card, x, y in (("9/X", 300, 300), ("K/Z", 319, 309)))
    assert look(state([]), askew, before) == Move({"event": "discard", "player": "Ann", "card": "K/Z"})


@pytest.mark.parametrize("beside", [["9/X", "K/Z"], ["K/Z", "9/X"]])
def test_a_card_laid_beside_the_open_pile_is_asked_about_as_a_discard(beside: list[str]) -> None:
    rows, at = [["7/A", "7/B"]], beside.index("9/X")
    before = lines(*rows, ["9/X"])
    there = lines(*rows, beside, left_px=100 - at * STEP_PX)  # the pile's own card lies where it lay
    match = state(rows, pile=("9/X",))
    finding = look(match, there, before)
    assert isinstance(finding, Proposal)
    assert finding.answered("yes") == {"event": "discard", "player": "Ann", "card": "K/Z"}
    unsure = lines(*rows, beside, doubtful={(1, 1 - at)}, left_px=100 - at * STEP_PX)
    assert isinstance(look(match, unsure, before), DoubtfulCard)
    discarded = state(rows, pile=("9/X", "K/Z"))
    assert look(discarded, there, before) is None
    assert look(discarded, there, there) is None
    three = lines(*rows, [*beside, "J/Y"], left_px=100 - at * STEP_PX)
    assert look(discarded, three, there).event == {"event": "discard", "player": "Ann", "card": "J/Y"}


def test_a_line_laid_card_by_card_is_none_on_the_open_pile() -> None:
    before, after = lines(["9/X"], ["7/A"]), lines(["9/X", "K/Z"], ["7/A"])
    for pile in [(None,), (None, "7/A")]:
        assert look(state([], pile=pile), after, before).event["lines"] == [["9/X", "K/Z"]]


def test_a_line_that_touches_the_open_pile_is_laid_without_it() -> None:
    before, after = lines(["9/X"]), lines(["9/X", "K/Z", "J/Y"])
    assert look(state([], pile=("9/X",)), after, before).event["lines"] == [["K/Z", "J/Y"]]


def test_an_open_pile_that_lies_as_nothing_explains_is_a_difference_until_it_is_put_right() -> None:
    rows = [["7/A", "7/B"]]
    before, match = lines(*rows, ["9/X"]), state(rows, pile=(None, "9/X"))
    for table in (lines(*rows), lines(*rows, [], ["K/Z"])):
        finding = look(match, table, before)
        assert isinstance(finding, Difference)
        assert "the match has 9/X" in str(finding.said)
    assert look(match, lines(*rows, [], ["9/X"]), before) is None


def test_an_open_pile_that_lies_as_was_said_by_hand_is_nothing_new() -> None:
    before, after = lines(["9/X"]), lines(["K/Z"])
    assert look(state([], pile=(None, "K/Z")), after, before) is None
    assert look(state([], pile=(None, "9/X", "K/Z")), after, before) is None
    assert look(state([], pile=()), lines([]), before) is None


def test_a_line_gone_or_changed_is_a_difference() -> None:
    rows = [["7/A", "7/B"], ["Q/C", "Q/D"]]
    gone = look(state(rows), lines(rows[0]))
    assert isinstance(gone, Difference)
    assert "the match has Q/C Q/D" in str(gone.said)
    assert isinstance(look(state(rows), lines(["7/A", "9/X"], rows[1])), Difference)


def test_hands_are_read_far_to_near_once_all_are_shown() -> None:
    left = (Hand(0, opened_in=1), Hand(2))
    match = replace(state([["7/A", "7/B"]], out=0, pile=("9/X",)), hands=left)
    assert look(match, lines(["7/A", "7/B"], ["9/X"], ["K/Z"])) is None
    finding = look(match, lines(["7/A", "7/B"], ["9/X"], ["K/Z", "*"]))
    assert isinstance(finding, Proposal)
    assert finding.event == {"event": "hands", "hands": {"Bob": ["K/Z", "*"]}}


def test_other_open_cards_than_agreed_are_a_difference() -> None:
    cards = tuple(DECK[:8])
    match = replace(state([]), options=Options(type="group", cards=cards), solved=(False, False))
    assert look(match, lines(cards[:4], cards[4:])) is None
    assert isinstance(look(match, lines(cards[:4], [*cards[4:7], "K/Z"])), Difference)


# ---------------------------------------------------------------------- the grid


def spread(cells: dict[tuple[int, int], str], jitter: list[float], doubtful: str = "") -> Table:
    """Cards at the places of a grid, each a few pixels off."""
    sightings = tuple(
        card_at(
            card, 300 + x * STEP_PX + jitter[2 * at % 8], 300 + y * (CARD_HEIGHT_PX + 8) + jitter[(2 * at + 1) % 8],
            sure=card != doubtful,
        )
        for at, ((x, y), card) in enumerate(cells.items())
    )  # fmt: skip
    return Table(sightings, tuple((index,) for index in range(len(sightings))))


@st.composite
def crossings(draw: st.DrawFn) -> dict[tuple[int, int], str]:
    """Cards that hang together on a grid, each beside one laid before."""
    cards = draw(st.permutations(DECK))
    cells = {(0, 0): cards[0]}
    for card in cards[1 : draw(st.integers(2, 9))]:
        x, y = draw(st.sampled_from(sorted(cells)))
        right, down = draw(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]))
        cells.setdefault((x + right, y + down), card)
    return cells


JITTER = st.lists(st.floats(-6, 6), min_size=8, max_size=8)


def on_grid(cells: dict[tuple[int, int], str]) -> State:
    laid = tuple(Laid(spot, card, 0) for spot, card in cells.items())
    return replace(state([]), options=Options(grid=True), grid=laid)


@given(crossings(), JITTER)
def test_a_grid_as_it_was_laid_is_nothing_new(cells: dict[tuple[int, int], str], jitter: list[float]) -> None:
    if len(cells) > 1:
        assert look(on_grid(cells), spread(cells, jitter)) is None


@given(crossings(), JITTER)
def test_what_is_laid_on_to_a_grid_gets_the_grids_own_places(
    cells: dict[tuple[int, int], str], jitter: list[float]
) -> None:
    x, y = max(cells)
    fresh = {(x + 1, y): "9/X", (x + 2, y): "K/Z"}
    finding = look(on_grid(cells), spread({**cells, **fresh}, jitter))
    assert isinstance(finding, Proposal)
    if len(cells) > 1:
        laid = {(cell["x"], cell["y"]): cell["card"] for cell in finding.event["cells"]}
        assert laid == fresh
    doubted = look(on_grid(cells), spread({**cells, **fresh}, jitter, doubtful="K/Z"))
    assert isinstance(doubted, DoubtfulCard)


def test_the_first_cells_count_from_their_top_left() -> None:
    finding = look(on_grid({}), spread({(2, 1): "9/X", (3, 1): "7/A", (3, 0): "K/Z"}, [0.0] * 8))
    assert [(cell["x"], cell["y"]) for cell in finding.event["cells"]] == [(1, 0), (0, 1), (1, 1)]


def test_lines_that_do_not_touch_the_grid_cannot_be_placed() -> None:
    cells = {(0, 0): "7/A", (1, 0): "7/B"}
    apart = {**cells, (4, 3): "9/X", (5, 3): "K/Z"}
    assert isinstance(look(on_grid(cells), spread(apart, [0.0] * 8)), Difference)
    assert isinstance(look(on_grid(cells), spread({(0, 0): "7/A", (1, 0): "Q/H"}, [0.0] * 8)), Difference)
