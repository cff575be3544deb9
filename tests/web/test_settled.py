"""Nothing is pressed that has only just come under the finger, and no picture that comes late moves anything: Chromium
itself says what has moved."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browsing import LAPTOP, PHONE, SETTLED, TELEVISION, Guest
from tests.web.tables import LiveTable
from tests.web.talking import begin
from tests.web.test_misreadings import laid
from tests.web.test_night_live import begun, see_doubtful
from tests.web.ways import joined

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]

# Whatever has moved on the page, by Chromium's own measure (the Layout Instability API).
WATCHED = """window.moved = [];
  const named = (shift) => shift.sources.map(({ node }) => node?.outerHTML ?? "");
  const keep = (list) => moved.push(...list.getEntries().flatMap(named));
  new PerformanceObserver(keep).observe({ type: "layout-shift" });"""
BY_HAND = "window.atMs = 0; performance.now = () => window.atMs;"


class Late:
    """Pictures of a page that stay away until they are let come."""

    def __init__(self, page: Page, pictures: str) -> None:
        self._page = page
        self._held: list[Route] = []
        page.route(pictures, self._hold)

    def _hold(self, route: Route) -> None:
        self._held.append(route)

    def moves(self, images: str) -> list[str]:
        """What has moved by the time that all these `images` have come."""
        self._page.evaluate(SETTLED)
        self._page.evaluate("() => { moved.length = 0; }")
        while not self._page.locator(images).evaluate_all("all => all.length && all.every((one) => one.naturalWidth)"):
            while self._held:
                self._held.pop().continue_()
            self._page.evaluate(SETTLED)
        self._page.evaluate(SETTLED)
        return list(self._page.evaluate("() => moved"))


def test_the_picture_of_a_doubtful_card_that_comes_late_moves_no_answer(table: LiveTable, guest: Visit) -> None:
    begun(table, "ZO")
    phone = joined(guest(table.site.join_address, size=PHONE, script=WATCHED), "Bob")
    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION, script=WATCHED)
    pictures = [Late(someone.page, "**/questions/*") for someone in (phone, kiosk)]
    see_doubtful(table, "ZOO")
    for someone, late in zip((phone, kiosk), pictures, strict=True):
        expect(someone.page.locator(".crop")).to_be_attached()
        assert late.moves(".crop") == []


def test_the_cards_of_a_picture_that_come_late_move_no_button(
    client: httpx.Client, table: LiveTable, guest: Visit
) -> None:
    begin(client)
    laid(client, table, "ZQ")
    page = guest(f"{table.address}/host", size=LAPTOP, script=WATCHED).page
    late = Late(page, "**/readings/1/*/*.jpg")
    page.locator("#misread summary").click()
    expect(page.locator("#misread .cards-read button")).to_have_count(3)  # one that was not seen is the third
    assert late.moves("#misread img") == []


def test_what_has_only_just_come_under_the_finger_is_not_pressed(table: LiveTable, guest: Visit) -> None:
    begun(table, "ZO")
    phone = joined(guest(table.site.join_address, size=PHONE, script=BY_HAND, human=True), "Bob")
    said: list[str] = []
    phone.page.on("request", lambda request: said.append(request.url) if request.method == "POST" else None)

    def at(ms: int) -> None:
        phone.page.evaluate("ms => { window.atMs = ms; }", ms)

    at(5_000)
    see_doubtful(table, "ZOO")
    answer = phone.page.get_by_role("button", name="Q", exact=True)
    answer.click()  # who meant what was there before
    at(5_299)
    answer.click()
    at(5_300)
    with phone.answered("/api/answer"):
        answer.click()
    assert [url for url in said if url.endswith("/api/answer")] == [f"{table.address}/api/answer"]


def test_whoever_presses_keys_has_read_what_they_press(table: LiveTable, guest: Visit) -> None:
    begun(table, "ZO")
    phone = joined(guest(table.site.join_address, size=PHONE, script=BY_HAND, human=True), "Bob")
    phone.page.evaluate("() => { window.atMs = 5_000; }")
    see_doubtful(table, "ZOO")
    with phone.answered("/api/answer"):
        phone.page.get_by_role("button", name="Q", exact=True).press("Enter")


def test_what_stays_where_it_is_can_be_pressed_whatever_happens(table: LiveTable, guest: Visit) -> None:
    begun(table, "ZO")
    phone = joined(guest(table.site.join_address, size=PHONE, script=BY_HAND, human=True), "Bob")
    phone.page.evaluate("() => { window.atMs = 5_000; }")
    place = phone.page.locator("#what-now").bounding_box()
    see_doubtful(table, "ZOO")
    expect(phone.page.locator(".crop")).to_be_attached()
    assert phone.page.locator("#what-now").bounding_box() == place
    phone.page.locator("#what-now").click()
    expect(phone.page.locator("dialog[open]")).to_be_visible()
