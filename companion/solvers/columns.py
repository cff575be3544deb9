"""Columns of whole numbers side by side, in numpy: what rows that grow abreast are kept in, and which of them are alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.solvers.spellings import Ints

NOTHING: Ints = np.broadcast_to(np.int64(0), (2**40,))  # a column of noughts, of which any part takes no memory
MOST_KEYS = 2**62
SOON_SORTED = 300  # so few are sooner sorted than put into slots
SLOTS_FOR_EACH = 4
MULTIPLIERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)  # odd, with bits all over
LEAST = -(2**63)


def is_nothing(column: Ints) -> bool:
    """Whether that is a part of NOTHING."""
    return column.strides == (0,)


def taken(column: Ints, which: Ints) -> Ints:
    """Some of a column, by number."""
    return NOTHING[: len(which)] if is_nothing(column) else column.take(which)


def put_together(columns: Sequence[Ints]) -> Ints:
    """Columns one after the other."""
    if all(map(is_nothing, columns)):
        return NOTHING[: sum(map(len, columns))]
    return np.concatenate(columns)


# ——— what is alike ———


def alike(columns: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Of those that are alike in all columns (whole numbers from 0) the first, and by all which of these they are like."""
    keys = _keys(columns)
    first, some = np.arange(len(keys)), np.arange(len(keys))
    for multiplier in MULTIPLIERS:
        if len(some) <= SOON_SORTED:
            break
        slot, count = _slots(keys.take(some), multiplier)
        at = np.zeros(count, dtype=np.int64)
        at[slot[::-1]] = some[::-1]  # the last that is put there is the first
        found = at.take(slot)
        first[some] = found
        some = some[keys.take(found) != keys.take(some)]  # which share a slot with others
    first[some] = _firsts_sorted(keys.take(some), some)
    is_first = first == np.arange(len(keys))
    return np.nonzero(is_first)[0], (np.cumsum(is_first) - 1).take(first)


def best_of_alike(columns: Sequence[Ints], gain: Ints) -> Ints:
    """Of those that are alike in all columns (whole numbers from 0) the one of the highest gain, the first of these."""
    keys = _keys(columns)
    is_best = np.zeros(len(keys), dtype=np.bool_)
    bits = len(keys).bit_length()
    last = (1 << bits) - 1
    score = (gain << bits) + (last - np.arange(len(keys)))  # no two have the same, and of it the number is known
    some: Ints | None = None  # all
    for multiplier in MULTIPLIERS:
        mine, scored = (keys, score) if some is None else (keys.take(some), score.take(some))
        if len(mine) <= SOON_SORTED:
            break
        slot, count = _slots(mine, multiplier)
        most = np.full(count, LEAST)
        np.maximum.at(most, slot, scored)
        best = last - (most.take(slot) & last)
        is_other = keys.take(best) != mine  # which share a slot with better ones of others
        is_best[best[~is_other]] = True
        some = np.nonzero(is_other)[0] if some is None else some[is_other]
    some = np.arange(len(keys)) if some is None else some
    is_best[some[_best_sorted(keys.take(some), gain.take(some))]] = True
    return np.nonzero(is_best)[0]


def _slots(keys: Ints, multiplier: int) -> tuple[Ints, int]:
    """For each key a slot, and how many slots there are. Keys that are alike share one."""
    bits = (SLOTS_FOR_EACH * len(keys)).bit_length()
    mixed = keys.view(np.uint64) * np.uint64(multiplier)
    return (mixed >> np.uint64(64 - bits)).view(np.int64), 1 << bits


def _firsts_sorted(keys: Ints, numbers: Ints) -> Ints:
    """For each the first number of its key."""
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    found: Ints = numbers[first[which]]
    return found


def _best_sorted(keys: Ints, gain: Ints) -> Ints:
    """Of those of one key the best, the first of these."""
    order = np.lexsort((-gain, keys))
    keys = keys[order]
    fresh = np.ones(len(order), dtype=np.bool_)
    fresh[1:] = keys[1:] != keys[:-1]
    found: Ints = order[fresh]
    return found


def _keys(columns: Sequence[Ints]) -> Ints:
    """A number less than MOST_KEYS for all columns together."""
    keys: Ints = np.zeros(len(columns[0]), dtype=np.int64)
    most = 1
    for column in columns:
        if is_nothing(column):
            continue
        count = int(column.max(initial=0)) + 1
        if count == 1:
            continue
        if most * count > MOST_KEYS:
            _, keys = np.unique(keys, return_inverse=True)
            most = int(keys.max(initial=0)) + 1
        keys, most = keys * count + column if most > 1 else column, most * count
    return keys
