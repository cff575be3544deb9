"""The table's voice: one thread that holds the line to the broker and tells what the table has to tell.

The referee never waits for it: a view comes in as a mark that something is new, and what is told is read when there is
time for it. Without a broker nothing is lost, because nothing is kept here: rulings come from the journal, from where
the broker took the last one (`companion.hub.outbox`).
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import aiomqtt

from companion import outside
from companion.errors import BadInput
from companion.hub import payloads
from companion.hub.cancelling import running_beside
from companion.hub.payloads import OFFLINE, ONLINE, encoded
from companion.hub.topics import HOME_ASSISTANT_STATUS, Topics
from companion.sentences import told

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping

    from companion.clock import Clock
    from companion.hub.bookmark import Bookmark
    from companion.hub.broker_address import BrokerAddress
    from companion.hub.outbox import Outbox, Outgoing, ToldTable
    from companion.referee.tableview import TableView

ONCE = 1  # MQTT's "at least once": the broker says that it has it
LARGEST_REQUEST_BYTES = 10_000
MOST_EVENTS = 2**31  # of a match; whoever asks for more speaks nonsense
MOST_REQUESTS = 1000  # that wait; whoever floods a table loses the rest
RETRY_S = (1.0, 30.0)  # how long until the broker is tried again, at first and at last
KEEP_ALIVE_S = 20  # a table that is silent for half as long again is taken for cut off
CLOSING_S = 2.0  # a table ends within four
LOOK_AROUND_S = 60.0  # how often health and index are looked at
BIRTH_DELAY_S = 2.0  # at most: not all tables at once when Home Assistant has started
_CHANCE = SystemRandom()  # nobody's seed makes tables come back together


@dataclass(frozen=True, slots=True)
class Aside:
    """What is told beside the game: `health` as the program knows it now, `discovery` for Home Assistant by the
    players of the match, and `act`, which does what somebody with the table's token asks for. Of its hub's
    tournaments: `report` is how their matches stand here, sealed (None where nothing seals it), and `invited` takes
    what is set up; `dispute` is a call for the arbiter, sealed."""

    health: Callable[[], Mapping[str, Any]]
    discovery: Callable[[TableView], Mapping[str, Any]]
    act: Callable[[Mapping[str, Any]], object]
    report: Callable[[], Mapping[str, Any] | None]
    invited: Callable[[Mapping[str, Any]], object]
    dispute: Callable[[TableView], Mapping[str, Any] | None]


class Teller:
    """Tells of `table` until closed. `trouble` is told in one sentence what is wrong with the line, or None."""

    def __init__(
        self,
        table: ToldTable,
        broker: BrokerAddress,
        topics: Topics,
        outbox: Outbox,
        bookmark: Bookmark,
        clock: Clock,
        aside: Aside,
        trouble: Callable[[str | None], object],
        *,
        retry_s: tuple[float, float] = RETRY_S,
    ) -> None:
        """Raises BadInput when the broker's certificate cannot be read."""
        self._table = table
        self._broker = broker
        self._context: ssl.SSLContext | None = broker.context()
        self._topics = topics
        self._outbox = outbox
        self._bookmark = bookmark
        self._clock = clock
        self._aside = aside
        self._trouble = trouble
        self._retry_s = retry_s
        self._shown: dict[str, bytes] = {}  # what this line has been told of each retained topic
        self._asked: list[tuple[str, int]] = []
        self._calls = 0  # of the arbiter, as many as were told
        self._started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="hub", daemon=True)
        self._thread.start()
        self._started.wait()

    @property
    def table_id(self) -> str:
        """The id of the table."""
        return self._topics.table

    def close(self) -> None:
        """Say that the table leaves, if there is a line, and end the thread. A dead line is not waited for any longer:
        the broker then finds out by itself."""
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join(CLOSING_S)

    def _end(self) -> None:
        self._ending.set()
        self._pulse.set()

    # ------------------------------------------------------------------ the line

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ending, self._pulse, self._in_order = asyncio.Event(), asyncio.Event(), asyncio.Lock()
        self._started.set()
        unsubscribe = await asyncio.to_thread(self._table.subscribe, self._changed)
        try:
            await self._come_back()
        finally:
            unsubscribe()

    async def _come_back(self) -> None:
        """Hold the line, and take it up again whenever it is lost, until the table closes."""
        shortest_s, longest_s = self._retry_s
        wait_s = shortest_s
        while not self._ending.is_set():
            line_s = self._loop.time()
            try:
                await self._hold_line()
            except* (aiomqtt.MqttError, OSError) as errors:
                self._trouble(self._lost(str(errors.exceptions[0])))
            except* Exception as errors:  # noqa: BLE001 - a table that tells nothing any more must not go unnoticed
                error = errors.exceptions[0]
                self._trouble(self._lost(f"{type(error).__name__}: {error}"))
            if self._loop.time() - line_s > longest_s:  # it held: it was no broker that hangs up at once
                wait_s = shortest_s
            await self._rest(wait_s * _CHANCE.uniform(0.5, 1))
            wait_s = min(2 * wait_s, longest_s)

    def _lost(self, error: str) -> str:
        return told(
            "The hub at {address} cannot be reached ({error}): what it has missed is sent later.",
            address=self._broker, error=error,
        )  # fmt: skip

    def _changed(self, _view: TableView) -> None:
        self._loop.call_soon_threadsafe(self._pulse.set)

    async def _rest(self, duration_s: float) -> None:
        """Wait, or not any longer once the table closes."""
        try:
            await asyncio.wait_for(self._ending.wait(), duration_s)
        except TimeoutError:
            return

    async def _hold_line(self) -> None:
        """Be connected, and tell, until the table closes or the line is lost."""
        if not await self._broker.answers(self._context, self._ending):
            return
        will = aiomqtt.Will(self._topics.presence, encoded(payloads.presence(OFFLINE)), ONCE, retain=True)
        broker = self._broker
        client = aiomqtt.Client(
            broker.host,
            broker.port,
            username=broker.username,
            password=broker.password,
            identifier=self._topics.table,
            protocol=aiomqtt.ProtocolVersion.V311,
            will=will,
            tls_context=self._context,
            keepalive=KEEP_ALIVE_S,
            max_queued_incoming_messages=MOST_REQUESTS,
        )
        async with client:
            self._trouble(None)
            self._shown, self._asked = {}, []
            for topic in (self._topics.ask, self._topics.do, self._topics.invitation, HOME_ASSISTANT_STATUS):
                await client.subscribe(topic, qos=ONCE)
            async with running_beside(self._listen(client), self._look_around(client)):
                await self._tell(client)
                await self._show(client, self._topics.presence, payloads.presence(OFFLINE))

    # ------------------------------------------------------------------ telling

    async def _tell(self, client: aiomqtt.Client) -> None:
        """Tell what is new whenever something is, until the table closes. What has happened before counts
        as late, and only when all of it is told the table says that it is there."""
        late = True
        while not self._ending.is_set():
            self._pulse.clear()
            view = self._table.view
            await self._show(client, self._topics.discovery, self._aside.discovery(view))
            now = payloads.view_message(view, self._clock.now_ms(), self._clock.wall())
            await self._show(client, self._topics.view, now)
            await self._send_waiting(client, late=late)
            await self._report(client)
            await self._call_arbiter(client, view)
            await self._show(client, self._topics.presence, payloads.presence(ONLINE))
            await self._send_again(client)
            late = False
            await self._pulse.wait()

    async def _send_waiting(self, client: aiomqtt.Client, *, late: bool) -> None:
        """Send what the journal has and the broker has not taken, one after the other."""
        match_ids: set[str] = set()
        async for outgoing in _one_by_one(partial(self._outbox.waiting, late=late)):
            async with self._in_order:
                await client.publish(self._topics.ruling, encoded(outgoing.message), qos=ONCE)
            self._bookmark.move(outgoing.match, outgoing.number, outgoing.digest)
            if outgoing.number == 0:
                match_ids.add(outgoing.match)
        if match_ids:
            await self._show_index(client)
        try:
            await asyncio.to_thread(self._bookmark.keep)
        except OSError as error:
            why = error.strerror
            self._trouble(told("How far the hub has heard cannot be written down ({error}).", error=why))
        if (trouble := self._outbox.trouble) is not None:
            self._trouble(trouble)

    async def _report(self, client: aiomqtt.Client) -> None:
        """Tell how the matches of tournaments stand, if any was played here."""
        report = await asyncio.to_thread(self._aside.report)
        if report is not None:
            await self._show(client, self._topics.results, report)

    async def _call_arbiter(self, client: aiomqtt.Client, view: TableView) -> None:
        """Tell of a ruling for which the arbiter is called, once each time."""
        if view.called is None or view.calls == self._calls:
            return
        message = await asyncio.to_thread(self._aside.dispute, view)
        if message is not None:
            await client.publish(self._topics.dispute, encoded(message), qos=ONCE)
        self._calls = view.calls

    async def _send_again(self, client: aiomqtt.Client) -> None:
        """Send what hubs have asked for."""
        while self._asked:
            async for outgoing in _one_by_one(partial(self._outbox.again, *self._asked.pop(0))):
                await client.publish(self._topics.repeat, encoded(outgoing.message), qos=ONCE)

    async def _show(self, client: aiomqtt.Client, topic: str, message: Mapping[str, Any]) -> None:
        """Let a retained topic say this, unless it says so already."""
        payload = encoded(message)
        if self._shown.get(topic) != payload:
            await client.publish(topic, payload, qos=ONCE, retain=True)
            self._shown[topic] = payload

    async def _show_index(self, client: aiomqtt.Client) -> None:
        """Tell what the journal has; never behind a ruling that is newer, which a hub would then let go of again."""
        async with self._in_order:
            index = await asyncio.to_thread(self._outbox.index, self._clock.wall())
            await self._show(client, self._topics.index, index)

    async def _look_around(self, client: aiomqtt.Client) -> None:
        """Tell how the table's parts are and what its journal has, now and every minute."""
        while True:
            await self._show(client, self._topics.health, await asyncio.to_thread(self._aside.health))
            await self._show_index(client)
            await asyncio.sleep(LOOK_AROUND_S)

    # ------------------------------------------------------------------ being spoken to

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            payload = message.payload
            if not isinstance(payload, bytes) or len(payload) > LARGEST_REQUEST_BYTES:
                continue
            if message.topic.value == self._topics.invitation:  # what lay about is still set up
                await asyncio.to_thread(self._aside.invited, _read(payload))
            elif message.retain:
                continue  # a request that lay about is none: who pressed has gone
            elif message.topic.value == HOME_ASSISTANT_STATUS:
                await self._born(payload)
            elif message.topic.value == self._topics.ask:
                self._hear_question(payload)
            else:
                await asyncio.to_thread(self._aside.act, _read(payload))

    async def _born(self, payload: bytes) -> None:
        """Home Assistant has started: it is told anew what there is, and how it is."""
        if payload == ONLINE.encode():
            await asyncio.sleep(_CHANCE.uniform(0, BIRTH_DELAY_S))
            self._shown = {}
            self._pulse.set()

    def _hear_question(self, payload: bytes) -> None:
        request = _read(payload)
        match, after = request.get("match"), request.get("after")
        if not isinstance(match, str) or not isinstance(after, int) or abs(after) >= MOST_EVENTS:
            return
        if len(self._asked) < MOST_REQUESTS and (match, after) not in self._asked:
            self._asked.append((match, after))
            self._pulse.set()


async def _one_by_one(read: Callable[[], Iterator[Outgoing]]) -> AsyncIterator[Outgoing]:
    """What an iterator that waits for others gives, each got on another thread."""
    iterator = await asyncio.to_thread(read)
    while (outgoing := await asyncio.to_thread(next, iterator, None)) is not None:
        yield outgoing


def _read(payload: bytes) -> Mapping[str, Any]:
    """The object that a request is; empty for anything else: who speaks nonsense gets no answer."""
    try:
        document = outside.json_value(payload, "request")
    except BadInput:
        return {}
    return document if isinstance(document, dict) else {}
