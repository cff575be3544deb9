"""Names that would look alike on the OLED, where long ones are cut and signs that the font lacks are boxes."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.display.canvas import ELLIPSIS, drawable, seen

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_LETTERS = 15  # of a name beside a total of three figures and a sign, in the smallest letters
_KEPT = MOST_LETTERS - 1
# How many of them are a name's first, the others its last: from the middle outwards.
_FIRST_ONES = sorted(range(_KEPT + 1), key=lambda first: abs(first - _KEPT // 2))


@lru_cache(maxsize=4)  # the same players, picture after picture
def told_apart(names: tuple[str, ...]) -> Mapping[str, str]:
    """For each of these names that begins as another one does what is shown in its place: as much of its beginning and
    its end as tells them apart, else the number of its seat before it, from 1."""
    looks = [seen(name) for name in names]
    beginnings = Counter(look[:_KEPT] for look in looks)
    seats = [seat for seat, look in enumerate(looks) if beginnings[look[:_KEPT]] > 1]
    for first in _FIRST_ONES:
        if len({_cut(looks[seat], first) for seat in seats}) == len(seats):
            return {names[seat]: _cut(drawable(names[seat]), first) for seat in seats}
    return {names[seat]: f"{seat + 1} {names[seat]}" for seat in seats}


def _cut(text: str, first: int) -> str:
    if len(text) <= MOST_LETTERS:
        return text
    return text[:first] + ELLIPSIS + text[len(text) - (_KEPT - first) :]
