"""The way from a button's edge to the kiosk: through the pin, the referee, the journal on disk and the live view.

    python -m benchmarks.kiosk [--presses N]

The whole table runs, its camera reading a drawn table beside it. A reader of the live view, in a thread of its own,
notes when the challenge arrives; beside it, what one would write first: a page that asks for the view every second.
"""

from __future__ import annotations

import argparse
import http.client
import json
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchmarks.figures import MS_NS, at_least_one, told
from companion.app import App, Setup
from companion.referee.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.referee.referee import Referee

PLAYERS = ["Ann", "Bob"]
SETUP = {"game": "disorder", "players": PLAYERS, "options": {"target": 1_000_000, "lexicon": {"words": ["zookeeper"]}}}
POLL_S = 1.0
POLLED_PRESSES = 20


class Page:
    """Notes when each challenge arrives: `views` yields the JSON of one view after the other."""

    def __init__(self, views: Callable[[], Iterator[Any]]) -> None:
        self.arrived_ns: dict[int, int] = {}
        self.news = threading.Condition()
        threading.Thread(target=self._run, args=(views,), daemon=True).start()

    def wait(self, number: int) -> int:
        """The moment (perf_counter_ns) the challenge that is event `number` arrived."""
        with self.news:
            self.news.wait_for(lambda: number in self.arrived_ns)
            return self.arrived_ns[number]

    def _run(self, views: Callable[[], Iterator[Any]]) -> None:
        with suppress(OSError, http.client.HTTPException):  # the table has closed: there is nothing more to see
            self._note(views())

    def _note(self, views: Iterator[Any]) -> None:
        for view in views:
            now_ns = time.perf_counter_ns()
            rulings = view["table"]["rulings"] if "table" in view else view["rulings"]
            if rulings and rulings[-1]["verdict"] == "challenged":
                with self.news:
                    self.arrived_ns.setdefault(rulings[-1]["number"], now_ns)
                    self.news.notify_all()


def live(address: str) -> Iterator[Any]:
    """The views of the live stream as they come."""
    response = _connection(address)
    response.request("GET", "/api/live", headers={"Accept": "text/event-stream"})
    for line in response.getresponse():
        if line.startswith(b"data: {"):
            yield json.loads(line[6:])


def polled(address: str) -> Iterator[Any]:
    """The view asked for once a second."""
    connection = _connection(address)
    while True:
        connection.request("GET", "/api/view")
        yield json.loads(connection.getresponse().read())
        time.sleep(POLL_S)


def _connection(address: str) -> http.client.HTTPConnection:
    where = urlsplit(address)
    return http.client.HTTPConnection(where.hostname or "", where.port)


def edges_to_page(app: App, page: Page, presses: int) -> list[float]:
    """Milliseconds from pressing the challenge button to the challenge at the page, `presses` times."""
    times_ms = []
    for _ in range(presses):
        number = app.submit(_four_cards).result() + 1
        pressed_ns = time.perf_counter_ns()
        app.press("challenge")
        times_ms.append((page.wait(number) - pressed_ns) / MS_NS)
        app.submit(_answer).result()
    return times_ms


def _four_cards(referee: Referee) -> int:
    for _ in range(4):
        match = referee.view.match
        assert match is not None
        referee.happen({"event": "place", "player": match.turn, "card": "Z"}, source=Source.HOST)
    return len(referee.view.protocol)


def _answer(referee: Referee) -> None:
    match = referee.view.match
    assert match is not None
    referee.happen({"event": "name_word", "player": match.turn, "word": "zookeeper"}, source=Source.HOST)


def edge_to_kiosk(presses: int) -> tuple[list[float], list[float]]:
    """Ours through the live view, and through a page that asks once a second."""
    with tempfile.TemporaryDirectory() as folder, App(Setup(Path(folder), port=0, camera="drawn")) as app:
        assert app.drawn is not None
        for letter in "LICENSE":
            app.drawn.place(letter)
        app.submit(lambda referee: referee.begin(SETUP)).result()
        ours = edges_to_page(app, Page(lambda: live(app.address)), presses)
        return ours, edges_to_page(app, Page(lambda: polled(app.address)), min(presses, POLLED_PRESSES))


def main() -> None:
    parser = argparse.ArgumentParser(description="How soon a press is seen on the kiosk.")
    parser.add_argument("--presses", type=at_least_one, default=1000)
    ours_ms, theirs_ms = edge_to_kiosk(parser.parse_args().presses)
    print(f"{'':34} {'median':>8} {'99 %':>8}   {'':34} {'median':>8} {'99 %':>8}   ratios")
    told("edge to kiosk (ms)", ours_ms, theirs_ms, f"a page that asks every {POLL_S:.0f} s")


if __name__ == "__main__":
    main()
