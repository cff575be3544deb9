"""`tableside spell`: the words that letters can lay."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from companion.cli.lexicon_options import add_lexicon_arguments, lexicon_of, read_pattern
from companion.errors import BadInput

if TYPE_CHECKING:
    import argparse

HELP = "all words that these letters can lay, longest first"
MOST_WILDS = 28


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """LETTERS, wilds, and the lengths wanted."""
    parser.add_argument("letters", metavar="LETTERS", help="the letters at hand; each ? is a wild")
    parser.add_argument("--wilds", type=int, default=0, metavar="N", help="so many wild cards besides (default 0)")
    parser.add_argument("--shortest", type=int, default=2, metavar="N", help="words of at least N letters (default 2)")
    parser.add_argument("--longest", type=int, metavar="N", help="words of at most N letters")
    parser.add_argument("--limit", type=int, metavar="N", help="print at most N words, the longest")
    add_lexicon_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the words, longest first; 0 when there are any, 1 when there is none."""
    if not 0 <= args.wilds <= MOST_WILDS:
        raise BadInput(f"--wilds {args.wilds}: expected 0 to {MOST_WILDS}")
    if args.limit is not None and args.limit < 1:
        raise BadInput(f"--limit {args.limit}: expected 1 or more")
    lexicon = lexicon_of(args)
    letters = read_pattern(args.letters, lexicon)
    words = lexicon.spell(letters, args.wilds, shortest=args.shortest, longest=args.longest, limit=args.limit)
    if args.json:
        print(json.dumps({"letters": letters, "wilds": args.wilds, "lexicon": lexicon.name, "words": words}))
    else:
        print("\n".join(words), end="\n" if words else "")
    return 0 if words else 1
