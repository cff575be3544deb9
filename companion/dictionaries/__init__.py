"""Dictionaries from the shipped lists: `load("en")`. Reads `wordlists/`, keeps compiled lexica in a cache folder.

Which dictionaries there are stands in wordlists/catalogue.toml; a fifth language is one list and one entry there.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from companion import resources
from companion.dictionaries import cache as caches
from companion.dictionaries.catalogue import Dictionary, read_catalogue, read_list
from companion.dictionaries.house import HOUSE, House, read_house
from companion.errors import BadInput
from companion.lexicon import Lexicon, fold_all

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["DEFAULT", "Dictionary", "House", "Shelf", "at_table", "available", "load"]

DEFAULT = "en"
CACHES = "lexica"
_REVISION = 3  # raised whenever the compiled form changes


def available(folder: Path | None = None) -> dict[str, Dictionary]:
    """Every dictionary by name, as the catalogue of a folder of lists (default: the shipped one) has them."""
    return read_catalogue(folder or resources.wordlists())


def load(
    name: str = DEFAULT,
    *,
    cache: Path | None = None,
    house: Path | None = None,
    folder: Path | None = None,
    notice: Callable[[str], None] | None = None,
) -> Lexicon:
    """A dictionary by name, with the shipped house words and those of the table's own file `house`.

    `cache` is a folder for compiled lexica (None: none is kept); a stale or damaged one is rebuilt, one that cannot
    be written is done without, and `notice` is told so in one sentence. `folder` has other lists than the shipped.
    Raises BadInput for a name that is not in the catalogue and for a list or house file that cannot be used.
    """
    tell = notice or (lambda _: None)
    folder = folder or resources.wordlists()
    dictionary = _entry(name, folder)
    words = read_house([folder / HOUSE, *([house] if house else [])], dictionary.language)
    if cache is None:
        return _build(dictionary, words, folder)
    path, key = cache / f"{name}.lexicon", _key(dictionary, words, folder)
    state = caches.read(path, key, tell)
    if state is not None:
        return Lexicon.from_state(state)
    lexicon = _build(dictionary, words, folder)
    caches.write(path, key, lexicon.state(), tell)
    return lexicon


def at_table(name: str, data: Path, notice: Callable[[str], None] | None = None) -> Lexicon:
    """A dictionary as a table has it: compiled form cached below the data folder, house words from its house.toml."""
    return load(name, cache=data / CACHES, house=data / HOUSE, notice=notice)


class Shelf:
    """The dictionaries of one table, each loaded when first asked for and shared by all matches after that."""

    def __init__(self, data: Path, notice: Callable[[str], None] | None = None) -> None:
        """`data` is the data folder: it has the cache and the table's own house.toml."""
        self._data, self._notice = data, notice
        self._lexica: dict[str, Lexicon] = {}

    def __call__(self, name: str) -> Lexicon:
        """The dictionary of that name. Raises BadInput when there is none."""
        if name not in self._lexica:
            self._lexica[name] = at_table(name, self._data, self._notice)
        return self._lexica[name]


def _entry(name: str, folder: Path) -> Dictionary:
    catalogue = available(folder)
    if name not in catalogue:
        raise BadInput(f"there is no dictionary {name!r}; there are {', '.join(catalogue)}")
    return catalogue[name]


def _build(dictionary: Dictionary, house: House, folder: Path) -> Lexicon:
    words, shown = read_list(folder / dictionary.words, dictionary.where)
    names = read_list(folder / dictionary.names)[0] if dictionary.names else []
    if shown is not None:
        shown = frozenset(fold_all((*shown, *house.add), dictionary.umlauts))
    return Lexicon.from_words(
        [*words, *house.add],
        names,
        name=dictionary.name,
        shown=shown,
        banned=house.ban,
        language=dictionary.language,
        umlauts=dictionary.umlauts,
    )


def _key(dictionary: Dictionary, house: House, folder: Path) -> bytes:
    """Changes with everything the compiled lexicon is made from, and with the Python that compiled it."""
    lists = [folder / name for name in (dictionary.words, dictionary.names) if name]
    try:
        contents = [path.read_bytes() for path in lists]
    except OSError as error:
        raise BadInput(
            f"word list {error.filename} cannot be read ({error.strerror}); wordlists/rebuild.py makes it"
        ) from error
    made_by = json.dumps([_REVISION, sys.implementation.cache_tag, asdict(dictionary), asdict(house)], sort_keys=True)
    return caches.digest(made_by.encode(), *contents)
