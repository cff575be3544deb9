"""Text by the signs that people see: a picture made of several characters is one sign. Pure.

A small rule of our own instead of Unicode's tables: pictures are known by their blocks, those not yet assigned too,
since phones learn new ones faster than Python does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import category, combining, decomposition, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_MARKS = 4  # on one letter, chosen: Vietnamese has two, pointed Hebrew three; more stand in the lines around

_PICTURE = (
    "[\u00a9\u00ae\u203c\u2049\u2100-\u27ff\u2900-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
    "\ufe0f?[\U0001f3fb-\U0001f3ff]?"  # drawn as a picture, and of which skin
)
_SIGN = re.compile(
    "(?P<picture>"
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"  # the flag of a part of a country
    "|[\U0001f1e6-\U0001f1ff]{2}"  # and of a country
    "|[0-9#*]\ufe0f?\u20e3"  # a keycap
    f"|{_PICTURE}(?:\u200d{_PICTURE})*"  # a family: its people, joined
    ")|.",
    re.DOTALL,
)
# Printable to Python, and nothing to be seen: fillers, joiners, blanks, and what chooses how the sign before it looks.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
ZWNJ, ZWJ = JOINERS = ("\u200c", "\u200d")  # seen by what they do to the letters beside them
_VIRAMA = 9  # the class of marks that take a letter its vowel


def _with_a_form(form: str) -> frozenset[str]:
    """The letters that have this form within a word: those for which Unicode keeps a character that is just that."""
    forms = (decomposition(chr(code)).split() for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFF00)))
    return frozenset(chr(int(said[1], 16)) for said in forms if len(said) == 2 and said[0] == form)


_JOINS_THE_NEXT, _IS_JOINED = _with_a_form("<initial>"), _with_a_form("<final>")


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text cut into pictures, each whole, and single characters; with each whether it is a picture."""
    return ((found[0], found["picture"] is not None) for found in _SIGN.finditer(text))


def is_seen(text: str) -> bool:
    """Whether people see every sign of one line of text, and none has more marks on it than a letter has."""
    marks, signs = 0, list(pieces(text))
    for at, (piece, is_picture) in enumerate(signs):
        if piece in JOINERS and _shapes(signs, at):
            continue
        if not is_picture and (not piece.isprintable() or _INVISIBLE.match(piece)):
            return False
        marks = marks + 1 if _is_mark(piece) else 0
        if marks > MOST_MARKS:
            return False
    return True


def _shapes(signs: Sequence[tuple[str, bool]], at: int) -> bool:
    """Whether the joiner at this place changes how the word is written, as UAX #31 has it for names (2.3): one that
    parts keeps two letters from being joined that would be, as in Persian; each shapes what a letter without its vowel
    and the next one become, as in Sinhala."""
    before = [piece for piece, _ in signs[:at]]
    following = next((piece for piece, _ in signs[at + 1 :] if not _is_mark(piece)), "")
    if not _is_letter(following):
        return False
    if before and combining(before[-1][0]) == _VIRAMA:
        return len(before) > 1 and _is_letter(before[-2])
    last = next((piece for piece in reversed(before) if not _is_mark(piece)), "")
    return signs[at][0] == ZWNJ and last in _JOINS_THE_NEXT and following in _IS_JOINED


def _is_letter(piece: str) -> bool:
    return len(piece) == 1 and category(piece).startswith("L")


def columns(text: str) -> int:
    """How wide the text is, in letters: pictures, and the signs of China, Japan and Korea, are as wide as two."""
    return sum(
        2 if is_picture or east_asian_width(piece) in "WF" else not (_is_mark(piece) or piece in JOINERS)
        for piece, is_picture in pieces(text)
    )


def _is_mark(piece: str) -> bool:
    return len(piece) == 1 and category(piece) in ("Mn", "Me")
