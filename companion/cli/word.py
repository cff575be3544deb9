"""`tableside word`: is it a word, and if not, why not."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from companion import dictionaries
from companion.cli.lexicon_options import add_lexicon_arguments, lexicon_of
from companion.cli.terminal import print_json
from companion.errors import BadInput
from companion.lexicon import explain

if TYPE_CHECKING:
    import argparse

HELP = "look words up: valid or not, and why not"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """WORD…, `--list`, and what all lexicon commands take."""
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--list", action="store_true", help="list the dictionaries there are and their sizes")
    add_lexicon_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """0 when every word is valid, 1 when any is not; BadInput (status 2) when the dictionary cannot be used."""
    if args.list:
        return _list(args)
    if not args.words:
        raise BadInput("expected words to look up, or --list")
    lexicon = lexicon_of(args)
    answers = [explain(lexicon, word) for word in args.words]
    if args.json:
        print_json([asdict(answer) for answer in answers], indent=1)
    else:
        for answer in answers:
            print(f"{'yes' if answer.valid else 'no ':3}  {answer.text}")
    return 0 if all(answer.valid for answer in answers) else 1


def _list(args: argparse.Namespace) -> int:
    rows: list[dict[str, Any]] = []
    for name, dictionary in dictionaries.available().items():
        args.lexicon = name
        lexicon = lexicon_of(args)
        rows.append(
            {
                "name": name,
                "title": dictionary.title,
                "language": dictionary.language,
                "words": len(lexicon),
                "names": lexicon.names_count,
                "memory_bytes": lexicon.memory_bytes(),
            }
        )
    if args.json:
        print_json(rows, indent=1)
        return 0
    for row in rows:
        size = f"{row['words']:>8,} words {row['names']:>7,} names {row['memory_bytes'] / 1e6:5.1f} MB"
        print(f"{row['name']:14} {size}  {row['title']}")
    return 0
