"""A match that a tournament has set up, on the kiosk and the host's page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.referee.test_invitation import invitation

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from tests.web.tables import LiveTable


@pytest.mark.browser
def test_the_kiosk_shows_it_and_the_host_begins_it(table: LiveTable, guest: Callable[..., Any]) -> None:
    table.submit(lambda referee: referee.invite(invitation())).result()
    kiosk, host = guest(f"{table.address}/kiosk?lang=nl"), guest(f"{table.address}/host")
    expect(kiosk.page.get_by_text("Ronde 1, tafel 7: Ann en Bob")).to_be_visible()
    expect(host.page.locator("#invited")).to_contain_text("Friday")
    assert host.barriers() == []
    assert kiosk.barriers() == []
    host.page.locator("#invited").get_by_role("button", name="Begin").click()
    expect(kiosk.page.locator(".player")).to_have_count(2)
    expect(host.page.locator("#invited button")).to_have_count(0)


def test_only_the_host_begins_it_and_only_what_there_is(stranger: httpx.Client, host: httpx.Client) -> None:
    assert host.post("/api/match/invited", json={}).status_code == 409
    host.cookies.clear()
    assert stranger.post("/api/match/invited", json={}).status_code == 401
