"""`tableside mat`: the table mat as a PDF file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.printing import add_paper_arguments, write
from companion.cli.terminal import print_line

if TYPE_CHECKING:
    import argparse

KINDS = ("field", "outline", "corners")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--out FILE.pdf`, `--paper`, `--kind`."""
    add_paper_arguments(parser)
    parser.add_argument(
        "--kind", choices=KINDS, default=KINDS[0], help="the whole field, its outlines, or only its four corners"
    )


def run(args: argparse.Namespace) -> int:
    """Write the mat. Raises BadInput for a file that cannot be written."""
    from companion.print.mat import mat_pdf

    write(args.out, mat_pdf(paper=args.paper, kind=args.kind))
    print_line(f"{args.out}: the table mat. Print at 100 %.")
    return 0
