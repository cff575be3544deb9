"""Bounds on silent errors: exact where there is a formula, and never too small more often than they say."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.risk import DOUBT, Counted, Said, at_most, chance_of_more, counted, share_at_most, threshold_for

MOST = 10
TABLES = st.lists(st.integers(0, MOST).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), min_size=1)


@given(st.integers(1, 20_000))
def test_without_an_error_the_bound_is_a_root(of: int) -> None:
    assert at_most(0, of) == pytest.approx(1 - DOUBT ** (1 / of), rel=1e-9)


@pytest.mark.parametrize(("errors", "of", "bound"), [(1, 20, 0.21611), (3, 100, 0.07571), (2, 3000, 0.0020970)])
def test_it_is_clopper_and_pearsons(errors: int, of: int, bound: float) -> None:
    assert at_most(errors, of) == pytest.approx(bound, rel=1e-3)


@given(st.integers(1, 60).flatmap(lambda of: st.tuples(st.integers(0, of - 1), st.just(of))))
def test_at_the_bound_as_few_errors_come_about_just_so_often(case: tuple[int, int]) -> None:
    errors, of = case
    share = at_most(errors, of)
    as_few = sum(math.comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(errors + 1))
    assert as_few == pytest.approx(DOUBT, rel=1e-6)
    assert errors / of < share <= at_most(errors + 1, of)


@given(TABLES)
def test_table_by_table_the_bound_lies_above_what_was_counted(tables: list[tuple[int, int]]) -> None:
    tables_ = [Counted(*one) for one in tables]
    accepted, wrong = (sum(one[part] for one in tables_) for part in (0, 1))
    assert share_at_most(tables_, MOST) >= (wrong / accepted if accepted else 1.0) - 1e-9


@given(TABLES, st.floats(0.001, 0.5), st.floats(0.001, 0.5))
def test_a_bound_is_where_the_test_passes(tables: list[tuple[int, int]], one: float, other: float) -> None:
    tables_ = [Counted(*counts) for counts in tables]
    bound = share_at_most(tables_, MOST)
    assert bound == 1.0 or chance_of_more(tables_, bound + 1e-9, MOST) <= DOUBT


@pytest.mark.parametrize("together", [1, MOST])
def test_a_share_that_is_too_large_passes_for_small_hardly_ever(together: int) -> None:
    """Errors one by one, and all of a table together: what is true of a table's lamp is true of all its cards."""
    rng, level, tables = np.random.default_rng(5), 0.02, 200
    passed = 0
    for _ in range(1000):
        wrong = together * (rng.random((tables, MOST // together)) < level).sum(1)
        passed += chance_of_more([Counted(MOST, int(one)) for one in wrong], level, MOST) <= DOUBT
    assert passed <= 1000 * DOUBT


def test_what_is_hardly_ever_wrong_is_found_to_be() -> None:
    clean = [Counted(MOST, 0)] * 1000
    assert at_most(0, 10_000) < share_at_most(clean, MOST) < 0.0035
    assert share_at_most([Counted(MOST, 1), *clean], MOST) > share_at_most(clean, MOST)
    assert share_at_most([], MOST) == 1.0


def test_the_lowest_threshold_is_taken_down_to_which_all_pass() -> None:
    tables = [
        [Said(sure, accepted=True, right=sure > 0.95 or number % 20 > 0) for sure in (0.99, 0.97, 0.95)]
        for number in range(2500)
    ]
    ladder = (0.99, 0.98, 0.97, 0.96, 0.95)
    assert threshold_for(tables, 0.005, 3, ladder) == 0.96
    assert threshold_for(tables, 0.0005, 3, ladder) is None
    assert counted(tables[0], 0.95) == Counted(3, 1)
