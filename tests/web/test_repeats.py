"""What is asked twice by the same key is done once, whatever becomes of the answers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from companion.web.repeats import KEPT_S, LARGEST_KEPT, LONGEST_KEY, MOST_KEPT, Repeats
from companion.web.requests import LARGEST_BODY
from tests.apart import wait_for
from tests.web.talking import Phone, begin, play

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx

    from tests.web.tables import LiveTable

KEY = "a key that nobody has had"


class Counting:
    """An application that says how often it was asked, once `may_answer`."""

    def __init__(self, status: int = 200, padding: int = 0) -> None:
        self.times = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.status, self._padding = status, padding

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body", False):
            pass
        self.times += 1
        times = self.times
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b"%d" % times + b" " * self._padding})


HEAD = {"type": "http.response.start", "status": 200, "headers": []}
SOME_OF_ITS_BODY = {"type": "http.response.body", "body": b"0", "more_body": True}


class BreakingOff(Counting):
    """One that has no more than these parts of its first answer."""

    def __init__(self, *parts: Any) -> None:
        super().__init__()
        self._parts = parts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not self._parts:
            await super().__call__(scope, receive, send)
            return
        parts, self._parts = self._parts, ()
        for part in parts:
            await send(part)
        raise ConnectionError


async def asked(
    app: Repeats,
    body: Sequence[bytes] = (b"{}",),
    *,
    key: str = KEY,
    token: str = "",
    cookie: str = "",
    method: str = "POST",
    path: str = "/api/events",
) -> bytes:
    """The answer; a body of which the last part is empty breaks off before its end."""
    parts = [
        {"type": "http.request", "body": part, "more_body": number + 1 < len(body)}
        if part
        else {"type": "http.disconnect"}
        for number, part in enumerate(body)
    ]
    answer: list[bytes] = []

    async def receive() -> Any:
        return parts.pop(0) if parts else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        answer.append(message.get("body", b""))

    said = {b"idempotency-key": key, b"authorization": token, b"cookie": cookie}
    headers = [(name, text.encode()) for name, text in said.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": headers, "query_string": b""}
    await app(scope, receive, send)
    return b"".join(answer).strip()


def test_the_same_key_gets_the_same_answer() -> None:
    async def run() -> None:
        app = Counting()
        repeats = Repeats(app, lambda: 0.0)
        assert [await asked(repeats) for _ in range(3)] == [b"1"] * 3
        assert await asked(repeats, [b"{", b"}"]) == b"1"  # however it came
        assert app.times == 1

    wait_for(run)


@pytest.mark.parametrize(
    "other",
    [
        {"key": KEY + "!"},
        {"token": "Bearer Ann"},
        {"cookie": "tableside-host=Ann"},
        {"body": [b"[]"]},
        {"path": "/api/press"},
    ],
    ids=str,
)
def test_what_is_something_else_is_asked_for_itself(other: Any) -> None:
    async def run() -> None:
        repeats = Repeats(Counting(), lambda: 0.0)
        assert await asked(repeats) == b"1"
        assert await asked(repeats, **other) == b"2"

    wait_for(run)


@pytest.mark.parametrize(
    "other", [{"key": ""}, {"key": "guessable"}, {"key": "x" * (LONGEST_KEY + 1)}, {"method": "GET"}], ids=str
)
def test_what_has_no_key_to_be_known_by_is_asked_each_time(other: Any) -> None:
    async def run() -> None:
        repeats = Repeats(Counting(), lambda: 0.0)
        assert [await asked(repeats, **other) for _ in range(2)] == [b"1", b"2"]

    wait_for(run)


def test_what_is_under_way_is_waited_for() -> None:
    async def run() -> None:
        app = Counting()
        app.may_answer.clear()
        repeats = Repeats(app, lambda: 0.0)
        both = [asyncio.create_task(asked(repeats)) for _ in range(2)]
        for _ in range(5):
            await asyncio.sleep(0)
        app.may_answer.set()
        assert await asyncio.gather(*both) == [b"1", b"1"]

    wait_for(run)


def test_an_act_that_ended_without_an_answer_is_begun_anew() -> None:
    async def run() -> None:
        app = Counting()
        app.may_answer.clear()
        repeats = Repeats(app, lambda: 0.0)
        first, second = (asyncio.create_task(asked(repeats)) for _ in range(2))
        for _ in range(5):
            await asyncio.sleep(0)
        first.cancel()
        app.may_answer.set()
        assert await second == b"2"

    wait_for(run)


@pytest.mark.parametrize("parts", [(HEAD,), (HEAD, SOME_OF_ITS_BODY)], ids=["after its head", "within its body"])
def test_an_answer_that_broke_off_is_asked_for_anew(parts: Sequence[Any]) -> None:
    async def run() -> None:
        repeats = Repeats(BreakingOff(*parts), lambda: 0.0)
        with pytest.raises(ConnectionError):
            await asked(repeats)
        assert await asked(repeats) == b"1"

    wait_for(run)


@pytest.mark.parametrize("body", [[b"{", b""], [b"x" * (LARGEST_BODY + 1), b"x"]], ids=["broken off", "large"])
def test_a_body_that_is_not_there_as_a_whole_holds_up_none(body: list[bytes]) -> None:
    async def run() -> None:
        repeats = Repeats(Counting(), lambda: 0.0)
        assert [await asked(repeats, body) for _ in range(2)] == [b"1", b"2"]

    wait_for(run)


@pytest.mark.parametrize(
    ("app", "pause_s"),
    [
        (lambda: Counting(503), 0.0),
        (lambda: Counting(429), 0.0),
        (lambda: Counting(500), 0.0),
        (lambda: Counting(padding=LARGEST_KEPT), 0.0),
        (Counting, KEPT_S),
    ],
    ids=["stops", "too often", "fault", "large", "long ago"],
)
def test_what_is_no_answer_or_not_kept_is_asked_again(app: Any, pause_s: float) -> None:
    async def run() -> None:
        now_s = 0.0
        repeats = Repeats(app(), lambda: now_s)
        assert await asked(repeats) == b"1"
        now_s += pause_s
        await asked(repeats, key="of somebody else entirely")
        assert await asked(repeats) != b"1"

    wait_for(run)


def test_it_is_known_for_as_long_as_a_page_asks_whatever_comes_in_between() -> None:
    async def run() -> None:
        now_s = 0.0
        repeats = Repeats(Counting(), lambda: now_s)
        assert await asked(repeats) == b"1"
        for second in range(1, int(KEPT_S)):
            now_s = float(second)
            assert await asked(repeats, key=f"{KEY} {second}") == b"%d" % (second + 1)
            assert await asked(repeats) == b"1"

    wait_for(run)


def test_who_asks_by_ever_new_keys_fills_no_memory() -> None:
    async def run() -> None:
        app = Counting()
        repeats = Repeats(app, lambda: 0.0)
        for number in range(MOST_KEPT + 1):
            await asked(repeats, key=f"{KEY} {number}")
        assert await asked(repeats, key=f"{KEY} {MOST_KEPT}") == b"%d" % (MOST_KEPT + 1)
        assert await asked(repeats, key=f"{KEY} 0") == b"%d" % (MOST_KEPT + 2)  # who asked longest ago is forgotten

    wait_for(run)


@pytest.mark.parametrize("way", ["host", "phone"])
def test_a_table_that_was_started_anew_still_knows_what_has_become_an_event(
    table: LiveTable, client: httpx.Client, way: str
) -> None:
    begin(client)
    play(client, "ZOO")
    key = {"Idempotency-Key": KEY}
    phone = Phone(table, "Ann")
    said = {"event": {"event": "undo"}} if way == "host" else {"event": {"event": "place", "card": "K"}, "seen": 3}

    def ask() -> Any:
        asker = client if way == "host" else phone.client
        return asker.post("/api/events", json=said, headers=key).json()

    first = ask()
    table.restart()
    assert ask() == first
    assert first["accepted"]
    assert len(table.view.protocol) == 4
    assert table.view.refusal is None
    phone.close()
