"""What somebody may be called who comes to play: asked by every way in that begins something new. Pure.

What is kept (a journal, a recording, a transcript from elsewhere) was begun by the names of its time, and stays so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from companion.errors import BadInput
from companion.games.core import quoted
from companion.games.persons import two_of_one
from companion.games.renaming import renamed_setup
from companion.sentences import told
from companion.signs import columns, is_seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.sentences import Told

WIDEST_NAME = 24  # letters: what fits a phone and the OLED
LONGEST_NAME = 132  # characters: so many as twelve pictures are made of, families of four with their joiners and tones


def as_written(name: str) -> str:
    """A name as it is kept, however a keyboard composes its letters and whatever spaces stand around it."""
    return normalize("NFC", name).strip()


def fault_of(name: str) -> Told | None:
    """Why nobody may be called so; None for a name by which a phone can join."""
    fits = len(name) <= LONGEST_NAME and 0 < columns(name) <= WIDEST_NAME
    if fits and name == name.strip() and is_seen(name):
        return None
    return told(
        "nobody can be called {name}: a name has at most {longest} printable characters, of which emoji and Chinese, "
        "Japanese and Korean ones count twice, and no space before or after them",
        name=quoted(name), longest=WIDEST_NAME,
    )  # fmt: skip


def must_be_a_name(name: str) -> None:
    """Raises BadInput for what nobody may be called."""
    fault = fault_of(name)
    if fault is not None:
        raise BadInput(fault)


def must_be_several(names: Iterable[str]) -> None:
    """Raises BadInput where two of these are spellings of one: who is one person across nights sits once at a table."""
    two = two_of_one(names)
    if two is not None:
        problem = told(
            "“{one}” and “{other}” would be one player across nights: give one of them another name",
            one=two[0],
            other=two[1],
        )
        raise BadInput(problem)


def with_names(setup: Mapping[str, Any]) -> Mapping[str, Any]:
    """The setup of a match that begins here, its names as they are kept. Raises BadInput for players of whom one may
    not be called so, or two are one person. What is no list of names the match itself refuses."""
    said = setup.get("players")
    names = [name for name in said if isinstance(name, str) and name.strip()] if isinstance(said, list | tuple) else []
    spelled = {name: normalize("NFC", name) for name in names}
    must_be_several(spelled.values())
    for name in spelled.values():
        must_be_a_name(name)
    if all(name == kept for name, kept in spelled.items()):
        return setup
    return renamed_setup(setup, lambda text: spelled.get(text, text))
