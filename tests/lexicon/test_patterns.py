"""Patterns: every answer equals that of looking at each word, in all four languages."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.lexicon import Lexicon, Where

SLOW_ENOUGH = settings(max_examples=40, deadline=None)
FORMS = {"inside": "{}", "start": "^{}", "whole": "^{}$"}


def by_hand(words: list[str], pattern: str, where: Where, *, longer: bool) -> list[str]:
    """The answer of a regular expression over each word."""
    fits = re.compile(FORMS[where].format(pattern.replace("?", "[a-z]"))).search
    return [word for word in words if fits(word) and (len(word) > len(pattern) or not longer)]


@st.composite
def pieces(draw: st.DrawFn, words: list[str]) -> str:
    """A piece of a word with wilds and now and then another letter, or letters at random."""
    if draw(st.integers(0, 4)) == 0:
        return draw(st.text("abcdefghijklmnopqrstuvwxyz????", min_size=1, max_size=10))
    word = words[draw(st.integers(0, len(words) - 1))]
    start = draw(st.integers(0, len(word) - 1))
    cells = list(word[start : draw(st.integers(start + 1, len(word)))])
    for _ in range(draw(st.integers(0, 3))):
        cells[draw(st.integers(0, len(cells) - 1))] = draw(st.sampled_from("???e"))
    return "".join(cells)


@SLOW_ENOUGH
@given(st.data(), st.sampled_from(list(FORMS)), st.booleans())
def test_all_questions_equal_brute_force(
    sampled: tuple[Lexicon, list[str], set[str]], data: st.DataObject, where: Where, longer: bool
) -> None:
    lexicon, words, may_be_shown = sampled
    pattern = data.draw(pieces(words))
    expected = by_hand(words, pattern, where, longer=longer)
    assert lexicon.find(pattern, where=where, longer=longer) == expected
    assert lexicon.count(pattern, where=where, longer=longer) == len(expected)
    assert lexicon.contains(pattern, where=where, longer=longer) == bool(expected)
    assert lexicon.witness(pattern, where=where, longer=longer) == (expected[0] if expected else None)
    assert lexicon.find(pattern, where=where, longer=longer, limit=3) == expected[:3]
    shown = lexicon.find(pattern, where=where, longer=longer, shown=True)
    assert shown == [word for word in expected if word in may_be_shown]


@SLOW_ENOUGH
@given(st.data())
def test_what_a_wild_can_be_equals_brute_force(
    sampled: tuple[Lexicon, list[str], set[str]], data: st.DataObject
) -> None:
    lexicon, words, _ = sampled
    pattern = data.draw(pieces(words))
    wild = pattern.find("?")
    begun = by_hand(words, pattern, "start", longer=False)
    assert lexicon.fillings(pattern) == "".join(sorted({word[wild] for word in begun} if wild >= 0 else ()))


def test_what_is_no_pattern_has_no_fillings() -> None:
    assert Lexicon.from_words(["zoo"]).fillings("z-?") == ""


@settings(max_examples=3, deadline=None)
@given(st.data(), st.sampled_from(list(FORMS)))
def test_whole_dictionaries_equal_brute_force(
    shipped: tuple[Lexicon, list[str]], data: st.DataObject, where: Where
) -> None:
    lexicon, words = shipped
    pattern = data.draw(pieces(words))
    expected = by_hand(words, pattern, where, longer=False)
    assert lexicon.find(pattern, where=where) == expected
    assert lexicon.count(pattern, where=where) == len(expected)


@SLOW_ENOUGH
@given(st.data())
def test_begins_and_whole_patterns(sampled: tuple[Lexicon, list[str], set[str]], data: st.DataObject) -> None:
    lexicon, words, _ = sampled
    piece = data.draw(pieces(words))
    assert lexicon.begins(piece) == bool(by_hand(words, piece, "start", longer=False))
    assert lexicon.is_word_pattern(piece) == bool(by_hand(words, piece, "whole", longer=False))


@settings(max_examples=300)
@given(
    st.sets(st.text("abc", min_size=1, max_size=6), max_size=12),
    st.text("abc?", max_size=6),
    st.sampled_from(list(FORMS)),
    st.booleans(),
)
@example(words={"a"}, pattern="", where="inside", longer=True)
@example(words=set(), pattern="?", where="whole", longer=False)
def test_small_lists_too(words: set[str], pattern: str, where: Where, longer: bool) -> None:
    lexicon = Lexicon.from_words(words)
    expected = by_hand(sorted(words, key=lambda word: (len(word), word)), pattern, where, longer=longer)
    assert lexicon.find(pattern, where=where, longer=longer) == expected
    assert lexicon.count(pattern, where=where, longer=longer) == len(expected)
    assert lexicon.contains(pattern, where=where, longer=longer) == bool(expected)


@given(
    st.sets(st.text("abc", min_size=1, max_size=6), max_size=12),
    st.sets(st.text("abc", min_size=1, max_size=6), max_size=4),
)
def test_runs_are_all_that_counts_as_a_word_in_order(words: set[str], names: set[str]) -> None:
    lexicon = Lexicon.from_words(words, names)
    for some, expected in ((lexicon, words), (lexicon.with_names(), words | names)):
        runs = [[text[at : at + length] for at in range(0, len(text), length)] for length, text in some.runs()]
        assert all(run == sorted(run) for run in runs)
        assert {word for run in runs for word in run} == expected


@SLOW_ENOUGH
@given(st.data())
def test_membership(sampled: tuple[Lexicon, list[str], set[str]], data: st.DataObject) -> None:
    lexicon, words, _ = sampled
    word = data.draw(pieces(words)).replace("?", "q")
    assert lexicon.is_word(word) == (word in words)
    assert lexicon.is_word(word.upper()) == lexicon.is_word(word)


def test_every_word_is_one(shipped: tuple[Lexicon, list[str]]) -> None:
    lexicon, words = shipped
    assert all(map(lexicon.is_word, words))
    assert len(set(words)) == len(words) == len(lexicon)
    listed = set(words)
    assert not any(map(lexicon.is_word, [word + "q" for word in words[::97] if word + "q" not in listed]))


@pytest.mark.parametrize("pattern", ["z-", "zo o", "é ?k", "1", "l’"])
def test_what_is_no_pattern_fits_no_word(pattern: str) -> None:
    lexicon = Lexicon.from_words(["zoo", "eek"])
    assert not lexicon.contains(pattern)
    assert not lexicon.begins(pattern)
    assert lexicon.count(pattern) == 0
    assert lexicon.find(pattern) == lexicon.spell(pattern) == []
    assert lexicon.witness(pattern) is None


def test_patterns_fold_like_words() -> None:
    plain = Lexicon.from_words(["Käse", "cœur"])
    german = Lexicon.from_words(["Käse"], umlauts="digraph")
    assert plain.find("KÄ?") == ["kase"]
    assert plain.find("œ") == ["coeur"]
    assert german.find("kä?e") == ["kaese"]
    assert not german.contains("kas")
    assert not plain.contains("kae")


def test_a_lexicon_taken_up_small_knows_the_same_words(sampled: tuple[Lexicon, list[str], set[str]]) -> None:
    lexicon, words, _ = sampled
    quick, small = (Lexicon.from_state(lexicon.state(), set_at_most=most) for most in (len(words), 0))
    assert small.memory_bytes() < quick.memory_bytes()
    for word in words:
        near = word[:-1] + "q"
        assert small.is_word(word)
        assert quick.is_word(word)
        assert small.is_word(near) == quick.is_word(near) == lexicon.is_word(near)
    assert not small.is_word("")
    assert not small.is_word("zoé")
