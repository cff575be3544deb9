"""Racks: the words that letters and wilds can lay equal those found by counting letters, in all four languages."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.lexicon import Lexicon

LETTERS = "eeeennarstiolduhgmcbpfkvwzyxjq"


def by_hand(words: list[str], rack: str, wilds: int) -> list[str]:
    """The answer of counting every word's letters."""
    have = Counter(rack)
    fits = [word for word in words if len(word) <= len(rack) + wilds and (Counter(word) - have).total() <= wilds]
    return sorted(fits, key=lambda word: (-len(word), word))


@settings(max_examples=10, deadline=None)
@given(st.text(LETTERS, min_size=2, max_size=8), st.integers(0, 2))
def test_equals_counting(sampled: tuple[Lexicon, list[str], set[str]], rack: str, wilds: int) -> None:
    lexicon, words, may_be_shown = sampled
    expected = by_hand(words, rack, wilds)
    assert lexicon.spell(rack, wilds) == expected
    assert lexicon.spell(rack + "?" * wilds) == expected
    assert lexicon.spell(rack, wilds, limit=4) == expected[:4]
    assert lexicon.spell(rack, wilds, shortest=3, longest=5) == [word for word in expected if 3 <= len(word) <= 5]
    assert lexicon.spell(rack, wilds, shown=True) == [word for word in expected if word in may_be_shown]


@settings(max_examples=300)
@given(st.sets(st.text("abc", min_size=1, max_size=7), max_size=12), st.text("abcd", max_size=7), st.integers(0, 8))
def test_small_lists_too(words: set[str], rack: str, wilds: int) -> None:
    assert Lexicon.from_words(words).spell(rack, wilds) == by_hand(sorted(words), rack, wilds)


def test_the_rulebooks_card(english: Lexicon) -> None:
    spelled = english.spell("TUERNEV", shortest=4, longest=7)
    assert {"event", "never", "ever", "even", "tureen"} <= set(spelled)
    assert {"yell", "well", "yowl", "yellow"} <= set(english.spell("LYOYWLE"))
    assert {"argue", "gear", "germ", "gram"} <= set(english.spell("EGMMUAR"))
