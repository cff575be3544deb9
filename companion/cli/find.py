"""`tableside find`: the words that have a pattern in them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from companion.cli.lexicon_options import add_lexicon_arguments, lexicon_of, read_pattern
from companion.errors import BadInput

if TYPE_CHECKING:
    import argparse

    from companion.lexicon import Where

HELP = "find the words that contain letters and wilds, as in 'ZO?K'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """PATTERN, where it must lie, and how much is printed."""
    parser.add_argument("pattern", metavar="PATTERN", help="letters, and ? for any letter (quote it)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--anywhere", dest="where", action="store_const", const="inside", help="inside the word (default)"
    )
    where.add_argument("--start", dest="where", action="store_const", const="start", help="at the word's beginning")
    where.add_argument(
        "--whole", dest="where", action="store_const", const="whole", help="the pattern is the whole word"
    )
    parser.set_defaults(where="inside")
    parser.add_argument("--longer", action="store_true", help="only words longer than the pattern")
    parser.add_argument("--count", action="store_true", help="print only how many there are")
    parser.add_argument("--limit", type=int, metavar="N", help="print at most N words, the shortest")
    add_lexicon_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the words, shortest first; 0 when there are any, 1 when there is none."""
    if args.limit is not None and args.limit < 1:
        raise BadInput(f"--limit {args.limit}: expected 1 or more")
    lexicon = lexicon_of(args)
    pattern = read_pattern(args.pattern, lexicon)
    where: Where = args.where
    count = lexicon.count(pattern, where=where, longer=args.longer)
    words = [] if args.count else lexicon.find(pattern, where=where, longer=args.longer, limit=args.limit)
    if args.json:
        answer = {"pattern": pattern, "lexicon": lexicon.name, "count": count}
        print(json.dumps(answer if args.count else answer | {"words": words}))
    else:
        print("\n".join([str(count)] if args.count else words), end="\n" if count or args.count else "")
    return 0 if count else 1
