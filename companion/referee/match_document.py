"""What the document of a match says of its players and its dictionary, read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from companion.errors import BadInput
from companion.games.core import Rulebook, Words, quoted
from companion.lexicon import Lexicon
from companion.sentences import told

LexiconLoader = Callable[[str], Words]


def read_players(players: Any, book: Rulebook[Any]) -> tuple[str, ...]:
    """The names in their seating order. Raises BadInput where they are none, one comes twice, or there are not as many
    as the game is for."""
    if not isinstance(players, list) or not all(isinstance(name, str) and name.strip() for name in players):
        raise BadInput(told("the match's “players” must be a list of names, none of them empty"))
    if len(set(players)) != len(players):
        raise BadInput(told("two players of the match have the same name"))
    fewest, most = book.seats
    if not fewest <= len(players) <= most:
        wanted = str(fewest) if fewest == most else told("{fewest} to {most}", fewest=fewest, most=most)
        seats = {"game": book.title, "wanted": wanted, "count": len(players)}
        raise BadInput(told("{game} is for {wanted} players, not {count}", **seats))
    return tuple(players)


def read_lexicon(choice: Any, lexicon_loader: LexiconLoader) -> Words:
    """The dictionary that is named, or made of the words and names given. Raises BadInput for anything else."""
    if isinstance(choice, str):
        return lexicon_loader(choice)
    if not isinstance(choice, Mapping):
        raise BadInput(told("the option “lexicon” must be the name of a dictionary or an object with words and names"))
    for key in choice:
        if key not in ("words", "names"):
            raise BadInput(told("an inline lexicon has words and names, not {key}", key=quoted(str(key))))
    words, names = choice.get("words"), choice.get("names", [])
    for key, spellings in (("words", words), ("names", names)):
        if not isinstance(spellings, list) or not all(isinstance(spelling, str) for spelling in spellings):
            raise BadInput(told("the inline lexicon's “{key}” must be a list of words", key=key))
    return _inline_lexicon(tuple(words or ()), tuple(names))


@lru_cache(maxsize=2)  # a table that starts again and one that is looked at later begin the same match once more
def _inline_lexicon(words: tuple[str, ...], names: tuple[str, ...]) -> Lexicon:
    return Lexicon.from_words(words, names)
