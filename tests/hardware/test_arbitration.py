"""Who pressed first."""

from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hardware.arbitration import RESOLUTION_NS, FirstPress, Press, first_press, seating_from

SEATS = tuple(f"player{seat}" for seat in range(1, 9))
PRESSES = st.lists(st.builds(Press, st.sampled_from(SEATS), st.integers(0, 20 * RESOLUTION_NS)), min_size=1)


def ruled(presses: Sequence[Press], seats: Sequence[str], current: str | None = None) -> FirstPress:
    """The verdict about presses of which there are some."""
    verdict = first_press(presses, seats, current)
    assert verdict is not None
    return verdict


def test_nobody_pressed() -> None:
    assert first_press([], SEATS) is None


def test_the_earliest_edge_wins_however_late_it_is_handled() -> None:
    late, early = Press("player1", 9_000_000), Press("player4", 2_000_000)
    verdict = ruled([late, early], SEATS, "player1")
    assert verdict.first == early
    assert not verdict.is_tie


def test_presses_within_the_resolution_are_a_tie_and_the_seats_decide() -> None:
    presses = [Press("player2", 0), Press("player7", RESOLUTION_NS), Press("player5", RESOLUTION_NS + 1)]
    verdict = ruled(presses, SEATS, "player6")
    assert verdict.is_tie
    assert verdict.first.button == "player7"
    assert [press.button for press in verdict.tied] == ["player7", "player2"]


def test_the_current_player_comes_first_in_a_tie() -> None:
    presses = [Press(seat, 0) for seat in SEATS]
    assert [ruled(presses, SEATS, seat).first.button for seat in SEATS] == list(SEATS)


def test_a_button_without_a_seat_comes_last_in_a_tie() -> None:
    verdict = ruled([Press("challenge", 0), Press("player8", 1000)], SEATS, "player1")
    assert verdict.first.button == "player8"


def test_only_the_first_press_of_a_button_counts() -> None:
    verdict = ruled([Press("player3", 50), Press("player3", 10), Press("player3", 70)], SEATS)
    assert (verdict.first, verdict.tied) == (Press("player3", 10), (Press("player3", 10),))


@given(PRESSES, st.sampled_from(SEATS), st.randoms(use_true_random=False))
def test_the_order_of_handling_never_matters(presses: list[Press], current: str, random: Random) -> None:
    shuffled = random.sample(presses, len(presses))
    assert first_press(presses, SEATS, current) == first_press(shuffled, SEATS, current)


@given(PRESSES, st.sampled_from(SEATS))
def test_the_winner_is_never_later_than_the_resolution(presses: list[Press], current: str) -> None:
    verdict = ruled(presses, SEATS, current)
    earliest = min(press.at_ns for press in presses)
    assert verdict.first.at_ns - earliest <= RESOLUTION_NS
    assert all(press.at_ns - earliest <= RESOLUTION_NS for press in verdict.tied)
    assert verdict.first == verdict.tied[0]


@given(st.sampled_from(SEATS))
def test_seating_from_keeps_the_circle(current: str) -> None:
    order = seating_from(SEATS, current)
    assert order[0] == current
    assert sorted(order) == sorted(SEATS)


def test_seating_from_somebody_unknown_is_the_seating() -> None:
    assert seating_from(SEATS, "challenge") == seating_from(SEATS, None) == SEATS
