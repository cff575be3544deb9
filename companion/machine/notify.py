"""Tells systemd how the service is: ready, alive, what it is doing, stopping.

The protocol of sd_notify(3): lines `NAME=value` in one datagram to the socket that NOTIFY_SOCKET names. Without that
variable nobody listens (a terminal, a test) and every call here does nothing. It needs no library: those there are
either swallow every error or must be compiled against libsystemd.

A match never ends because nobody hears of it: that a socket is named and cannot be written to is said once, in the log.
"""

from __future__ import annotations

import atexit
import logging
import os
import socket
import threading
from functools import cache

LONGEST_S = 1.0

_unsaid = threading.Lock()  # taken for good by the thread that says why nobody hears: it is said once, not at each beat


def send(**fields: str | int) -> bool:
    """Send fields such as `READY=1` in one message. Returns whether anybody listens, within a second.

    Raises ValueError for a line break in a value: it would be read as another field.
    """
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return False
    lines = [f"{name}={value}" for name, value in fields.items()]
    if any("\n" in line for line in lines):
        raise ValueError(f"a field sent to systemd cannot have a line break: {lines}")
    if address.startswith("@"):  # an abstract socket is written with @ and named with a zero byte
        address = "\0" + address[1:]
    try:
        _channel().sendto("\n".join(lines).encode(), address)
    except TimeoutError:  # whoever listens has not read what came before: the table does not wait for that
        return False
    except OSError as error:
        if _unsaid.acquire(blocking=False):
            said = "systemd is not told how the table is (%s: %s); the table goes on"
            logging.getLogger(__name__).warning(said, os.environ["NOTIFY_SOCKET"], error.strerror)
        return False
    return True


@cache
def _channel() -> socket.socket:
    """The one socket for all messages: a program that has used its files up cannot open another, and is alive."""
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
    channel.settimeout(LONGEST_S)
    atexit.register(channel.close)
    return channel


def ready(status: str) -> bool:
    """The table answers; `status` is one line for `systemctl status`."""
    return send(READY=1, STATUS=status)


def status(text: str) -> bool:
    """One line for `systemctl status`: what the table is doing."""
    return send(STATUS=text)


def alive() -> bool:
    """Feed the watchdog. To be called from the referee's own loop, so that a stalled referee is restarted."""
    return send(WATCHDOG=1)


def stopping() -> bool:
    """The service is on its way down, on purpose."""
    return send(STOPPING=1)
