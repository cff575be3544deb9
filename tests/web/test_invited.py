"""A match that a tournament has set up, on the kiosk and the host's page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.referee.test_invitation import invitation
from tests.web.browsing import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from tests.web.tables import LiveTable
    from tests.web.talking import Phone


@pytest.mark.browser
def test_the_kiosk_shows_it_and_the_host_begins_it(table: LiveTable, guest: Callable[..., Any]) -> None:
    table.submit(lambda referee: referee.tournament.invite(invitation())).result()
    kiosk, host = guest(f"{table.address}/kiosk?lang=nl"), guest(f"{table.address}/host")
    expect(kiosk.page.get_by_text("Ronde 1, tafel 7: Ann en Bob")).to_be_visible()
    expect(host.page.locator("#invited")).to_contain_text("Friday")
    assert host.barriers() == []
    assert kiosk.barriers() == []
    host.page.locator("#invited").get_by_role("button", name="Begin").click()
    expect(kiosk.page.locator(".player")).to_have_count(2)
    expect(host.page.locator("#invited button")).to_have_count(0)


@pytest.mark.browser
def test_whoever_plays_calls_the_arbiter_to_the_newest_ruling(table: LiveTable, guest: Callable[..., Any]) -> None:
    table.submit(lambda referee: referee.tournament.invite(invitation())).result()
    table.submit(lambda referee: referee.tournament.begin()).result()
    kiosk, phone = guest(f"{table.address}/kiosk"), guest(table.site.join_address, size=PHONE)
    phone.press("Ann")
    call = phone.page.get_by_role("button", name="Call the arbiter")
    expect(phone.page.locator("[data-act=share]")).to_be_visible()
    expect(call).to_have_count(0)  # there is no ruling yet
    table.play([{"event": "place", "player": "Ann", "card": "Z"}])
    call.click()
    expect(phone.page.get_by_text("The arbiter is called.")).to_be_visible()
    expect(call).to_have_count(0)
    expect(kiosk.see("notices")).to_have_text("The arbiter is called.")
    assert phone.barriers() == []
    table.play([{"event": "place", "player": "Bob", "card": "O"}])
    expect(call).to_be_visible()
    assert table.view.called == 1


def test_nobody_else_calls_the_arbiter(
    stranger: httpx.Client, strict_table: LiveTable, phone: Callable[[str], Phone]
) -> None:
    assert stranger.post("/api/match/arbiter", json={}).status_code == 401
    ann, dee = phone("Ann"), phone("Dee")
    assert ann.post("match/arbiter").status_code == 400  # no match is being played
    strict_table.submit(lambda referee: referee.tournament.invite(invitation())).result()
    strict_table.submit(lambda referee: referee.tournament.begin()).result()
    strict_table.play([{"event": "place", "player": "Ann", "card": "Z"}])
    refused = dee.post("match/arbiter")
    assert (refused.status_code, refused.json()["error"]) == (403, "Dee does not play in this match")
    assert ann.post("match/pause").status_code == 401  # all else is the host's
    assert ann.post("match/arbiter").status_code == 200
    assert strict_table.view.called == 1


def test_only_the_host_begins_it_and_only_what_there_is(stranger: httpx.Client, host: httpx.Client) -> None:
    assert host.post("/api/match/invited", json={}).status_code == 409
    host.cookies.clear()
    assert stranger.post("/api/match/invited", json={}).status_code == 401
