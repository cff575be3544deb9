"""The best laydown and the best solution, held against every possible way to lay small hands."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wordcard.lines import NotGood, check_good, claim
from companion.games.wordcard.notation import WILD, in_hand
from companion.games.wordcard.scoring import LONG_BONUS, Scheme, new_bonuses, worth
from companion.games.wordcard.state import Line
from companion.lexicon import Lexicon
from companion.solvers.search import Best, Opening, best_laydown, best_solution, left_over
from tests.rules.wordcard_table import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.games.wordcard.events import Aim, PlainType

    Enough = Callable[[Sequence[tuple[str, ...]]], bool]

TYPES: tuple[PlainType, ...] = ("wordplay", "cardplay", "wordplay_plus", "cardplay_plus", "wordcard")
AIMS: tuple[Aim, ...] = ("most", "fewest")
SMALL = Lexicon.from_words(["ab", "ba", "aba", "bab", "cab", "abba", "bc", "abc", "cc"])
TABLE = Lexicon.from_words(WORDS)
CARDS = st.builds(
    lambda rank, letter: f"{rank}/{letter}", st.sampled_from(["7", "8", "9", "10", "A"]), st.sampled_from("AABBC")
)


def gain_of_line(cards: tuple[str, ...], scheme: Scheme, lexicon: Lexicon) -> int | None:
    """What one line brings, by the rules' own code; None when it may not be laid."""
    try:
        (line,), _ = claim([Line(cards, 0)], (), scheme, lexicon, strict=True)
        check_good(line, scheme, lexicon)
    except NotGood:
        return None
    value = worth(cards, scheme, lexicon, line.claimed)
    bonus = LONG_BONUS * len(new_bonuses(value))
    return bonus + (value.points if scheme.aim == "most" else sum(scheme.in_hand(in_hand(card)) for card in cards))


def gain_of(
    lines: Sequence[tuple[str, ...]],
    hand: list[str],
    scheme: Scheme,
    lexicon: Lexicon,
    *,
    finish_bonus: int = 50,
    known: dict[tuple[str, ...], int | None] | None = None,
) -> int | None:
    """What lines bring; None when one of them may not be laid."""
    known = {} if known is None else known
    total = finish_bonus if sum(map(len, lines)) == len(hand) else 0
    for cards in lines:
        if cards not in known:
            known[cards] = gain_of_line(cards, scheme, lexicon)
        if (gain := known[cards]) is None:
            return None
        total += gain
    return total


def every_way_to_lay(
    hand: list[str], letters: str = "ABC", ranks: tuple[str, ...] = ("7", "8", "9", "10", "J", "A")
) -> Iterator[list[tuple[str, ...]]]:
    """Every way to lay some of the cards in lines, wilds as anything that could matter; the jack may end a run."""
    for count in range(1, len(hand) + 1):
        for some in combinations(range(len(hand)), count):
            for order in permutations(some):
                meanings = [
                    [f"*={rank}/{letter}" for rank in ranks for letter in letters] if hand[at] == WILD else [hand[at]]
                    for at in order
                ]
                for row in product(*meanings):
                    for cuts in product((False, True), repeat=count - 1):
                        yield _cut(row, cuts)


def _cut(row: tuple[str, ...], cuts: tuple[bool, ...]) -> list[tuple[str, ...]]:
    lines, start = [], 0
    for place, cut in enumerate(cuts, start=1):
        if cut:
            lines.append(row[start:place])
            start = place
    return [*lines, row[start:]]


def brute_force(
    hand: list[str],
    scheme: Scheme,
    lexicon: Lexicon,
    *,
    enough: Enough = lambda _lines: True,
    finish_bonus: int = 50,
) -> int:
    """The best gain of all."""
    known: dict[tuple[str, ...], int | None] = {}
    gains = [
        gain_of(lines, hand, scheme, lexicon, finish_bonus=finish_bonus, known=known)
        for lines in every_way_to_lay(hand)
        if enough(lines)
    ]
    return max((gain for gain in gains if gain is not None), default=0)


def two_cards_or_all(hand: list[str]) -> Enough:
    return lambda lines: sum(map(len, lines)) in range(2, len(hand)) or sum(map(len, lines)) == len(hand)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=5))
def test_no_way_to_lay_a_small_hand_is_better(kind: PlainType, aim: Aim, hand: list[str]) -> None:
    scheme = Scheme(kind, aim, {})
    best = best_laydown(hand, scheme, SMALL)
    assert best.exhaustive
    assert best.gain == brute_force(hand, scheme, SMALL, enough=two_cards_or_all(hand))
    check_it_can_be_laid(best, hand, scheme, SMALL)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=3))
