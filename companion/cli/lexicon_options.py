"""What `word`, `find` and `spell` share: which dictionary, with or without names, and how its notices are told."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion import dictionaries
from companion.data_folder import add_data_argument, data_folder
from companion.errors import BadInput
from companion.lexicon import WILD, Lexicon

if TYPE_CHECKING:
    import argparse


def add_lexicon_arguments(parser: argparse.ArgumentParser) -> None:
    """`--lexicon`, `--names`, `--json`, `--data`."""
    parser.add_argument(
        "--lexicon",
        metavar="NAME",
        default=dictionaries.DEFAULT,
        help="the dictionary (default: en; `tableside word --list` lists them)",
    )
    parser.add_argument("--names", action="store_true", help="names of people and places count too")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_data_argument(parser)


def lexicon_of(args: argparse.Namespace) -> Lexicon:
    """The dictionary asked for. Raises BadInput when there is none of that name."""
    if args.lexicon not in dictionaries.available():
        raise BadInput(f"there is no dictionary {args.lexicon!r}; there are {', '.join(dictionaries.available())}")
    try:
        folder = data_folder(args.data)
    except BadInput as error:
        if args.data:
            raise
        _notice(str(error))  # looking a word up needs no data folder; only the cache is missed
        lexicon = dictionaries.load(args.lexicon)
    else:
        lexicon = dictionaries.at_table(args.lexicon, folder, _notice)
    return lexicon.with_names() if args.names else lexicon


def read_pattern(text: str, lexicon: Lexicon) -> str:
    """The letters and wilds of a pattern or rack, folded. Raises BadInput naming the sign that is neither."""
    folded = []
    for sign in text.strip():
        letter = sign if sign == WILD else lexicon.fold(sign)
        if letter is None:
            raise BadInput(f"{text!r} has {sign!r} in it; expected letters, and {WILD} for any letter")
        folded.append(letter)
    if not folded:
        raise BadInput(f"expected letters, and {WILD} for any letter; got nothing")
    return "".join(folded)


def _notice(sentence: str) -> None:
    print(f"tableside: {sentence}", file=sys.stderr)
