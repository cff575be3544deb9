"""The printed decks are known by their looks without having been shown: read on drawn tables, every kind of them."""

from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.decks import deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.drawn.house_album import house_album
from companion.vision.enrol import EnrolledReader, deck_names

if TYPE_CHECKING:
    from companion.vision.spread import Finder

DECKS = ("disorder", "typo", "villains", "anagrascramble-green", "wordcard", "ranks")


def truth(table: DrawnTable, seed: int) -> "Finder":
    """A finder that knows where the cards lie, to about a pixel, from any of their corners."""
    chance = np.random.default_rng(seed)

    def find(_grey: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        quads = [
            np.array(quad, np.float32) + chance.normal(0, 0.7, (4, 2)).astype(np.float32) for quad in table.quads()
        ]
        return [np.roll(quads[index], int(chance.integers(4)), 0) for index in chance.permutation(len(quads))]

    return find


@pytest.mark.parametrize("name", DECKS)
def test_a_house_deck_is_read_by_its_looks(name: str) -> None:
    file = deckfiles.read(name)
    album = house_album(file)
    assert set(album.cards) == set(deck_names(file.deck))
    chance = np.random.default_rng(11)
    total = doubtful = 0
    for number in range(3):
        table = DrawnTable(file.deck, rows=2, seed=number, traits=file.traits)
        for place in range(10):
            card = file.deck.cards[int(chance.integers(len(file.deck.cards)))]
            table.place(card.label, rank=card.rank, row=place // 5, face_down=bool(chance.random() < 0.15))
        if name == "villains":
            table.turn_sideways(0)
        table.light(float(chance.uniform(0.6, 1.1)))
        read = EnrolledReader(file.deck, album, truth(table, number)).read(table.frame())
        for lying, quad in zip(table.cards, table.quads(), strict=True):
            middle = np.mean(quad, 0)
            seen = min(read.sightings, key=lambda other: float(np.linalg.norm(np.mean(other.quad, 0) - middle)))
            total += 1
            doubtful += not seen.accepted
            if seen.accepted:
                assert seen.label == lying.label
                assert lying.face_down or (seen.rank, seen.value) == (lying.card.rank, lying.card.value)
                if name == "villains" and not lying.face_down:
                    assert seen.sideways == lying.sideways
                same_either_way = lying.face_down or name == "ranks" or lying.card.label in "HINOSXZ"
                assert same_either_way or np.abs(np.array(seen.quad) - np.array(quad)).max() < 6
    assert doubtful / total <= 0.1
