"""Live views: at once, in order, to everybody; and what a page does when its table is away."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from companion.clock import FakeClock
from companion.referee.source import Source
from companion.web import live
from tests.seen import row_on
from tests.views import WORDS
from tests.web.browsing import PHONE, TELEVISION, Guest
from tests.web.tables import LiveTable

BY_HAND = """
  Object.assign(globalThis, { pageMs: 0, line: null });
  performance.now = () => 1e6 + pageMs;
  Date.now = () => 0; // the page never takes itself to have slept
  globalThis.EventSource = class extends EventSource { constructor(...said) { super(...said); line = this; } };
"""  # when what is heard is the test's to say
SAID = """([kind, atMs, data]) => {
  pageMs = atMs;
  line.dispatchEvent(new MessageEvent(kind, { data }));
}"""
IS_UNDER_THE_BAR = """() => document.querySelector("h1").getBoundingClientRect().top
  >= document.querySelector(".lost").getBoundingClientRect().bottom"""
SETUP = {"game": "disorder", "players": ["Ann", "Bob", "Cy"], "options": {"lexicon": WORDS, "answer_seconds": 60}}


def views(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The messages of a stream of server-sent events."""
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: ") and kind == "view":
            yield json.loads(line.removeprefix("data: "))


@pytest.mark.parametrize("path", ["/api/live", "/api/speech/en"])
def test_a_proxy_that_gathers_answers_is_asked_to_pass_a_stream_on_at_once(client: httpx.Client, path: str) -> None:
    """By what nginx goes by; it keeps back 4 kB and more otherwise."""
    with client.stream("GET", path, timeout=60) as stream:
        assert stream.headers["x-accel-buffering"] == "no"
        assert stream.headers["cache-control"] == "no-store"


def test_a_stream_begins_with_the_table_as_it_is_and_follows_it(client: httpx.Client, table: LiveTable) -> None:
    with client.stream("GET", "/api/live", timeout=60) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        following = views(stream.iter_lines())
        first = next(following)
        assert first["table"]["match"] is None
        begun = table.submit(lambda referee: referee.begin(SETUP)).result()
        message = next(following)
        assert message["table"]["version"] >= begun.version
        assert message["table"]["match"]["turn"] == "Ann"
        table.submit(
            lambda referee: referee.happen({"event": "place", "player": "Ann", "card": "Z"}, source=Source.HOST)
        )
        while row_on(message["table"]["board"]) != "Z":
            message = next(following)
        assert message["table"]["rulings"][-1]["verdict"] == "placed"
        assert message["now_ms"] >= message["table"]["timer"]["as_of_ms"]


def test_what_happened_while_away_is_in_the_first_message(client: httpx.Client, table: LiveTable) -> None:
    table.submit(lambda referee: referee.begin(SETUP)).result()
    for player, card in (("Ann", "Z"), ("Bob", "O"), ("Cy", "O")):
        table.play([{"event": "place", "player": player, "card": card}])
    table.submit(lambda referee: referee.view).result()
    with client.stream("GET", "/api/live", timeout=60) as stream:
        assert row_on(next(views(stream.iter_lines()))["table"]["board"]) == "ZOO"


def test_a_quiet_table_is_heard_to_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT_S", 0.01)
    with (
        LiveTable(tmp_path) as table,
        httpx.Client(base_url=table.address, timeout=60) as client,
        client.stream("GET", "/api/live") as stream,
    ):
        heard = (line for line in stream.iter_lines() if line.startswith("event: "))
        assert [next(heard) for _ in range(4)] == ["event: view", *["event: beat"] * 3]
        table.submit(lambda referee: referee.begin(SETUP)).result()
        assert "event: view" in heard
        assert "event: beat" in heard


def test_each_beat_tells_the_time_that_timers_are_told_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT_S", 0.01)
    clock = FakeClock()
    clock.advance(4321)
    with (
        LiveTable(tmp_path, clock=clock) as table,
        httpx.Client(base_url=table.address, timeout=60) as client,
        client.stream("GET", "/api/live") as stream,
    ):
        lines = stream.iter_lines()
        assert "event: beat" in lines
        assert json.loads(next(lines).removeprefix("data: ")) == {"now_ms": 4321}


