"""Random games played once for all tests that look at what was ruled and said in them."""

from functools import cache

import tests.rules.laws.anagrascramble
import tests.rules.laws.disorder
import tests.rules.laws.typo
import tests.rules.laws.villains
import tests.rules.laws.wordcard
import tests.rules.laws.wordcard_laying  # noqa: F401 (each game's modules state its laws)
from benchmarks.playouts import play_out
from companion.games import RULEBOOKS
from tests.rules.laws import Watched
from tests.whole_run import once

SEEDS = 150
WITH_SEATS = 40  # more, in which players join late and leave


def letter_of(game: str) -> str:
    """What the numbers of the game's clauses begin with."""
    return next(iter(RULEBOOKS[game].clauses))[0]


@cache
def played(game: str) -> Watched:
    """What some hundred play-outs of the game have seen, and how its laws fared. Raises Disagreement."""
    return once(f"{game}.playouts", lambda: _played(game))


def _played(game: str) -> Watched:
    tally = Watched(letter=letter_of(game))
    for seed in range(SEEDS):
        play_out(game, seed, tally)
    for seed in range(WITH_SEATS):
        play_out(game, seed, tally, seats=True)
    return tally
