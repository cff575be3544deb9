"""What is printed: for people, whose terminal must not obey the names and titles of others, and for programs."""

from __future__ import annotations

import json
import sys
import unicodedata
from typing import TYPE_CHECKING, Any

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


def print_json(value: Any, indent: int | None = None) -> None:
    """Print a document on standard output: JSON is UTF-8 (RFC 8259), whatever signs the terminal would take."""
    text = json.dumps(value, ensure_ascii=False, indent=indent) + "\n"
    sys.stdout.flush()
    # A lone surrogate cannot be encoded; its backslash form is the escape JSON has for it.
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def say_none(sentence: str) -> None:
    """Say why a list is empty, beside standard output: a program that reads it still gets no line."""
    print_line(sentence, file=sys.stderr)
