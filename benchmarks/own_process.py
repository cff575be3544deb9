"""A server in a process of its own, so that what is measured does not wait for whoever measures."""

from __future__ import annotations

import multiprocessing
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENDS_S = 15


@contextmanager
def in_own_process(serve: Callable[..., None], *arguments: Any) -> Iterator[Any]:
    """Have `serve` run there; it gets one end of a pipe and the arguments, says by the pipe where it is found, which is
    what comes of this, and ends once anything is said to it. It is ended whatever happens here."""
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(there, *arguments))
    server.start()
    there.close()  # else one that ends at once is waited for
    try:
        yield here.recv()
    finally:
        with suppress(BrokenPipeError):  # it has ended already
            here.send("stop")
        server.join(ENDS_S)
        server.terminate()
