"""What pages say aloud: the sentences of the table's own voice, in the page's language, as server-sent events.

`say` brings a sentence of a kind, in whose place a newer one of its kind comes; `hush` ends one kind, or all. A page
makes no sentence of its own, and counts no seconds: it says what it is told, at once.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.display.talking import Talking
from companion.language import translations
from companion.web.live import BEAT, BEAT_S, RETRY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from companion.clock import Clock
    from companion.web.port import TablePort

MOST_WAITING = 16  # messages for a page that takes none; the oldest is forgotten, it has been overtaken


@dataclass(eq=False)
class Ears:
    """One page that hears: what it has still to be told, None after the last."""

    waiting: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    def hear(self, message: bytes | None) -> None:
        """One more message."""
        if self.waiting.full():
            self.waiting.get_nowait()
        self.waiting.put_nowait(message)


class PageVoice:
    """Reads one language aloud to the pages that hear it, from the first of them until `close`."""

    def __init__(self, table: TablePort, clock: Clock, language: str, loop: asyncio.AbstractEventLoop) -> None:
        self.ears: set[Ears] = set()
        self._table = table
        self._loop = loop
        self._talking = Talking(self, table.view, clock=clock, translate=translations(language).gettext)
        self._subscribed = table.submit(lambda referee: referee.subscribe(self._talking.tell))

    def say(self, kind: str, sentence: str) -> None:
        """Have every page say a sentence; from any thread."""
        self._tell("say", {"kind": kind, "sentence": sentence})

    def hush(self, kind: str | None = None) -> None:
        """Have every page leave off what is of a kind, or everything; from any thread."""
        self._tell("hush", {"kind": kind})

    def close(self) -> None:
        """Read no more, and end every stream."""
        subscribed = self._subscribed
        self._table.submit(lambda _: subscribed.result()())  # the referee's own thread has done the first by then
        self._talking.close()
        for ears in self.ears:
            ears.hear(None)
        self.ears = set()

    def _tell(self, event: str, data: dict[str, str | None]) -> None:
        if self.ears:  # else all is over, the loop perhaps, too
            text = json.dumps(data, ensure_ascii=False)
            self._loop.call_soon_threadsafe(self._hand_on, f"event: {event}\r\ndata: {text}\r\n\r\n".encode())

    def _hand_on(self, message: bytes) -> None:
        for ears in self.ears:
            ears.hear(message)


class Aloud:
    """Reads a table aloud, in each language for as long as some page hears it: nobody translates or counts for none.

    Everything but `end_soon` runs on the event loop's thread.
    """

    def __init__(self, table: TablePort, clock: Clock) -> None:
        self._table = table
        self._clock = clock
        self._readers: dict[str, PageVoice] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def open(self) -> None:
        """Be ready; call it on the running event loop."""
        self._loop = asyncio.get_running_loop()

    def end_soon(self) -> None:
        """Have every stream ended from another thread: a server waits for open ones before it stops."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._close)

    async def stream(self, language: str) -> AsyncIterator[bytes]:
        """What one page hears from now on, and the beat by which it knows that the line is there."""
        ears = self._listen(language)
        message: bytes | None = RETRY + BEAT
        try:
            while message is not None and not self._closed:
                yield message
                try:
                    message = await asyncio.wait_for(ears.waiting.get(), BEAT_S)
                except TimeoutError:
                    message = BEAT
        finally:
            self._leave(language, ears)

    def _listen(self, language: str) -> Ears:
        ears = Ears()
        if not self._closed:
            loop = asyncio.get_running_loop()
            if language not in self._readers:
                self._readers[language] = PageVoice(self._table, self._clock, language, loop)
            self._readers[language].ears.add(ears)
        return ears

    def _leave(self, language: str, ears: Ears) -> None:
        reader = self._readers.get(language)
        if reader is not None:
            reader.ears.discard(ears)
            if not reader.ears:
                del self._readers[language]
                reader.close()

    def _close(self) -> None:
        self._closed = True
        for reader in self._readers.values():
            reader.close()
        self._readers = {}
