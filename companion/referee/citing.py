"""Which rulings of a match came before under the same clause. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.games.core import Clause

MOST_EARLIER = 20  # that are named, the newest: a long match has thousands


def earlier(rulings: Iterable[tuple[int, Clause | None]]) -> list[list[int]]:
    """For each ruling of a match, in order, the numbers of those before it under the same clause, at most MOST_EARLIER.

    `rulings` are number and clause; what cites no clause (None) has nothing before it.
    """
    under: dict[str, list[int]] = {}
    found: list[list[int]] = []
    for number, clause in rulings:
        before = [] if clause is None else under.setdefault(clause.number, [])
        found.append(before[-MOST_EARLIER:])
        before.append(number)
    return found
