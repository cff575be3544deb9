"""What was solved of a dictionary's words (`companion.solvers.superghost`), kept beside its compiled form.

Kept as that is: under the same key, with a digest, written whole or not at all, and made again when it is damaged. Only
whoever makes it needs the time and the memory: `python -m companion.dictionaries --solve NAME DATA` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.dictionaries import cache as caches
from companion.dictionaries.memory import free_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.lexicon import Lexicon

_REVISION = b"superghost 1"  # raised whenever the table's form changes
_NEEDED_BYTES = 35  # for each letter of all words, while it is made


class SolvedTable:
    """The table of one dictionary: read when it is asked for, and from then on in memory."""

    def __init__(self, cache: Path, name: str, key: bytes, unsolved: Callable[[str], None]) -> None:
        """`key` is that of the compiled form in the folder `cache`; `unsolved` is told the name where a table that is
        asked for is not there."""
        self._path, self._key = cache / f"{name}.solved", caches.digest(key, _REVISION)
        self._name, self._unsolved = name, unsolved
        self._table: bytes | None = None

    def __call__(self) -> bytes | None:
        """The table; None where there is none that can be used."""
        if self._table is None:
            kept = caches.read(self._path, self._key, _nothing_said)
            if kept is None:
                self._unsolved(self._name)
            else:
                (self._table,) = kept
        return self._table

    def make(self, lexicon: Lexicon, notice: Callable[[str], None]) -> None:
        """Have it there, from the same words: solved now if need be and if this machine has the memory free."""
        if self() is not None:
            return
        needed, free = _NEEDED_BYTES * sum(len(run) for _, run in lexicon.groups()), free_bytes()
        if free is not None and free < needed:
            mb = 1_000_000
            notice(f"{self._name} is not solved: that takes {needed // mb} MB of memory, and {free // mb} MB are free")
            return
        from companion.solvers.retrograde import lost_runs  # numpy and all only in the process that makes it

        caches.write(self._path, self._key, (lost_runs(lexicon.groups()),), notice)


def _nothing_said(_notice: str) -> None:
    """It is made again without a word: a match misses nothing but what is nice to know."""
