"""`tableside judge`: replay a transcript and print the referee's answer to every event."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from companion import dictionaries, outside
from companion.cli.terminal import print_json
from companion.data_folder import add_data_argument, data_folder
from companion.errors import BadInput, TablesideError
from companion.games import rulebook
from companion.games.house_rules import chosen_rules
from companion.games.sections import section_of
from companion.language import LANGUAGES, translations
from companion.referee.citing import earlier
from companion.referee.match import played
from companion.sentences import is_told, spoken, told

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from companion.games.core import Words
    from companion.referee.match import Match
    from companion.referee.match_document import LexiconLoader

LARGEST_BYTES = 12 * outside.MEGABYTE  # of one transcript
MOST_EVENTS = 100_000
OURS = ("reason", "clause_text")  # in our own words, told or as they stand


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE or `-`, `--batch`, `--language` and `--explain`."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE|-", help="a transcript (default: standard input)")
    parser.add_argument("--batch", action="store_true", help="one transcript per line in, one answer per line out")
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="of the rulings' reasons and of errors (default: en)"
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="with each ruling its clause in words, how this match reads it, and the earlier ones under it",
    )
    add_data_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0; BadInput (status 2) when the file or its document cannot be used."""
    lexica = _table_lexica(args.data)
    translate = translations(args.language).gettext

    def answer(raw: bytes) -> Any:
        match = played(read_transcript(raw), lexica)
        return in_language(explained(match) if args.explain else match.result(), translate)

    try:
        with _opened(args.file) as file:
            if args.batch:
                _judge_lines(file, answer, translate)
            else:
                print_json(answer(outside.stream(file, most_bytes=LARGEST_BYTES, what=outside.DOCUMENT)), indent=1)
    except TablesideError as error:
        raise BadInput(spoken(error.sentence, translate)) from None
    return 0


def explained(match: Match) -> dict[str, Any]:
    """The answer to a transcript with `clause_text`, `section`, `readings` and `earlier` in every ruling that cites a
    clause.

    `clause_text` is the clause as `tableside rules` has it, in our own words; `section` is where the published rulebook
    has it, null where the clause is ours alone; `readings` are the sentences of the match's house rules on the clause;
    `earlier` are the numbers of the events of this match that were ruled on under the same clause before.
    """
    answer = match.result()
    chosen = chosen_rules(match.book.game, match.state)
    clauses = rulebook(answer["game"]).clauses
    cited = [clauses.get(ruling["clause"]) for ruling in answer["rulings"]]
    numbers = [ruling["event"] for ruling in answer["rulings"]]
    before = earlier(list(zip(numbers, cited, strict=True)))
    rulings = []
    for ruling, clause, under in zip(answer["rulings"], cited, before, strict=True):
        about = (
            {}
            if clause is None
            else {
                "clause_text": clause.text,
                "section": section_of(match.book.game, clause.number),
                "readings": chosen.get(clause.number, []),
                "earlier": under,
            }
        )
        rulings.append(ruling | about)
    return answer | {"rulings": rulings}


def in_language(value: Any, translate: Callable[[str], str]) -> Any:
    """JSON values with the reasons and clauses of rulings, and every other told sentence, in a language."""
    if isinstance(value, dict):
        return {
            key: spoken(inner, translate) if key in OURS and isinstance(inner, str) else in_language(inner, translate)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [in_language(inner, translate) for inner in value]
    return spoken(value, translate) if isinstance(value, str) and is_told(value) else value


def _table_lexica(data: str | None) -> LexiconLoader:
    """The dictionaries as the table has them. No folder is touched before a match asks for one of them."""

    @cache
    def load(name: str) -> Words:
        return dictionaries.at_table(name, data_folder(data))

    return load


def _judge_lines(file: BinaryIO, answer_to: Callable[[bytes], Any], translate: Callable[[str], str]) -> None:
    """An unusable document, or one that is too long, gives a line with `error`; the others go on."""
    for line in outside.lines(file, most_bytes=LARGEST_BYTES, what=outside.DOCUMENT):
        if line.strip():
            try:
                answer = answer_to(outside.bounded(line, most_bytes=LARGEST_BYTES, what=outside.DOCUMENT))
            except TablesideError as error:
                answer = {"error": spoken(error.sentence, translate)}
            print_json(answer)


def read_transcript(raw: bytes) -> Any:
    """Read one JSON document (UTF-8). Raises BadInput when it is none, nested too deeply to be a transcript, or has
    more than `MOST_EVENTS` events."""
    document = outside.json_value(raw, outside.DOCUMENT)
    events = document.get("events") if isinstance(document, dict) else None
    if isinstance(events, list) and len(events) > MOST_EVENTS:
        raise BadInput(told("the transcript has more than {most} events", most=MOST_EVENTS))
    return document


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
