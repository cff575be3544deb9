"""Browsers that may keep nothing of this site, as where its storage or its cookies are blocked."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Guest
from tests.web.tables import PIN, LiveTable
from tests.web.talking import begin

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("Access is denied for this document.", "SecurityError"); }
})"""
NO_COOKIES = """Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false })"""


def test_who_has_no_storage_plays_and_reads_that_the_page_must_stay_open(
    table: LiveTable, guest: Visit, client: httpx.Client
) -> None:
    begin(client)
    phone = guest(table.site.join_address, size=PHONE, script=NO_STORAGE)
    phone.page.locator(".names").get_by_role("button", name="Ann").click()
    expect(phone.page.locator("#me h1")).to_have_text("Ann")
    expect(phone.page.locator("#me")).to_contain_text("This browser remembers nothing")


def test_a_host_who_has_no_storage_has_every_button(table: LiveTable, guest: Visit, client: httpx.Client) -> None:
    begin(client)
    host = guest(f"{table.address}/host", script=NO_STORAGE)
    host.page.get_by_label("Corrections in the name of").fill("Ann")
    host.press("Undo")
    expect(host.page.locator("#problem")).to_have_text("There is nothing left to take back.")


def test_who_keeps_no_cookies_is_not_asked_for_the_pin_without_end(strict_table: LiveTable, guest: Visit) -> None:
    host = guest(f"{strict_table.address}/host", script=NO_COOKIES)
    host.page.locator("#pin").fill(PIN)
    host.press("Open")
    expect(host.page.locator("#problem")).to_contain_text("keeps no cookies")
    expect(host.page.locator("#pin")).to_have_value(PIN)
