"""`tableside record`: one match of the journal as a folder of events and frames, fit to be replayed and tested."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.matches import journal_path
from companion.cli.terminal import print_line
from companion.data_folder import add_data_argument
from companion.errors import BadInput
from companion.referee.frames import Frames
from companion.referee.journal import Journal
from companion.referee.recording import outcome_of, write

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which match, and where to."""
    add_data_argument(parser)
    parser.add_argument("match", type=int, metavar="NUMBER", help="a match of `tableside matches list`")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder; in tests/recordings/ it is a test")


def run(args: argparse.Namespace) -> int:
    """Save one match. Reads the journal only, so it may run beside a table."""
    path = journal_path(args.data)
    journal = Journal(path, read_only=True)
    try:
        match = next((match for match in journal.matches() if match.id == args.match), None)
        if match is None:
            raise BadInput(f"there is no match {args.match} in {path.name}; `tableside matches list` names them")
        events = journal.events(match.id)
    finally:
        journal.close()
    saved = write(
        args.folder, match.setup, events, outcome_of(match.setup, events), Frames(path.parent / "frames").read
    )
    pictures = sum(row.frame is not None for row in saved.events)
    print_line(f"{len(saved.events)} events and {pictures} frames are in {args.folder}")
    return 0
