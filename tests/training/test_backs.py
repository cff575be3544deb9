"""What tells of a card lying face down is weighed on tables whose truth is known."""

import numpy as np
import pytest

from tests.training.test_training_data import own_typefaces
from training import backs
from training.backs import Candidate, candidates, fitted

TRUE = {"constant": -2.0, "reading": 1.0, "presence": 0.5, "misfit": -4.0, "rivals": -1.0, "letters": 2.0}


def _candidates(count: int, seed: int) -> list[Candidate]:
    """Places that are backs as often as the weights TRUE say."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        tells = {"reading": rng.normal(1, 2), "presence": rng.normal(1, 1), "misfit": abs(rng.normal(0, 0.3)),
                 "rivals": np.log1p(rng.integers(9)), "letters": np.log1p(rng.integers(9))}  # fmt: skip
        line = TRUE["constant"] + sum(TRUE[name] * value for name, value in tells.items())
        found.append(Candidate(tells, bool(rng.random() < 1 / (1 + np.exp(-line)))))
    return found


def test_the_weights_that_made_them_are_found_again() -> None:
    line, _ = fitted(_candidates(20_000, 1))
    assert line.keys() == TRUE.keys()
    assert all(line[name] == pytest.approx(TRUE[name], abs=0.35) for name in TRUE)


def test_of_what_the_threshold_accepts_no_more_is_wrong_than_is_allowed() -> None:
    found = _candidates(4000, 2)
    line, settled = fitted(found)
    weighed = [line["constant"] + sum(line[name] * value for name, value in one.tells.items()) for one in found]
    accepted = [one for one, sum_ in zip(found, weighed, strict=True)
                if 1 / (1 + np.exp(-sum_)) >= settled["threshold"]]  # fmt: skip
    wrong = sum(not one.is_back for one in accepted)
    assert len(accepted) > 50
    assert wrong <= 1.1 * backs.MOST_WRONG * len(accepted) + 1  # the weights are rounded
    assert settled["unlike"] >= settled["threshold"]


def test_places_are_looked_at_on_drawn_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backs, "SIZE_PX", (640, 360))
    found = candidates(own_typefaces(), 0.0)
    assert any(one.is_back for one in found)
    assert not all(one.is_back for one in found)
    assert all(one.tells.keys() == TRUE.keys() - {"constant"} for one in found)
