"""Who is the same person by the name they play with, and what is called nobody. Pure.

Names are typed freely before each match: upper and lower case, accents and spaces make no other person of somebody,
nor does what joins letters or parts them, which many a keyboard lacks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from companion.sentences import message
from companion.signs import JOINERS, pieces

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

GUEST = message("a guest")  # whose name is not known, or not any more
_GUESTS = re.compile(rf"{GUEST}( \d+)?")


def person_of(name: str) -> str:
    """What all spellings of a name have in common: no case, no accents, no joiners but in pictures, single spaces."""
    joined = "".join(piece for piece, _ in pieces(name) if piece not in JOINERS)
    bare = "".join(sign for sign in normalize("NFKD", joined.casefold()) if not combining(sign))
    return " ".join(normalize("NFKD", bare.casefold()).split()) or name


def two_of_one(names: Iterable[str]) -> tuple[str, str] | None:
    """The first two of these names that are spellings of one."""
    spelled: dict[str, str] = {}
    for name in names:
        other = spelled.setdefault(person_of(name), name)
        if other != name:
            return other, name
    return None


def is_guest(name: str) -> bool:
    """Whether this is nobody's name: the same guest is never known again."""
    return _GUESTS.fullmatch(person_of(name)) is not None


def new_guest(names: Collection[str]) -> str:
    """A guest's name that nobody among these has."""
    number, taken = 2, {person_of(name) for name in names}
    guest = GUEST
    while guest in taken:
        guest, number = f"{GUEST} {number}", number + 1
    return guest
