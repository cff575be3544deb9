"""Who has how long: only what the readings time is timed."""

from companion.windows import Window, window
from tests.views import view_after

CHALLENGE = {"event": "challenge", "player": "Bob"}


def test_disorder_has_no_timer_unless_the_table_asks_for_one() -> None:
    assert window(view_after("ZOO?", CHALLENGE), {}) is None


def test_d14_the_answer_is_timed_by_option() -> None:
    view = view_after("ZOO?", CHALLENGE, answer_seconds=30)
    assert window(view, {"answer_seconds": 30}) == Window("Ann", "answer", 30_000)
