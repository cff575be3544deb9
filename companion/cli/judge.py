"""`tableside judge`: replay a transcript and print the referee's answer to every event."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import dictionaries
from companion.data_folder import add_data_argument, data_folder
from companion.errors import BadInput, TablesideError
from companion.referee.match import LexiconLoader, judge

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from companion.games.core import Words

MOST_DIGITS = 4000  # Python refuses to convert longer numbers; no rule can tell such a number from a smaller one


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE or `-`, and `--batch`."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE|-", help="a transcript (default: standard input)")
    parser.add_argument("--batch", action="store_true", help="one transcript per line in, one answer per line out")
    add_data_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0; BadInput (status 2) when the file or its document cannot be used."""
    lexica = _table_lexica(args.data)
    if args.batch:
        _judge_lines(sys.stdin.buffer if args.file == "-" else _read(args.file).split(b"\n"), lexica)
    else:
        _print(judge(read_json(sys.stdin.buffer.read() if args.file == "-" else _read(args.file)), lexica), indent=1)
    return 0


def _table_lexica(data: str | None) -> LexiconLoader:
    """The dictionaries as the table has them. No folder is touched before a match asks for one of them."""

    @cache
    def load(name: str) -> Words:
        return dictionaries.at_table(name, data_folder(data))

    return load


def _judge_lines(lines: Iterable[bytes], lexica: LexiconLoader) -> None:
    """An unusable document gives a line with `error`, the others go on."""
    for line in lines:
        if line.strip():
            try:
                answer = judge(read_json(line), lexica)
            except TablesideError as error:
                answer = {"error": str(error)}
            _print(answer)


def read_json(raw: bytes) -> Any:
    """Read one JSON document (UTF-8). Raises BadInput when it is none, or nested too deeply to be a transcript."""
    try:
        return json.loads(raw.decode("utf-8"), parse_constant=_no_constant, parse_int=_whole_number)
    except UnicodeDecodeError as error:
        raise BadInput(f"the document is not UTF-8 text (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise BadInput(f"the document is not JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise BadInput("the document is nested too deeply to be a transcript") from None


def _no_constant(name: str) -> Any:
    raise BadInput(f"the document is not JSON: {name} is no JSON number")


def _whole_number(digits: str) -> int:
    return int(digits[:MOST_DIGITS])


def _print(answer: Any, indent: int | None = None) -> None:
    # A lone surrogate cannot be encoded; its backslash form is the escape JSON has for it.
    text = json.dumps(answer, ensure_ascii=False, indent=indent) + "\n"
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from None
