"""How long a hint takes in TYPO beside looking at every word: `python -m benchmarks.hindsight_typo`.

Both find every place of a letter, an example word each and the best place, in the English dictionary, for rows that are
beginnings of words; the straightforward way looks through the whole list of words for every question.
"""

from __future__ import annotations

from random import Random
from string import ascii_uppercase
from time import thread_time
from typing import TYPE_CHECKING

from companion import dictionaries
from companion.games.typo.ways import ways

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.lexicon import Lexicon

POSITIONS, BY_HAND = 1000, 10


def times_ms(work: Callable[[], object], positions: int) -> list[float]:
    """How long each of so many calls takes, sorted."""
    found = []
    for _ in range(positions):
        began = thread_time()
        work()
        found.append((thread_time() - began) * 1000)
    return sorted(found)


def ways_by_hand(every: Sequence[str], rows: Sequence[str], letter: str) -> list[tuple[int, str, str]]:
    """The places of the letter, the best first, by a look at each word for each question."""

    def on(row: str) -> int:
        begun = [word for word in every if word.startswith(row) or word[1:].startswith(row)]
        behind = {word[len(row)] for word in begun if word.startswith(row) and len(word) > len(row)}
        return len(behind) + len({word[0] for word in begun if word[1:].startswith(row)})

    found = []
    for number, row in enumerate(rows):
        for letters in (letter + row, row + letter):
            example = next((word for word in every if word.startswith(letters)), None)
            if example is not None:
                found.append((on(row) - on(letters), number, example))
    return [(number, example, "") for _, number, example in sorted(found)]


def measured() -> int:
    """Print one line of figures; how often two ways have differed."""
    words: Lexicon = dictionaries.load("en")
    every, chance = [word.upper() for word in words.words()], Random(1)

    def position() -> tuple[list[str], str]:
        return [chance.choice(every)[: chance.randint(1, 6)] for _ in range(4)], chance.choice(ascii_uppercase)

    ours = times_ms(lambda: ways(words, *position()), POSITIONS)
    theirs = times_ms(lambda: ways_by_hand(every, *position()), BY_HAND)
    middle, late = ours[POSITIONS // 2], ours[POSITIONS * 99 // 100]
    by_hand = theirs[BY_HAND // 2]
    print(
        f"TYPO: a hint in {middle:.1f} ms (p50), {late:.1f} ms (p99) over {POSITIONS} positions; every word looked at: "
        f"{by_hand:.0f} ms (p50 of {BY_HAND}), {by_hand / middle:.0f} times as long"
    )
    return 0


if __name__ == "__main__":
    measured()
