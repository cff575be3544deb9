"""Dictionaries from the shipped lists: `load("en")`. Reads `wordlists/`, keeps compiled lexica in a cache folder.

Which dictionaries there are stands in wordlists/catalogue.toml; a fifth language is one list and one entry there.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from companion import resources
from companion.dictionaries import cache as caches
from companion.dictionaries.aside import Compiler
from companion.dictionaries.catalogue import Dictionary, read_catalogue, read_list, unreadable
from companion.dictionaries.house_words import HOUSE, HouseWords, read_house
from companion.errors import BadInput, NotYet
from companion.lexicon import Lexicon, fold_all
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future
    from pathlib import Path

__all__ = ["DEFAULT", "Dictionary", "HouseWords", "Shelf", "at_table", "available", "load"]

DEFAULT = "en"
CACHES = "lexica"
_REVISION = 4  # raised whenever the compiled form changes


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
    listed = _Listed.of(name, house, folder or resources.wordlists())
    if cache is None:
        return listed.built()
    path, key = cache / f"{name}.lexicon", listed.key()
    state = caches.read(path, key, tell)
    if state is not None:
        return Lexicon.from_state(state)
    lexicon = listed.built()
    caches.write(path, key, lexicon.state(), tell)
    return lexicon


def load_cached(name: str, cache: Path, house: Path) -> Lexicon | None:
    """A dictionary by name if its compiled form is in the cache, else None. Raises BadInput as `load` does."""
    key = _Listed.of(name, house, resources.wordlists()).key()
    state = caches.read(cache / f"{name}.lexicon", key, lambda _: None)
    return None if state is None else Lexicon.from_state(state)


def at_table(name: str, data: Path, notice: Callable[[str], None] | None = None) -> Lexicon:
    """A dictionary as a table has it: compiled form cached below the data folder, house words from its house.toml."""
    return load(name, cache=data / CACHES, house=data / HOUSE, notice=notice)


class Shelf:
    """The dictionaries of one table. The newest stays in memory and is shared by all matches that play with it.

    Compiling one that has no cache yet takes from seconds to a minute on a small board. Whoever can wait calls the
    shelf; the referee, who cannot, asks `at_once`.
    """

    def __init__(self, data: Path, notice: Callable[[str], None] | None = None, aside: Executor | None = None) -> None:
        """`data` is the data folder: it has the cache and the table's own house.toml. `aside` does what takes long."""
        self._data, self._notice = data, notice
        self._aside = aside or ThreadPoolExecutor(1, thread_name_prefix="dictionary")
        self._compiler = Compiler()
        self._newest: Lexicon | None = None
        self._compiling: dict[str, Future[Lexicon | None]] = {}

    def __call__(self, name: str) -> Lexicon:
        """The dictionary of that name, compiled first if need be. Raises BadInput when there is none."""
        return self._kept(name) or self._keep(at_table(name, self._data, self._notice))

    def at_once(self, name: str) -> Lexicon:
        """The dictionary of that name, read from its cache at most.

        Raises BadInput when there is none, and NotYet when it must be compiled, which then goes on on another thread.
        """
        return self._kept(name) or self._keep(self._compiled(name))

    def close(self) -> None:
        """Compile no more, what has begun neither."""
        self._aside.shutdown(wait=False, cancel_futures=True)
        self._compiler.end()

    def _kept(self, name: str) -> Lexicon | None:
        newest = self._newest  # one look: another thread may put another there
        return newest if newest is not None and newest.name == name else None

    def _keep(self, lexicon: Lexicon) -> Lexicon:
        self._newest = lexicon
        return lexicon

    def _compiled(self, name: str) -> Lexicon:
        made = self._compiling.get(name)
        if made is not None and made.done():
            return self._compiling.pop(name).result() or self(name)
        if made is None:
            lexicon = load_cached(name, self._data / CACHES, self._data / HOUSE)
            if lexicon is not None:
                return lexicon
            made = self._compiling[name] = self._aside.submit(self._compile, name)
        raise NotYet(told("the dictionary {name} is being compiled; try again in a minute", name=name), made)

    def _compile(self, name: str) -> Lexicon | None:
        """Have the dictionary put into the cache; compiled here where that cannot be, say on a full disk.

        What is in the cache is read when it is wanted: a match that was never begun is not to keep it in memory.
        """
        return None if self._compiler.compile(name, self._data) else at_table(name, self._data, self._notice)


def entry(name: str, folder: Path | None = None) -> Dictionary:
    """What the catalogue says of a dictionary. Raises BadInput for a name that is not in it."""
    catalogue = available(folder)
    if name not in catalogue:
        there_are = ", ".join(catalogue)
        raise BadInput(
            told("there is no dictionary {name}; there are {there_are}", name=repr(name), there_are=there_are)
        )
    return catalogue[name]


@dataclass(frozen=True, slots=True)
class _Listed:
    """A dictionary as its lists and house words have it, not compiled yet."""

    dictionary: Dictionary
    house: HouseWords
    folder: Path

    @classmethod
    def of(cls, name: str, house: Path | None, folder: Path) -> _Listed:
        dictionary = entry(name, folder)
        words = read_house([folder / HOUSE, *([house] if house else [])], dictionary.language)
        return cls(dictionary, words, folder)

    def built(self) -> Lexicon:
        dictionary, house, folder = self.dictionary, self.house, self.folder
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

    def key(self) -> bytes:
        """Changes with everything the compiled lexicon is made from, and with the Python that compiled it."""
        lists = [self.folder / name for name in (self.dictionary.words, self.dictionary.names) if name]
        try:
            contents = [path.read_bytes() for path in lists]
        except OSError as error:
            raise unreadable(error.filename, error) from error
        made_by = [_REVISION, sys.implementation.cache_tag, asdict(self.dictionary), asdict(self.house)]
        return caches.digest(json.dumps(made_by, sort_keys=True).encode(), *contents)
