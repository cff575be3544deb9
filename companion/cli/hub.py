"""`tableside hub`: listen to several tables and show them all on one page."""

from __future__ import annotations

import signal
import threading
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from companion.cli.run import must_be_port
from companion.data_folder import HUB_FOLDER, add_data_argument, data_folder
from companion.errors import BadInput
from companion.machine.address import LARGEST_PORT

if TYPE_CHECKING:
    import argparse

DEFAULT_PORT, DEFAULT_BROKER_PORT = 8090, 8883
LONGEST_DELAY_S = 2 * 3600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `tableside hub`."""
    parser.add_argument("--host", default="127.0.0.1", help="address of the pages (default: this machine only)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="of the pages")
    parser.add_argument("--broker-port", type=int, default=DEFAULT_BROKER_PORT, help="where tables connect")
    parser.add_argument("--name", help="by which tables find this machine (default: its address in the network)")
    parser.add_argument(
        "--delay",
        type=int,
        default=0,
        metavar="SECONDS",
        help="show everything that much later",
    )
    add_data_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    if not 0 <= args.delay <= LONGEST_DELAY_S:
        raise BadInput(f"the delay must be from 0 to {LONGEST_DELAY_S} seconds")
    must_be_port(args.port)
    if not 1 <= args.broker_port <= LARGEST_PORT:
        raise BadInput(f"the broker's port must be from 1 to {LARGEST_PORT}, not {args.broker_port}")
    from companion.clock import SystemClock
    from companion.hub.hub import Hub
    from companion.hub.hub_pages import HUB_DOOR, BoardStream, make_hub_app
    from companion.machine import pin
    from companion.machine.address import reachable
    from companion.web.access import Access
    from companion.web.keys import KEY_FILE, load_key
    from companion.web.seats import SEATS_FILE, Seats
    from companion.web.serving import WebServer, listen

    folder, say, clock = data_folder(args.data) / HUB_FOLDER, partial(print, flush=True), SystemClock()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with ExitStack() as stack:
        listener = stack.enter_context(listen(args.host, args.port))
        boards = BoardStream(args.delay)
        name = args.name or reachable("0.0.0.0")
        hub = stack.enter_context(
            Hub(folder, name, args.broker_port, clock, delay_s=args.delay, changed=boards.mark, notice=say)
        )
        if hub.collection.damage:
            say(hub.collection.damage)
        new_pin = pin.new_pin()
        key, seats = load_key(folder / KEY_FILE, say), Seats(folder / SEATS_FILE, say)
        only_here = args.host == "127.0.0.1"  # else a proxy on this machine may hand on what comes from anywhere
        access = Access(key, lambda: new_pin, clock, seats, open_locally=only_here, door=HUB_DOOR)
        stack.callback(WebServer(make_hub_app(hub, access, boards, clock), listener).close)
        say(f"All tables are at http://{reachable(args.host)}:{listener.getsockname()[1]} (the PIN is {new_pin})")
        say(f"  a table joins with: tableside join {hub.code}")
        while not stop.wait(1.0):
            hub.broker.keep_running()
    return 0
