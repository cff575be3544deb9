"""When the lens may move: told by what the camera's library tells with each picture."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.cameras.focus import HELD_NS, REST_DIOPTRES, REST_NS, SECOND_NS, Focus

LENS = {"AfMode": (0, 2, 0), "AfPause": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
HELD, FREE = {"AfPause": 0}, {"AfPause": 2}
FPS = 25
FRAME_NS = SECOND_NS // FPS
SCANNING, FOCUSED, FAILED = 1, 2, 3
TABLE, HAND = 1.7, 2.4  # dioptres: 59 cm and 42 cm away


def seen(at_ns: int, state: int = FOCUSED, lens: float = TABLE) -> dict[str, Any]:
    return {"SensorTimestamp": at_ns, "AfState": state, "LensPosition": lens}


def told(focus: Focus, pictures: list[dict[str, Any]]) -> list[tuple[int, dict[str, int]]]:
    """When the lens was told something, and what."""
    return [(picture["SensorTimestamp"], told) for picture in pictures if (told := focus.note(picture))]


@pytest.mark.parametrize("offered", [{}, {"ExposureTime": (0, 1, 1)}, {"AfMode": (0, 1, 0), "AfPause": (0, 2, 0)}])
def test_a_lens_that_cannot_focus_by_itself_is_told_nothing(offered: dict[str, tuple[int, ...]]) -> None:
    focus = Focus(offered)
    assert focus.start() == {}
    assert told(focus, [seen(at * FRAME_NS) for at in range(300)]) == []


def test_a_lens_that_cannot_be_held_is_left_to_itself() -> None:
    focus = Focus({"AfMode": (0, 2, 0)})
    assert focus.start() == {"AfMode": 2}
    assert told(focus, [seen(at * FRAME_NS) for at in range(300)]) == []


def test_it_is_held_once_it_has_rested_focused() -> None:
    focus = Focus(LENS)
    assert focus.start() == {"AfMode": 2}
    scan = [seen(at * FRAME_NS, SCANNING, 1.0 + at / 20) for at in range(14)]
    rest = [seen(at * FRAME_NS) for at in range(14, 60)]
    assert told(focus, scan + rest) == [((14 + FPS) * FRAME_NS, HELD)]


def test_a_hand_that_draws_it_away_begins_the_rest_anew() -> None:
    focus = Focus(LENS)
    pictures = [seen(at * FRAME_NS, lens=HAND if 20 <= at < 40 else TABLE) for at in range(80)]
    assert told(focus, pictures) == [((40 + FPS) * FRAME_NS, HELD)]


def test_a_scan_that_fails_is_no_focus() -> None:
    focus = Focus(LENS)
    assert told(focus, [seen(at * FRAME_NS, FAILED) for at in range(300)]) == []


def test_while_held_nothing_moves_it_and_after_a_minute_it_looks_again() -> None:
    focus = Focus(LENS)
    pictures = [seen(at * FRAME_NS, lens=HAND if at % 7 == 3 and at > 40 else TABLE) for at in range(FPS * 59)]
    assert [what for _, what in told(focus, pictures)] == [HELD]
    later = [seen(at * FRAME_NS) for at in range(FPS * 59, FPS * 64)]
    (freed_ns, free), (held_ns, held) = told(focus, later)
    assert (free, held) == (FREE, HELD)
    assert freed_ns == REST_NS // FRAME_NS * FRAME_NS + HELD_NS
    assert REST_NS <= held_ns - freed_ns <= REST_NS + 2 * FRAME_NS


def test_without_the_time_of_a_picture_it_is_left_to_itself() -> None:
    focus = Focus(LENS)
    assert told(focus, [{"SensorTimestamp": None, "AfState": FOCUSED} for _ in range(100)]) == []


@given(
    st.lists(
        st.tuples(
            st.integers(1, 2 * SECOND_NS), st.sampled_from([SCANNING, FOCUSED, FAILED]), st.sampled_from([TABLE, HAND])
        ),
        max_size=200,
    )
)
def test_it_is_held_only_at_rest_and_let_go_only_after_a_minute(steps: list[tuple[int, int, float]]) -> None:
    focus, at_ns = Focus(LENS), 0
    held_ns: int | None = None
    rest: list[tuple[int, float]] = []
    for wait_ns, state, lens in steps:
        at_ns += wait_ns
        said = focus.note(seen(at_ns, state, lens))
        if held_ns is not None:
            assert said == (FREE if at_ns - held_ns >= HELD_NS else {})
            held_ns, rest = (None, []) if said else (held_ns, rest)
            continue
        if state != FOCUSED:
            rest = []
        elif rest and abs(lens - rest[0][1]) > REST_DIOPTRES:
            rest = [(at_ns, lens)]
        else:
            rest.append((at_ns, lens))
        assert said == (HELD if rest and at_ns - rest[0][0] >= REST_NS else {})
        held_ns = at_ns if said else None
