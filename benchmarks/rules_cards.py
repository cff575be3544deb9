"""How fast the best of a hand is found in WORDCARD: `python benchmarks/rules_cards.py`.

Beside the search of `companion.solvers.search` what one would write first: trying every order of every
choice of the cards, judged by the same rules; with a wild that would take every letter and rank beside every order,
so only the number of lines it would have to judge is printed. Then random hands of eight with up to four wilds, all
searched in full: the typical and the worst processor time. Then thirteen cards in every type of game: what was found
within a bound, and whether no better can exist. All with the English dictionary; nothing is asserted.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import permutations
from math import comb, perm
from statistics import median
from typing import TYPE_CHECKING, Any

from companion.decks.deckfiles import load
from companion.games.wordcard.lines import NotGood, check_good
from companion.games.wordcard.scoring import FINISH_AT_ONCE_BONUS, LONG_BONUS, Scheme, new_bonuses, worth
from companion.games.wordcard.state import Line
from companion.lexicon import Lexicon
from companion.referee.match import load_lexicon
from companion.solvers.search import Opening, best_laydown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TYPES = ("wordplay", "cardplay", "wordplay_plus", "cardplay_plus", "wordcard")
EIGHT = ("7/T", "8/R", "9/A", "10/I", "J/N", "Q/S", "K/E", "A/D")
THIRTEEN = (*EIGHT, "7/O", "9/L", "10/G", "Q/M", "K/B")
STEPS = 100_000
HANDS, SEED = 12, 8


def by_trying(hand: Sequence[str], scheme: Scheme, words: Lexicon) -> int:
    """The best single line there is, by trying every order of every choice of the cards."""
    best = 0
    for count in range(1, len(hand) + 1):
        for row in permutations(hand, count):
            try:
                check_good(Line(row, 0), scheme, words)
            except NotGood:
                continue
            value = worth(row, scheme, words)
            finish = FINISH_AT_ONCE_BONUS if count == len(hand) else 0
            best = max(best, value.points + LONG_BONUS * len(new_bonuses(value)) + finish)
    return best


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """What a call gives, and its processor time in milliseconds."""
    began = time.thread_time_ns()
    answer = call()
    return answer, (time.thread_time_ns() - began) / 1e6


def lines_to_try(wilds: int, scheme: Scheme) -> int:
    """How many single lines of eight cards there are, every wild as everything it may stand for."""
    meanings = (26 if scheme.pays_words else 1) * (8 if scheme.pays_combinations else 1)
    return sum(
        comb(reals + some, some) * perm(8 - wilds, reals) * meanings**some
        for reals in range(8 - wilds + 1)
        for some in range(wilds + 1)
    )


def random_hands(wilds: int) -> list[list[str]]:
    """Hands of eight out of the shipped deck with so many wilds, the same at each run."""
    deck = [f"{card.rank}/{card.label}" for card in load("wordcard").cards if card.kind == "letter"]
    dealer = random.Random(SEED + wilds)
    return [dealer.sample(deck, 8 - wilds) + ["*"] * wilds for _ in range(HANDS)]


def print_random_hands(words: Lexicon) -> None:
    """Per type, aim and number of wilds: the processor time in full, and what trying every line would have to judge."""
    print(f"\nEight cards at random with wilds, {HANDS} hands each, searched in full: processor time in ms")
    print(f"{'type':<16}{'aim':<8}{'wilds':>6}{'median':>10}{'worst':>10}{'lines to try':>18}")
    for kind in TYPES:
        for aim in ("most", "fewest"):
            scheme = Scheme(kind, aim, {})  # type: ignore[arg-type]
            for wilds in range(5):
                found = [timed(lambda: best_laydown(hand, scheme, words)) for hand in random_hands(wilds)]  # noqa: B023
                sure = "" if all(best.exhaustive for best, _ in found) else "  not exhaustive"
                times = [ms for _, ms in found]
                tries = lines_to_try(wilds, scheme)
                print(f"{kind:<16}{aim:<8}{wilds:>6}{median(times):>10.1f}{max(times):>10.1f}{tries:>18,}{sure}")
                sys.stdout.flush()


def main() -> None:
    """Print the tables."""
    words = load_lexicon("en")
    assert isinstance(words, Lexicon)
    print(f"Eight cards ({' '.join(EIGHT)}), for the most; trying every order looks at single lines only")
    print(f"{'type':<16}{'gain':>8}{'trying':>8}{'search ms':>12}{'trying ms':>12}{'ratio':>10}")
    for kind in TYPES:
        scheme = Scheme(kind, "most", {})  # type: ignore[arg-type]
        best, search_ms = timed(lambda: best_laydown(EIGHT, scheme, words, opening=Opening(1)))  # noqa: B023
        tried, trying_ms = timed(lambda: by_trying(EIGHT, scheme, words))  # noqa: B023
        print(f"{kind:<16}{best.gain:>8}{tried:>8}{search_ms:>12.1f}{trying_ms:>12.1f}{trying_ms / search_ms:>9.1f}×")
    print_random_hands(words)
    print(f"\nThirteen cards ({' '.join(THIRTEEN)}), {STEPS:,} steps")
    print(f"{'type':<16}{'gain':>8}{'ms':>12}  lines")
    for kind in TYPES:
        scheme = Scheme(kind, "most", {})  # type: ignore[arg-type]
        best, search_ms = timed(lambda: best_laydown(THIRTEEN, scheme, words, steps=STEPS))  # noqa: B023
        lines = " | ".join(" ".join(line) for line in best.lines)
        sure = "no better exists" if best.exhaustive else "not exhaustive"
        print(f"{kind:<16}{best.gain:>8}{search_ms:>12.1f}  {lines} ({sure})")


if __name__ == "__main__":
    main()
