"""Requests of any kind to the table: by strangers, phones and the host, and events from every seat of all five games.

A stranger may change nothing; what is refused to anybody changes nothing.
"""

from __future__ import annotations

import json
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from benchmarks.fuzz_values import TEXTS, altered, broken, of_schema, value
from benchmarks.playouts import document, one_of, some_event
from companion.games import RULEBOOKS
from companion.referee.match import Match
from companion.web.openapi import description

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from benchmarks.fuzz_table import Answer, FuzzedTable
    from benchmarks.resuming import Progress
    from companion.games.core import Words

SIDES = ("left", "right")
ACTS = ("place", "place", "place", "remove", "turn_over", "turn_sideways")
LOOKED_AFTER_EVERY = 8  # refused requests, or before the next that may change something
PAGES = (
    "/", "/kiosk", "/kiosk/code", "/table", "/play", "/host", "/matches/1", "/words/nl.json", "/screen.png",
    "/camera.jpg", "/frames/1/match1-1.jpg", "/questions/1.jpg", "/join.svg", "/static/style.css", "/static/../app.py",
    "/faces/x", "/api/openapi.json",
)  # fmt: skip
WAITS = ("/api/live", "/api/judge", "/screen.png", "/camera.jpg")  # streams, long work and long polls: asked otherwise
STRANGE = {
    "Host": ("", "localhost", "127.0.0.1", "[::1", "a b", "x" * 300, "127.0.0.1:0", "table.local:99999", "é"),
    "Origin": ("null", "http://[", "http://127.0.0.1", "https://evil.example", "", "http://127.0.0.1:8080@evil"),
    "Sec-Fetch-Site": ("cross-site", "none", "same-site", "?"),
    "X-Forwarded-For": ("127.0.0.1", "::1", "; drop"),
    "Authorization": ("Bearer", "Bearer .", "Bearer e30.AAAA", "Basic QTpC", "Bearer " + "A" * 3000, "é"),
    "Cookie": (
        "tableside-host=",
        "tableside-host=e30.AAAA",
        "tableside-host=é; tableside-kiosk=1",
        "=;=;=",
        "a" * 4000,
    ),
    "Content-Type": ("text/plain", "application/json; charset=utf-16", "multipart/form-data", "application/JSON", ""),
    "Accept": ("", "text/event-stream", "*/*;q=9"),
    "Transfer-Encoding": ("gzip", "identity"),
    "Range": ("bytes=0-", "bytes=9-1", "lines=1"),
}


@cache
def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation of the API's own description: method, path, and what the description says of it."""
    return [
        (method.upper(), path, what)
        for path, methods in description()["paths"].items()
        for method, what in methods.items()
    ]


def request(chance: Random) -> tuple[str, str, bytes | None]:
    """Method, path and body of a request much like one of the API's, or to a page; something may be wrong with it."""
    what: Mapping[str, Any] = {}
    if chance.random() < 0.1:
        method, path = chance.choice(("GET", "HEAD", "POST", "PUT", "DELETE")), chance.choice(PAGES)
    else:
        method, path, what = chance.choice(operations())
        path = "/api" + path.replace("{match_id}", _number(chance)).replace("{act}", _act(chance))
        if chance.random() < 0.03:
            method = chance.choice(("GET", "HEAD", "POST", "PUT", "OPTIONS", "PATCH"))
    if path in WAITS:
        path = "/api/who"
    if chance.random() < 0.05:
        path = _ascii(broken(path.encode(), chance))
    if chance.random() < 0.1:
        path += "?" + _ascii(broken(b"after=1&lang=nl&theme=dark&x=%ff", chance))
    return method, path, None if method in ("GET", "HEAD") else _body(what, chance)


def _number(chance: Random) -> str:
    return chance.choice(("1", "2", "0", "-1", "9" * 30, "1e3", "%00", "..%2f", str(chance.randrange(500))))


def _act(chance: Random) -> str:
    return chance.choice(("pause", "resume", "overlook", "close", "again", "x", "%2e%2e"))


def _ascii(raw: bytes) -> str:
    return "/" + "".join(chr(byte) if 0x21 <= byte < 0x7F else f"%{byte:02x}" for byte in raw)[:3000].lstrip("/")


def _body(what: Mapping[str, Any], chance: Random) -> bytes:
    schema = what.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    said = value(chance) if schema is None else of_schema(schema, chance, description()["components"]["schemas"])
    raw = json.dumps(said, ensure_ascii=True).encode()
    if chance.random() < 0.01:
        raw += b" " * 70_000
    return broken(raw, chance) if chance.random() < 0.1 else raw


def headers(chance: Random, own: Mapping[str, str]) -> dict[str, str]:
    """The headers of a request, now and then one of them a strange one."""
    result = {"Content-Type": "application/json", **own}
    if chance.random() < 0.2:
        name = chance.choice(list(STRANGE))
        result[name] = chance.choice(STRANGE[name])
    return result


