"""What every route needs at hand: the table, who may do what, the live views, what phones gather."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

from starlette.concurrency import run_in_threadpool

from companion.sentences import as_json
from companion.web.access import Access
from companion.web.gathering import Gathering
from companion.web.judging import Judging
from companion.web.keys import join_address
from companion.web.live import Live

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

    from companion.clock import Clock
    from companion.referee.referee import Referee
    from companion.referee.tableview import TableView
    from companion.web.port import Table
    from companion.web.seats import Seats

T = TypeVar("T")


@dataclass(frozen=True)
class House:
    """One table with its pages. `join_address` is what the QR code leads a phone to."""

    table: Table
    access: Access
    seats: Seats
    live: Live
    gathering: Gathering
    judging: Judging
    join_address: str

    @classmethod
    def build(cls, table: Table, key: bytes, address: str, clock: Clock, seats: Seats, *, open_locally: bool) -> House:
        """Put the parts together. `key` signs tokens (`keys.load_key`); `address` is the one phones reach."""
        access = Access(key, lambda: table.pin, clock, seats, open_locally=open_locally)
        gathering = Gathering(clock.now_ms)

        def extras(view: TableView) -> Mapping[str, Any]:
            return {
                "seated": list(seats.taken),
                "gathering": gathering.shown(view),
                "parts": {name: {**part, "said": as_json(part["fault"])} for name, part in table.parts().items()},
                "drawn": drawn_cards(table),
            }

        live = Live(table, clock.now_ms, extras)
        judging = Judging(table.data, lambda: clock.now_ms() / 1000)
        return cls(table, access, seats, live, gathering, judging, join_address(address, key))

    def open(self) -> None:
        """Begin to listen to the table; call it on the running event loop."""
        self.live.open()
        self.judging.open()

    def end_soon(self) -> None:
        """Have all ended that would go on for long, from another thread: a server waits for it before it stops."""
        self.live.end_soon()
        self.judging.end_soon()

    async def do(self, act: Callable[[Referee], T]) -> T:
        """Have the referee do something and wait for it without holding up anybody else."""
        return await asyncio.wrap_future(self.table.submit(act))

    async def keep_seats(self) -> None:
        """Have it written down who sits where; what goes wrong is told on every display, and no seat is lost by it."""
        problem = await run_in_threadpool(self.seats.keep)
        await self.do(lambda referee: referee.fault("seats", problem))


def house_of(request: Request) -> House:
    """The house a request came to."""
    return cast("House", request.app.state.house)


def drawn_cards(table: Table) -> list[dict[str, Any]] | None:
    """The cards on the drawn table in their order, None before a real camera."""
    if table.drawn is None:
        return None
    return [{"label": card.name, "row": card.row, "sideways": card.sideways} for card in table.drawn.cards]
