"""Calibration: probabilities stay probabilities, and more evidence is never less belief."""

import json
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.vision.calibrate as calibrate
from companion.cards import Deck

FITS = json.loads((Path(calibrate.__file__).parent / "models" / "calibration.json").read_text())
CHANCE = st.floats(0, 1)


@pytest.mark.parametrize("reader", sorted(FITS))
@given(one=CHANCE, other=CHANCE, presence=CHANCE)
def test_a_surer_reading_is_never_less_believed(reader: str, one: float, other: float, presence: float) -> None:
    low, high = sorted((one, other))
    less, more = (calibrate.calibrated(reader, chance, presence) for chance in (low, high))
    assert 0 <= less <= more <= 1


@pytest.mark.parametrize("family", get_args(get_type_hints(Deck)["reads"]))
def test_only_what_is_nearly_sure_is_accepted(family: str) -> None:
    reader = {"ranked_letters": "letters"}.get(family, family if family in FITS else "words")
    assert 0.9 < calibrate.threshold(family) <= calibrate.threshold(family, is_unlike=True) < 1
    assert calibrate.calibrated(reader, 0.5, 0.5) < calibrate.threshold(family)


@given(chance=CHANCE)
def test_the_logit_undoes_the_logistic(chance: float) -> None:
    import math

    line = calibrate.logit(chance)
    assert -calibrate.LOGIT_LIMIT <= line <= calibrate.LOGIT_LIMIT
    least = 1 / (1 + math.exp(calibrate.LOGIT_LIMIT))
    assert 1 / (1 + math.exp(-line)) == pytest.approx(min(max(chance, least), 1 - least), abs=1e-5)