class Watch:
    """Sees to it that requests which were refused have changed nothing: looks at the table after some of them."""

    def __init__(self, table: FuzzedTable) -> None:
        self._table = table
        self._standing = table.standing()
        self._since: list[str] = []

    def refused(self, what: str) -> None:
        """A request that must not have changed anything."""
        self._since.append(what)
        if len(self._since) >= LOOKED_AFTER_EVERY:
            self.look()

    def look(self) -> None:
        """Find out whether anything has changed since."""
        standing = self._table.standing()
        if self._since and standing != self._standing:
            changed = {name: (self._standing.get(name), standing.get(name)) for name in standing}
            different = {name: both for name, both in changed.items() if both[0] != both[1]}
            self._table.wrong(f"{different} changed, though refused were {self._since}", "", "")
        self._standing, self._since = standing, []

    def changed(self) -> None:
        """A request was taken that may change something."""
        self._standing, self._since = self._table.standing(), []


def _ask(table: FuzzedTable, watch: Watch, chance: Random, own: Mapping[str, str], *, may_change: bool) -> None:
    method, path, body = request(chance)
    if may_change and method not in ("GET", "HEAD"):
        watch.look()
    said = headers(chance, own)
    status = table.ask(method, path, said, body).status
    table.tally.counts[f"answers {status}"] += 1
    if may_change and status < 400 and method not in ("GET", "HEAD"):
        watch.changed()
    else:
        watch.refused(f"{method} {path} {said} {(body or b'')[:500]!r}")


def stranger(table: FuzzedTable, chance: Random, tally: Progress, count: int) -> None:
    """Requests of somebody on the network who has neither a seat nor the PIN, and bytes that are no requests."""
    begin(table, chance, chance.choice(list(RULEBOOKS)))
    watch, own = Watch(table), {"Host": table.names[1]}
    for _ in range(count):
        tally.counts["stranger"] += 1
        if chance.random() < 0.05:
            raw = _raw(table, chance)
            table.shout(raw)
            watch.refused(repr(raw[:500]))
        else:
            # A strange Host may be a name of the machine itself, and who asks by that is the host of a simulated table.
            _ask(table, watch, chance, {**own, "X-Forwarded-For": "192.0.2.7"}, may_change=False)
    watch.look()


