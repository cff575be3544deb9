"""The drawn table: what is laid is what lies there and what is seen, the same every time."""

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.cards import Deck
from companion.drawn.drawn_table import DrawnTable
from companion.drawn.props import HEIGHT_PX, WIDTH_PX
from companion.errors import BadInput
from tests.print import decks

if TYPE_CHECKING:
    from collections.abc import Callable


def labels(table: DrawnTable) -> str:
    return "".join(card.label for card in table.cards)


def test_cards_go_where_they_are_placed() -> None:
    table = DrawnTable(decks.LETTERS)
    table.place("O")
    table.place("O")
    table.place("Z", side="left")
    table.place("?")
    table.place("A", at=1)
    table.place("B", face_down=True)
    assert labels(table) == "ZAOO??"
    assert table.remove(1).label == "A"
    table.turn_over(3)
    assert labels(table)[:3] == "ZOO"
    assert labels(table)[3] != "?"
    table.clear()
    assert table.cards == ()


@given(st.lists(st.tuples(st.sampled_from("ABCXYZ?"), st.integers(0, 20), st.integers(0, 1)), max_size=14))
@settings(max_examples=40)
def test_a_row_is_the_list_it_was_built_as(moves: list[tuple[str, int, int]]) -> None:
    table = DrawnTable(decks.LETTERS, rows=2)
    rows: list[list[str]] = [[], []]
    for label, place, row in moves:
        at = place % (len(rows[row]) + 1)
        rows[row].insert(at, label)
        table.place(label, at=at, row=row)
    assert labels(table) == "".join(rows[0] + rows[1])
    for quad in table.quads():
        assert np.array(quad).min() >= 0
        assert np.array(quad)[:, 0].max() <= WIDTH_PX
        assert np.array(quad)[:, 1].max() <= HEIGHT_PX
        assert cv2.contourArea(np.array(quad, np.float32)) > 600


def test_the_same_calls_give_the_same_pictures_and_the_noise_moves_on() -> None:
    def film() -> list[NDArray[np.uint8]]:
        table = DrawnTable(decks.LETTERS, seed=7)
        table.place("Q")
        return [table.frame(), table.frame()]

    first, again = film(), film()
    assert all(np.array_equal(*pair) for pair in zip(first, again, strict=True))
    assert not np.array_equal(first[0], first[1])
    assert first[0].shape == (HEIGHT_PX, WIDTH_PX, 3)
    assert first[0].dtype == np.uint8


@pytest.mark.parametrize("deck", decks.ALL, ids=lambda deck: deck.name)
def test_each_card_is_seen_inside_its_true_corners(deck: Deck) -> None:
    table = DrawnTable(deck, seed=3)
    empty = table.frame().astype(int)
    for card in deck.cards[:3]:
        table.place(card.label, rank=card.rank)
    changed = np.abs(table.frame().astype(int) - empty).max(2) > 20
    inside = np.zeros(changed.shape, np.uint8)
    for quad in table.quads():
        cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
    assert changed[inside == 1].mean() > 0.85
    assert changed[inside == 0].mean() < 0.002


def test_a_sideways_card_lies_across() -> None:
    table = DrawnTable(decks.VILLAINS)
    table.place("Bog Hag")
    upright = np.ptp(np.array(table.quads()[0]), axis=0)
    table.turn_sideways(0)
    across = np.ptp(np.array(table.quads()[0]), axis=0)
    assert table.cards[0].sideways
    assert upright[1] > upright[0]
    assert across[0] > across[1]


def test_a_hand_a_push_and_the_light_are_seen() -> None:
    table = DrawnTable(decks.LETTERS)
    table.place("A")
    still = table.frame().astype(int)
    table.hand((20, 0))
    assert (np.abs(table.frame() - still).max(2) > 40).mean() > 0.02
    assert table.hidden() == {0}
    table.hand(None)
    assert table.hidden() == frozenset()
    assert (np.abs(table.frame() - still).max(2) > 40).mean() == 0
    table.light(0.6)
    assert table.frame().mean() < 0.7 * still.mean()
    table.light()
    before = np.array(table.quads()[0])
    table.bump(right_mm=10)
    assert np.allclose(np.array(table.quads()[0]) - before, [20, 0], atol=1.5)


def test_whatever_is_seen_to_change_is_counted() -> None:
    table = DrawnTable(decks.LETTERS, rows=2)
    table.place("A")
    acts: list[Callable[[], object]] = [
        lambda: table.place("B", row=1),
        lambda: table.turn_over(0),
        lambda: table.turn_sideways(1),
        lambda: table.hand((3, 4)),
        lambda: table.hand(None),
        lambda: table.bump(right_mm=3),
        lambda: table.light(0.8),
        lambda: table.remove(0),
        table.clear,
        lambda: table.deal(decks.VILLAINS),
    ]
    for number, act in enumerate(acts):
        before = table.changes
        act()
        assert table.changes > before, number
    before = table.changes
    table.frame()
    assert table.changes == before


def test_what_cannot_be_done_is_said() -> None:
    table = DrawnTable(decks.LETTERS)
    with pytest.raises(BadInput, match="no card 'ZZ'"):
        table.place("ZZ")
    with pytest.raises(BadInput, match="rows 0 to 0, not 1"):
        table.place("A", row=1)
    with pytest.raises(BadInput, match="places 0 to 0, not 3"):
        table.place("A", at=3)
    with pytest.raises(BadInput, match="there are 0 cards"):
        table.remove(0)
    with pytest.raises(BadInput, match="1 to 5 rows"):
        DrawnTable(decks.LETTERS, rows=9)
    with pytest.raises(BadInput, match="no card '7/Z'"):
        DrawnTable(decks.WORDCARD).place("Z", rank="7")
