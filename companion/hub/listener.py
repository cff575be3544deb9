"""The hub's ear: hears all its tables, keeps what they ruled, asks for what is missing, and lets new tables in."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import aiomqtt

from companion.errors import BadInput
from companion.hub.accounts import HUB, JOIN_ANSWER, JOIN_ASK
from companion.hub.backlog import Backlog
from companion.hub.cancelling import running_beside
from companion.hub.identity import is_table_id
from companion.hub.intake import KEPT, Intake, said_object
from companion.hub.missing_rulings import Questions
from companion.hub.mosquitto import LARGEST_MESSAGE_BYTES
from companion.hub.payloads import ONLINE, encoded
from companion.hub.topics import ROOT, Topics
from companion.sentences import told
from companion.web.budgets import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.clock import Clock
    from companion.hub.broker_address import BrokerAddress
    from companion.hub.collection import Collection

RETRY_S = 1.0
ASK_AGAIN_S = 5.0
MESSAGES_AT_ONCE = 2000  # of one table: a long outage's rulings come all at once
MESSAGES_PER_S = 100.0  # a busy table says three; what is over it is asked for later
BYTES_OF_ONE = 10_000  # a larger message counts as several: reading it takes as long
MOST_VIEWS, MOST_VIEWS_BYTES = 2000, 16_000_000  # of one table that wait to be shown
MOST_UNHEARD = 100_000  # messages of all tables that have arrived and nobody has looked at


@dataclass
class HeardTable:
    """What is known of one table: whether it is there, where its pages are, what it is asked for, and its views as they
    were said, with when each was heard (ms) and whether it was told then."""

    online: bool = False
    address: object = ""
    views: deque[tuple[int, bytes, bool]] = field(default_factory=deque)
    questions: Questions = field(default_factory=Questions)

    _size: int = 0  # of all views
    _read: tuple[tuple[int, bytes, bool], Mapping[str, Any]] | None = None  # the one that is shown

    def take(self, view: bytes, now_ms: int, until_ms: int, *, lay_there: bool = False) -> None:
        """A view is heard now; of those heard up to `until_ms` only the newest is ever shown again. One that
        `lay_there`, at the broker, is of nobody knows when: it says nothing new where it is the newest already."""
        if lay_there and self.views and self.views[-1][1] == view:
            return
        self.views.append((now_ms, view, not lay_there))
        self._size += len(view)
        while len(self.views) > 1 and (self.views[1][0] <= until_ms or self._are_too_many()):
            self._size -= len(self.views.popleft()[1])

    def _are_too_many(self) -> bool:
        return len(self.views) > MOST_VIEWS or self._size > MOST_VIEWS_BYTES

    def shown(self, until_ms: int) -> tuple[int | None, Mapping[str, Any]] | None:
        """The newest view heard up to `until_ms`, and when it was told (None: nobody knows). May be called from any
        thread."""
        heard = next((heard for heard in reversed(tuple(self.views)) if heard[0] <= until_ms), None)
        if heard is None:
            return None
        read = self._read
        if read is None or read[0] is not heard:
            self._read = read = heard, said_object(heard[1])
        return heard[0] if heard[2] else None, read[1]


class Posts:
    """What is to lie at the broker for whoever comes, by topic. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._payloads: dict[str, bytes] = {}
        self._has_new: Callable[[], object] = lambda: None

    def put(self, topic: str, message: Mapping[str, Any]) -> None:
        """Have this lie on the topic from now on."""
        with self._lock:
            self._payloads[topic] = encoded(message)
            self._has_new()

    def all(self) -> list[tuple[str, bytes]]:
        """Everything, by topic."""
        with self._lock:
            return list(self._payloads.items())

    def hear_of_new(self, has_new: Callable[[], object]) -> None:
        """Have `has_new` called when something is put here."""
        with self._lock:
            self._has_new = has_new