def _raw(table: FuzzedTable, chance: Random) -> bytes:
    body = json.dumps(value(chance)).encode()
    whole = (
        f"POST /api/events HTTP/1.1\r\nHost: {table.names[1]}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return broken(whole.encode() + body, chance)


def phone(table: FuzzedTable, chance: Random, tally: Progress, count: int) -> None:
    """Requests of somebody who has a seat."""
    match = begin(table, chance, chance.choice(list(RULEBOOKS)))
    tokens = seated(table, match.players)
    watch = Watch(table)
    for _ in range(count):
        tally.counts["phone"] += 1
        token = chance.choice(tokens)
        own = {"Host": table.names[1], "Authorization": f"Bearer {token}"}
        _ask(table, watch, chance, own, may_change=True)
    watch.look()


def host(table: FuzzedTable, chance: Random, tally: Progress, count: int) -> None:
    """Requests of the host, on the machine itself and by the PIN."""
    begin(table, chance, chance.choice(list(RULEBOOKS)))
    watch = Watch(table)
    for _ in range(count):
        tally.counts["host"] += 1
        own = {"Host": table.names[0]} if chance.random() < 0.5 else {"Host": table.names[1], "Cookie": table.cookie}
        _ask(table, watch, chance, own, may_change=True)
    watch.look()


def events(table: FuzzedTable, chance: Random, tally: Progress, count: int) -> None:
    """Events of one game from every seat and the host's: likely ones, near ones, and ones with something wrong."""
    game = chance.choice(list(RULEBOOKS))
    match = begin(table, chance, game)
    tokens = dict(zip(match.players, seated(table, match.players), strict=True))
    watch = Watch(table)
    for _ in range(count):
        tally.counts[f"events of {game}"] += 1
        event = _event(match, chance)
        own_seat = event.get("player") if isinstance(event, dict) and chance.random() < 0.5 else None
        seat = own_seat if isinstance(own_seat, str) and own_seat in tokens else chance.choice((None, *tokens))
        own = {} if seat is None else {"Authorization": f"Bearer {tokens[seat]}"}
        answer = post(table, "/api/events", {"event": event}, **own)
        said = answer.json() if answer.status == 200 else {}
        if said.get("accepted"):
            tally.counts["events accepted"] += 1
            watch.changed()  # what the rules made of it is seen here, too: the clock and other phones take part
            if said.get("ruling"):
                match.apply(said["ruling"]["event"])
        else:
            watch.refused(f"{seat}: {event!r}"[:1000])
    watch.look()


def buttons(table: FuzzedTable, chance: Random, tally: Progress, count: int) -> None:
    """Presses of any button, through all menus; what they hand in is the table's own."""
    begin(table, chance, chance.choice(list(RULEBOOKS)))
    often = ("up", "down", "select", "select")
    for _ in range(count):
        tally.counts["button"] += 1
        button = chance.choice((*often, "challenge", f"player{chance.randint(1, 8)}"))
        post(table, "/api/press", {"button": button if chance.random() < 0.98 else value(chance)})
    table.standing()


def cards(table: FuzzedTable, chance: Random, tally: Progress, count: int) -> None:
    """Cards laid, taken and turned before the camera, and its questions answered by anybody."""
    match = begin(table, chance, chance.choice(list(RULEBOOKS)))
    tokens = seated(table, match.players)
    names = table.ask("GET", "/api/cards", table.as_host()).json()["cards"]
    is_tidy = chance.random() < 0.6  # card after card, as people lay them
    for _ in range(count):
        tally.counts["card"] += 1
        if chance.random() < 0.2:
            _answer(table, chance, tokens, names)
            continue
        if is_tidy and chance.random() < 0.9:
            said: dict[str, Any] = {"act": "place", "label": chance.choice(names), "side": chance.choice(SIDES)}
            post(table, "/api/cards", said)
            continue
        said = {"act": chance.choice(ACTS), "label": chance.choice(names), "index": chance.randrange(-1, 9)}
        for name, values in (("row", range(-1, 6)), ("at", range(-1, 9)), ("column", range(-2, 9))):
            if chance.random() < 0.4:
                said[name] = chance.choice(values)
        said |= {"side": chance.choice(SIDES), "face_down": chance.random() < 0.1}
        if chance.random() < 0.04:
            said["act"] = "clear"
        post(table, "/api/cards", altered(said, chance) if chance.random() < 0.1 else said)
    post(table, "/api/cards", {"act": "clear"})
    table.standing()


def _answer(table: FuzzedTable, chance: Random, tokens: list[str], names: list[str]) -> None:
    question = table.ask("GET", "/api/view", table.as_host()).json()["table"]["question"]
    asked = question["id"] if question and chance.random() < 0.9 else chance.randrange(9)
    known = question["candidates"] if question else ()
    said = {
        "question": asked,
        "label": chance.choice([*known, *known, chance.choice(names), chance.choice(TEXTS), "yes"]),
    }
    own = {"Authorization": f"Bearer {chance.choice(tokens)}"} if chance.random() < 0.5 else {}
    answered = post(table, "/api/answer", said, **own)
    table.tally.counts[f"questions answered {answered.status}"] += 1


def _event(match: Match, chance: Random) -> Any:
    assert match.book.legal is not None  # every game in the house has it
    offers = [offer for own in match.book.legal(match.state).values() for offer in own]
    how = chance.random()
    likely = one_of(offers, chance) if how < 0.3 else None
    event: Any = dict(likely) if likely else some_event(match, chance, offers)
    if how > 0.6:
        return altered(event, chance, (*match.players, *TEXTS))
    if how > 0.55:
        return chance.choice(({"event": "undo"}, {"event": "redo"}, {"event": "correct", "number": 1, "to": event}))
    return event


def begin(table: FuzzedTable, chance: Random, game: str) -> Match:
    """A match at the table, and the same one here."""
    setup = document(game, chance)
    post(table, "/api/match/close", {})
    answer = post(table, "/api/matches", setup)
    if answer.status != 201:
        table.wrong(f"{answer.status} {answer.body!r}", "POST", "/api/matches", body=json.dumps(setup).encode())
    return Match.begin(setup, _no_dictionary)


def seated(table: FuzzedTable, players: tuple[str, ...]) -> list[str]:
    """The tokens of a phone for each player; who had the seat before has it no more."""
    tokens = []
    for name in players:
        post(table, "/api/seats/free", {"name": name})
        joined = post(table, "/api/join", {"key": table.join_key, "name": name}, Host=table.names[1])
        if joined.status != 201:
            table.wrong(f"{joined.status} {joined.body!r}", "POST", "/api/join")
        tokens.append(joined.json().get("token", ""))
    return tokens


def post(table: FuzzedTable, path: str, said: Any, **own: str) -> Answer:
    """What the host says; headers of one's `own` say it as somebody else."""
    return table.ask("POST", path, {**table.as_host(), **own}, json.dumps(said).encode())


def _no_dictionary(name: str) -> Words:
    raise LookupError(name)


def areas(table: FuzzedTable) -> dict[str, Callable[[Random, Progress, int], None]]:
    """What is said to the table, by name."""
    return {each.__name__: partial(each, table) for each in (stranger, phone, host, events, buttons, cards)}
