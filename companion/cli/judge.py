"""`tableside judge`: replay a transcript and print the referee's answer to every event."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from companion import dictionaries, outside
from companion.data_folder import add_data_argument, data_folder
from companion.errors import BadInput, TablesideError
from companion.referee.match import LexiconLoader, judge
from companion.sentences import told

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import BinaryIO

    from companion.games.core import Words

LARGEST_BYTES = 12 * outside.MEGABYTE  # of one transcript
MOST_EVENTS = 100_000
THE_DOCUMENT = "the document"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE or `-`, and `--batch`."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE|-", help="a transcript (default: standard input)")
    parser.add_argument("--batch", action="store_true", help="one transcript per line in, one answer per line out")
    add_data_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0; BadInput (status 2) when the file or its document cannot be used."""
    lexica = _table_lexica(args.data)
    with _opened(args.file) as file:
        if args.batch:
            _judge_lines(file, lexica)
        else:
            raw = outside.stream(file, most_bytes=LARGEST_BYTES, what=THE_DOCUMENT)
            _print(judge(read_transcript(raw), lexica), indent=1)
    return 0


def _table_lexica(data: str | None) -> LexiconLoader:
    """The dictionaries as the table has them. No folder is touched before a match asks for one of them."""

    @cache
    def load(name: str) -> Words:
        return dictionaries.at_table(name, data_folder(data))

    return load


def _judge_lines(file: BinaryIO, lexica: LexiconLoader) -> None:
    """An unusable document gives a line with `error`, the others go on; a line that is too long ends it."""
    for line in outside.lines(file, most_bytes=LARGEST_BYTES, what=THE_DOCUMENT):
        if line.strip():
            try:
                answer = judge(read_transcript(line), lexica)
            except TablesideError as error:
                answer = {"error": str(error)}
            _print(answer)


def read_transcript(raw: bytes) -> Any:
    """Read one JSON document (UTF-8). Raises BadInput when it is none, nested too deeply to be a transcript, or has
    more than `MOST_EVENTS` events."""
    document = outside.json_value(raw, THE_DOCUMENT)
    events = document.get("events") if isinstance(document, dict) else None
    if isinstance(events, list) and len(events) > MOST_EVENTS:
        raise BadInput(told("the transcript has more than {most} events", most=MOST_EVENTS))
    return document


def _print(answer: Any, indent: int | None = None) -> None:
    # A lone surrogate cannot be encoded; its backslash form is the escape JSON has for it.
    text = json.dumps(answer, ensure_ascii=False, indent=indent) + "\n"
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """The file of that name, or for `-` standard input."""
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        file = outside.opened(path)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from None
    with file:
        yield file