@pytest.mark.browser
def test_a_page_s_timer_is_put_right_whatever_held_up_the_line_or_the_table(
    client: httpx.Client, table: LiveTable, guest: Callable[..., Guest]
) -> None:
    table.submit(lambda referee: referee.begin(SETUP)).result()
    table.play([{"event": "place", "player": "Ann", "card": "Z"}])
    view = client.get("/api/view").json()
    view["table"]["timer"] = {**view["table"]["timer"], "remaining_ms": 60_000, "as_of_ms": 0, "running": True}
    page = guest(f"{table.address}/kiosk", size=TELEVISION, script=BY_HAND).page

    def hear(kind: str, *, at_s: float, of_s: float) -> None:
        """What the table said at `of_s`, seconds after the timer began, comes when `at_s` are over."""
        message = {**(view if kind == "view" else {}), "now_ms": of_s * 1000}
        page.evaluate(SAID, [kind, at_s * 1000, json.dumps(message)])

    left = page.locator(".ring-seconds")
    page.evaluate("line.close(); line.dispatchEvent(new Event('open'))")
    hear("beat", at_s=-4, of_s=-4)
    hear("view", at_s=8, of_s=0)  # a line that stalls as the window opens
    expect(left).to_have_text("52")
    hear("beat", at_s=8.1, of_s=6)
    expect(left).to_have_text("52")
    hear("beat", at_s=12, of_s=12)
    hear("beat", at_s=20, of_s=16)  # and a beat that stalls
    expect(left).to_have_text("40")
    hear("beat", at_s=24, of_s=24)
    hear("beat", at_s=37, of_s=28)  # the table's machine was asleep for nine seconds
    hear("beat", at_s=41, of_s=32)
    expect(left).to_have_text("28")


def test_open_streams_do_not_keep_the_server_from_stopping(table: LiveTable) -> None:
    with httpx.Client(base_url=table.address) as client, client.stream("GET", "/api/live", timeout=60) as stream:
        next(views(stream.iter_lines()))
        table.restart()
        assert list(views(stream.iter_lines() if not stream.is_stream_consumed else iter(()))) == []
    assert httpx.get(f"{table.address}/api/view").status_code == 200


@pytest.mark.browser
def test_a_page_that_stood_still_for_a_few_seconds_asks_for_the_table_anew(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
    kiosk.page.clock.install()
    kiosk.page.reload()
    kiosk.shows(table.view.version)
    with kiosk.page.expect_request("**/api/live"):
        kiosk.page.clock.fast_forward(5_000)  # timers fire once, as after a sleep


def test_a_page_says_that_it_lost_the_table_and_comes_back_into_the_same_match(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
    phone = guest(table.site.join_address, size=PHONE)
    phone.page.get_by_label("Your name").fill("Bob")
    phone.press("Sit down")
    table.submit(lambda referee: referee.begin(SETUP)).result()
    expect(kiosk.see("turn")).to_contain_text("Ann")
    kiosk.page.evaluate("window.beforeRestart = true")
    port = table.server.port
    table.close()
    for page in (kiosk.page, phone.page):
        expect(page.locator(".lost")).to_be_visible()
        assert page.evaluate(IS_UNDER_THE_BAR)
    assert kiosk.misfits() == []
    table.start(port)
    for page in (kiosk.page, phone.page):
        expect(page.locator(".lost")).to_be_hidden()
    expect(kiosk.see("title")).to_contain_text("Paused")  # timers wait for the people
    assert kiosk.page.evaluate("window.beforeRestart") is None  # the page was loaded anew
    table.submit(lambda referee: referee.happen({"event": "place", "player": "Ann", "card": "Z"}, source=Source.HOST))
    expect(kiosk.see("board").locator(".card")).to_have_count(1)
    expect(phone.page.locator(".whose")).to_contain_text("Your turn")  # somebody is there: it goes on
    phone.page.locator("summary", has_text="Lay a card").click()
    phone.page.get_by_role("radio", name="O", exact=True).check()
    phone.press("Lay a card")
    expect(kiosk.see("ruling")).to_contain_text("Bob plays O")
