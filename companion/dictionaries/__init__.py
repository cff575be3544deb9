"""Dictionaries from the shipped lists: `load("en")`. Reads `wordlists/`, keeps compiled lexica in a cache folder.

Which dictionaries there are stands in wordlists/catalogue.toml; a fifth language is one list and one entry there.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from companion import resources
from companion.dictionaries import cache as caches
from companion.dictionaries.aside import Compiler
from companion.dictionaries.catalogue import Dictionary, read_catalogue, read_list, unreadable
from companion.dictionaries.house_words import HOUSE, HouseWords, read_house
from companion.dictionaries.memory import ROOMY_BYTES, total_bytes
from companion.dictionaries.solved import SolvedTable
from companion.errors import BadInput, NotYet
from companion.lexicon import Lexicon, fold_all
from companion.lexicon.index import SET_AT_MOST
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future
    from pathlib import Path

__all__ = ["DEFAULT", "Dictionary", "HouseWords", "Shelf", "at_table", "available", "load", "solve"]

DEFAULT = "en"
CACHES = "lexica"
_REVISION = 5  # raised whenever the compiled form changes


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
    unsolved: Callable[[str], None] | None = None,
) -> Lexicon:
    """A dictionary by name, with the shipped house words and those of the table's own file `house`.

    `cache` is a folder for compiled lexica (None: none is kept); a stale or damaged one is rebuilt, one that cannot
    be written is done without, and `notice` is told so in one sentence. `folder` has other lists than the shipped.
    `unsolved` is told the name where what was solved of the words is asked for, and is not beside them.
    Raises BadInput for a name that is not in the catalogue and for a list or house file that cannot be used.
    """
    tell = notice or (lambda _: None)
    listed = _Listed.of(name, house, folder or resources.wordlists())
    if cache is None:
        return listed.built()
    lexicon, table = listed.kept(cache, tell, unsolved or (lambda _: None))
    return lexicon.beside(table)


def load_cached(name: str, cache: Path, house: Path, unsolved: Callable[[str], None]) -> Lexicon | None:
    """A dictionary by name if its compiled form is in the cache, else None. Raises BadInput as `load` does."""
    key = _Listed.of(name, house, resources.wordlists()).key()
    state = caches.read(cache / f"{name}.lexicon", key, lambda _: None)
    return None if state is None else _taken_up(state).beside(SolvedTable(cache, name, key, unsolved))


def at_table(
    name: str,
    data: Path,
    notice: Callable[[str], None] | None = None,
    unsolved: Callable[[str], None] | None = None,
) -> Lexicon:
    """A dictionary as a table has it: compiled form cached below the data folder, house words from its house.toml."""
    return load(name, cache=data / CACHES, house=data / HOUSE, notice=notice, unsolved=unsolved)


def solve(name: str, data: Path, notice: Callable[[str], None]) -> None:
    """Have what is solved of a dictionary's words beside its compiled form. Takes seconds, and memory: see `solved`.

    Raises BadInput as `load` does.
    """
    listed = _Listed.of(name, data / HOUSE, resources.wordlists())
    lexicon, table = listed.kept(data / CACHES, notice, lambda _: None)
    table.make(lexicon, notice)


def is_kept(name: str, data: Path, *, solved: bool) -> bool:
    """Whether a dictionary's compiled form can be used, and with `solved` what is solved of its words."""
    kept = load_cached(name, data / CACHES, data / HOUSE, lambda _: None)
    return kept is not None and (not solved or kept.lost_runs() is not None)


