"""What people are shown as the best that could be laid shows no word that the dictionary marks as not to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.wordcard.kinds import groups_of, kinds_of
from companion.games.wordcard.notation import WILD
from companion.games.wordcard.scoring import Scheme, words_in
from companion.lexicon import Lexicon
from companion.referee.match import Match
from companion.solvers.beam import BeamSearch
from companion.solvers.problem import Problem
from companion.solvers.search import best_laydown, best_solution
from tests.solvers.test_wordcard_solver import CARDS, TYPES, brute_force, every_way_to_lay, gain_of, two_cards_or_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.wordcard.events import PlainType
    from tests.solvers.test_wordcard_solver import Enough

WORDS = ["ab", "ba", "aba", "bab", "cab", "abba", "bc", "abc", "cc"]
HIDDEN = ("ba", "abc", "bab")
MANNERED = Lexicon.from_words(WORDS, shown=[word for word in WORDS if word not in HIDDEN])


def mannered(words: str, hidden: str) -> Lexicon:
    return Lexicon.from_words([*words.split(), *hidden.split()], shown=words.split())


def is_seemly(
    lines: Sequence[tuple[str, ...]],
    lexicon: Lexicon,
    *,
    pays_words: bool = True,
) -> bool:
    """Whether no hidden word stands in the lines, letter by letter, but inside a longer word that is not."""
    for line in lines:
        words = words_in(line, lexicon, ()) if pays_words else []
        for word in words:
            around = (one for one in words if one.start <= word.start and word.end <= one.end)
            if not any(lexicon.may_show(one.name) for one in around):
                return False
    return True


def best_seemly(hand: list[str], scheme: Scheme, *, enough: Enough = lambda _lines: True) -> int:
    """The best gain of all lines that show no hidden word."""
    known: dict[tuple[str, ...], int | None] = {}
    ways = (
        lines
        for lines in every_way_to_lay(hand)
        if enough(lines) and is_seemly(lines, MANNERED, pays_words=scheme.pays_words)
    )
    gains = [gain_of(lines, hand, scheme, MANNERED, known=known) for lines in ways]
    return max((gain for gain in gains if gain is not None), default=0)


@example("cardplay_plus", ["7/A", "7/A", "7/B", "7/B", "7/B"])  # two lines: at their seam a hidden word would stand
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TYPES), st.lists(CARDS, min_size=1, max_size=5))
def test_no_way_to_lay_a_small_hand_seemly_is_better(kind: PlainType, hand: list[str]) -> None:
    scheme = Scheme(kind, "most", {})
    best = best_laydown(hand, scheme, MANNERED)
    assert is_seemly(best.lines, MANNERED, pays_words=scheme.pays_words)
    assert best.gain == best_seemly(hand, scheme, enough=two_cards_or_all(hand))
    assert best.exhaustive == (best.gain == brute_force(hand, scheme, MANNERED, enough=two_cards_or_all(hand)))
    assert best.gain == (gain_of(best.lines, hand, scheme, MANNERED) if best.lines else 0)


@example("wordcard", ["9/C", "10/A"])  # the wild is the jack
@settings(max_examples=10, deadline=None)
@given(st.sampled_from(("wordplay", "wordplay_plus", "wordcard")), st.lists(CARDS, min_size=2, max_size=3))
def test_nor_with_a_wild_for_the_fewest(kind: PlainType, hand: list[str]) -> None:
    scheme, with_wild = Scheme(kind, "fewest", {}), [*hand, WILD]
    best = best_laydown(with_wild, scheme, MANNERED)
    assert is_seemly(best.lines, MANNERED)
    assert best.gain == best_seemly(with_wild, scheme, enough=two_cards_or_all(with_wild))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TYPES[:1] + TYPES[2:]), st.lists(CARDS, min_size=2, max_size=4), st.booleans())
def test_wide_beams_find_the_same(kind: PlainType, hand: list[str], only_whole: bool) -> None:
    """A beam that keeps everything knows no better line either: the two searches say the same of hidden words."""
    scheme = Scheme(kind, "most", {})
    kinds = kinds_of(groups_of(hand, scheme), scheme)
    problem = Problem(kinds, scheme, (), 50, any, lambda: None, only_whole and kind == "wordplay")
    beam = BeamSearch(problem, MANNERED, only_shown=True)
    beam.run()
    lines = [tuple(card for _, card in line) for line in beam.best]
    assert is_seemly(lines, MANNERED)
    if not problem.only_whole:
        assert beam.gain == best_seemly(hand, scheme)


CARPET = ["7/C", "8/A", "9/R", "10/P", "J/E", "Q/T"]


def letters(lines: Sequence[Sequence[str]]) -> list[str]:
    return sorted("".join(card[-1] for card in line) for line in lines)


def test_two_words_side_by_side_do_not_make_a_third_one_that_is_not_shown() -> None:
    solution = best_solution(CARPET, "wordplay", mannered("car pet", "carpet"))
    assert letters(solution.lines) == ["PETCAR"]
    assert (solution.gain, solution.exhaustive) == (24 + 30 + 50, False)


def test_a_hidden_word_inside_one_that_is_shown_counts_as_it_does_on_the_table() -> None:
    solution = best_solution(["7/P", "8/L", "9/A", "10/N", "J/E", "Q/T"], "wordplay", mannered("planet", "lane"))
    assert letters(solution.lines) == ["PLANET"]
    assert (solution.gain, solution.exhaustive) == (54 + 37 + 50, True)


def test_a_line_that_is_one_word_is_not_a_hidden_one() -> None:
    lexicon = mannered("car", "carpet")
    assert letters(best_solution(CARPET, "wordplay", lexicon, declared_only=True).lines) == ["CAR"]
    many = [*CARPET, "7/X", "7/X", "7/X", "7/X"]
    assert letters(best_solution(many, "wordplay", lexicon, declared_only=True).lines) == ["CAR"]
    assert letters(best_solution(many, "wordplay", lexicon).lines) == ["CAR"]


def test_for_the_fewest_combinations_do_not_make_a_long_hidden_word_that_counts() -> None:
    scheme = Scheme("cardplay_plus", "fewest", {})
    hand = [f"7/{letter}" for letter in "MUSTARDS"]
    best = best_laydown(hand, scheme, mannered("sad", "mustards"))
    assert letters(best.lines) != ["MUSTARDS"]
    assert sorted(best.lines[0]) == sorted(hand)
    assert (best.gain, best.exhaustive) == (8 * 7 + 50 + 50, False)
    alike = best_laydown(["7/A"] * 8, scheme, mannered("sad", "aaaaaaaa"))
    assert sorted(map(len, alike.lines)) != [8]
    assert sum(map(len, alike.lines)) == 8
    assert (alike.gain, alike.exhaustive) == (8 * 7 + 50, False)


@pytest.mark.parametrize("more", [CARPET, ["A/X", "A/X"]], ids=["twelve cards", "eight cards"])
def test_the_best_solution_of_the_group_game_does_not_show_it(more: list[str]) -> None:
    lexicon = mannered("car pet", "carpet")
    options = {"type": "group", "cards": [*CARPET, *more], "group_type": "wordplay"}
    match = Match.begin({"game": "wordcard", "players": ["Ann"], "options": options}, lambda _name: lexicon)
    match.apply({"event": "close"})
    told = match.record[-1].to_json()
    assert told["best"]["lines"]
    assert is_seemly(told["best"]["lines"], lexicon)
    assert not told["best"]["exhaustive"]
    assert "the search was not exhaustive" in told["reason"]


def test_the_best_laydown_of_a_hand_that_is_shown_does_not_show_it() -> None:
    lexicon = mannered("car pet on", "carpet")
    options = {"type": "wordplay", "aim": "most", "hand": 8}
    match = Match.begin({"game": "wordcard", "players": ["Ann", "Bob"], "options": options}, lambda _name: lexicon)
    for event in (
        {"event": "lay", "player": "Ann", "lines": [["7/O", "7/N"] * 4]},
        {"event": "hands", "hands": {"Bob": [*CARPET, "A/X", "A/X"]}},
    ):
        assert match.apply(event).accepted
    (best,) = match.hints()["best_laydowns"]
    assert (letters(best["lines"]), best["points"]) == (["PETCAR"], 54)  # each card once, as CAR and PET would bring


def test_nor_does_the_best_turn_with_what_is_tagged_on() -> None:
    lexicon = mannered("car pet on one", "carpet")
    options = {"type": "wordplay", "aim": "most", "hand": 8}
    match = Match.begin({"game": "wordcard", "players": ["Ann", "Bob"], "options": options}, lambda _name: lexicon)
    for event in (
        {"event": "lay", "player": "Ann", "lines": [["7/O", "7/N"] * 4]},
        {"event": "hands", "hands": {"Bob": [*CARPET, "A/E", "A/X"]}},
    ):
        assert match.apply(event).accepted
    hints = match.hints()
    (best,), (turn,) = hints["best_laydowns"], hints["remarks"]
    assert letters(best["lines"]) == ["PETCAR"]
    assert "lay 10/P A/E Q/T 7/C 8/A 9/R; with J/E make the row" in turn["text"]
    assert turn["text"].endswith(": 69 points, if not more."), "CARPET and ONE would be more"
