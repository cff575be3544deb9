"""The code to join lets whoever has it sit down: it is shown on the table's own machine, to the host, and on a screen
that the host let; and nothing else says what is in it."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from companion.clock import FakeClock
from companion.language import messages
from companion.web.access import HOST_STAYS_S, KIOSK_COOKIE, Access
from companion.web.seats import Seats
from tests.apart import wait_for
from tests.web.browsing import TELEVISION, Guest
from tests.web.tables import PIN, LiveTable
from tests.web.test_access import NOWHERE, request, unexpected

OPEN_TO_ALL = [
    "/",
    "/kiosk",
    "/table",
    "/play",
    "/host",
    "/kiosk/code",
    "/api/view",
    "/api/who",
    "/api/games",
    "/api/openapi.json",
]


def from_elsewhere(table: LiveTable, *paths: str, address: str = "192.0.2.9", **headers: str) -> list[httpx.Response]:
    """What the table's application answers to another machine of the network."""

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(table.app, client=(address, 5000))
        async with httpx.AsyncClient(transport=transport, base_url=table.address, headers=headers) as client:
            return [await client.get(path) for path in paths]

    return wait_for(ask)


def test_a_stranger_of_the_network_is_not_shown_the_code(strict_table: LiveTable) -> None:
    (refused,) = from_elsewhere(strict_table, "/join.svg")
    assert refused.status_code == 401
    assert refused.json()["said"]["text"] in messages("de")


def test_nothing_that_a_stranger_may_look_at_has_the_key_in_it(strict_table: LiveTable) -> None:
    key = strict_table.site.access.join_key
    for answer in from_elsewhere(strict_table, *OPEN_TO_ALL, "/static/js/play.js"):
        assert answer.status_code == 200
        assert key not in answer.text
        assert "/join.svg" not in answer.text


@pytest.mark.parametrize("path", ["/", "/kiosk", "/table"])
def test_the_screen_at_the_table_shows_it(strict_table: LiveTable, stranger: httpx.Client, path: str) -> None:
    assert "/join.svg" in stranger.get(path).text
    assert "<svg" in stranger.get("/join.svg").text


def test_a_page_elsewhere_whose_name_was_made_to_point_here_does_not_get_it(stranger: httpx.Client) -> None:
    assert stranger.get("/join.svg", headers={"Host": "evil.example"}).status_code == 401
    assert stranger.get("/join.svg", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 401


def test_the_host_may_show_it_anywhere(strict_table: LiveTable, host: httpx.Client) -> None:
    cookie = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
    page, code = from_elsewhere(strict_table, "/kiosk", "/join.svg", cookie=cookie)
    assert "/join.svg" in page.text
    assert "<svg" in code.text


def test_a_screen_that_was_let_in_shows_it_for_a_night_and_is_no_host() -> None:
    clock = FakeClock()
    access = Access(b"k" * 32, lambda: PIN, clock, Seats(NOWHERE, unexpected), open_locally=False)
    screen = request(cookie=f"{KIOSK_COOKIE}={access.let_kiosk_in(request(), PIN)}")
    assert access.may_show_code(screen)
    assert not access.is_host(screen)
    assert not access.is_host(request(cookie=screen.headers["cookie"].replace(KIOSK_COOKIE, "tableside-host")))
    clock.advance(HOST_STAYS_S * 1000 + 1)
    assert not access.may_show_code(screen)


def test_the_other_screens_door_slows_guessing_down_with_the_hosts(stranger: httpx.Client) -> None:
    for door in ("kiosk", "host", "kiosk"):
        assert stranger.post(f"/api/{door}", json={"pin": "0000"}).status_code == 403
    assert stranger.post("/api/host", json={"pin": PIN}).status_code == 429
    assert stranger.post("/api/kiosk", json={"pin": PIN}).status_code == 429


@pytest.mark.browser
def test_the_host_lets_another_screen_show_the_code(strict_table: LiveTable, guest: Callable[..., Guest]) -> None:
    elsewhere = f"http://television.localhost:{strict_table.server.port}"  # a name of this machine that is none of ours
    screen = guest(f"{elsewhere}/kiosk", size=TELEVISION)
    code = screen.page.get_by_alt_text("Code to join with a phone")
    expect(code).to_have_count(0)
    screen.page.get_by_role("link", name="Show the code to join here").click()
    screen.page.locator("#pin").fill(PIN)
    screen.page.get_by_role("button", name="Open").click()
    expect(code).to_be_visible()
    expect(code).to_have_js_property("complete", True)
    assert screen.page.evaluate("document.querySelector('.join img').naturalWidth") > 0
