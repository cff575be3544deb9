"""Superghost solved backwards: for every run of letters of every word, whether whoever must go on from it is lost.

One letter is put before or behind those that lie there; whoever finishes a word of four letters or more loses, and so
does whoever leaves letters that stand together in no word. A place in the text of all words and a length are a run of
letters. The places are put in the order of what is read from them to the end of the word, so that equal runs are
neighbours, for every length at once; then the runs are judged from the longest to the shortest, all of one length in a
few passes over arrays.

Retrograde analysis is Thompson's way with chess endings (ICCA Journal 9/3, 1986); the order of places is the suffix
array of Manber and Myers (SIAM Journal on Computing 22/5, 1993), made of one first letter after the other: words are
short, and doubling, as they make it, takes twice the memory.
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
_AT_ONCE = 13  # letters that are one number of 64 bits


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
    30 bytes of memory a letter while it reckons.
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
        is_new = np.concatenate(([True], number[1:] != number[:-1]))[: len(number)]
        return cls(text.order[there], np.flatnonzero(is_new))

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
    order, shared = np.zeros(len(signs), dtype=np.int32), np.zeros(len(signs), dtype=np.uint8)
    done = 0
    for letter in range(1, _SIGNS):  # those that begin alike at one go: sorting takes many bytes for each of them
        places = _ordered(np.flatnonzero(signs == letter), signs, room)
        part = slice(done, done := done + len(places))
        order[part], shared[part] = places, _shared(places, signs, room)
    return _Text(room, begins, order, shared)


def _ordered(places: Ints, signs: NDArray[np.uint8], room: NDArray[np.uint8]) -> Ints:
    """The places, which begin with one letter, in the order of what is read there: by their last letters first."""
    longest = int(room[places].max(initial=0))
    for skipped in reversed(range(1, longest, _AT_ONCE)):
        key = np.zeros(len(places), dtype=np.int64)
        for at in range(skipped, skipped + _AT_ONCE):
            key *= _SIGNS
            there = np.flatnonzero(room[places] > at)
            key[there] += signs[places[there] + at]
        places = places[np.argsort(key, kind="stable")]
    return places


def _shared(places: Ints, signs: NDArray[np.uint8], room: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How many letters each place has in common with the one before it; the first has none."""
    shared = np.zeros(len(places), dtype=np.uint8)
    alike = np.arange(1, len(places))
    for at in range(int(room[places].max(initial=0))):
        here, before = places[alike], places[alike - 1]
        alike = alike[np.minimum(room[here], room[before]) > at]
        alike = alike[signs[places[alike] + at] == signs[places[alike - 1] + at]]
        shared[alike] += 1
    return shared