class Shelf:
    """The dictionaries of one table. The newest stays in memory and is shared by all matches that play with it.

    Compiling one that has no cache yet takes from seconds to a minute on a small board. Whoever can wait calls the
    shelf; the referee, who cannot, asks `at_once`. What is solved of the words is made when it is first asked for and
    is not there, beside all that and at its leisure: whoever asked does without.
    """

    def __init__(
        self,
        data: Path,
        notice: Callable[[str], None] | None = None,
        aside: Executor | None = None,
        at_leisure: Executor | None = None,
    ) -> None:
        """`data` is the data folder: it has the cache and the table's own house.toml. `aside` does what takes long and
        is waited for, `at_leisure` what is not."""
        self._data, self._notice = data, notice
        self._aside = aside or ThreadPoolExecutor(1, thread_name_prefix="dictionary")
        self._at_leisure = at_leisure or ThreadPoolExecutor(1, thread_name_prefix="solving")
        self._compiler, self._solver = Compiler(), Compiler()
        self._newest: Lexicon | None = None
        self._compiling: dict[str, Future[Lexicon | None]] = {}
        self._solved: set[str] = set()  # or begun

    def __call__(self, name: str) -> Lexicon:
        """The dictionary of that name, compiled first if need be. Raises BadInput when there is none."""
        return self._kept(name) or self._keep(at_table(name, self._data, self._notice, self._solve))

    def at_once(self, name: str) -> Lexicon:
        """The dictionary of that name, read from its cache at most.

        Raises BadInput when there is none, and NotYet when it must be compiled, which then goes on on another thread.
        """
        return self._kept(name) or self._keep(self._compiled(name))

    def close(self) -> None:
        """Compile no more, what has begun neither."""
        for worker, process in ((self._aside, self._compiler), (self._at_leisure, self._solver)):
            worker.shutdown(wait=False, cancel_futures=True)
            process.end()

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
            lexicon = load_cached(name, self._data / CACHES, self._data / HOUSE, self._solve)
            if lexicon is not None:
                return lexicon
            made = self._compiling[name] = self._aside.submit(self._compile, name)
        raise NotYet(told("the dictionary {name} is being compiled; try again in a minute", name=name), made)

    def _compile(self, name: str) -> Lexicon | None:
        """Have the dictionary put into the cache; compiled here where that cannot be, say on a full disk.

        What is in the cache is read when it is wanted: a match that was never begun is not to keep it in memory.
        """
        if self._compiler.compile(name, self._data):
            return None
        return at_table(name, self._data, self._notice, self._solve)

    def _solve(self, name: str) -> None:
        """Have a dictionary solved, which is tried once."""
        if name not in self._solved:
            self._solved.add(name)
            with suppress(RuntimeError):  # closed
                self._at_leisure.submit(self._solver.solve, name, self._data)


def _taken_up(state: tuple[Any, ...]) -> Lexicon:
    """A dictionary from its compiled form: quick where this machine has the memory, else small."""
    memory = total_bytes()
    roomy = memory is None or memory >= ROOMY_BYTES
    return Lexicon.from_state(state, set_at_most=SET_AT_MOST if roomy else 0)


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
        languages = tuple(dict.fromkeys(each.language for each in read_catalogue(folder).values()))
        words = read_house([folder / HOUSE, *([house] if house else [])], dictionary.language, languages)
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

    def kept(
        self, cache: Path, notice: Callable[[str], None], unsolved: Callable[[str], None]
    ) -> tuple[Lexicon, SolvedTable]:
        """The dictionary from its cache, which is written first if need be, and where what was solved of it lies."""
        path, key = cache / f"{self.dictionary.name}.lexicon", self.key()
        table = SolvedTable(cache, self.dictionary.name, key, unsolved)
        state = caches.read(path, key, notice)
        if state is not None:
            return _taken_up(state), table
        lexicon = self.built()
        caches.write(path, key, lexicon.state(), notice)
        return lexicon, table

    def key(self) -> bytes:
        """Changes with everything the compiled lexicon is made from, and with the Python that compiled it."""
        lists = [self.folder / name for name in (self.dictionary.words, self.dictionary.names) if name]
        try:
            contents = [path.read_bytes() for path in lists]
        except OSError as error:
            raise unreadable(error.filename, error) from error
        made_by = [_REVISION, sys.implementation.cache_tag, asdict(self.dictionary), asdict(self.house)]
        return caches.digest(json.dumps(made_by, sort_keys=True).encode(), *contents)
