"""`tableside deck print`: a deck as a PDF file to print, cut and play; and what it shares with `tableside mat`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.terminal import print_line
from companion.errors import BadInput
from companion.games.events import printable
from companion.print.papers import DEFAULT_PAPER, PAPERS_MM

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import TextIO

    from companion.cards import Deck


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
    say_what_is_lacking(*texts_of(file.deck))
    return 0


def texts_of(deck: Deck) -> Iterator[str]:
    """What of a deck's own words is printed."""
    yield from (deck.title, deck.back or "")
    for card in deck.cards:
        yield from (card.label, card.rank or "", card.dna or "")


def say_what_is_lacking(*texts: str, on: TextIO | None = None) -> None:
    """Say, on standard output or there, which signs of these texts cannot be printed, if there are any."""
    from companion.print.drawing import signs_lacking

    if lacking := signs_lacking("".join(texts)):
        signs = printable(" ".join(lacking))
        print(f"an empty box is printed for each of these signs, which the fonts that ship lack: {signs}", file=on)


def add_paper_arguments(parser: argparse.ArgumentParser) -> None:
    """`--out` and `--paper`."""
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help="the PDF file to write")
    add_paper_argument(parser)


def add_paper_argument(parser: argparse.ArgumentParser) -> None:
    """`--paper`, on which whatever is printed is to fit."""
    what = f"size of the sheets (default: {DEFAULT_PAPER})"
    parser.add_argument("--paper", choices=tuple(PAPERS_MM), default=DEFAULT_PAPER, help=what)


def write(path: Path, content: bytes) -> None:
    """Write a file, or BadInput saying why it cannot be written."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from None
