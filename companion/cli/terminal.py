"""What people read in a terminal: names and titles that others made up must not be read by the terminal itself."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from companion import signs

if TYPE_CHECKING:
    from typing import TextIO

# Controls, what turns the direction of writing or is not seen at all, half characters, and ends of lines.
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def print_line(*parts: object, file: TextIO | None = None) -> None:
    """Print one line, as `print` does. A sign that a terminal would obey, or not show, is written out (`\\x1b`)."""
    pieces = signs.pieces(" ".join(map(str, parts)))
    print("".join(piece if is_picture else _shown(piece) for piece, is_picture in pieces), file=file)


def _shown(sign: str) -> str:
    return ascii(sign)[1:-1] if unicodedata.category(sign) in UNSEEN else sign
