"""A finger that taps twice where it meant to tap once, or a moment too late, in a real browser."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Route, expect

from companion.referee.source import Source
from tests.web.browsing import PHONE, Guest, fill_in
from tests.web.tables import LiveTable
from tests.web.talking import SETUP, begin
from tests.web.ways import Phones

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]


def test_what_is_costly_asks_whoever_taps_twice(table: LiveTable, guest: Visit, client: httpx.Client) -> None:
    begin(client)
    table.play([{"event": "place", "player": "Ann", "card": "Z"}])
    phone, host = guest(table.site.join_address, size=PHONE), guest(f"{table.address}/host")
    phone.press("Bob")
    concede, leaves = phone.page.get_by_role("button", name="Concede the round"), host.page.locator("[data-leaves=Ann]")
    concede.dblclick()
    assert len(table.view.protocol) == 1
    phone.press("Sure? Press again")
    leaves.dblclick()
    host.press("Sure? Press again")
    expect(host.page.locator("[data-joins=Ann]")).to_be_visible()
    assert [entry.event["event"] for entry in table.view.protocol] == ["place", "concede", "leave"]


def test_who_taps_twice_to_sit_down_or_to_play_again_reads_of_nothing_wrong(
    table: LiveTable, guest: Visit, client: httpx.Client
) -> None:
    phone = guest(table.site.join_address, size=PHONE)
    phone.page.get_by_label("Your name").fill("Ann")
    phone.page.get_by_role("button", name="Sit down").dblclick()
    expect(phone.page.locator("#me h1")).to_have_text("Ann")
    expect(phone.page.locator("#problem")).to_have_text("")

    begin(client)
    table.play([{"event": "leave", "player": name} for name in ("Bob", "Cy")])
    host = guest(f"{table.address}/host")
    host.page.get_by_role("button", name="Same again").dblclick()
    expect(host.page.locator("#now")).to_contain_text("Bob")
    host.shows(table.view.version)
    expect(host.page.locator("#problem")).to_have_text("")


def test_a_card_that_is_on_its_way_when_the_time_is_up_begins_no_round(
    table: LiveTable, guest: Visit, client: httpx.Client
) -> None:
    begin(client, {**SETUP, "options": {**SETUP["options"], "answer_seconds": 600}})
    table.play([{"event": "place", "player": "Ann", "card": "Z"}])
    phone = guest(table.site.join_address, size=PHONE)
    phone.press("Bob")
    on_its_way: list[Route] = []

    def hold(route: Route) -> None:
        on_its_way.append(route)

    phone.page.route("**/api/events", hold)
    form = Phones({"Bob": phone}, lambda: table.view).form("Bob", "place")
    fill_in(form, {"card": "O"})
    form.locator("[type=submit]").click()
    out = {"event": "timeout", "player": "Bob"}
    table.submit(lambda referee: referee.happen(out, source=Source.CLOCK)).result()
    phone.shows(table.view.version)
    on_its_way[0].continue_()
    expect(phone.page.locator("#problem")).to_have_text("the time was up before this came: look again")
    assert table.view.protocol[-1].event == out
