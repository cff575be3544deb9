"""The shipped dictionaries for tests: each is compiled once per run, however many tests ask for it."""

from functools import cache

from companion import dictionaries
from companion.lexicon import Lexicon
from tests.whole_run import WholeRun, alone


@cache
def shipped(name: str = dictionaries.DEFAULT) -> Lexicon:
    """A shipped dictionary by name."""
    if WholeRun.folder is None:
        return dictionaries.load(name)
    with alone(WholeRun.folder / f"{name}.lock"):
        return dictionaries.load(name, cache=WholeRun.folder)
