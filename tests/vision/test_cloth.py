"""A pattern of the cloth is many small places beside cards that are read; anything less may be cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Deck
from companion.vision import reader
from companion.vision.cloth import DWARFED, FEW, PATTERN, of_the_cloth
from companion.vision.detections import Examined
from companion.vision.sighting import Sighting

if TYPE_CHECKING:
    from numpy.typing import NDArray


def square(side_px: float, at: int = 0) -> NDArray[np.float32]:
    left = 200 * at
    return np.array([(left, 0), (left + side_px, 0), (left + side_px, side_px), (left, side_px)], np.float32)


@given(
    st.lists(st.tuples(st.sampled_from([10.0, 30.0, 41.0, 100.0, 130.0]), st.booleans(), st.booleans()), max_size=30)
)
def test_what_is_read_or_large_is_never_of_the_cloth_nor_are_a_few_places(
    places: list[tuple[float, bool, bool]],
) -> None:
    sizes, read, doubtful = (np.array(each) for each in zip(*places, strict=True)) if places else (np.zeros(0),) * 3
    cloth = of_the_cloth([square(size) for size in sizes], read, doubtful)
    assert not (cloth & read.astype(bool)).any()
    assert not (cloth & (sizes > 130 / DWARFED)).any()
    if read.sum() < FEW or (doubtful.astype(bool) & ~read.astype(bool)).sum() < PATTERN:
        assert not cloth.any()


@pytest.mark.parametrize(("flowers", "asked"), [(PATTERN, 1), (PATTERN - 1, PATTERN)])
def test_nobody_is_asked_about_flowers(flowers: int, asked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [100.0] * FEW + [90.0] + [30.0] * flowers  # of the third card nobody knows what it is

    def examined(_: object) -> list[Examined]:
        sightings = [
            Sighting("letter", "A", tuple(map(tuple, square(side, at).tolist())), 0.99, at < FEW, ())  # type: ignore[arg-type]
            for at, side in enumerate(sides)
        ]
        return [Examined(one) for one in sightings]

    monkeypatch.setitem(reader._EXAMINERS, "letters", examined)
    table = reader.Reader(Deck("any", "Any", "letters", ())).read(np.full((64, 64, 3), 90, np.uint8))
    assert [one.accepted for one in table.sightings].count(True) == FEW
    assert [one.accepted for one in table.sightings].count(False) == asked
