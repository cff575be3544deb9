"""The table of dictionaries, wordlists/catalogue.toml, and the lists it names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from companion import outside
from companion.errors import BadInput
from companion.lexicon import UMLAUTS, Umlauts
from companion.lexicon.wordfile import unpack
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CATALOGUE = "catalogue.toml"
LARGEST_BYTES = outside.MEGABYTE  # of the catalogue, and of a table's own words: a hundred thousand


@dataclass(frozen=True, slots=True)
class Dictionary:
    """One entry of the catalogue: what a dictionary is called, where its words lie and how it folds."""

    name: str
    title: str
    language: str
    words: str
    names: str | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    umlauts: Umlauts = "plain"


def read_catalogue(folder: Path) -> dict[str, Dictionary]:
    """All dictionaries of a folder of word lists. Raises BadInput naming the file and the entry that is wrong."""
    path = folder / CATALOGUE
    return {name: _entry(path, name, table) for name, table in read_toml(path).items()}


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file. Raises BadInput naming the file, and the line where it knows it."""
    try:
        raw = outside.content(path, most_bytes=LARGEST_BYTES)
    except OSError as error:
        raise BadInput(told("{path} cannot be read ({error})", path=path, error=error.strerror)) from error
    return outside.toml_table(raw, str(path))[0]


def read_list(path: Path, where: Mapping[str, str] | None = None) -> tuple[list[str], frozenset[str] | None]:
    """The words of a list whose signs in the columns of `where` are among those given, and those that may be shown.

    The second is None when the list has no column `shown`: then all may. Raises BadInput naming the file.
    """
    try:
        words, columns = unpack(path.read_bytes())
        kept = list(range(len(words)))
        for column, signs in (where or {}).items():
            kept = [index for index in kept if columns[column][index] in signs]
        shown = columns.get("shown")
    except OSError as error:
        raise unreadable(path, error) from error
    except KeyError as error:
        raise BadInput(
            told("word list {path} has no column {column}, which the catalogue asks for", path=path, column=error)
        ) from error
    except BadInput as error:
        problem = error.sentence
        raise BadInput(
            told(
                "word list {path} cannot be used: {problem}; wordlists/rebuild.py makes it anew",
                path=path,
                problem=problem,
            )
        ) from error
    listed = [words[index] for index in kept]
    return listed, None if shown is None else frozenset(words[index] for index in kept if shown[index] == "1")


def unreadable(path: Path | str, error: OSError) -> BadInput:
    """The error about a list that the system does not give."""
    why = error.strerror
    return BadInput(
        told("word list {path} cannot be read ({error}); wordlists/rebuild.py makes it", path=path, error=why)
    )


def _entry(path: Path, name: str, table: Any) -> Dictionary:
    wanted = {"title": str, "language": str, "words": str, "names": str, "where": dict, "umlauts": str}
    if not isinstance(table, dict) or not {"title", "language", "words"} <= table.keys():
        raise BadInput(told("{path}: [{name}] needs title, language and words", path=path, name=name))
    for key, value in table.items():
        if key not in wanted or not isinstance(value, wanted[key]):
            where = {"path": path, "key": key, "value": repr(value), "name": name}
            raise BadInput(
                told(
                    "{path}: {key} = {value} in [{name}] is not what a dictionary has; see the file's first lines",
                    **where,
                )
            )
    umlauts = table.get("umlauts", "plain")
    if umlauts not in UMLAUTS:
        where = {"path": path, "value": repr(umlauts), "name": name}
        expected = ", ".join(UMLAUTS)
        raise BadInput(
            told("{path}: umlauts = {value} in [{name}]; expected one of {expected}", expected=expected, **where)
        )
    return Dictionary(
        name=name,
        title=table["title"],
        language=table["language"],
        words=table["words"],
        names=table.get("names"),
        where=table.get("where", {}),
        umlauts=cast("Umlauts", umlauts),
    )
