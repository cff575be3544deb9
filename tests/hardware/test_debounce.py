"""Debouncing: a press counts at its first edge, bouncing never makes a second one, a tap is never lost."""

from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import WINDOW_NS, Contact, edge, settle

MS = 1_000_000
LATER = 10**15


@dataclass(frozen=True)
class Push:
    """One push of a finger: how long it waits before, how long it holds, and when the contact bounces (ns)."""

    pause_ns: int
    hold_ns: int
    press_bounces: tuple[int, ...]
    release_bounces: tuple[int, ...]


@st.composite
def pushes(draw: st.DrawFn, pause_ms: tuple[int, int] = (60, 400), hold_ms: tuple[int, int] = (1, 400)) -> Push:
    hold_ns = draw(st.integers(hold_ms[0] * MS, hold_ms[1] * MS))

    def bounces(most_ns: int) -> tuple[int, ...]:
        times = draw(st.lists(st.integers(1, most_ns), unique=True, max_size=6)) if most_ns > 1 else []
        return tuple(sorted(times[: len(times) // 2 * 2]))

    pause_ns = draw(st.integers(pause_ms[0] * MS, pause_ms[1] * MS))
    return Push(pause_ns, hold_ns, bounces(min(WINDOW_NS, hold_ns - 1)), bounces(WINDOW_NS))


def edges_of(finger: list[Push]) -> tuple[list[tuple[int, bool]], list[int]]:
    """The edges of a row of pushes as (time, level), and the times at which the finger came down."""
    now, edges, downs = 0, [], []
    for push in finger:
        down = now + push.pause_ns
        up = down + push.hold_ns
        downs.append(down)
        presses = [down, *(down + bounce for bounce in push.press_bounces)]
        releases = [up, *(up + bounce for bounce in push.release_bounces)]
        edges += [(at, place % 2 == 0) for place, at in enumerate(presses)]
        edges += [(at, place % 2 == 1) for place, at in enumerate(releases)]
        now = up
    return edges, downs


def presses_of(edges: list[tuple[int, bool]]) -> list[int]:
    contact = Contact()
    found: list[int] = []
    for at, level in edges:
        contact, presses = edge(contact, at, level)
        found += presses
    _, presses = settle(contact, LATER)
    return [*found, *presses]


@given(st.lists(pushes(), max_size=6))
def test_every_push_counts_once_and_at_its_first_edge(finger: list[Push]) -> None:
    edges, downs = edges_of(finger)
    assert presses_of(edges) == downs


@given(st.lists(pushes(pause_ms=(27, 60), hold_ms=(52, 120)), max_size=6))
def test_quick_pushes_that_are_held_are_all_counted(finger: list[Push]) -> None:
    edges, downs = edges_of(finger)
    assert len(presses_of(edges)) == len(downs)


@given(st.lists(st.integers(1, WINDOW_NS), unique=True, max_size=30))
def test_whatever_happens_within_the_window_is_one_press(bounces: list[int]) -> None:
    edges = [(0, True)] + [(at, place % 2 == 1) for place, at in enumerate(sorted(bounces))]
    assert presses_of(edges) == [0]


@given(st.lists(st.tuples(st.integers(0, 80 * MS), st.booleans()), max_size=40))
def test_presses_are_apart_by_more_than_the_window_and_stand_on_edges_to_pressed(steps: list[tuple[int, bool]]) -> None:
    now, edges = 0, []
    for gap, level in steps:
        now += gap
        edges.append((now, level))
    found = presses_of(edges)
    assert all(later - earlier > WINDOW_NS for earlier, later in pairwise(found))
    assert set(found) <= {at for at, level in edges if level}


@given(st.lists(pushes(pause_ms=(26, 80)), max_size=8), st.lists(st.integers(0, 10**10), max_size=20))
def test_settling_at_any_moment_changes_nothing_but_when_it_is_known(finger: list[Push], looks: list[int]) -> None:
    edges, _ = edges_of(finger)
    contact = Contact()
    found: list[int] = []
    last = edges[-1][0] if edges else 0
    moments = [(at, 1, level) for at, level in edges] + [(at, 0, False) for at in looks if at <= last]
    for at, is_edge, level in sorted(moments):
        contact, presses = edge(contact, at, level) if is_edge else settle(contact, at)
        found += presses
    _, presses = settle(contact, LATER)
    assert [*found, *presses] == presses_of(edges)


def test_a_tap_of_a_microsecond_is_a_press() -> None:
    assert presses_of([(1000, True), (2000, False)]) == [1000]


def test_a_bounce_at_the_very_end_of_the_window_is_still_a_bounce() -> None:
    assert presses_of([(0, True), (WINDOW_NS - 1, False), (WINDOW_NS, True), (300 * MS, False)]) == [0]


def test_a_second_press_that_began_while_the_release_bounced_counts_when_it_is_held() -> None:
    edges = [(0, True), (100 * MS, False), (115 * MS, True), (300 * MS, False)]
    assert presses_of(edges) == [0, 115 * MS]


def test_a_held_second_press_is_known_before_it_is_let_go() -> None:
    contact, _ = edge(Contact(), 0, level=True)
    contact, _ = edge(contact, 100 * MS, level=False)
    contact, presses = edge(contact, 115 * MS, level=True)
    assert (presses, contact.unsettled) == ((), True)
    assert settle(contact, 125 * MS)[1] == ()
    assert settle(contact, 125 * MS + 1)[1] == (115 * MS,)


def test_an_edge_to_pressed_whose_release_was_lost_is_a_press() -> None:
    assert presses_of([(0, True), (200 * MS, True)]) == [0, 200 * MS]


def test_a_button_held_down_at_the_start_is_no_press() -> None:
    contact, presses = edge(Contact(down=True, level=True), 50 * MS, level=False)
    assert (presses, contact.down) == ((), False)
