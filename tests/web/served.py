"""Everything that a table serves: its addresses as the application itself has them, so that a new route is found by
itself, and what can be read in what comes from there."""

from __future__ import annotations

import html
import json
import re
import socket
from itertools import product
from typing import TYPE_CHECKING, Any

import httpx
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.hub.bookmark import Bookmark
from companion.hub.outbox import Outbox
from companion.hub.payloads import encoded, view_message
from companion.language import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from starlette.routing import BaseRoute

    from tests.web.tables import LiveTable
    from tests.web.talking import Phone

STREAM = "text/event-stream"
PICTURES = re.compile(r"/(?:screen\.png|camera\.jpg|frames/.*|questions/.*|api/readings/.*|readings/.*)")
"""Pictures of the OLED, drawn from the view, and of what the camera sees."""
ASKED = "clauses=yes&name=Ann&one=Ann&other=Bob"  # what pages may be asked for, all of it of every page


class Read:
    """What was read: the objects and whole numbers of JSON, and all text, whatever it was wrapped in."""

    def __init__(self) -> None:
        self.nodes: set[str] = set()
        self.numbers: set[int] = set()
        self.text = ""
        self.unread: set[str] = set()
        self._read: set[tuple[str, bytes]] = set()

    def take(self, served: bytes, kind: str, address: str) -> None:
        """Read what an address has served, which is often what another one was served."""
        if (kind, served) in self._read:
            return
        if kind == "application/json":
            self._json(json.loads(served))
        elif kind == STREAM:
            for line in re.findall(rb"^data: ([{\[][^\r\n]*)", served, re.MULTILINE):
                self._json(json.loads(line))
        elif kind.startswith("text/") or kind == "image/svg+xml":
            self.text += html.unescape(served.decode()) + "\n"
        else:
            if not PICTURES.fullmatch(address):
                self.unread.add(address)
            return
        self._read.add((kind, served))

    def _json(self, value: Any) -> None:
        texts = []
        for node in nodes_of(value):
            if isinstance(node, dict):
                self.nodes.add(canonical(node))
            elif isinstance(node, str):
                texts.append(node + "\n")
            elif type(node) is int:
                self.numbers.add(node)
        self.text += "".join(texts)  # once: all that was read before is copied


def nodes_of(value: Any) -> Iterator[Any]:
    """A JSON value and everything in it; times and names of keys are left out."""
    yield value
    if isinstance(value, dict):
        for name, part in value.items():
            if not name.endswith("_ms"):
                yield from nodes_of(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from nodes_of(part)


def canonical(node: Mapping[str, Any]) -> str:
    """An object in the same words wherever it stands."""
    return json.dumps(node, sort_keys=True)


def addresses(routes: Sequence[BaseRoute], values: Mapping[str, Sequence[object]], before: str = "") -> Iterator[str]:
    """Every address that can be got, but for files that are the same at every table. Raises KeyError for a part of one
    that `values` has nothing for."""
    for route in routes:
        if isinstance(route, Mount):
            if not isinstance(route.app, StaticFiles):
                yield from addresses(route.routes or (), values, before + route.path)
        elif isinstance(route, Route) and "GET" in (route.methods or ()):
            names = list(route.param_convertors)
            for chosen in product(*(values[name] for name in names)):
                yield before + route.path_format.format(**dict(zip(names, chosen, strict=True)))


def parts(table: LiveTable, language: str) -> dict[str, Sequence[object]]:
    """What addresses of this table are made of while its match goes on."""
    view = table.view
    assert view.match is not None
    frames = sorted((table.data / "frames").glob(f"match{view.match_id}-*.jpg"))
    return {
        "match_id": [view.match_id],
        "game": [view.match.game],
        "language": [language],
        "name": [frames[-1].name if frames else f"match{view.match_id}-1.jpg"],
        "card": [0],
        "question_id": [view.question.id if view.question else 1],
    }


def read_all(table: LiveTable, host: httpx.Client, phones: Sequence[Phone], language: str) -> Read:
    """All that can be read at the table in one language by its host, a guest and phones, told to a hub, and what lies
    in its journal."""
    found = Read()
    with httpx.Client(base_url=table.address, timeout=60, verify=False) as guest:
        askers = [host, guest, *(phone.client for phone in phones)]
        for path in addresses(table.app.routes, parts(table, language)):
            for asker in askers if path.startswith("/api/") else askers[:1]:
                found.take(*got(asker, f"{path}?lang={language}&{ASKED}"), path)
    read_unasked(table, found)
    return found


def read_newest(table: LiveTable, host: httpx.Client) -> Read:
    """What everybody gets at every event, which is the most likely to say too much: the view, and what is told."""
    found = Read()
    found.take(*got(host, "/api/view"), "/api/view")
    read_unasked(table, found)
    return found


def read_unasked(table: LiveTable, found: Read) -> None:
    """What a hub is told, and lies in the journal."""
    wall = "2026-01-01T00:00:00+00:00"
    outbox = Outbox(table, Bookmark(table.data / "nothing told yet"))
    messages = [view_message(table.view, 0, wall), *(each.message for each in outbox.waiting(late=False))]
    for message in [*messages, outbox.index(wall)]:
        found.take(encoded(message), "application/json", "hub")
    for file in table.data.glob("journal*"):
        found.text += file.read_bytes().decode(errors="replace")


def got(asker: httpx.Client, address: str) -> tuple[bytes, str]:
    """What is served at an address, and of which kind it is; streams are for `Ears`."""
    with asker.stream("GET", address) as answer:
        assert answer.status_code < 500, address
        kind = answer.headers.get("content-type", "text/plain").partition(";")[0]
        return b"" if kind == STREAM else answer.read(), kind


class Ears:
    """Hears streams without waiting for them: what pages are told, and what is said aloud in every language."""

    def __init__(self, table: LiveTable) -> None:
        self._streams = [self._open(table, path) for path in ("live", *(f"speech/{each}" for each in LANGUAGES))]
        self._heard = [b"" for _ in self._streams]

    @staticmethod
    def _open(table: LiveTable, path: str) -> socket.socket:
        stream = socket.create_connection(("127.0.0.1", table.server.port), timeout=60)
        stream.sendall(f"GET /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{table.server.port}\r\n\r\n".encode())
        stream.setblocking(False)
        return stream

    def into(self, found: Read) -> None:
        """Read what has been heard by now; a message that is under way is heard the next time."""
        for number, stream in enumerate(self._streams):
            while (more := _at_hand(stream)) is not None:
                self._heard[number] += more
            whole, _, self._heard[number] = self._heard[number].rpartition(b"\r\n\r\n")
            found.take(whole, STREAM, "heard")

    def close(self) -> None:
        """Hear no more."""
        for stream in self._streams:
            stream.close()


def _at_hand(stream: socket.socket) -> bytes | None:
    try:
        return stream.recv(1 << 16) or None
    except BlockingIOError:
        return None
