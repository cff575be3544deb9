"""The searches of a whole hand, held against every way to lay small hands, the other searches, and their own bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.wordcard.kinds import groups_of, kinds_of
from companion.games.wordcard.notation import WILD, in_hand
from companion.games.wordcard.scoring import Scheme
from companion.lexicon import Lexicon
from companion.solvers import states
from companion.solvers.exact import ExactSearch
from companion.solvers.layers import LayerSearch
from companion.solvers.packing import PackingSearch
from companion.solvers.problem import Problem
from companion.solvers.search import best_laydown, best_solution
from companion.solvers.whole import WholeSearch
from tests.solvers.test_wordcard_exact import LONG_WORDS
from tests.solvers.test_wordcard_solver import (
    AIMS,
    CARDS,
    SMALL,
    TABLE,
    THIRTEEN,
    TYPES,
    brute_force,
    check_it_can_be_laid,
    gain_of,
    two_cards_or_all,
)

if TYPE_CHECKING:
    from companion.games.wordcard.events import Aim, PlainType

# Some words may not be shown, and some take in two long ones that overlap.
SECRETIVE = Lexicon.from_words(
    ["abab", "abac", "ab", "ba", "bab", "ababab", "abacab", "c", "ca", "abacaba"],
    shown=["abac", "ab", "ababab", "ba", "abacaba"],
)
SWALLOWING = Lexicon.from_words(["abbacabb", "bbacabba", "abbacabba", "ab", "ba", "cabb"])
LEXICONS = st.sampled_from([SMALL, TABLE, LONG_WORDS, SECRETIVE, SWALLOWING])


def problem_of(hand: list[str], scheme: Scheme, lexicon: Lexicon, *, least: int = 2, shown: bool = False) -> Problem:
    kinds = kinds_of(groups_of(hand, scheme), scheme)
    full = tuple(kind.count for kind in kinds)
    letters = "".join(("?" if kind.card == WILD else kind.letter) * kind.count for kind in kinds)
    words = lexicon.spell(letters, shortest=2) if scheme.pays_words else ()
    hidden = frozenset(word for word in words if not lexicon.may_show(word)) if shown else frozenset()
    enough = lambda used: used == full or sum(used) >= least  # noqa: E731
    return Problem(kinds, scheme, words, 50, enough, lambda: None, hidden=hidden)


def in_layers(problem: Problem) -> LayerSearch | PackingSearch:
    """The search for larger hands, run to its end."""
    free = lambda _count: None  # noqa: E731
    search = PackingSearch(problem, free) if problem.scheme.type == "wordcard" else LayerSearch(problem, free, free)
    search.run()
    return search


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=5))
@example("wordcard", "fewest", ["7/B", "7/C"])
def test_no_way_to_lay_a_small_hand_is_better(kind: PlainType, aim: Aim, hand: list[str]) -> None:
    scheme = Scheme(kind, aim, {})
    search = in_layers(problem_of(hand, scheme, SMALL))
    assert search.gain == search.at_most == brute_force(hand, scheme, SMALL, enough=two_cards_or_all(hand))


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=3))
def test_no_way_to_lay_a_small_hand_with_a_wild_is_better(kind: PlainType, aim: Aim, hand: list[str]) -> None:
    scheme = Scheme(kind, aim, {})
    search = in_layers(problem_of([*hand, WILD], scheme, SMALL))
    assert search.gain == brute_force([*hand, WILD], scheme, SMALL, enough=two_cards_or_all([*hand, WILD]))


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=5), st.integers(0, 2), LEXICONS,
    st.booleans(), st.integers(1, 3),
)  # fmt: skip
@example("cardplay_plus", "most", ["10/B", "7/A", "8/B", "A/A", "9/B"], 1, SECRETIVE, True, 2)
def test_the_search_for_few_cards_finds_the_same(
    kind: PlainType, aim: Aim, reals: list[str], wilds: int, lexicon: Lexicon, shown: bool, least: int
) -> None:
    hand = [*reals, *[WILD] * wilds]
    problem = problem_of(hand, Scheme(kind, aim, {"7": 0, "A": 11}), lexicon, least=least, shown=shown)
    other = (WholeSearch if kind == "wordcard" else ExactSearch)(problem)
    other.run()
    search = in_layers(problem)
    assert search.gain == search.at_most == other.gain


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.permutations("ABBACABB"), st.integers(0, 1))
def test_it_does_with_eight_cards_and_long_words(kind: PlainType, aim: Aim, letters: list[str], wilds: int) -> None:
    ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]
    hand = [f"{rank}/{letter}" for rank, letter in zip(ranks, letters, strict=True)][wilds:] + [WILD] * wilds
    problem = problem_of(hand, Scheme(kind, aim, {}), LONG_WORDS)
    other = (WholeSearch if kind == "wordcard" else ExactSearch)(problem)
    other.run()
    assert in_layers(problem).gain == other.gain


def test_a_long_word_inside_a_longer_one_is_paid_once() -> None:
    """Of three, two of them inside the third, one bonus is paid: nine aces, the bonus, and that for all cards laid."""
    hand = [f"A/{letter}" for letter in "ABBACABBA"]
    scheme = Scheme("wordplay", "fewest", {})
    best = best_laydown(hand, scheme, SWALLOWING)
    assert best.exhaustive
    assert best.gain == gain_of(best.lines, hand, scheme, SWALLOWING) == 9 + 50 + 50


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("kind", TYPES)
def test_thirteen_cards_are_searched_in_full(kind: PlainType, aim: Aim) -> None:
    scheme = Scheme(kind, aim, {})
    best = best_laydown(THIRTEEN, scheme, TABLE)
    assert best.exhaustive
    assert best.at_most == best.gain
    check_it_can_be_laid(best, THIRTEEN, scheme, TABLE)
    assert best == best_laydown(THIRTEEN[::-1], scheme, TABLE), "the order of the hand does not matter"


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("steps", [3_000, 20_000, 100_000])
def test_what_is_ended_early_says_what_there_may_be_at_most(kind: PlainType, steps: int) -> None:
    hand = [*THIRTEEN[:10], WILD]
    scheme = Scheme(kind, "most", {})
    early, full = best_laydown(hand, scheme, TABLE, steps=steps), best_laydown(hand, scheme, TABLE)
    assert early.gain <= full.gain
    if early.at_most is not None:
        assert full.gain <= early.at_most
    assert not early.exhaustive or early.gain == full.gain


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind != "wordcard"])
def test_few_steps_are_enough_for_some_laydown(kind: PlainType, aim: Aim) -> None:
    """A step is a card put at the end of a line: what readies the search is not taken from them."""
    hand = [*THIRTEEN[:10], WILD, WILD, WILD]
    scheme = Scheme(kind, aim, {})
    best = best_laydown(hand, scheme, TABLE, steps=3_000)
    assert best.gain
    assert best.gain == gain_of(best.lines, hand, scheme, TABLE)


def test_more_cards_than_that_are_searched_by_the_beam() -> None:
    hand = [*THIRTEEN, "A/E", "9/T"]
    best = best_laydown(hand, Scheme("wordplay", "most", {}), TABLE, steps=200_000)
    assert best.gain > 0
    assert best.at_most is None


def test_claimed_words_only_are_searched_by_the_beam() -> None:
    best = best_solution(THIRTEEN[:9], "wordplay", TABLE, declared_only=True, steps=3_000_000)
    assert best.gain > 0


def test_two_lines_of_wilds_alone() -> None:
    """A line of nothing but wilds may be laid twice."""
    best = best_laydown([WILD] * 4 + ["7/X"] * 5, Scheme("wordcard", "most", {}), Lexicon.from_words(["ab"]))
    assert [in_hand(card) for line in best.lines for card in line] == [WILD] * 4
    assert best.gain == 2 * 2 * 2 * (25 + 25)


LONG_RUN = ["J/N", "8/H", "10/S", "Q/O", "J/P", "K/C", "A/O", "9/S", "10/Z", "10/L"]


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("kind", ["cardplay", "cardplay_plus"])
def test_a_run_of_eight_is_bounded_by_no_less_than_its_bonus(kind: PlainType, aim: Aim) -> None:
    """Ten cards with a run of eight among them where the seven is a wild, in no order in which it shows."""
    hand = [*LONG_RUN, WILD]
    scheme = Scheme(kind, aim, {})
    best = best_laydown(hand, scheme, TABLE)
    assert best.exhaustive
    assert best.at_most == best.gain == gain_of(best.lines, hand, scheme, TABLE)
    assert any(len(line) >= 8 for line in best.lines)


@given(
    st.lists(
        st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(0, 3), st.integers(0, 500)), min_size=1, max_size=40
    )
)
def test_of_states_that_are_alike_the_best_is_kept(rows: list[tuple[int, int, int, int]]) -> None:
    given_states = states.States(*(np.array(part, dtype=np.int64) for part in zip(*rows, strict=True)))
    best: dict[tuple[int, int, int], int] = {}
    for *key, brought in rows:
        best[key[0], key[1], key[2]] = max(brought, best.get((key[0], key[1], key[2]), -1))
    found = states.best_of_alike(given_states)
    keys = zip(found.used.tolist(), found.at.tolist(), found.row.tolist(), strict=True)
    assert dict(zip(keys, found.gain.tolist(), strict=True)) == best
