"""`tableside replay`: play a recorded match again through referee, journal and, if asked, the eyes."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.terminal import print_line
from companion.data_folder import add_data_argument, data_folder
from companion.referee import recording
from companion.referee.match import load_lexicon
from companion.referee.replay import replay

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which recording, and whether its frames are read again."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a recording made by `tableside record`")
    parser.add_argument("--read", action="store_true", help="read the camera's events off their frames again")
    add_data_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print each difference; exit status 1 when there is one."""
    recorded = recording.read(args.folder)
    read = None
    if args.read:
        from companion.decks.shelf import DeckShelf
        from companion.games.layout import layout_of
        from companion.vision import Reader

        layout = layout_of(recorded.setup.get("game"), recorded.setup.get("options", {}), recorded.setup.get("deck"))
        read = Reader(DeckShelf(data_folder(args.data)).read(layout.deck).deck).read
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        for sentence in replay(recorded, Path(folder), load_lexicon, read):
            print_line(sentence)
            differences += 1
    print_line("all came out as it was" if not differences else f"{differences} came out otherwise", file=sys.stderr)
    return 1 if differences else 0