class Listener:
    """Hears the tables of a broker until closed. `changed` is called, on its thread, with the id of a table of which
    something new is known. `admit` is asked whether a table that wants to join gets its account, `is_member` whether
    one has it: what others have left at the broker is cleared away. `reported` takes what a table says of its matches
    of tournaments (`results` or a `dispute`), if it is sealed; `heard` is told the number of the newest ruling; `posts`
    are brought to the broker; `notice` is told what is wrong, once as long as it is. Views are shown when they are
    `delay_s` old."""

    def __init__(
        self,
        broker: BrokerAddress,
        collection: Collection,
        clock: Clock,
        admit: Callable[[str, str, str | None], bool],
        changed: Callable[[str], object],
        delay_s: int = 0,
        *,
        is_member: Callable[[str], bool],
        reported: Callable[[str, str, Mapping[str, Any]], bool],
        heard: Callable[[int], object],
        posts: Posts,
        notice: Callable[[str], object],
    ) -> None:
        self.tables: dict[str, HeardTable] = {}
        self.trouble: str | None = None
        self.hears = threading.Event()  # set once it is connected for the first time
        self._broker = broker
        self._context = broker.context()
        self._intake = Intake(collection, clock, heard, reported, self._troubled, notice)
        self._notice = notice
        self._clock = clock
        self._admit = admit
        self._changed = changed
        self._is_member = is_member
        self._posts = posts
        self._posted: dict[str, bytes] = {}  # what this line has brought there
        self._delay_ms = delay_s * 1000
        self._budget = Budget(MESSAGES_AT_ONCE, MESSAGES_PER_S, lambda: clock.now_ms() / 1000)
        self._started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="listener")
        self._thread.start()
        self._started.wait()

    def close(self) -> None:
        """Hang up and end the thread."""
        self._posts.hear_of_new(lambda: None)
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join()

    def forget(self, table: str) -> None:
        """Know nothing of a table any more, and have nothing of it lie at the broker. From any thread."""
        self.tables.pop(table, None)
        own = Topics(table)
        self._loop.call_soon_threadsafe(self._clear_away, table, (*own.told, own.discovery))

    def _clear_away(self, table: str, topics: Iterable[str]) -> None:
        for topic in topics:
            self._to_clear.put_nowait((table, topic))

    async def _clear_all(self, client: aiomqtt.Client) -> None:
        """Clear away what tables without an account have left at the broker."""
        while True:
            table, topic = await self._to_clear.get()
            if not self._is_member(table):  # it may have joined anew since
                await client.publish(topic, b"", qos=1, retain=True)

    async def _bring_posts(self, client: aiomqtt.Client) -> None:
        self._posted = {}
        while True:
            self._has_post.clear()
            for topic, payload in self._posts.all():
                if self._posted.get(topic) != payload:
                    await client.publish(topic, payload, qos=1, retain=True)
                    self._posted[topic] = payload
            await self._has_post.wait()

    def _troubled(self, said: str) -> None:
        if said != self.trouble:
            self._notice(said)
        self.trouble = said

    async def _run(self) -> None:
        self._loop, self._ending = asyncio.get_running_loop(), asyncio.Event()
        self._has_post, self._has_questions = asyncio.Event(), asyncio.Event()
        self._to_ask: dict[str, HeardTable] = {}
        self._to_clear: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._to_keep = Backlog()
        self._posts.hear_of_new(lambda: self._loop.call_soon_threadsafe(self._has_post.set))
        self._started.set()
        while not self._ending.is_set():
            try:
                await self._hold_line()
            except* (aiomqtt.MqttError, OSError) as errors:
                self._troubled(told("the broker cannot be reached ({error})", error=errors.exceptions[0]))
            except* Exception as errors:  # noqa: BLE001 - a hub that hears nobody any more must not go unnoticed
                error = errors.exceptions[0]
                self._troubled(told("the line broke ({kind}: {error})", kind=type(error).__name__, error=error))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), RETRY_S)

    async def _hold_line(self) -> None:
        """Be connected, and hear, until the hub closes or the line is lost. Connecting is not broken off: aiomqtt 2.5
        would leave parts of itself behind."""
        broker = self._broker
        if not await broker.answers(self._context, self._ending):
            return
        client = aiomqtt.Client(
            broker.host, broker.port, username=broker.username, password=broker.password, identifier=HUB,
            protocol=aiomqtt.ProtocolVersion.V311, tls_context=self._context,
            max_queued_incoming_messages=MOST_UNHEARD,
        )  # fmt: skip
        async with client:
            self.trouble = None
            await client.subscribe([(f"{ROOT}/#", 1), (JOIN_ASK, 1)])
            self.hears.set()
            at_once = (
                self._hear_all,
                self._keep_all,
                self._ask_all,
                self._ask_again,
                self._bring_posts,
                self._clear_all,
            )
            async with running_beside(*(part(client) for part in at_once)):
                await self._ending.wait()

    async def _hear_all(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            await self._hear(client, message)

    async def _hear(self, client: aiomqtt.Client, message: aiomqtt.Message) -> None:
        root, _, rest = message.topic.value.partition("/")
        table, _, what = rest.partition("/")
        payload = message.payload
        if not isinstance(payload, bytes) or len(payload) > LARGEST_MESSAGE_BYTES:
            return
        if message.topic.value == JOIN_ASK:
            await self._let_in(client, said_object(payload))
        elif root != ROOT or not is_table_id(table):
            return
        elif not self._is_member(table):
            if payload and message.topic.value in Topics(table).told:  # also the broker's word that it is cut off
                self._clear_away(table, (message.topic.value, Topics(table).discovery))
        elif not self._budget.spend(table, 1 + len(payload) // BYTES_OF_ONE):
            self._take(table, what, payload, lay_there=message.retain)

    def _take(self, table: str, what: str, payload: bytes, *, lay_there: bool) -> None:
        known = self.tables.setdefault(table, HeardTable())
        if what in KEPT:
            self._to_keep.put(table, what, payload)
            return
        message = said_object(payload)
        if what == "presence":
            known.online = message.get("state") == ONLINE
            self._let_ask(table, known)
        elif what == "health":
            known.address = message.get("address")
        elif what == "view" and isinstance(message.get("table"), dict):
            now_ms = self._clock.now_ms()
            known.take(payload, now_ms, now_ms - self._delay_ms, lay_there=lay_there)
        else:
            return
        self._changed(table)

    async def _keep_all(self, _client: aiomqtt.Client) -> None:
        """Bring what is kept to the disk in each table's order, some of each table at a time, while views go on: a disk
        may take its time."""
        while True:
            said = await self._to_keep.some()
            tables = {
                table: self.tables.get(table) or HeardTable() for table, _, _ in said
            }  # one may just be forgotten
            for table, is_taken in await asyncio.to_thread(self._kept, said, tables):
                self._let_ask(table, tables[table])
                if is_taken:
                    self._changed(table)

    def _kept(self, said: list[tuple[str, str, bytes]], tables: Mapping[str, HeardTable]) -> list[tuple[str, bool]]:
        keep = self._intake.keep
        return [(table, keep(table, what, payload, tables[table].questions)) for table, what, payload in said]

    def _let_ask(self, table: str, known: HeardTable) -> None:
        """There may be something that this table is to be asked for."""
        self._to_ask[table] = known
        self._has_questions.set()

    async def _ask_all(self, client: aiomqtt.Client) -> None:
        """Ask the tables that are there for what is missing, some of it at a time. What they say is kept meanwhile."""
        while True:
            await self._has_questions.wait()
            self._has_questions.clear()
            to_ask, self._to_ask = self._to_ask, {}
            for table, known in to_ask.items():
                for gap in known.questions.due() if known.online else ():
                    await client.publish(Topics(table).ask, encoded({"match": gap.match, "after": gap.after}), qos=1)

    async def _ask_again(self, _client: aiomqtt.Client) -> None:
        """Ask once more for what has not come, and try to keep what the disk has not taken."""
        while True:
            await asyncio.sleep(ASK_AGAIN_S)
            for table, what, payload in self._intake.refused():
                self._to_keep.put(table, what, payload)
            for table, known in list(self.tables.items()):
                known.questions.ask_again()
                self._let_ask(table, known)

    async def _let_in(self, client: aiomqtt.Client, request: Mapping[str, Any]) -> None:
        table, kept = request.get("table"), request.get("kept")
        if isinstance(table, str) and isinstance(kept, str) and is_table_id(table):
            key = request.get("key")
            try:
                admitted = await asyncio.to_thread(self._admit, table, kept, key if isinstance(key, str) else None)
            except BadInput as error:  # the disk takes none, and the table asks again
                self._notice(str(error))
                return
            await client.publish(f"{JOIN_ANSWER}/{table}", encoded({"admitted": admitted}), qos=1)
