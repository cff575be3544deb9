"""A card that lay on the table when a time ran out is in time, though the eyes tell of it a little later."""

from collections.abc import Callable

import pytest

from companion.referee.source import Source
from tests.hourglass import CHALLENGE, Hourglass
from tests.tables import table
from tests.views import PLAYERS, placed

ANSWER_MS = 10_000


class SlowEyes:
    """Eyes that have seen all that lay there until a moment (ms of the hourglass's clock)."""

    def __init__(self, glass: Hourglass) -> None:
        self.until_ms = 0
        glass.referee.wait_for_eyes(lambda at_ns: at_ns <= self.until_ms * 1_000_000)


@pytest.fixture
def glass(hourglass: Callable[..., Hourglass]) -> Hourglass:
    glass = hourglass("disorder", PLAYERS, answer_seconds=ANSWER_MS // 1000)
    glass.play(*placed("XZ"))
    return glass


@pytest.fixture
def eyes(glass: Hourglass) -> SlowEyes:
    return SlowEyes(glass)


def test_a_card_that_lay_there_in_time_is_in_time(glass: Hourglass, eyes: SlowEyes) -> None:
    glass.wait(ANSWER_MS + 2_999)
    assert glass.left_ms == 0
    glass.referee.see(table("XZO"), "f.jpg")
    assert glass.newest == ("camera", "placed")
    assert glass.left_ms == ANSWER_MS, "of the next player"


@pytest.mark.parametrize("late_ms", [0, 1_200])
def test_once_the_eyes_have_seen_that_nothing_was_laid_the_time_is_up(
    glass: Hourglass, eyes: SlowEyes, late_ms: int
) -> None:
    eyes.until_ms = ANSWER_MS - 1
    glass.wait(ANSWER_MS + late_ms)
    assert glass.newest == ("host", "placed")
    eyes.until_ms = ANSWER_MS
    glass.referee.tick()
    assert glass.newest == ("clock", "conceded")


def test_eyes_that_never_come_to_rest_hold_up_no_time_for_ever(glass: Hourglass, eyes: SlowEyes) -> None:
    glass.wait(ANSWER_MS + 2_999)
    assert glass.newest == ("host", "placed")
    glass.wait(1)
    assert glass.newest == ("clock", "conceded")


def test_a_card_that_is_asked_about_lies_there_in_time(glass: Hourglass, eyes: SlowEyes) -> None:
    glass.wait(ANSWER_MS - 100)
    glass.referee.see(table("XZO", doubtful={2: "Q"}), "f.jpg")
    eyes.until_ms = ANSWER_MS
    glass.wait(20_099)
    question = glass.view.question
    assert question is not None
    glass.referee.answer(question.id, "Q", source=Source.HOST)
    assert glass.newest == ("host", "placed")


def test_nobody_answers_for_ever(glass: Hourglass, eyes: SlowEyes) -> None:
    glass.referee.see(table("XZO", doubtful={2: "Q"}), "f.jpg")
    eyes.until_ms = ANSWER_MS
    glass.wait(ANSWER_MS + 20_000)
    assert glass.newest == ("clock", "conceded")


def test_what_no_eye_can_see_waits_for_none(glass: Hourglass, eyes: SlowEyes) -> None:
    glass.play(*placed("OO", ["Cy", "Ann"]), CHALLENGE)
    glass.wait(ANSWER_MS)
    assert glass.newest[0] == "clock"
