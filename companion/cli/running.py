"""A table from its start until Ctrl-C or SIGTERM: where to look, what was found, and how it ends."""

from __future__ import annotations

import faulthandler
import signal
import threading
from typing import TYPE_CHECKING

from companion.app import LOOPBACK, started
from companion.errors import TablesideError
from companion.machine import notify
from companion.machine.log import keep_log
from companion.referee.disk import EventsLost

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app import App, Setup

LATEST_END_S = 4


def serve(setup: Setup, say: Callable[[str], None], *, on_terminal: bool) -> int:
    """Run the table until Ctrl-C or SIGTERM; says where to look and what was found. Returns the exit status.

    Once it is to end it does so within `LATEST_END_S` seconds, if need be (a device or a library that does not come
    back) with exit status 1 and a word on standard error of what each thread was doing. The journal stands that.

    The host's PIN is said only `on_terminal`; elsewhere, in a log say, it is said where it stands.
    """
    stop = threading.Event()
    failures: list[Exception] = []

    def end() -> None:
        if not stop.is_set():
            faulthandler.dump_traceback_later(LATEST_END_S, exit=True)
            stop.set()

    def failed(error: Exception) -> None:
        failures.append(error)
        end()

    keep_log()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: end())
    with started(setup, failed) as app:
        say(f"Tableside is at {app.address} ({_of_the_pin(app, on_terminal=on_terminal)})")
        for name, part in app.parts().items():
            wrong = f": {part['fault']}" if part["fault"] else ""
            say(f"  {name:7} {part['kind']}, {part['what']}{wrong}")
        say(f"  phones  {_of_phones(app, setup)}")
        for notice in app.view.notices:
            say(f"  {notice}")
        notify.ready(app.address)
        stop.wait()
        notify.stopping()
    if failures and isinstance(failures[0], EventsLost):
        raise failures[0]
    if failures:
        raise TablesideError(f"the referee broke down: {failures[0]}") from failures[0]
    return 0


def _of_phones(app: App, setup: Setup) -> str:
    if setup.host in LOOPBACK:
        return "cannot reach the table: it is for this machine only (--phones yes lets those of this network join)"
    return f"join with the code on the kiosk, or the address under it ({app.address}/play)"


def _of_the_pin(app: App, *, on_terminal: bool) -> str:
    if on_terminal:
        return f"the host's PIN is {app.pin}"
    places = ["on the OLED"] if app.parts()["screen"]["kind"] == "real" else []
    if app.pin_file is not None:
        places.append(f"in {app.pin_file}, which only its owner can read")
    if not places:
        return "the host's PIN can be read nowhere: give one with --pin"
    return f"the host's PIN stands {' and '.join(places)}"
