"""What every route needs at hand: the table, who may do what, the live views."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

from starlette.concurrency import run_in_threadpool

from companion.nights.keeping import Nights
from companion.referee.archive import DistantArchive
from companion.sentences import as_json, told
from companion.web import origins
from companion.web.access import Access
from companion.web.aloud import Aloud
from companion.web.audience import Audience
from companion.web.budgets import Budget, later
from companion.web.judging import Judging
from companion.web.keys import join_address, shown_address
from companion.web.live import Live
from companion.web.past_reports import PastReports
from companion.web.pending import Pending
from companion.web.repeats import act_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from starlette.requests import Request

    from companion.clock import Clock
    from companion.referee.referee import Referee
    from companion.referee.tableview import Entry, TableView
    from companion.sentences import Told
    from companion.web.port import TablePort
    from companion.web.seats import Seats

T = TypeVar("T")

REQUESTS_AT_ONCE = 300  # of one device: a page with all it is made of is thirty
REQUESTS_PER_S = 30.0  # a table page that follows camera and OLED needs twenty


@dataclass(frozen=True)
class Site:
    """One table with its pages. `now_ns` is the time by which presses and pictures are dated. `joining` says what the
    QR code leads a phone to; None where phones cannot reach it."""

    table: TablePort
    access: Access
    seats: Seats
    live: Live
    aloud: Aloud
    judging: Judging
    requests: Budget
    nights: Nights
    journal: DistantArchive
    now_ns: Callable[[], int]
    joining: Callable[[], str] | None
    audience: Audience
    pending: Pending = field(default_factory=Pending)
    reports: PastReports = field(default_factory=PastReports)

    @classmethod
    def build(
        cls,
        table: TablePort,
        key: bytes,
        address: Callable[[], str],
        clock: Clock,
        seats: Seats,
        *,
        open_locally: bool,
        for_phones: bool,
    ) -> Site:
        """Put the parts together. `key` signs tokens (`keys.load_key`); `address` says the one phones reach."""
        access = Access(
            key, lambda: table.pin, clock, seats,
            open_locally=open_locally, played_here=lambda: _played_here(table.view),
        )  # fmt: skip

        audience = Audience()
        joining = (lambda: join_address(address(), key)) if for_phones else None

        def extras(view: TableView) -> Mapping[str, Any]:
            audience.see(view)
            return {
                "audience": audience.shown(),
                "seated": list(seats.taken),
                "asking": list(seats.asking),
                "gathering": view.gathering.shown(),
                "report": view.match_id if view.says_no_more else None,
                "parts": {name: _part(part) for name, part in table.parts().items()},
                "drawn": drawn_cards(table),
                "joins_at": joining and shown_address(joining()),
            }

        live = Live(table, clock.now_ms, extras)

        def now_s() -> float:
            return clock.now_ms() / 1000

        judging, requests = Judging(table.data, now_s), requests_budget(clock)
        journal = DistantArchive(table)
        nights = Nights(table.data, journal, table.played, now_s)
        aloud = Aloud(table, clock)
        return cls(
            table, access, seats, live, aloud, judging, requests, nights, journal, clock.now_ns, joining, audience
        )

    @property
    def join_address(self) -> str | None:
        """What the QR code leads a phone to now; None where phones cannot reach the table."""
        return self.joining and self.joining()

    @property
    def joins_at(self) -> str | None:
        """The same as people read it below the code."""
        return self.join_address and shown_address(self.join_address)

    def open(self) -> None:
        """Begin to listen to the table; call it on the running event loop."""
        self.live.open()
        self.aloud.open()
        self.judging.open()
        self.pending.open()
        self.table.submit(lambda referee: referee.hear_of_phones(lambda: self.seats.taken))

    def end_soon(self) -> None:
        """Have all ended that would go on for long, from another thread: a server waits for it before it stops."""
        self.live.end_soon()
        self.aloud.end_soon()
        self.judging.end_soon()
        self.pending.end_soon()

    def must_not_ask_too_often(self, request: Request) -> None:
        """Raises Refused 429 once a device has asked more often than any page does. The kiosk may."""
        too_often(self.requests, request)

    async def do(self, act: Callable[[Referee], T]) -> T:
        """Have the referee do something and wait for it without holding up anybody else. Raises TableStops when the
        table stops before it is done."""
        return await self.pending.answer(self.table.submit(act))

    async def do_once(self, request: Request, act: Callable[[Referee], T]) -> T | Entry:
        """As `do`, of what may become an event: what this request asks for once more has the event that there is."""
        return await self.do(lambda referee: referee.once(act_of(request), act))

    async def keep_seats(self) -> None:
        """Have it written down who sits where; what goes wrong is told on every display, and no seat is lost by it."""
        problem = await run_in_threadpool(self.seats.keep)
        await self.do(lambda referee: referee.fault("seats", problem))


def _played_here(view: TableView) -> Collection[str]:
    """Those of the match on the table, over or not, whom the table plays itself."""
    return () if view.practice is None else view.practice.strengths


def requests_budget(clock: Clock) -> Budget:
    """What each device may ask of the pages."""
    return Budget(REQUESTS_AT_ONCE, REQUESTS_PER_S, lambda: clock.now_ms() / 1000)


def too_often(requests: Budget, request: Request) -> None:
    """Raises Refused 429 for a device that has used up its budget; the own machine has none."""
    client = request.client.host if request.client else ""
    wait_s = 0.0 if origins.is_own_machine(client) else requests.spend(client)
    if wait_s:
        raise later(429, wait_s, _too_often)


def _part(part: Mapping[str, str]) -> dict[str, Any]:
    """A part as pages are told of it: its sentences in whatever language, too."""
    pace = {"pace_said": as_json(part["pace"])} if "pace" in part else {}
    return {**part, "said": as_json(part["fault"]), **pace}


def _too_often(seconds: int) -> Told:
    return told("too many requests from this device: wait {seconds} seconds", seconds=seconds)


def site_of(request: Request) -> Site:
    """The site a request came to."""
    return cast("Site", request.app.state.site)


def drawn_cards(table: TablePort) -> list[dict[str, Any]] | None:
    """The cards on the drawn table in their order, None before a real camera."""
    if table.drawn is None:
        return None
    return [{"label": card.name, "row": card.row, "sideways": card.sideways} for card in table.drawn.cards]
