"""Hands with several wilds: no better lines exist, by two ways to find out that know nothing of the search's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wordcard.kinds import groups_of, kinds_of
from companion.games.wordcard.notation import WILD, in_hand
from companion.games.wordcard.reading import Automaton
from companion.games.wordcard.scoring import LONG_BONUS, Scheme, combinations_in, letters_of
from companion.lexicon import Lexicon
from companion.solvers.beam import BeamSearch
from companion.solvers.problem import Problem
from companion.solvers.ranking import Ranker
from companion.solvers.search import Best, best_laydown, best_solution, left_over
from tests.solvers.test_wordcard_solver import AIMS, CARDS, SMALL, TABLE, TYPES, brute_force, gain_of, two_cards_or_all

if TYPE_CHECKING:
    from companion.games.wordcard.events import Aim, PlainType

WORD_TYPES: tuple[PlainType, ...] = ("wordplay", "wordplay_plus", "wordcard")
EIGHT = ["7/T", "8/R", "9/A", "10/I", "J/N", "Q/S", "K/E", "A/D"]
LONG_WORDS = Lexicon.from_words(["abbacabb", "bacabbac", "abba", "cab", "bac", "ab", "ba", "cabbac"])


def by_beam(hand: list[str], scheme: Scheme, lexicon: Lexicon, *, only_whole: bool = False, least: int = 2) -> int:
    """The best gain by the search for larger hands, every way kept: it knows neither halves nor what can come."""
    kinds = kinds_of(groups_of(hand, scheme), scheme)
    full = tuple(kind.count for kind in kinds)
    enough = lambda used: used == full or sum(used) >= least  # noqa: E731
    search = BeamSearch(Problem(kinds, scheme, (), 50, enough, lambda: None, only_whole), lexicon)
    search.run()
    return search.gain


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, max_size=1), st.just(2))
def test_no_way_to_lay_a_tiny_hand_with_two_wilds_is_better(
    kind: PlainType, aim: Aim, reals: list[str], wilds: int
) -> None:
    hand = [*reals, *[WILD] * wilds]
    scheme = Scheme(kind, aim, {})
    best = best_laydown(hand, scheme, SMALL)
    assert best.exhaustive
    assert best.gain == brute_force(hand, scheme, SMALL, enough=two_cards_or_all(hand))


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=3), st.integers(0, 2),
    st.sampled_from([SMALL, TABLE]),
)  # fmt: skip
def test_the_search_for_larger_hands_finds_the_same(
    kind: PlainType, aim: Aim, reals: list[str], wilds: int, lexicon: Lexicon
) -> None:
    hand = [*reals, *[WILD] * wilds]
    scheme = Scheme(kind, aim, {"7": 0, "A": 11})
    best = best_laydown(hand, scheme, lexicon)
    assert best.exhaustive
    assert best.gain == by_beam(hand, scheme, lexicon)
    check(best, hand, scheme, lexicon)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(WORD_TYPES), st.lists(CARDS, min_size=1, max_size=4), st.integers(0, 2))
def test_it_does_where_only_claimed_words_count(kind: PlainType, reals: list[str], wilds: int) -> None:
    hand = [*reals, *[WILD] * wilds]
    best = best_solution(hand, kind, SMALL, declared_only=True)
    assert best.exhaustive
    assert best.gain == by_beam(hand, Scheme(kind, "most", {}, declared_only=True), SMALL, only_whole=True, least=1)


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.permutations("ABBACABB"), st.integers(0, 1))
def test_it_does_with_eight_cards_and_long_words(kind: PlainType, aim: Aim, letters: list[str], wilds: int) -> None:
    ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]
    hand = [f"{rank}/{letter}" for rank, letter in zip(ranks, letters, strict=True)][wilds:] + [WILD] * wilds
    scheme = Scheme(kind, aim, {})
    if wilds and scheme.pays_combinations and scheme.pays_words:
        hand = hand[2:]  # else the other search takes too long
    best = best_laydown(hand, scheme, LONG_WORDS)
    assert best.gain == by_beam(hand, scheme, LONG_WORDS)
    check(best, hand, scheme, LONG_WORDS)


def check(best: Best, hand: list[str], scheme: Scheme, lexicon: Lexicon) -> None:
    """The lines are made of the hand, each card once, and bring what is said."""
    laid = [in_hand(card) for line in best.lines for card in line]
    assert sorted([*laid, *left_over(hand, best)]) == sorted(hand)
    assert best.gain == (gain_of(best.lines, hand, scheme, lexicon) if best.lines else 0)


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("wilds", range(5))
def test_eight_cards_are_always_searched_in_full(kind: PlainType, aim: Aim, wilds: int) -> None:
    hand = EIGHT[wilds:] + [WILD] * wilds
    scheme = Scheme(kind, aim, {})
    best = best_laydown(hand, scheme, TABLE)
    assert best.exhaustive
    check(best, hand, scheme, TABLE)
    assert best == best_laydown(hand[::-1], scheme, TABLE), "the order of the hand does not matter"


def test_a_word_counts_after_cards_that_spell_none_where_they_need_not() -> None:
    """The run of 7 8 9 is laid in its order, and AT stands at its end."""
    best = best_laydown(["7/X", "8/A", "9/T"], Scheme("cardplay_plus", "most", {}), Lexicon.from_words(["at"]))
    assert best.gain == gain_of([("7/X", "8/A", "9/T")], ["7/X", "8/A", "9/T"], Scheme("cardplay_plus", "most", {}),
                                Lexicon.from_words(["at"]), known={})  # fmt: skip
    assert letters_of(best.lines[0]) == "xat"


def test_two_wilds_make_a_word_and_a_run() -> None:
    """R and 8 with two wilds: RAT, its 25 + 8 + 25 and the run 7 8 9 over the same cards: 2 × (58 + 33 + 58)."""
    best = best_solution(["8/A", WILD, WILD], "wordcard", Lexicon.from_words(["rat", "at"]))
    assert best.gain == 2 * ((25 + 8 + 25) + (8 + 25) + (25 + 8 + 25)) + 50
    (line,) = best.lines
    assert letters_of(line) == "rat"
    assert len(combinations_in(line)) == 1


def test_four_wilds_spell_the_long_word_and_the_run_of_eight() -> None:
    """All eight laid, for the fewest: 34 and four wilds of 50, the word's bonus, the run's, and that for finishing."""
    hand = ["7/S", "8/T", "9/R", "10/E", WILD, WILD, WILD, WILD]
    best = best_laydown(hand, Scheme("wordplay_plus", "fewest", {}), Lexicon.from_words(["strength"]))
    assert best.gain == 34 + 4 * 50 + LONG_BONUS + LONG_BONUS + 50
    (line,) = best.lines
    assert letters_of(line) == "strength"
    assert [len(run) for run in combinations_in(line)] == [8]


def test_eight_cards_may_be_stopped_and_then_say_so() -> None:
    hand = EIGHT[3:] + [WILD] * 3
    scheme = Scheme("wordplay_plus", "most", {})
    whole = best_laydown(hand, scheme, TABLE)
    few = best_laydown(hand, scheme, TABLE, steps=200)
    assert not few.exhaustive
    assert few.gain <= whole.gain
    stopped = best_laydown(hand, scheme, TABLE, should_stop=lambda: True)
    assert not stopped.exhaustive
    assert not best_laydown(hand, Scheme("wordcard", "most", {}), TABLE, steps=5).exhaustive


@given(st.lists(st.text("ab", min_size=1, max_size=5), max_size=8), st.text("abc", max_size=9))
def test_the_automaton_finds_every_word_where_it_ends(words: list[str], text: str) -> None:
    tree = Automaton(words)
    node = 0
    for end in range(1, len(text) + 1):
        node = tree.steps[node].get(text[end - 1], 0)
        assert tree.endings[node] == tuple(length for length in range(end, 0, -1) if text[end - length : end] in words)
        depth = tree.depth[node]
        assert any(word.startswith(text[end - depth : end]) for word in words) or depth == 0


def test_where_each_line_is_one_combination_the_next_card_may_begin_a_line() -> None:
    scheme = Scheme("wordcard", "most", {})
    kinds = kinds_of(groups_of(["7/T", "7/R", "K/E"], scheme), scheme)
    ranker = Ranker(kinds, scheme)
    first = next(way for way in ranker.rank(0, 0) if way.row)
    for other in range(1, len(kinds)):
        left = tuple(int(kind == other) for kind in range(len(kinds)))
        ways = [*ranker.rank(first.row, other), *ranker.rank(0, other)]
        assert ranker.promise(first.row, left) == max((way.gain for way in ways), default=0)
