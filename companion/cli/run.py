"""`tableside run`: start the table."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.data_folder import add_data_argument, data_folder
from companion.errors import BadInput
from companion.language import LANGUAGES
from companion.machine.address import LARGEST_PORT
from companion.machine.reach import host_for

if TYPE_CHECKING:
    import argparse

DEFAULT_PORT = 8080


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `tableside run`."""
    parser.add_argument("--host", help="address to serve on (default: as --phones says)")
    parser.add_argument(
        "--phones",
        choices=("yes", "no"),
        help="whether phones on this network may join; remembered (default: as before; asked the first time)",
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument(
        "--camera",
        default="auto",
        metavar="SPEC",
        help="drawn, photos:DIR, usb:0, pi or none (default: pi where there is one, else drawn)",
    )
    parser.add_argument("--board", metavar="FILE", help="the wiring (default: the one that ships)")
    parser.add_argument("--pin", help="the host's PIN, 4 to 8 digits (default: a new one, shown on the OLED)")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of OLED and voice (each page has its own)")
    parser.add_argument(
        "--voice",
        type=int,
        metavar="PERCENT",
        help="how loud the table speaks rulings, turns and the last seconds, 0 for not at all; remembered (default: as "
        "before, at first 0)",
    )
    parser.add_argument(
        "--voices",
        metavar="DIR",
        help="where voices for piper lie, e.g. nl_NL-mls-medium.onnx with its .onnx.json (default: "
        "~/.local/share/piper-voices, then /usr/local/share and /usr/share)",
    )
    parser.add_argument(
        "--hear",
        action="store_true",
        help="listen to what is said at the press of the button “listen” of the board file (needs pocketsphinx; "
        "English, and letters by the spelling alphabet; a letter is entered as it is heard, everything else is asked "
        "about first)",
    )
    parser.add_argument(
        "--hub",
        metavar="URL",
        help="tell a broker of the table: mqtts://NAME:PASSWORD@HOST:PORT; “no” for not (default: as hub.toml says)",
    )
    parser.add_argument("--hub-authority", metavar="FILE", help="who signed the broker's certificate (PEM)")
    parser.add_argument(
        "--hub-allow",
        metavar="DEEDS",
        help="what may be pressed from afar: pause,resume,challenge (default: nothing)",
    )
    add_data_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Serve the table until Ctrl-C or SIGTERM."""
    must_be_port(args.port)
    if args.pin is not None and not (args.pin.isascii() and args.pin.isdigit() and 4 <= len(args.pin) <= 8):
        raise BadInput("the PIN must be 4 to 8 digits")
    voices = voices_folder(args.voices)
    from companion.app import Setup
    from companion.cli.running import serve
    from companion.hub.belonging import membership

    data, say = data_folder(args.data), partial(print, flush=True)
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return serve(
        Setup(
            host=args.host or host_for(args.phones, data, _asked if on_terminal else None, say),
            port=args.port,
            camera=args.camera,
            data=data,
            board=args.board,
            pin=args.pin,
            language=args.language,
            for_phones=args.host is None,
            voice_percent=args.voice,
            hear=args.hear,
            voices=voices,
            hub=membership(
                data,
                args.hub,
                Path(args.hub_authority) if args.hub_authority else None,
                args.hub_allow.split(",") if args.hub_allow else None,
            ),
        ),
        say=say,
        on_terminal=sys.stdout.isatty(),
    )


def must_be_port(port: int) -> None:
    """Raises BadInput for a number that is no port to listen on; 0 stands for any that is free."""
    if not 0 <= port <= LARGEST_PORT:
        raise BadInput(f"port {port} is none: a port is a number from 0 to {LARGEST_PORT}")


def voices_folder(named: str | None) -> Path | None:
    """The folder of voices that was named, if any. Raises BadInput where there is none."""
    if not named:
        return None
    if not Path(named).is_dir():
        raise BadInput(f"there is no folder {named}: --voices names where voices for piper lie")
    return Path(named)


def _asked(question: str) -> str:
    """What is typed in answer; whoever ends the input instead says no."""
    try:
        return input(question)
    except EOFError:
        return "no"
