"""Which rulings of a match came before under the same clause. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.core import Clause

MOST_EARLIER = 20  # that are named, the newest: a long match has thousands


def earlier(rulings: Sequence[tuple[int, Clause | None]], newest: int | None = None) -> list[list[int]]:
    """For each ruling of a match, in order, the numbers of those before it under the same clause, at most MOST_EARLIER.

    `rulings` are number and clause; what cites no clause (None) has nothing before it. Where only the `newest` so many
    are looked at, no more are answered for.
    """
    first = 0 if newest is None else max(0, len(rulings) - newest)
    under: dict[str, list[int]] = {}
    found: list[list[int]] = []
    for place, (number, clause) in enumerate(rulings):
        before = [] if clause is None else under.setdefault(clause.number, [])
        if place >= first:
            found.append(before[-MOST_EARLIER:])
        before.append(number)
    return found
