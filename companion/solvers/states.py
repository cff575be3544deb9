"""States of a search side by side: arrays, narrow where they are kept, wide to reckon with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from companion.solvers.spellings import Flags, Ints


class States(NamedTuple):
    """States side by side: the cards used (bits), the state of the line (`joint.py`), the row of its combinations
    (`rows.py`), what it has brought."""

    used: Ints
    at: Ints
    row: Ints
    gain: Ints

    def of(self, which: Ints | Flags | slice) -> States:
        """Some of them."""
        return States(*(part[which] for part in self))


def start() -> States:
    return States(*(np.zeros(1, dtype=np.int64) for _ in States._fields))


def joined(parts: list[States]) -> States:
    return States(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def best_of_alike(states: States) -> States:
    """Of states that are alike in all but the gain the best, in one order."""
    if not len(states.used):
        return states
    most = int(states.gain.max())
    less = most - states.gain
    for_gain, for_row, for_at = (int(part.max()).bit_length() for part in (less, states.row, states.at))
    key = (((((states.used << for_at) | states.at) << for_row) | states.row) << for_gain) | less
    key.sort()
    alike = key >> for_gain
    fresh = np.ones(len(key), dtype=np.bool_)
    fresh[1:] = alike[1:] != alike[:-1]
    key, alike = key[fresh], alike[fresh]
    row, at = alike & ((1 << for_row) - 1), (alike >> for_row) & ((1 << for_at) - 1)
    return States(alike >> (for_row + for_at), at, row, most - (key & ((1 << for_gain) - 1)))
