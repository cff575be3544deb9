"""DNA: which four Monsters make a Villain (V14)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LETTERS = "ABCD"
UNKNOWNS = "xy"


def readings(sequence: str) -> tuple[str, ...]:
    """All that a Villain's DNA may stand for, letters sorted: `BBxx` → `AABB`, `BBCC`, `BBDD`."""
    free = [letter for letter in LETTERS if letter not in sequence]
    unknown = [sign for sign in UNKNOWNS if sign in sequence]
    found = set()
    for letters in permutations(free, len(unknown)):
        meant = dict(zip(unknown, letters, strict=True))
        found.add("".join(sorted(meant.get(sign, sign) for sign in sequence)))
    return tuple(sorted(found))


def matches(sequence: str, dna: Iterable[str]) -> bool:
    """Whether Monsters with these DNA letters, in any order, make a Villain with this sequence."""
    monsters = Counter(dna)
    return any(Counter(reading) == monsters for reading in readings(sequence))
