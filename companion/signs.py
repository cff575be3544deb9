"""Text by the signs that people see: a picture made of several characters is one sign. Pure.

A small rule of our own instead of Unicode's tables: pictures are known by their blocks, those not yet assigned too,
since phones learn new ones faster than Python does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import category, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text cut into pictures, each whole, and single characters; with each whether it is a picture."""
    return ((found[0], found["picture"] is not None) for found in _SIGN.finditer(text))


def is_seen(text: str) -> bool:
    """Whether people see every sign of one line of text, and none has more marks on it than a letter has."""
    marks = 0
    for piece, is_picture in pieces(text):
        if not is_picture and (not piece.isprintable() or _INVISIBLE.match(piece)):
            return False
        marks = marks + 1 if _is_mark(piece) else 0
        if marks > MOST_MARKS:
            return False
    return True


def columns(text: str) -> int:
    """How wide the text is, in letters: pictures, and the signs of China, Japan and Korea, are as wide as two."""
    return sum(
        2 if is_picture or east_asian_width(piece) in "WF" else not _is_mark(piece)
        for piece, is_picture in pieces(text)
    )


def _is_mark(piece: str) -> bool:
    return len(piece) == 1 and category(piece) in ("Mn", "Me")
