"""States of a search side by side: arrays, narrow where they are kept, wide to reckon with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from companion.solvers.spellings import Flags, Ints

SIGNLESS_BITS = 63  # of a number


class States(NamedTuple):
    """States side by side. `open_` and `bare` count the cards from the first without a word and from the first of a
    hidden word that a longer one must take in; a bit of `long` is a long word that began LONG or more cards ago."""

    used: Ints
    node: Ints
    open_: Ints
    bare: Ints
    long: Ints
    row: Ints
    gain: Ints

    def of(self, which: Ints | Flags | slice) -> States:
        """Some of them."""
        return States(*(part[which] for part in self))


_NARROW = (np.uint16, np.int32, np.uint8, np.uint8, np.uint8, np.int16, np.int16)  # what each part of states fits in


def start() -> States:
    return States(*(np.zeros(1, dtype=np.int64) for _ in States._fields))


def narrow(states: States) -> States:
    """The same in a quarter of the memory."""
    return States(*(part.astype(kind) for part, kind in zip(states, _NARROW, strict=True)))


def wide(states: States) -> States:
    """The same to reckon with."""
    return States(*(part.astype(np.int64) for part in states))


def joined(parts: list[States]) -> States:
    return States(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def best_of_alike(states: States) -> States:
    """Of states that are alike in all but the gain the best, in one order, and as wide as they came."""
    if not len(states.used):
        return states
    most = int(states.gain.max())
    key, widths = np.zeros(len(states.used), dtype=np.int64), []
    for part in (*states[:-1], most - states.gain):
        widths.append(int(part.max()).bit_length())
        key <<= widths[-1]
        key |= part
    if sum(widths) > SIGNLESS_BITS:
        return _by_columns(states)
    key.sort()
    alike = key >> widths[-1]
    fresh = np.ones(len(key), dtype=np.bool_)
    fresh[1:] = alike[1:] != alike[:-1]
    key = key[fresh]
    parts: list[Ints] = []
    for width in reversed(widths):
        parts.append(key & ((1 << width) - 1))
        key >>= width
    found = (*parts[:0:-1], most - parts[0])
    return States(*(part.astype(old.dtype) for part, old in zip(found, states, strict=True)))


def _by_columns(states: States) -> States:
    """The same where a state does not fit into one number."""
    ordered = states.of(np.lexsort((-states.gain, *states[:-1])))
    fresh = np.ones(len(states.used), dtype=np.bool_)
    fresh[1:] = np.any([part[1:] != part[:-1] for part in ordered[:-1]], axis=0)
    return ordered.of(fresh)
