"""Whether the laws of a game's clauses can be broken at all: `python -m benchmarks.laws typo`.

Mutants of the rulebook (`benchmarks/mutating.py`), in an order by chance, play some random games each, in a fork, in
every other of which players join late and leave, and are held against the laws in `tests/rules/laws`, until the law of
every clause has been broken by one of them. Said is by which; the status is 1 when there is a clause whose law none of
them breaks. Left out are clauses that play-outs do not come to, which have a property of their own (`BESIDE`).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import signal
import sys
from random import Random
from typing import TYPE_CHECKING

from benchmarks.asking import NAMES
from benchmarks.mutants import MEMORY_BYTES, rules_of
from benchmarks.mutating import mutants
from benchmarks.playouts import Disagreement, play_out
from benchmarks.swapping import swap
from tests.rules.laws import LAWS, Watched
from tests.rules.played import letter_of
from tests.rules.test_laws import BESIDE

if TYPE_CHECKING:
    from benchmarks.mutating import Mutant

GAMES_PLAYED, AT_MOST_S = 60, 60.0  # by each mutant; seconds of the processor
PART = 5  # games after which a mutant that has broken something is done


def main() -> int:
    """Break the laws, and say by what."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--seed", type=int, default=0, help="of the order of the mutants")
    arguments = parser.parse_args()
    game, letter = arguments.game, letter_of(arguments.game)
    left = {clause for clauses in LAWS[letter].values() for clause in clauses} - BESIDE.keys()
    tried = [one for path in rules_of(game) for one in mutants(path) if one.within]
    Random(arguments.seed).shuffle(tried)
    for number, mutant in enumerate(tried, start=1):
        new = left & _broken_by(game, mutant)
        left -= new
        for clause in sorted(new, key=lambda one: int(one[1:])):
            print(f"{clause:4} {mutant.name}", flush=True)
        if not left:
            print(f"{game}: every law was broken by one of {number} mutants")
            return 0
    print(f"{game}: broken by none of {len(tried)} mutants: {' '.join(sorted(left))}")
    return 1


def _broken_by(game: str, mutant: Mutant) -> set[str]:
    """The clauses whose laws the mutant breaks, in a fork; none where it cannot play at all."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        signal.setitimer(signal.ITIMER_PROF, AT_MOST_S)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            swap(mutant, importlib.import_module(f"companion.games.{game}.{mutant.path.stem}"))
            os.write(write, json.dumps(sorted(_played(game))).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return set(json.loads(said)) if said else set()


def _played(game: str) -> set[str]:
    tally = Watched(letter=letter_of(game))
    for seed in range(GAMES_PLAYED):
        try:
            play_out(game, seed, tally, seats=seed % 2 == 1)
        except (Disagreement, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError):
            continue  # a mutant may not come to the end of a game: what it broke before counts
        if tally.broken and seed % PART == 0:
            break
    return set(tally.broken)


if __name__ == "__main__":
    sys.exit(main())
