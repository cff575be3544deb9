"""The four dictionaries, compiled once for all tests of this room."""

import pytest

from companion.lexicon import Lexicon
from tests import dictionary


@pytest.fixture(scope="session", params=["en", "nl", "fr", "de"])
def shipped(request: pytest.FixtureRequest) -> tuple[Lexicon, list[str]]:
    """One dictionary and all its words, shortest first, then alphabetical."""
    lexicon = dictionary.shipped(request.param)
    return lexicon, list(lexicon.words())


@pytest.fixture(scope="session")
def sampled(shipped: tuple[Lexicon, list[str]]) -> tuple[Lexicon, list[str], set[str]]:
    """Every 61st word of one dictionary as a lexicon of its own, its words in order, and those that may be shown."""
    lexicon, words = shipped
    words = words[::61]
    shown = set(words[::3])
    return Lexicon.from_words(words, shown=shown, language=lexicon.language), words, shown


@pytest.fixture(scope="session")
def english() -> Lexicon:
    """The default dictionary."""
    return dictionary.shipped("en")
