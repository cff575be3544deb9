"""Columns of whole numbers, in numpy: what rows that grow side by side are kept in, and which of them are alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.solvers.spellings import Flags, Ints

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
    """Of those that are alike in all columns (numbers from 0) the first, and by all which of these they are like."""
    keys = _keys(columns)
    count = len(columns[0])
    first, some = np.arange(count), np.arange(count)
    for multiplier in MULTIPLIERS:
        if len(some) <= SOON_SORTED:
            break
        slot, slots = _slots([key.take(some) for key in keys], multiplier)
        at = np.zeros(slots, dtype=np.int64)
        at[slot[::-1]] = some[::-1]  # the last that is put there is the first
        found = at.take(slot)
        first[some] = found
        some = some[_differ(keys, found, some)]  # which share a slot with others
    order, fresh = _sorted([key.take(some) for key in keys], some)
    first[some[order]] = some[order[fresh]].take(np.cumsum(fresh) - 1)
    is_first = first == np.arange(count)
    return np.nonzero(is_first)[0], (np.cumsum(is_first) - 1).take(first)


def best_of_alike(columns: Sequence[Ints], gain: Ints) -> Ints:
    """Of those that are alike in all columns (numbers from 0) the one of the highest gain, the first of these."""
    keys = _keys(columns)
    count = len(gain)
    is_best = np.zeros(count, dtype=np.bool_)
    bits = count.bit_length()
    last = (1 << bits) - 1
    score = (gain << bits) + (last - np.arange(count))  # no two have the same, and of it the number is known
    some = np.arange(count)
    for multiplier in MULTIPLIERS:
        if len(some) <= SOON_SORTED:
            break
        is_all = len(some) == count
        slot, slots = _slots(keys if is_all else [key.take(some) for key in keys], multiplier)
        most = np.full(slots, LEAST)
        np.maximum.at(most, slot, score if is_all else score.take(some))
        best = last - (most.take(slot) & last)
        is_other = _differ(keys, best, some)  # which share a slot with better ones of others
        is_best[best[~is_other]] = True
        some = some[is_other]
    order, fresh = _sorted([key.take(some) for key in keys], -gain.take(some))
    is_best[some[order[fresh]]] = True
    return np.nonzero(is_best)[0]


def _slots(keys: Sequence[Ints], multiplier: int) -> tuple[Ints, int]:
    """For each a slot, and how many slots there are. Those that are alike share one."""
    bits = (SLOTS_FOR_EACH * len(keys[0])).bit_length()
    mixed = keys[0].view(np.uint64) * np.uint64(multiplier)
    for key in keys[1:]:
        mixed = (mixed ^ (mixed >> np.uint64(32)) ^ key.view(np.uint64)) * np.uint64(multiplier)
    return (mixed >> np.uint64(64 - bits)).view(np.int64), 1 << bits


def _differ(keys: Sequence[Ints], some: Ints, others: Ints) -> Flags:
    """Whether some are not like the others, one by one."""
    found: Flags = keys[0].take(some) != keys[0].take(others)
    for key in keys[1:]:
        found |= key.take(some) != key.take(others)
    return found


def _sorted(keys: Sequence[Ints], by: Ints) -> tuple[Ints, Flags]:
    """Those that are alike behind each other, sorted, and whether each is the first of these."""
    order = np.lexsort((by, *keys))
    fresh = np.zeros(len(order), dtype=np.bool_)
    fresh[:1] = True
    fresh[1:] = _differ(keys, order[1:], order[:-1])
    return order, fresh


def _keys(columns: Sequence[Ints]) -> list[Ints]:
    """Few columns in which those are alike that are so in all of these."""
    keys: list[Ints] = []
    most = MOST_KEYS
    for column in columns:
        count = 1 if is_nothing(column) else int(column.max(initial=0)) + 1
        if count == 1:
            continue
        wide = column.astype(np.int64, copy=False)
        if most * count > MOST_KEYS:
            keys.append(wide)
            most = count
        else:
            keys[-1] = keys[-1] * count + wide
            most *= count
    return keys or [np.zeros(len(columns[0]), dtype=np.int64)]
