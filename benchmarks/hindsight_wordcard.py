"""How long WORDCARD's hindsight takes once the hands are shown: `python -m benchmarks.hindsight_wordcard`.

    python -m benchmarks.hindsight_wordcard [--ends N] [--tags N] [--seed N]

Ends of matches with the shipped deck and the English dictionary, in every type and for both aims, on the table and on
the grid: two to four players, the best lines of some hands on the table, one player out and the others with one to
eight cards. Told are median and 99th percentile of one hint (all hands of an end) and of what of it is told first (a
laydown of one hand that may be no more than a good one), in how many all that the hint says is exact, and the most
memory in use at once. Then, `--tags` times, the best tag-on of up to three cards beside the straightforward way, every
order of the cards at both ends of every line through the rules: their medians, 99th percentiles and the ratio, in
processor time of one thread and in one run. If the two ever differ it is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
import tracemalloc
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, get_args

from benchmarks.figures import at_least_one, percentile, told
from benchmarks.single_additions import best_addition
from companion.decks.deckfiles import load
from companion.games import rulebook
from companion.games.wordcard import events as e
from companion.games.wordcard import grid as g
from companion.games.wordcard.additions import may_be_shown
from companion.games.wordcard.hindsight import first_hints, hints, laying_terms
from companion.games.wordcard.laying import tag
from companion.games.wordcard.notation import WILD, in_hand
from companion.games.wordcard.state import Hand, Laid, Line, State
from companion.lexicon import Lexicon
from companion.referee.match import load_lexicon
from companion.solvers.search import best_laydown

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("Ann", "Bob", "Cy", "Di")
LAID_FROM = 6  # cards of which each line on the table was the best
MS = 1000
TRACED = 20


def end_of_match(
    luck: Random, words: Lexicon, kind: str, aim: str, *, grid: bool, most_left: int
) -> tuple[State, e.Hands]:
    """Ann is out, the others show what they have left; everybody has opened."""
    players = NAMES[: luck.randint(2, len(NAMES))]
    options = {"type": kind, "aim": aim, "grid": grid, "strict": kind in ("wordplay", "wordplay_plus", "wordcard")}
    state: State = rulebook("wordcard").start(players, options, words)
    deck = [
        f"{card.rank}/{card.label}"
        for card in load("wordcard").cards
        if card.kind == "letter"
        for _ in range(card.copies)
    ]
    pile = [*deck, WILD, WILD, WILD, WILD]
    luck.shuffle(pile)
    for number in range(2 * len(players)):
        some = [pile.pop() for _ in range(LAID_FROM)]
        real = [card for card in some if card != WILD]
        for line in best_laydown(real, state.scheme, words).lines[:1]:
            state = _with(state, line, number)
    left = {name: tuple(pile.pop() for _ in range(luck.randint(1, most_left))) for name in players[1:]}
    hands = [Hand(0, opened_in=1), *(Hand(len(cards), opened_in=1) for cards in left.values())]
    return replace(state, hands=tuple(hands), out=0, turn_number=9, pile=(None, pile.pop())), e.Hands(left)


def _with(state: State, line: Sequence[str], number: int) -> State:
    """With one more line: on the grid one below the other, two rows apart."""
    if not state.options.grid:
        return replace(state, lines=(*state.lines, Line(tuple(line), number % len(state.players))))
    laid = (*state.grid, *(Laid((x, 3 * number), card, 0) for x, card in enumerate(line)))
    cards = {each.spot: each.card for each in laid}
    return replace(state, grid=laid, lines=g.runs_through(cards, cards))


def straightforward(state: State, hand: Sequence[str], words: Lexicon) -> int:
    """The most that a tag-on with words that may be shown brings, by trying every order at both ends of every line."""
    best = 0
    for number in range(1, len(state.lines) + 1):
        for count in range(1, len(hand) + 1):
            for laid in permutations(hand, count):
                for cut in range(count + 1):
                    after, ruling = tag(state, e.Tag(state.name(state.turn), number, laid[:cut], laid[cut:], ()))
                    if not ruling.accepted or (brought := _brought(state, after, laid)) <= best:
                        continue
                    if may_be_shown([after.lines[number - 1].cards], words, state.lines):
                        best = brought
    return best


def _brought(before: State, after: State, laid: Sequence[str]) -> int:
    old, new = before.hands[before.turn], after.hands[before.turn]
    if before.scheme.aim == "most":
        return new.score - old.score
    return new.bonus - old.bonus + sum(before.scheme.in_hand(in_hand(card)) for card in laid)


def print_hints(words: Lexicon, ends: int, seed: int) -> None:
    """A row for table and grid, type and aim."""
    luck = Random(seed)
    print(f"{'':6}{'type':16}{'aim':8}{'median ms':>10}{'99 % ms':>9}{'worst ms':>9}{'exact':>7}")
    state, _ = end_of_match(luck, words, "wordplay", "most", grid=False, most_left=8)
    hints(state, e.Draw(state.name(0), "deck"))  # since then the dictionary is ready
    everything: list[float] = []
    first: list[float] = []
    for grid in (False, True):
        for kind in get_args(e.PlainType):
            for aim in get_args(e.Aim):
                took, exact = [], 0
                for _ in range(ends):
                    state, event = end_of_match(luck, words, kind, aim, grid=grid, most_left=8)
                    began_s = time.thread_time()
                    next(iter(first_hints(state, event)), None)
                    told_s = time.thread_time()
                    found = hints(state, event)
                    first.append(MS * (told_s - began_s))
                    took.append(MS * (time.thread_time() - told_s))
                    sure = all(each["exhaustive"] for each in found.get("best_laydowns", ()))
                    exact += sure and all("if not more" not in each["text"] for each in found.get("remarks", ()))
                everything += took
                print(
                    f"{'grid' if grid else 'table':6}{kind:16}{aim:8}{percentile(took, 0.5):10.1f}"
                    f"{percentile(took):9.1f}{max(took):9.1f}{exact / ends:7.0%}",
                    flush=True,
                )
    for what, times in (("what is told first", first), ("all of it", everything)):
        print(
            f"{what}: median {percentile(times, 0.5):.1f} ms, 99 % {percentile(times):.1f} ms, worst {max(times):.1f}"
        )


def peak_mib(words: Lexicon, seed: int) -> float:
    """The most memory that hints have taken at once beyond the dictionary."""
    luck = Random(seed)
    ends = [end_of_match(luck, words, "wordplay_plus", "most", grid=False, most_left=8) for _ in range(TRACED)]
    tracemalloc.start()
    for state, event in ends:
        hints(state, event)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 2**20


def tags_differ(words: Lexicon, count: int, seed: int) -> int:
    """Both ways to find the best tag-on, and how often they differ."""
    luck, ours, theirs, differ = Random(seed), [], [], 0
    kinds, aims = get_args(e.PlainType), get_args(e.Aim)
    for number in range(count):
        kind, aim = kinds[number % len(kinds)], aims[number // len(kinds) % len(aims)]
        state, event = end_of_match(luck, words, kind, aim, grid=False, most_left=3)
        hand = [card for card in event.hands["Bob"] if card != WILD]
        if not hand or not state.lines:
            continue
        table = replace(state, turn=1, out=None).with_hand(1, replace(state.hands[1], cards=len(hand)))
        began_s = time.thread_time()
        best = best_addition(table, 1, hand, *laying_terms(table, 1))
        between_s = time.thread_time()
        gain = straightforward(table, hand, words)
        ours.append(MS * (between_s - began_s))
        theirs.append(MS * (time.thread_time() - between_s))
        if (best.gain if best else 0) != gain and (best is None or best.exhaustive):
            differ += 1
            print(f"{kind}, {aim}: {' '.join(hand)} brings {gain}, found {best}")
    print(f"{'':34} {'ms':>8} {'99 %':>8}   {'':34} {'ms':>8} {'99 %':>8}")
    told("best tag-on, one to three cards", ours, theirs, "every order through the rules")
    print(f"{len(ours)} tag-ons: {differ} differ")
    return differ


def measured(ends: int = 10, tags: int = 500, seed: int = 13) -> int:
    """Print the tables; how often two ways have differed."""
    words = load_lexicon("en")
    assert isinstance(words, Lexicon)
    print_hints(words, ends, seed)
    print(f"at most {peak_mib(words, seed):.0f} MiB in use at once in {TRACED} hints of wordplay plus")
    return tags_differ(words, tags, seed)


def main() -> int:
    """Print the tables; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ends", type=at_least_one, default=10, help="how many ends of each sort")
    parser.add_argument("--tags", type=at_least_one, default=500, help="how many tag-ons both ways")
    parser.add_argument("--seed", type=int, default=13)
    args = parser.parse_args()
    return 1 if measured(args.ends, args.tags, args.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
