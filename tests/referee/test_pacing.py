"""How often the camera looks: as often as it can, less where looks are dear or the processor is hot; it says why."""

from hypothesis import given
from hypothesis import strategies as st

from companion.referee.pacing import (
    AT_EASE_MS,
    COOL_C,
    HOT_C,
    HOT_LEAST_MS,
    HOT_SHARE,
    LONGEST_MS,
    LOOKS,
    SHARE,
    LookPace,
    Warmth,
)

COSTS = st.lists(st.floats(0, 5), max_size=30)
WARMTHS = st.builds(Warmth, st.none() | st.floats(-20, 110), st.booleans())


def paced(*costs_s: float, warmth: Warmth | None = None) -> LookPace:
    pace = LookPace()
    for cost_s in costs_s:
        pace = pace.after(cost_s)
    return pace.at(warmth) if warmth else pace


def test_a_quick_and_cool_machine_looks_at_every_picture_and_says_nothing() -> None:
    for pace in (LookPace(), paced(0.01, 0.02, warmth=Warmth(50.0))):
        assert (pace.interval_ms, pace.said) == (0, None)


def test_looks_that_are_dear_are_fewer() -> None:
    pace = paced(*[0.2] * LOOKS, warmth=Warmth(60.0))
    assert pace.interval_ms == 400
    assert pace.said == "looks every 400 ms: one takes 200 ms here"


def test_a_hot_processor_is_spared_until_it_has_cooled_down() -> None:
    pace = paced(*[0.15] * LOOKS, warmth=Warmth(81.2))
    assert pace.interval_ms == 600
    assert pace.said == "looks every 600 ms: the processor is at 81 °C"
    pace = pace.at(Warmth(77.0))
    assert pace.interval_ms == 600, "it is on its way down and would be hot again at once"
    assert pace.at(Warmth(74.9)).interval_ms == 300
    assert LookPace().at(Warmth(77.0)).interval_ms == 0, "the same on its way up"


def test_a_hot_processor_is_spared_even_by_looks_that_cost_nothing() -> None:
    assert paced(0.001, warmth=Warmth(85.0)).interval_ms == HOT_LEAST_MS


def test_a_processor_that_is_slowed_down_is_spared_whether_or_not_it_tells_how_warm_it_is() -> None:
    pace = paced(0.05, warmth=Warmth(None, is_slowed=True))
    assert pace.interval_ms == HOT_LEAST_MS
    assert pace.said == "looks every 250 ms: the processor is slowed down"
    assert pace.at(Warmth()).said is None


def test_only_recent_looks_count() -> None:
    assert paced(*[2.0] * LOOKS, *[0.01] * LOOKS).interval_ms == 0


def test_a_single_reading_among_looks_that_see_nothing_new_makes_nobody_wait() -> None:
    assert paced(*[0.01] * (LOOKS - 1), 0.4).interval_ms == 0


@given(COSTS, WARMTHS)
def test_the_game_never_waits_longer_than_it_can_and_a_share_is_kept_where_it_does_not_matter(
    costs_s: list[float], warmth: Warmth
) -> None:
    pace = paced(*costs_s, warmth=warmth)
    assert 0 <= pace.interval_ms <= LONGEST_MS
    assert (pace.interval_ms == 0) == (pace.said is None)
    share = HOT_SHARE if pace.is_hot or warmth.is_slowed else SHARE
    if pace.interval_ms < LONGEST_MS:
        assert pace.cost_s <= share * max(pace.interval_ms, AT_EASE_MS) / 1000 + 1e-9


@given(COSTS, WARMTHS)
def test_heat_never_makes_looks_more_frequent_nor_do_dearer_looks(costs_s: list[float], warmth: Warmth) -> None:
    pace = paced(*costs_s, warmth=warmth)
    cool = paced(*costs_s, warmth=Warmth(20.0))
    assert pace.interval_ms >= cool.interval_ms
    assert pace.after(pace.cost_s + 1).interval_ms >= (pace.interval_ms if len(costs_s) < LOOKS else 0)


@given(st.lists(st.floats(60, 100), max_size=20))
def test_between_the_two_marks_it_stays_what_it_was(celsius: list[float]) -> None:
    pace = LookPace()
    for one in celsius:
        was = pace.is_hot
        pace = pace.at(Warmth(one))
        assert pace.is_hot == (one >= HOT_C or (was and one >= COOL_C))
