"""Files and streams that somebody hands to the program: read with a bound on size, kind, encoding and depth.

Nothing is known of them: a path may name a pipe that nobody writes to or a device without an end, and a document of a
few kilobytes may take a parser gigabytes. Everything that is opened because a person named it is read here,
and of the data folder what may stand there in the place of a small file.
"""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

MEGABYTE = 1_000_000
LONGEST_LINE = 200 * MEGABYTE  # that is read to its end, and not taken for one without
DEEPEST = 100  # levels of lists and objects; the longest event has five
LONGEST_KEY = 16  # parts of a dotted key; what a parser keeps for one grows with their square
MOST_DIGITS = 4000  # Python refuses to convert longer numbers; no rule can tell such a number from a smaller one
DOCUMENT = told("the document")  # what one is called that has no name of its own

_PLAIN_PARTS = re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{LONGEST_KEY}}}")
_TEXTS_AND_REMARKS = re.compile(
    r"""(?s)
    \"\"\" (?:\\.|.)*? (?:\"\"\"|\Z)  |  ''' .*? (?:'''|\Z)  |  " (?:\\.|[^"\\\n])* "?  |  ' [^'\n]* '?  |  \# [^\n]*
    """,
    re.VERBOSE,
)  # one without an end is taken to its end: looking for that from every place would take the square of the length


def content(path: Path | str, *, most_bytes: int, what: str | None = None) -> bytes:
    """All that is in a regular file.

    Raises as `opened` does, OSError as reading does, and BadInput for more than `most_bytes`; it names `what` it is,
    the path if not said.
    """
    with opened(path, what) as file:
        return bounded(file.read(most_bytes + 1), most_bytes=most_bytes, what=what or str(path))


def opened(path: Path | str, what: str | None = None) -> BinaryIO:
    """A regular file, to be read and closed.

    Raises OSError as opening does, IsADirectoryError for a folder, and BadInput for a pipe or a device: they are not
    waited for.
    """
    # Without O_NONBLOCK opening a pipe would wait for somebody to write to it.
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK | os.O_NOCTTY))  # noqa: SIM115
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise BadInput(told("{what} is no ordinary file, but a pipe or a device", what=what or str(path)))


def stream(file: BinaryIO, *, most_bytes: int, what: str) -> bytes:
    """All that comes out of a stream. Raises BadInput as soon as that is more than `most_bytes`, and where it cannot be
    read."""
    return bounded(_part(file.read, most_bytes + 1, what), most_bytes=most_bytes, what=what)


def bounded(raw: bytes, *, most_bytes: int, what: str) -> bytes:
    """These bytes. Raises BadInput when they are more than `most_bytes`."""
    if len(raw) > most_bytes:
        raise _too_large(what, most_bytes)
    return raw


def lines(file: BinaryIO, *, most_bytes: int, what: str) -> Iterator[bytes]:
    """The lines of a stream one by one. Of one of more than `most_bytes` comes what shows that it is (see `bounded`),
    and the rest of it is read and dropped. Raises BadInput for one that does not end within `LONGEST_LINE` either, and
    where the stream cannot be read."""
    while part := _part(file.readline, most_bytes + 1, what):
        yield part
        dropped = 0
        while len(part) > most_bytes and not part.endswith(b"\n"):
            if dropped > LONGEST_LINE:
                raise _too_large(what, most_bytes)
            part = _part(file.readline, most_bytes + 1, what)
            dropped += len(part)


def _part(read: Callable[[int], bytes], most_bytes: int, what: str) -> bytes:
    """What is read next. A stream that was open already may be open only to be written."""
    try:
        return read(most_bytes)
    except OSError as error:
        raise BadInput(told("{path} cannot be read ({error})", path=what, error=error.strerror)) from error


def text(raw: bytes, what: str) -> str:
    """The text of a file in UTF-8, without the mark that some editors put before it. Raises BadInput with the place of
    the first byte that is none."""
    try:
        return raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise BadInput(told("{what} is not UTF-8 text (byte {number})", what=what, number=error.start + 1)) from None


def json_value(raw: bytes, what: str) -> Any:
    """A JSON document (RFC 8259, in UTF-8). Raises BadInput for anything else, and for more than `DEEPEST` levels.

    Of a whole number the first `MOST_DIGITS` digits are read.
    """
    try:
        value = json.loads(text(raw, what), parse_constant=_no_constant, parse_int=_whole_number)
    except RecursionError:
        raise _too_deep(what) from None
    except json.JSONDecodeError as error:
        where = f"{error.msg} in line {error.lineno}, column {error.colno}"
        raise BadInput(told("{what} is not JSON: {problem}", what=what, problem=where)) from None
    except _NoNumberError as error:
        raise BadInput(told("{what} is not JSON: {problem}", what=what, problem=error)) from None
    if _is_deeper(value, DEEPEST):
        raise _too_deep(what)
    return value


def toml_table(raw: bytes, what: str) -> tuple[dict[str, Any], str]:
    """What a TOML file says (TOML 1.0), and its text. Raises BadInput for anything else, and for a key of more than
    `LONGEST_KEY` parts."""
    said = text(raw, what)
    if _PLAIN_PARTS.search(_TEXTS_AND_REMARKS.sub("_", said)):
        raise BadInput(told("{what} has a dotted key of more than {most} parts", what=what, most=LONGEST_KEY))
    try:
        table = tomllib.loads(said)
    except RecursionError:
        raise _too_deep(what) from None
    except ValueError as error:
        raise BadInput(told("{what} is not TOML: {problem}", what=what, problem=error)) from None
    if _is_deeper(table, DEEPEST):
        raise _too_deep(what)
    # In hexadecimal Python reads one of any length, and cannot say it in decimal.
    if any(isinstance(each, int) and abs(each) >= 10**MOST_DIGITS for layer in layers(table) for each in layer):
        raise BadInput(told("{what} has a number of more than {most} digits", what=what, most=MOST_DIGITS))
    return table, said


class _NoNumberError(ValueError):
    """A word that Python's reader takes for a number and JSON does not have."""


def _no_constant(name: str) -> Any:
    raise _NoNumberError(f"{name} is no JSON number")


def _whole_number(digits: str) -> int:
    return int(digits[:MOST_DIGITS])


def _is_deeper(value: Any, most: int) -> bool:
    """Whether lists and objects lie in one another to more than `most` levels."""
    return any(depth > most for depth, _ in enumerate(layers(value)))


def layers(value: Any) -> Iterator[list[Any]]:
    """What lies in a document, level by level: the whole of it, what is in that, and so on."""
    layer = [value]
    while layer:
        yield layer
        inner: list[Any] = []
        for item in layer:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        layer = inner


def _too_deep(what: str) -> BadInput:
    return BadInput(told("{what} is nested more than {most} levels deep", what=what, most=DEEPEST))


def _too_large(what: str, most_bytes: int) -> BadInput:
    return BadInput(told("{what} is larger than {most} MB", what=what, most=f"{most_bytes / MEGABYTE:g}"))
