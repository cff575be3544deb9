"""Who pressed first: the earliest edge, however late it is handled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RESOLUTION_NS = 1_000_000


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed: its name ("challenge", "up", "down", "select", "player1" … "player8") and when.

    `at_ns` is the time of the pin's edge on the monotonic clock (`time.monotonic_ns`), not of its handling.
    """

    button: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class FirstPress:
    """The first press, and the presses too close to it to be told apart (itself among them)."""

    first: Press
    tied: tuple[Press, ...]

    @property
    def is_tie(self) -> bool:
        """Whether the seating order had to decide."""
        return len(self.tied) > 1


def first_press(
    presses: Iterable[Press], seating: Sequence[str], current: str | None = None, resolution_ns: int = RESOLUTION_NS
) -> FirstPress | None:
    """Decide who was first among `presses`, which may come in any order; None when there are none.

    Presses at most `resolution_ns` after the earliest are a tie with it, and the first of them in seating order wins,
    counted from `current` (the button of the player whose turn it is, who is then the first in that order).
    `seating` lists the buttons clockwise; one that is not in it comes after all that are. Of several presses of one
    button only the earliest counts.
    """
    earliest: dict[str, Press] = {}
    for press in presses:
        known = earliest.get(press.button)
        if known is None or press.at_ns < known.at_ns:
            earliest[press.button] = press
    if not earliest:
        return None
    order = seating_from(seating, current)
    rank = {button: place for place, button in enumerate(order)}
    start_ns = min(press.at_ns for press in earliest.values())

    def by_seat(press: Press) -> tuple[int, str]:
        return rank.get(press.button, len(order)), press.button

    tied = sorted((press for press in earliest.values() if press.at_ns - start_ns <= resolution_ns), key=by_seat)
    return FirstPress(tied[0], tuple(tied))


def seating_from(seating: Sequence[str], current: str | None) -> tuple[str, ...]:
    """The seating order turned so that `current` comes first; as it stands when `current` is not in it."""
    if current is None or current not in seating:
        return tuple(seating)
    start = list(seating).index(current)
    return (*seating[start:], *seating[:start])
