"""What a table is asked for: a few matches at a time, each in its turn, nothing for ever before the others."""

from __future__ import annotations

from companion.hub.collection import Gap
from companion.hub.missing_rulings import ASKED_AT_ONCE, MOST_MISSING, Questions


def gaps(count: int) -> list[Gap]:
    return [Gap(f"{number}", number) for number in range(count)]


def test_so_many_are_asked_for_at_once_and_another_whenever_one_is_answered() -> None:
    questions, missing = Questions(), gaps(ASKED_AT_ONCE + 3)
    questions.add(missing)
    assert questions.due() == missing[:ASKED_AT_ONCE]
    questions.add(missing)
    assert questions.due() == []
    questions.answered("0")
    questions.answered(f"{ASKED_AT_ONCE}")  # it came without having been asked for
    assert questions.due() == [missing[ASKED_AT_ONCE + 1]]


def test_what_is_never_answered_is_asked_for_again_after_all_others() -> None:
    questions, missing = Questions(), gaps(2 * ASKED_AT_ONCE)
    questions.add(missing)
    for asked in (missing[:ASKED_AT_ONCE], missing[ASKED_AT_ONCE:], missing[:ASKED_AT_ONCE]):
        assert questions.due() == asked
        questions.ask_again()


def test_what_could_not_be_kept_is_asked_for_from_the_beginning_but_not_at_once() -> None:
    questions = Questions()
    questions.put_off("a")
    assert questions.due() == []
    questions.ask_again()
    assert questions.due() == [Gap("a", -1)]


def test_there_is_a_bound_to_what_one_table_may_name() -> None:
    questions, asked = Questions(), 0
    questions.add(gaps(MOST_MISSING + 5))
    while due := questions.due():
        asked += len(due)
        for gap in due:
            questions.answered(gap.match)
    assert asked == MOST_MISSING
