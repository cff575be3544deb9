"""The table of dictionaries, wordlists/catalogue.toml, and the lists it names."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from companion.errors import BadInput
from companion.lexicon import UMLAUTS, Umlauts
from companion.lexicon.wordfile import unpack

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CATALOGUE = "catalogue.toml"


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
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} is not TOML: {error}") from error


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
        raise BadInput(f"word list {path} cannot be read ({error.strerror}); wordlists/rebuild.py makes it") from error
    except KeyError as error:
        raise BadInput(f"word list {path} has no column {error}, which the catalogue asks for") from error
    except BadInput as error:
        raise BadInput(f"word list {path} cannot be used: {error}; wordlists/rebuild.py makes it anew") from error
    listed = [words[index] for index in kept]
    return listed, None if shown is None else frozenset(words[index] for index in kept if shown[index] == "1")


def _entry(path: Path, name: str, table: Any) -> Dictionary:
    wanted = {"title": str, "language": str, "words": str, "names": str, "where": dict, "umlauts": str}
    if not isinstance(table, dict) or not {"title", "language", "words"} <= table.keys():
        raise BadInput(f"{path}: [{name}] needs title, language and words")
    for key, value in table.items():
        if key not in wanted or not isinstance(value, wanted[key]):
            raise BadInput(
                f"{path}: {key} = {value!r} in [{name}] is not what a dictionary has; see the file's first lines"
            )
    umlauts = table.get("umlauts", "plain")
    if umlauts not in UMLAUTS:
        raise BadInput(f"{path}: umlauts = {umlauts!r} in [{name}]; expected one of {', '.join(UMLAUTS)}")
    return Dictionary(
        name=name,
        title=table["title"],
        language=table["language"],
        words=table["words"],
        names=table.get("names"),
        where=table.get("where", {}),
        umlauts=cast(Umlauts, umlauts),
    )
