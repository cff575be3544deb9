"""Random games played once for all tests that look at what was said in them."""

from functools import cache

from benchmarks.playouts import Tally, play_out

SEEDS = 150


@cache
def played(game: str) -> Tally:
    """What some hundred play-outs of the game have seen. Raises Disagreement."""
    tally = Tally()
    for seed in range(SEEDS):
        play_out(game, seed, tally)
    return tally
