"""The command `tableside`: one module of this package per subcommand.

A command module has `HELP` (one line), `add_arguments(parser)` and `run(args) -> int`. Exit status: 0 done,
1 the answer is no, 2 could not be done. Modules are imported only when their command is called, so that
`tableside word` never waits for OpenCV.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import sys
from typing import TYPE_CHECKING

from companion import __version__
from companion.cli.terminal import print_line
from companion.errors import TablesideError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: dict[str, str] = {
    "run": "start the table: referee, camera, panel, OLED and pages",
    "hub": "listen to several tables, and show them all on one page",
    "join": "give this table an account at a hub, by the code on the hub's screen",
    "doctor": "test camera, screen, buttons, buzzer and lamp, and say what is wrong",
    "matches": "the matches of the journal: list, show, export",
    "report": "what a match that is over could have been: who missed what, and the words",
    "nights": "players across nights: history, head-to-heads, words, seasons, teams; export, forget",
    "scan": "read the cards on photographs",
    "cases": "readings that were wrong: list, read again, export, make tests, learn",
    "record": "save a match as a folder of events and frames",
    "replay": "play a recorded match again and say what comes out otherwise",
    "deck": "list, show, check, print and enrol decks of cards",
    "mat": "print the table mat",
    "rules": "print the clauses a ruling can cite",
    "word": "look words up: valid or not, and why not",
    "find": "find the words that contain letters and wilds, as in 'ZO?K'",
    "spell": "all words that these letters can lay, longest first",
    "judge": "replay a transcript and print the ruling on every event",
}

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # nobody names a file who writes to standard output

EPILOG = "--data DIR, where matches, frames and caches lie, may stand before the command or after it."


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. `argv` is without the program name (default: of the process). Returns the exit status."""
    try:
        _have_streams()
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()  # what does not reach the disk shall be said, not thrown away at the end
        return status
    except TablesideError as error:
        print_line("tableside:", *str(error).splitlines(), file=sys.stderr)  # one line, whatever it quotes
        return 2
    except BrokenPipeError:  # `tableside find | head`: the reader has seen enough
        _let_go_of_output()
        return 0
    except OSError as error:
        if error.filename is not None or error.errno not in _NO_ROOM:
            raise
        _let_go_of_output()
        print(f"tableside: the answer cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _run(said: Sequence[str]) -> int:
    """Do what is said, without the program name. Returns the exit status."""
    data, arguments = _with_data_apart(said)
    parser = argparse.ArgumentParser(
        prog="tableside", description="A referee that sits at the table on game night.", epilog=EPILOG
    )
    parser.add_argument("--version", action="version", version=f"tableside {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    for name, help_line in COMMANDS.items():
        subparser = commands.add_parser(name, help=help_line, description=help_line)
        if name == chosen:
            command = importlib.import_module(f"companion.cli.{name}")
            command.add_arguments(subparser)
            subparser.set_defaults(run=command.run)
    try:
        args = parser.parse_args(arguments)
    except SystemExit:  # help has been printed, or what is wrong with them
        sys.stdout.flush()
        raise
    if data is not None and not hasattr(args, "data"):
        command_line = " ".join(filter(None, (args.command, getattr(args, "action", None))))
        parser.error(f"{command_line} keeps nothing and reads nothing there: it takes no --data")
    if data is not None:
        args.data = data
    return int(args.run(args))


def _have_streams() -> None:
    """Have the three standard streams, and such as take every sign.

    One that is closed is opened to nowhere: the next file to be opened, the journal say, would get its number, and what
    a library prints. Signs that the output's encoding lacks are written as Python writes them: a question mark in their
    place would be read as a wild card.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):  # each gets the lowest number that is free
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(nowhere, True)
            setattr(sys, name, open(nowhere, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not what a test puts there
            stream.reconfigure(errors="backslashreplace")


def _let_go_of_output() -> None:
    """What is still waiting to be written goes nowhere, or Python would fail at it once more when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _with_data_apart(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The folder named by `--data DIR` or `--data=DIR`, wherever it stands, and the other arguments."""
    apart = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    apart.add_argument("--data")
    found, others = apart.parse_known_args(arguments)
    return found.data, others