def test_no_way_to_lay_a_small_hand_with_a_wild_is_better(kind: PlainType, aim: Aim, hand: list[str]) -> None:
    with_wild = [*hand, WILD]
    scheme = Scheme(kind, aim, {})
    best = best_laydown(with_wild, scheme, SMALL)
    assert best.exhaustive
    assert best.gain == brute_force(with_wild, scheme, SMALL, enough=two_cards_or_all(with_wild))
    check_it_can_be_laid(best, with_wild, scheme, SMALL)


@settings(max_examples=3, deadline=None)
@given(st.sampled_from(TYPES), st.lists(CARDS, min_size=6, max_size=6))
def test_no_way_to_lay_six_cards_is_better(kind: PlainType, hand: list[str]) -> None:
    scheme = Scheme(kind, "most", {})
    best = best_laydown(hand, scheme, SMALL)
    assert best.exhaustive
    assert best.gain == brute_force(hand, scheme, SMALL, enough=two_cards_or_all(hand))


def check_it_can_be_laid(best: Best, hand: list[str], scheme: Scheme, lexicon: Lexicon) -> None:
    """The lines are made of the hand, each card once, and bring what is said."""
    laid = [in_hand(card) for line in best.lines for card in line]
    assert sorted([*laid, *left_over(hand, best)]) == sorted(hand)
    assert best.gain == (gain_of(best.lines, hand, scheme, lexicon) if best.lines else 0)


@settings(max_examples=10, deadline=None)
@given(st.lists(CARDS, min_size=4, max_size=5), st.integers(1, 30))
def test_an_opening_by_points_needs_them_unless_it_empties_the_hand(hand: list[str], points: int) -> None:
    scheme = Scheme("wordplay_plus", "most", {"A": 11})

    def enough(lines: Sequence[tuple[str, ...]]) -> bool:
        cards = [card for line in lines for card in line]
        return len(cards) == len(hand) or sum(map(scheme.value, cards)) >= points

    best = best_laydown(hand, scheme, SMALL, opening=Opening(points=points))
    assert best.gain == brute_force(hand, scheme, SMALL, enough=enough)


@settings(max_examples=10, deadline=None)
@given(st.lists(CARDS, min_size=4, max_size=5))
def test_an_opening_by_cards(hand: list[str]) -> None:
    scheme = Scheme("wordplay_plus", "most", {})
    best = best_laydown(hand, scheme, SMALL, opening=Opening(cards=4), finish_bonus=25)
    enough = lambda lines: sum(map(len, lines)) >= 4  # noqa: E731
    assert best.gain == brute_force(hand, scheme, SMALL, enough=enough, finish_bonus=25)


def test_a_wild_counts_towards_an_opening_by_points() -> None:
    scheme = Scheme("wordplay", "most", {})
    hand = [WILD, "A/B", "7/X", "7/X"]
    assert best_laydown(hand, scheme, SMALL, opening=Opening(points=26)).gain == 26
    assert best_laydown(hand, scheme, SMALL, opening=Opening(points=27)) == Best((), 0, exhaustive=True)


def test_the_rulebook_s_raider_in_wordcard() -> None:
    """7 8 9 10 J Q + RAIDER: 2 × (RAID 34 + RAIDER 54 + AID 27 + AIDE 37 + the run 54) = 412."""
    hand = ["Q/R", "J/E", "10/D", "9/I", "8/A", "7/R", "7/X", "9/X"]
    best = best_laydown(hand, Scheme("wordcard", "most", {}), TABLE)
    assert best == Best((("7/R", "8/A", "9/I", "10/D", "J/E", "Q/R"),), 412, exhaustive=True)


ADMIRING = ["A/A", "A/D", "A/M", "A/I", "A/R", "A/I", "A/N", "A/G"]


def test_a_long_word_earns_its_bonus_once_however_long() -> None:
    scheme = Scheme("wordplay", "fewest", {})
    best = best_laydown([*ADMIRING, "A/S", "7/X"], scheme, TABLE)
    assert best.gain == 9 + LONG_BONUS  # nine aces laid, ADMIRING inside ADMIRINGS
    assert best_laydown([*ADMIRING, "7/X"], scheme, TABLE).gain == 8 + LONG_BONUS


def test_two_long_words_in_one_line() -> None:
    scheme = Scheme("wordplay", "fewest", {})
    lexicon = Lexicon.from_words(["aaaabbbb", "bbbbcccc", "aaaabbbbcccc"])
    hand = [f"A/{letter}" for letter in "AAAABBBBCCCC"]
    swallowed = best_laydown([*hand, "7/X"], scheme, lexicon)
    assert swallowed.gain == 12 + LONG_BONUS, "both lie inside the longest, which alone earns the bonus"
    apart = Lexicon.from_words(["aaaabbbb", "bbbbcccc"])
    assert best_laydown([*hand, "7/X"], scheme, apart).gain == 12 + 2 * LONG_BONUS


