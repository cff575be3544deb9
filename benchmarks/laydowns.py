"""How often the best laydown of a whole hand is found for certain, and how soon: `python -m benchmarks.laydowns`.

    python -m benchmarks.laydowns [--type T] [--hands N] [--small N] [--beam] [--seed N]

Thirteen cards out of the shipped deck with no, one and two wilds, in every type of game or one, for the most, with the
English dictionary: the processor time, in how many hands it is proved within two seconds that no better laydown exists,
the worst gap to what there may be where it is not, and with `--beam` beside it what a beam finds in 20,000 steps. Then
`--small` random hands of up to five cards in every type and for both aims, the search of whole hands held against every
way to lay them: any that differ are printed, and the exit status is then 1. Nothing else is asserted.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from functools import partial
from statistics import median, quantiles
from typing import TYPE_CHECKING, NamedTuple, get_args

from benchmarks.figures import at_least_one
from companion.decks.deckfiles import load
from companion.games.wordcard.events import Aim, PlainType
from companion.games.wordcard.kinds import groups_of, kinds_of
from companion.games.wordcard.notation import WILD
from companion.games.wordcard.scoring import Scheme
from companion.lexicon import Lexicon
from companion.referee.match import load_lexicon
from companion.solvers.beam import BeamSearch
from companion.solvers.search import best_laydown
from tests.solvers.test_wordcard_layers import in_layers, problem_of
from tests.solvers.test_wordcard_solver import SMALL, brute_force, two_cards_or_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.solvers.search import Best

TYPES: tuple[PlainType, ...] = get_args(PlainType)
CARDS, WILDS = 13, (0, 1, 2)
SOON_S = 2.0
BEAM_STEPS = 20_000


class Found(NamedTuple):
    """What was found of one hand, the seconds of processor time it took, and what the beam found."""

    best: Best
    took_s: float
    by_beam: int | None


class _Enough(Exception):
    """The beam has had its steps."""


def beam(hand: Sequence[str], scheme: Scheme, words: Lexicon) -> int:
    """What the beam finds in its steps."""
    left = [BEAM_STEPS]

    def step() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise _Enough

    problem = problem_of(list(hand), scheme, words)
    kinds = kinds_of(groups_of(hand, scheme), scheme)
    full = tuple(kind.count for kind in kinds)
    search = BeamSearch(type(problem)(kinds, scheme, (), 50, lambda used: used == full or sum(used) > 1, step), words)
    try:
        search.run()
    except _Enough:
        return search.gain
    return search.gain


def of_hand(scheme: Scheme, words: Lexicon, hand: Sequence[str], *, with_beam: bool) -> Found:
    """The search of one hand, and with the beam both."""
    began_s = time.thread_time()
    best = best_laydown(hand, scheme, words)
    took_s = time.thread_time() - began_s
    return Found(best, took_s, beam(hand, scheme, words) if with_beam else None)


def proved(found: Found) -> bool:
    """Whether no better laydown exists that may be shown."""
    return found.best.at_most == found.best.gain


def print_whole_hands(words: Lexicon, types: Sequence[PlainType], hands: int, seed: int, *, with_beam: bool) -> None:
    """A row for each type of game and number of wilds."""
    deck = [f"{card.rank}/{card.label}" for card in load("wordcard").cards if card.kind == "letter"]
    print(f"{CARDS} cards, {hands} random hands each; processor time of one thread")
    print(f"{'type':<16}{'wilds':>6}{'median s':>10}{'95 % s':>8}{'worst s':>9}{'proved':>8}{'in 2 s':>8}", end="")
    print(f"{'worst gap':>11}" + (f"{'beam finds less in':>20}{'at worst':>10}" if with_beam else ""))
    for kind in types:
        for wilds in WILDS:
            dealer = random.Random(seed + wilds)
            dealt = [dealer.sample(deck, CARDS - wilds) + [WILD] * wilds for _ in range(hands)]
            found = list(map(partial(of_hand, Scheme(kind, "most", {}), words, with_beam=with_beam), dealt))
            times = [each.took_s for each in found]
            tail = quantiles(times, n=20, method="inclusive")[-1] if hands > 1 else times[0]
            soon = sum(proved(each) and each.took_s <= SOON_S for each in found)
            gap = max((each.best.at_most or 0) - each.best.gain for each in found)
            short = (each.best.gain - each.by_beam for each in found if each.by_beam is not None)
            less = [points for points in short if points > 0]
            print(f"{kind:<16}{wilds:>6}{median(times):>10.2f}{tail:>8.2f}{max(times):>9.2f}", end="")
            print(f"{sum(map(proved, found)) / hands:>8.0%}{soon / hands:>8.0%}{gap:>11}", end="")
            print(f"{len(less) / hands:>20.0%}{max(less, default=0):>10}" if with_beam else "", flush=True)


def small_hands_differ(count: int, seed: int) -> int:
    """How many small hands are not searched as trying every way finds; each is printed."""
    dealer, differ = random.Random(seed), 0
    for number in range(count):
        kind, aim = TYPES[number % len(TYPES)], get_args(Aim)[number // len(TYPES) % 2]
        wilds = dealer.choice([0, 0, 1])
        size = dealer.randint(1, 3 if wilds else 5)
        reals = [f"{dealer.choice(['7', '8', '9', '10', 'A'])}/{dealer.choice('AABBC')}" for _ in range(size)]
        hand, scheme = [*reals, *[WILD] * wilds], Scheme(kind, aim, {})
        gain = in_layers(problem_of(hand, scheme, SMALL)).gain
        best = brute_force(hand, scheme, SMALL, enough=two_cards_or_all(hand))
        if gain != best:
            differ += 1
            print(f"{kind}, {aim}: {' '.join(hand)} brings {best}, found {gain}")
    print(f"{count} small hands in all types, for both aims: {differ} differ from trying every way")
    return differ


def main() -> int:
    """Print the table; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=at_least_one, default=100, help="how many hands of each sort")
    parser.add_argument("--small", type=at_least_one, default=2000, help="how many small hands")
    parser.add_argument("--type", choices=TYPES, help="of one type of game only")
    parser.add_argument("--beam", action="store_true", help="hold a beam in 20,000 steps beside it")
    parser.add_argument("--seed", type=int, default=13)
    args = parser.parse_args()
    words = load_lexicon("en")
    assert isinstance(words, Lexicon)
    print_whole_hands(words, [args.type] if args.type else TYPES, args.hands, args.seed, with_beam=args.beam)
    return 1 if small_hands_differ(args.small, args.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
