"""`tableside deck print`: a deck as a PDF file to print, cut and play; and what it shares with `tableside mat`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.terminal import print_line
from companion.errors import BadInput

if TYPE_CHECKING:
    import argparse

PAPER_NAMES = ("a4", "letter")


def add_print_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `tableside deck print NAME|FILE`."""
    parser.add_argument("deck", metavar="NAME|FILE", help="a deck that ships, or a deck file")
    add_paper_arguments(parser)
    parser.add_argument("--no-backs", action="store_true", help="fronts only")
    parser.add_argument("--one-of-each", action="store_true", help="every card once, however many the deck has of it")


def print_deck(args: argparse.Namespace) -> int:
    """Write the deck as a PDF file. Raises BadInput for an unknown deck or a file that cannot be written."""
    from companion.decks import deckfiles
    from companion.print.sheets import deck_pdf

    file = deckfiles.read(args.deck)
    made = deck_pdf(file, paper=args.paper, backs=not args.no_backs, copies=not args.one_of_each)
    write(args.out, made)
    sides = "" if args.no_backs else ", on both sides, turned over the long edge"
    print_line(f"{args.out}: {file.deck.title}. Print at 100 %{sides}, and cut along the marks.")
    return 0


def add_paper_arguments(parser: argparse.ArgumentParser) -> None:
    """`--out` and `--paper`."""
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help="the PDF file to write")
    parser.add_argument("--paper", choices=PAPER_NAMES, default=PAPER_NAMES[0], help="size of the sheets (default: a4)")


def write(path: Path, content: bytes) -> None:
    """Write a file, or BadInput saying why it cannot be written."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from None