def test_long_combinations() -> None:
    scheme = Scheme("cardplay", "most", {})
    run = [f"{rank}/X" for rank in ["7", "8", "9", "10", "J", "Q", "K", "A"]]
    assert best_laydown(run, scheme, SMALL).gain == 65 + 50 + 50
    assert best_laydown(["K/X"] * 9 + ["7/X"], scheme, SMALL).gain == 90 + 50
    both = best_laydown([*run, *["A/X"] * 5], scheme, SMALL)
    assert both.gain == (65 + 6) + 50 + 50, "the run and the six aces share one"
    assert both.exhaustive


def test_the_best_solution_is_for_the_most_and_may_be_a_single_line() -> None:
    best = best_solution(["A/T", "A/R", "A/A", "A/I", "A/N", "A/X", "A/X", "A/Q"], "wordplay", TABLE)
    assert best == Best((("A/T", "A/R", "A/A", "A/I", "A/N"),), 11, exhaustive=True)


def test_the_best_solution_with_claimed_words_only_counts_whole_lines() -> None:
    cards = ["A/T", "A/R", "A/A", "A/I", "A/N", "A/O", "A/N", "7/X"]
    best = best_solution(cards, "wordplay", TABLE, declared_only=True)
    assert best.gain == 7, "seven aces, each in one word: TRAIN and ON, or RAT, IN and NO"
    assert all(TABLE.is_word("".join(card[-1] for card in line)) for line in best.lines)
    long = best_solution([*ADMIRING, "7/X"], "wordplay_plus", TABLE, declared_only=True)
    assert long.gain == 8 + LONG_BONUS + 8 + LONG_BONUS  # the word and its bonus, eight aces and theirs
    short = best_solution(
        ["7/T", "8/O", "9/N", "A/X", "A/X", "A/X", "A/X", "A/X"], "wordcard", TABLE, declared_only=True
    )
    assert short.gain == 2 * (24 + 24)  # TON, and not ON


def test_agreed_values_count() -> None:
    assert best_solution(["A/O", "A/N"], "wordplay", TABLE, values={"A": 11}).gain == 22 + 50


def test_nothing_can_be_laid() -> None:
    best = best_laydown(["7/X", "9/Q"], Scheme("wordplay_plus", "most", {}), TABLE)
    assert best == Best((), 0, exhaustive=True)
    assert left_over(["7/X", "9/Q"], best) == ("7/X", "9/Q")


# ——— budgets ———

THIRTEEN = ["7/T", "8/R", "9/A", "10/I", "J/N", "Q/S", "K/E", "A/D", "7/O", "9/L", "10/G", "Q/M", "K/B"]


def test_with_few_steps_it_says_that_the_search_was_not_exhaustive() -> None:
    scheme = Scheme("wordplay", "most", {})
    few = best_laydown(THIRTEEN, scheme, TABLE, steps=200)
    assert not few.exhaustive
    assert few.gain > 0
    check_it_can_be_laid(few, THIRTEEN, scheme, TABLE)


def test_more_steps_never_find_less() -> None:
    scheme = Scheme("wordplay_plus", "most", {})
    gains = [best_laydown(THIRTEEN, scheme, TABLE, steps=steps).gain for steps in (0, 500, 5_000, 50_000)]
    assert gains[0] == 0
    assert gains == sorted(gains)


def test_the_caller_may_stop_it() -> None:
    looks: list[None] = []

    def stop() -> bool:
        looks.append(None)
        return len(looks) == 3

    best = best_laydown(THIRTEEN, Scheme("wordplay", "most", {}), TABLE, should_stop=stop)
    assert len(looks) == 3
    assert not best.exhaustive
    assert best.gain > 0


@pytest.mark.parametrize("kind", TYPES)
def test_eight_cards_are_searched_exhaustively(kind: PlainType) -> None:
    assert best_solution(THIRTEEN[:8], kind, TABLE).exhaustive


def test_the_same_cards_always_give_the_same_lines() -> None:
    scheme = Scheme("wordplay_plus", "most", {})
    assert best_laydown(THIRTEEN, scheme, TABLE, steps=5_000) == best_laydown(THIRTEEN, scheme, TABLE, steps=5_000)
    turned = best_laydown(THIRTEEN[::-1], scheme, TABLE, steps=5_000)
    assert turned == best_laydown(THIRTEEN, scheme, TABLE, steps=5_000)
