"""`tableside join`: give this table an account at a hub, by the code on the hub's screen."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from companion.data_folder import add_data_argument, data_folder

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `tableside join`."""
    parser.add_argument("code", metavar="CODE", help="what the hub's screen shows, as in hub.local:8883/ABCD-EFGH-…")
    add_data_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Join, and say so."""
    from companion.hub.joining_code import join, read_code

    table = join(read_code(args.code), data_folder(args.data), partial(print, file=sys.stderr))
    print(f"this table is {table} at the hub now; it tells it of itself from its next start on (--hub no: not)")
    return 0
