"""House words: what a table adds to a language's dictionaries and what it does not accept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.dictionaries.catalogue import read_toml
from companion.errors import BadInput
from companion.lexicon import fold
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

HOUSE = "house.toml"


@dataclass(frozen=True, slots=True)
class HouseWords:
    """Words as people write them, for one language."""

    add: tuple[str, ...] = ()
    ban: tuple[str, ...] = ()


def read_house(files: Iterable[Path], language: str, languages: Collection[str]) -> HouseWords:
    """The house words of a language from these files, a later file overruling an earlier; missing ones say nothing.
    `languages` are those of which there are dictionaries.

    Raises BadInput naming the file and the word or section that is wrong.
    """
    added: dict[str, None] = {}
    banned: dict[str, None] = {}
    for path in files:
        if not path.exists():
            continue
        add, ban = _of_file(path, language, languages)
        for word in add:
            banned.pop(word, None)
            added[word] = None
        for word in ban:
            added.pop(word, None)
            banned[word] = None
    return HouseWords(tuple(added), tuple(banned))


def _of_file(path: Path, language: str, languages: Collection[str]) -> tuple[list[str], list[str]]:
    tables = read_toml(path)
    for name, table in tables.items():
        if not isinstance(table, dict) or not table.keys() <= {"add", "ban"}:
            raise BadInput(told("{path}: [{name}] may have add and ban, nothing else", path=path, name=name))
        if name not in languages:  # a dictionary's name, or a mistyped one: its words would count nowhere
            where = {"path": path, "name": name, "there_are": ", ".join(languages)}
            raise BadInput(told("{path}: [{name}] is no language; there are {there_are}", **where))
    mine: dict[str, Any] = tables.get(language, {})
    return _words(path, language, "add", mine.get("add", [])), _words(path, language, "ban", mine.get("ban", []))


def _words(path: Path, language: str, key: str, words: Any) -> list[str]:
    if not isinstance(words, list):
        raise BadInput(
            told("{path}: {key} in [{language}] must be a list of words", path=path, key=key, language=language)
        )
    for word in words:
        if not isinstance(word, str) or fold(word) is None:
            where = {"path": path, "key": key, "language": language}
            problem = told(
                "{path}: {word} in {key} of [{language}] is not a word that cards can lay", word=repr(word), **where
            )
            raise BadInput(problem)
    return [word.strip().lower() for word in words]
