"""Which words have which letter where: one bit per word, and a question is a handful of ANDs.

Words are grouped by length and sorted. For every length, letter and place there is one Python integer, a *plane*,
whose bit k says that the k-th word of that length has that letter at that place. A pattern is looked for by ANDing,
at every offset it can have in a word of some length, the planes of its letters, the rarest first, until nothing is
left. So a question touches a few kilobytes and never looks at a word.
"""

from __future__ import annotations

from operator import and_
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

Where = Literal["inside", "start", "whole"]

A = ord("a")
_LETTERS = 26
_CHAINED = 3  # so many letters are ANDed for every offset at once; the others only where something is left
_ONES = [bytes(ord("1") if sign == A + letter else ord("0") for sign in range(256)) for letter in range(_LETTERS)]


class Pattern(NamedTuple):
    """A pattern of `length` cells; `literals` are (cell, letter 0–25) of those that are no wilds."""

    length: int
    literals: tuple[tuple[int, int], ...]


class Group(NamedTuple):
    """All words of one length: their letters run together, the planes [letter][place], and which may be shown."""

    size: int
    text: str
    planes: tuple[tuple[int, ...], ...]
    shown: int


class Positions:
    """The planes of a set of folded words (a–z)."""

    __slots__ = ("_by_fullness", "_groups", "_rarity")

    def __init__(self, groups: dict[int, Group], rarity: Sequence[int]) -> None:
        self._groups = groups
        self._rarity = tuple(rarity)
        self._by_fullness = sorted(groups, key=lambda length: -groups[length].size)

    @classmethod
    def build(cls, words: Iterable[str], shown: Collection[str] | None = None) -> Positions:
        """Index the words; `shown` are those the device may show by itself (None: all)."""
        by_length: dict[int, list[str]] = {}
        for word in words:
            by_length.setdefault(len(word), []).append(word)
        groups, occurrences = {}, [0] * _LETTERS
        for length in sorted(by_length):
            ordered = sorted(by_length[length])
            text = "".join(ordered)
            for letter in range(_LETTERS):
                occurrences[letter] += text.count(chr(A + letter))
            groups[length] = Group(len(ordered), text, _planes(text.encode(), length), _shown(ordered, shown))
        ranked = sorted(range(_LETTERS), key=lambda letter: occurrences[letter])
        return cls(groups, [ranked.index(letter) for letter in range(_LETTERS)])

    def exists(self, pattern: Pattern, where: Where = "inside", *, longer: bool = False) -> bool:
        """Whether any word has the pattern there (`longer`: and is longer than it)."""
        literals = self._rarest_first(pattern)
        for length in self._lengths(pattern, where, self._by_fullness, longer=longer):
            if any(self._offsets(length, pattern.length, literals, where)):
                return True
        return False

    def hits(
        self, pattern: Pattern, where: Where = "inside", *, longer: bool = False, shown: bool = False
    ) -> Iterator[tuple[int, int]]:
        """Per word length, shortest first: the length and the plane of the words that have the pattern there."""
        literals = self._rarest_first(pattern)
        for length in self._lengths(pattern, where, self._groups, longer=longer):
            found = 0
            for bits in self._offsets(length, pattern.length, literals, where):
                found |= bits
            if shown:
                found &= self._groups[length].shown
            if found:
                yield length, found

    def letters(self, pattern: Pattern, cell: int) -> set[int]:
        """Which letters (0–25) stand in that cell of the pattern in the words that begin with it."""
        literals = self._rarest_first(pattern)
        missing, found = set(range(_LETTERS)), set[int]()
        for length in self._lengths(pattern, "start", self._by_fullness, longer=False):
            planes = self._groups[length].planes
            for bits in self._offsets(length, pattern.length, literals, "start"):
                found |= {letter for letter in missing if bits & planes[letter][cell]}
            missing -= found
        return found

    def words(self, length: int, plane: int) -> Iterator[str]:
        """The words of this length that the plane marks, in alphabetical order."""
        text = self._groups[length].text
        marks = bin(plane)[:1:-1]
        at = marks.find("1")
        while at >= 0:
            yield text[at * length : at * length + length]
            at = marks.find("1", at + 1)

    def unshown(self) -> Iterator[str]:
        """Every word that the device may not show by itself."""
        for length, group in self._groups.items():
            yield from self.words(length, ~group.shown & ((1 << group.size) - 1))

    def all_words(self) -> Iterator[str]:
        """Every word, shortest first, then alphabetical."""
        for length, group in self._groups.items():
            for start in range(0, len(group.text), length):
                yield group.text[start : start + length]

    def groups(self) -> Iterable[tuple[int, Group]]:
        """The words of each length, shortest first."""
        return self._groups.items()

    def group(self, length: int) -> Group | None:
        """The words of one length, None when there are none."""
        return self._groups.get(length)

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths there are words of, ascending."""
        return tuple(self._groups)

    def __len__(self) -> int:
        return sum(group.size for group in self._groups.values())

    def state(self) -> tuple[Any, ...]:
        """Everything as plain tuples, strings and integers; `Positions.from_state` takes it back."""
        groups = [(length, tuple(group)) for length, group in self._groups.items()]
        return (groups, self._rarity)

    @classmethod
    def from_state(cls, state: tuple[Any, ...]) -> Positions:
        """The index that `state()` was taken from."""
        groups, rarity = state
        return cls({length: Group(*group) for length, group in groups}, rarity)

    def _rarest_first(self, pattern: Pattern) -> list[tuple[int, int]]:
        rarity = self._rarity
        return sorted(pattern.literals, key=lambda literal: rarity[literal[1]])

    def _lengths(self, pattern: Pattern, where: Where, among: Iterable[int], *, longer: bool) -> list[int]:
        if where == "whole":
            return [pattern.length] if pattern.length in self._groups and not longer else []
        least = pattern.length + longer
        return [length for length in among if length >= least]

    def _offsets(self, length: int, cells: int, literals: list[tuple[int, int]], where: Where) -> Iterable[int]:
        """One plane per offset the pattern can have in a word of this length; lazy, so that `any` stops early."""
        group = self._groups[length]
        count = 1 if where != "inside" else length - cells + 1
        if not literals:
            return ((1 << group.size) - 1,)
        cell, letter = literals[0]
        planes: Iterable[int] = group.planes[letter][cell : cell + count]
        for cell, letter in literals[1:_CHAINED]:
            planes = map(and_, planes, group.planes[letter][cell : cell + count])
        return planes if len(literals) <= _CHAINED else self._survivors(planes, group, literals[_CHAINED:])

    @staticmethod
    def _survivors(planes: Iterable[int], group: Group, literals: list[tuple[int, int]]) -> Iterator[int]:
        for offset, plane in enumerate(planes):
            bits = plane
            if not bits:
                continue
            for cell, letter in literals:
                bits &= group.planes[letter][cell + offset]
                if not bits:
                    break
            else:
                yield bits


def _planes(text: bytes, length: int) -> tuple[tuple[int, ...], ...]:
    by_place = []
    for place in range(length):
        column = text[place::length][::-1]
        there = set(column)
        by_place.append([int(column.translate(_ONES[x]), 2) if A + x in there else 0 for x in range(_LETTERS)])
    return tuple(zip(*by_place, strict=True))


def _shown(ordered: list[str], shown: Collection[str] | None) -> int:
    if shown is None:
        return (1 << len(ordered)) - 1
    return int("".join("01"[word in shown] for word in reversed(ordered)), 2)
