"""The shipped dictionaries for tests: each is compiled once per run, however many tests ask for it."""

from functools import cache

from companion import dictionaries
from companion.lexicon import Lexicon


@cache
def shipped(name: str = dictionaries.DEFAULT) -> Lexicon:
    """A shipped dictionary by name."""
    return dictionaries.load(name)
