"""Quads drawn to the outline: off by many pixels before, on the card afterwards; left alone where there is no card."""

import numpy as np
import pytest

from companion.cards import Deck
from companion.drawn.drawn_table import DrawnTable
from companion.vision.outline import to_outline
from tests.print import decks


@pytest.mark.parametrize("deck", decks.ALL, ids=lambda deck: deck.name)
@pytest.mark.parametrize("off_px", [3.0, 8.0])
def test_a_rough_quad_comes_to_lie_on_its_card(deck: Deck, off_px: float) -> None:
    table = DrawnTable(deck, seed=2)
    for card in deck.cards[:4]:
        table.place(card.label, rank=card.rank)
    table.bump(turn_deg=7)
    picture = table.frame()
    chance = np.random.default_rng(1)
    for true in np.array(table.quads(), np.float32):
        rough = np.roll(true + chance.uniform(-off_px, off_px, (4, 2)).astype(np.float32), 1, 0)
        sharp = to_outline(picture, rough)
        assert np.abs(np.roll(sharp, -1, 0) - true).max() < 2.5


def test_on_an_empty_table_and_at_the_edge_of_the_frame_a_quad_is_left_alone() -> None:
    picture = DrawnTable(decks.LETTERS).frame()
    for left in (300.0, -60.0, 1270.0, 5000.0):
        quad = np.array([(left, 200), (left + 80, 200), (left + 80, 320), (left, 320)], np.float32)
        moved = to_outline(picture, quad)
        assert np.array_equal(moved, quad) or np.abs(moved - quad).max() < 40
