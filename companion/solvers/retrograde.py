"""Superghost solved backwards: for every run of letters of every word, whether whoever must go on from it is lost.

One letter is put before or behind those that lie there; whoever finishes a word of four letters or more loses, and so
does whoever leaves letters that stand together in no word. A place in the text of all words and a length are a run of
letters. The places are put in the order of what is read from them to the end of the word, so that equal runs are
neighbours, for every length at once; then the runs are judged from the longest to the shortest, all of one length in a
few passes over arrays.

Retrograde analysis is Thompson's way with chess endings (ICCA Journal 9/3, 1986); the order of places is the suffix
array of Manber and Myers (SIAM Journal on Computing 22/5, 1993), made by doubling as they make it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.solvers.superghost import SHORTEST, runs_before

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from companion.solvers.spellings import Flags, Ints

_SIGNS = 27  # the letters, and 0 for what lies behind the end of a word


class _Text(NamedTuple):
    """All words one behind the other: `room` are the letters from a place to the end of its word, `begins` says where
    one begins, `order` are the places ordered by what is read there, and `shared` (one for each of these) is how many
    letters it has in common with the place before it in that order."""

    room: NDArray[np.uint8]
    begins: Flags
    order: Ints
    shared: NDArray[np.uint8]


def lost_runs(groups: Iterable[tuple[int, str]]) -> bytes:
    """The table that `Superghost` reads: one bit for each run of letters of each word, set where it is lost.

    `groups` are the lengths of words (letters, ascending) with all words of the length run together (a–z). Takes up to
    70 bytes of memory a letter while it reckons.
    """
    listed = [(length, run) for length, run in groups if run]
    text = _text(listed)
    packed = {length: _Packed(length, len(run) // length) for length, run in listed}
    onward = np.zeros(len(text.room), dtype=np.bool_)  # who is led there, one letter further, is lost
    for length in range(max(packed, default=0), 0, -1):
        runs = _Runs.of(text, length)
        lost = runs.in_all(~_leads_to(onward, text))
        base = 0
        for long, run in listed:
            if long >= length:
                packed[long].put(length, lost[base : base + len(run)])
            base += len(run)
        onward = lost
        if length >= SHORTEST:
            finished = text.begins & (text.room == length)
            onward = runs.in_all(lost & ~finished)
    return b"".join(packed[length].planes.tobytes() for length, _ in listed)


class _Packed:
    """The planes of all words of one length: one for each run of places, in the order of `runs_before`."""

    def __init__(self, length: int, size: int) -> None:
        self._length = length
        self.planes = np.zeros((length * (length + 1) // 2, (size + 7) // 8), dtype=np.uint8)

    def put(self, run: int, lost: Flags) -> None:
        """Put in the runs of so many letters; `lost` has a flag for each place of each word."""
        by_place = lost.reshape(-1, self._length)[:, : self._length - run + 1]
        first = runs_before(self._length, run)
        self.planes[first : first + by_place.shape[1]] = np.packbits(by_place.T, axis=1, bitorder="little")


class _Runs(NamedTuple):
    """All runs of so many letters: `places` where they stand, equal ones beside each other from each of `new` on."""

    places: Ints
    new: Ints

    @classmethod
    def of(cls, text: _Text, length: int) -> _Runs:
        there = text.room[text.order] >= length
        number = np.cumsum(text.shared < length, dtype=np.int32)[there]
        return cls(text.order[there], np.flatnonzero(np.diff(number, prepend=-1)))

    def in_all(self, flags: Flags) -> Flags:
        """Whether all places of a run are flagged, said of each of them; no other place is."""
        said = np.zeros(len(flags), dtype=np.bool_)
        if len(self.new):
            found = np.logical_and.reduceat(flags[self.places], self.new)
            said[self.places] = np.repeat(found, np.diff(self.new, append=len(self.places)))
        return said


def _leads_to(onward: Flags, text: _Text) -> Flags:
    """For each place whether one letter more, behind (from the same place) or before (from the place before), does."""
    leads = onward.copy()
    leads[1:] |= onward[:-1] & ~text.begins[1:]
    return leads


def _text(groups: list[tuple[int, str]]) -> _Text:
    signs = np.frombuffer("".join(run for _, run in groups).encode(), dtype=np.uint8) - (ord("a") - 1)
    lengths = [np.tile(np.arange(length, 0, -1, dtype=np.uint8), len(run) // length) for length, run in groups]
    room = np.concatenate(lengths) if lengths else np.zeros(0, dtype=np.uint8)
    begins = np.concatenate(([True], room[:-1] == 1)) if len(room) else np.zeros(0, dtype=np.bool_)
    longest = max((length for length, _ in groups), default=0)
    ranks = [signs.astype(np.int32)]  # by what is read in 1, 2, 4 … letters
    reach, order = 1, np.argsort(signs, kind="stable").astype(np.int32)
    while reach < longest:
        key = ranks[-1].astype(np.int64) * (int(ranks[-1].max()) + 1)
        key[:-reach] += np.where(room[:-reach] > reach, ranks[-1][reach:], 0)
        order = np.argsort(key, kind="stable").astype(np.int32)
        ranked = np.empty(len(key), dtype=np.int32)
        key = key[order]
        ranked[order] = np.cumsum(np.concatenate(([1], key[1:] != key[:-1])), dtype=np.int32)
        ranks.append(ranked)
        reach *= 2
    return _Text(room, begins, order, _shared(ranks, room, order))


def _shared(ranks: list[Ints], room: NDArray[np.uint8], order: Ints) -> NDArray[np.uint8]:
    """How many letters each place in order has in common with the one before it; the first has none."""
    shared = np.zeros(len(order), dtype=np.uint8)
    if not len(order):
        return shared
    here, before = order[1:].copy(), order[:-1].copy()
    least = np.minimum(room[here], room[before])
    found = shared[1:]
    for level in range(len(ranks) - 1, -1, -1):
        reach = 1 << level
        fits = found.astype(np.int32) + reach <= least
        ranked = ranks[level]
        at_here, at_before = np.where(fits, here, 0), np.where(fits, before, 0)
        same = fits & (ranked[at_here] == ranked[at_before])
        found[same] += reach
        here[same] += reach
        before[same] += reach
    return shared
