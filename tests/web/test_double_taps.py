"""A finger that taps twice where it meant to tap once, in a real browser."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Guest
from tests.web.tables import LiveTable
from tests.web.talking import begin

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
