"""`tableside rules`: the clauses a ruling can cite, in our own words."""

from __future__ import annotations

import json
import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING

from companion.cli.terminal import print_json
from companion.errors import BadInput
from companion.games import RULEBOOKS, rulebook
from companion.games.core import quoted
from companion.games.house_rules import readings_of
from companion.games.schema import transcript_schema
from companion.games.sections import section_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from companion.games.core import Clause
    from companion.games.house_rules import WayToRead

WIDTH = 100
HOUSE_NOTE = "(house) marks our own reading where the published rulebook is silent or unclear."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`[GAME [CLAUSE]]`."""
    number = next(number for book in RULEBOOKS.values() for number in book.clauses)
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"one of {', '.join(RULEBOOKS)}")
    parser.add_argument("clause", nargs="?", metavar="CLAUSE", help=f"only this clause, such as {number}")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--schema", action="store_true", help="the JSON Schema of the game's transcripts instead")


def run(args: argparse.Namespace) -> int:
    """Exit status 0; BadInput (status 2) for an unknown game or clause."""
    if args.game is None:
        if args.json:
            print_json({game: book.title for game, book in RULEBOOKS.items()})
            return 0
        for game, book in RULEBOOKS.items():
            print(f"{game:<16}{book.title}, {len(book.clauses)} clauses")
        return 0
    book = rulebook(args.game)
    if args.schema:
        print_json(transcript_schema(book), indent=2)
        return 0
    clauses = list(book.clauses.values())
    readings = readings_of(book.game)
    if args.clause is not None:
        number = args.clause.upper()
        if number not in book.clauses:
            raise BadInput(
                f"{book.title} has no clause {quoted(args.clause)}; it has {clauses[0].number} to {clauses[-1].number}"
            )
        clauses = [book.clauses[number]]
    if args.json:
        print_json([_as_json(book.game, clause, readings.get(clause.number, ())) for clause in clauses])
        return 0
    for clause in clauses:
        section = section_of(book.game, clause.number)
        text = clause.text if section is None else f"{clause.text} [rulebook: {section}]"
        print(textwrap.fill(text, WIDTH, initial_indent=f"{clause.number:<5}", subsequent_indent=" " * 5))
        for reading in readings.get(clause.number, ()):
            choice = f"{reading.option} {json.dumps(reading.value)}: {reading.sentence}"
            print(textwrap.fill(choice, WIDTH, initial_indent=" " * 7, subsequent_indent=" " * 9))
    if any(clause.house for clause in clauses):
        print(f"\n{HOUSE_NOTE}")
    return 0


def _as_json(game: str, clause: Clause, readings: Sequence[WayToRead]) -> dict[str, object]:
    return {
        "clause": clause.number,
        "text": clause.text,
        "house": clause.house,
        "section": section_of(game, clause.number),
        "readings": [asdict(reading) for reading in readings],
    }
