"""Earlier rulings under the same clause."""

from hypothesis import given
from hypothesis import strategies as st

from companion.games.core import Clause
from companion.referee.citing import MOST_EARLIER, earlier

A, B = Clause("A1", "One card a turn."), Clause("B2", "Words are looked up.")
clauses = st.lists(st.sampled_from([A, B, None]), max_size=60)


@given(clauses)
def test_the_newest_rulings_before_under_the_same_clause_are_named_in_order(cited: list[Clause | None]) -> None:
    found = earlier(list(enumerate(cited, 1)))
    assert len(found) == len(cited)
    for at, numbers in enumerate(found):
        same = [number for number, clause in enumerate(cited[:at], 1) if clause == cited[at] and clause is not None]
        assert numbers == same[-MOST_EARLIER:]


@given(clauses, st.integers(0, 70))
def test_of_the_newest_alone_the_same_is_said(cited: list[Clause | None], newest: int) -> None:
    rulings = list(enumerate(cited, 1))
    assert earlier(rulings, newest) == earlier(rulings)[max(0, len(rulings) - newest) :]
