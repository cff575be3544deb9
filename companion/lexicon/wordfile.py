"""The shipped form of a word list: sorted words, front-coded, then compressed.

A file is one xz stream of UTF-8 text: the line `tableside words 1`, a line with a JSON object that names the columns,
and the words without any separator, each as one sign for how many letters it shares with the word before it
(`@` none, `A` one, `B` two …) followed by the rest of its letters, lower case. A *column* is one string with one
sign per word (what the signs mean is up to whoever made the file: a size class, a source).
"""

from __future__ import annotations

import json
import lzma
import re
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAGIC = "tableside words 1"
_NONE_SHARED = ord("@")
_MOST_SHARED = ord("_") - _NONE_SHARED
_ENTRY = re.compile(r"([@-_])([^@-_]*)")
_WINDOW_BYTES = 1 << 22  # more than any list; the default would take 64 MB to read one back
_FILTERS = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": _WINDOW_BYTES, "lc": 4, "lp": 0, "pb": 0}
]


def pack(words: Iterable[str], columns: Mapping[str, Mapping[str, str]] | None = None) -> bytes:
    """The file's bytes. `columns` maps a column's name to one sign per word.

    Words are sorted first; the same words and columns give the same bytes (with the same version of liblzma).
    """
    ordered = sorted(set(words))
    signs = {name: "".join(of[word] for word in ordered) for name, of in (columns or {}).items()}
    entries, before = [], ""
    for word in ordered:
        shared = _shared_letters(before, word)
        entries.append(chr(_NONE_SHARED + shared) + word[shared:])
        before = word
    text = "\n".join((MAGIC, json.dumps(signs, sort_keys=True), "".join(entries)))
    return lzma.compress(text.encode(), format=lzma.FORMAT_XZ, filters=_FILTERS)


def unpack(data: bytes) -> tuple[list[str], dict[str, str]]:
    """Sorted words and columns of a file's bytes. Raises BadInput, without naming the file, when they are damaged."""
    try:
        magic, header, entries = lzma.decompress(data).decode().split("\n")
        columns = json.loads(header)
    except (lzma.LZMAError, ValueError) as error:
        raise BadInput(told("it is cut short or damaged ({error})", error=error)) from error
    if magic != MAGIC:
        raise BadInput(
            told("it begins with {magic} where {expected} was expected", magic=repr(magic), expected=repr(MAGIC))
        )
    words, word = [], ""
    for sign, rest in _ENTRY.findall(entries):
        word = word[: ord(sign) - _NONE_SHARED] + rest
        words.append(word)
    return words, columns


def _shared_letters(before: str, word: str) -> int:
    limit = min(len(before), len(word), _MOST_SHARED)
    return next((place for place in range(limit) if before[place] != word[place]), limit)
