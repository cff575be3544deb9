"""A line on which an answer is lost after the table has done what was asked: it is done once, and nobody reads that it
was refused. Chromium itself asks again on a connection that it had before; the page does on a new one."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.bad_lines import BadLine
from tests.web.browsing import PHONE, Guest, fill_in
from tests.web.tables import LiveTable
from tests.web.talking import SETUP, begin
from tests.web.ways import Phones

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]


@pytest.fixture
def line(table: LiveTable) -> Iterator[BadLine]:
    with BadLine(table) as running:
        yield running


@pytest.mark.parametrize("lost", [1, 3])
def test_a_phone_whose_answer_is_lost_has_its_seat(
    table: LiveTable, guest: Visit, client: httpx.Client, line: BadLine, lost: int
) -> None:
    begin(client)
    phone = guest(line.to(table.site.join_address), size=PHONE)
    line.losing = {"/api/join": lost}
    phone.press("Bob")
    expect(phone.page.locator("#me h1")).to_have_text("Bob")
    expect(phone.page.locator("#problem")).to_have_text("")
    assert line.asked.count("/api/join") > 1


def test_an_event_whose_answer_is_lost_happens_once(
    table: LiveTable, guest: Visit, client: httpx.Client, line: BadLine
) -> None:
    begin(client)
    phone = guest(line.to(table.site.join_address), size=PHONE)
    phone.press("Ann")
    form = Phones({"Ann": phone}, lambda: table.view).form("Ann", "place")
    fill_in(form, {"card": "Z"})
    line.losing = {"/api/events": 3}
    with phone.page.expect_response(lambda response: response.url.endswith("/api/events")):
        form.locator("[type=submit]").click()
    phone.shows(table.view.version)
    expect(phone.page.locator("#problem")).to_have_text("")
    assert [entry.event["event"] for entry in table.view.protocol] == ["place"]
    assert table.view.refusal is None


def test_an_undo_whose_answer_is_lost_takes_back_one(
    table: LiveTable, guest: Visit, client: httpx.Client, line: BadLine
) -> None:
    begin(client)
    table.play([{"event": "place", "player": name, "card": "O"} for name in ("Ann", "Bob", "Cy")])
    host = guest(f"{line.address}/host")
    for press in ("Undo", "Undo", "Redo"):
        line.losing = {"/api/events": 2}
        with host.page.expect_response(lambda response: response.url.endswith("/api/events")):
            host.press(press)
        host.shows(table.view.version)
        expect(host.page.locator("#problem")).to_have_text("")
    assert [entry.event["event"] for entry in table.view.protocol][3:] == ["undo", "undo", "redo"]
    assert table.view.refusal is None


def test_a_line_that_says_nothing_is_not_waited_for(table: LiveTable, guest: Visit, client: httpx.Client) -> None:
    begin(client)
    with BadLine(table, stays_open=True) as line:
        phone = guest(line.to(table.site.join_address), size=PHONE, script="""
          const slow = setTimeout;
          window.setTimeout = (act, ms, ...rest) => slow(act, ms === 5_000 ? 500 : ms, ...rest);""")  # fmt: skip
        line.losing = {"/api/join": 1}
        phone.press("Bob")
        expect(phone.page.locator("#me h1")).to_have_text("Bob")
        expect(phone.page.locator("#problem")).to_have_text("")
        assert line.asked.count("/api/join") > 1


def test_a_transcript_larger_than_a_page_that_is_left_may_send_is_brought_in(
    table: LiveTable, guest: Visit, tmp_path: Path
) -> None:
    events = [{"event": "place", "player": "Ann", "card": "Z"}] * 1500  # all but the first are refused
    file = tmp_path / "match.json"
    file.write_text(json.dumps({**SETUP, "events": events}))
    assert file.stat().st_size > 64 * 1024  # bytes, as the Fetch standard has it
    host = guest(f"{table.address}/host")
    with host.page.expect_response("**/api/matches/import") as brought:
        host.page.locator("#import").set_input_files(file)
    assert brought.value.json()["refused"] == len(events) - 1
