"""On the narrowest telephones a page scrolls down and never sideways, in a real browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.language import LANGUAGES
from tests.web.browsing import Guest
from tests.web.tables import LiveTable

pytestmark = pytest.mark.browser

NARROW, PHONE_AT_TWICE = (320, 640), (390, 844)
WIDTH = "() => document.documentElement.scrollWidth"
DRAWN = "() => [...document.querySelectorAll('.lesson [data-board]')].every((one) => one.childElementCount > 0)"
TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"


def width(guest: Guest, address: str, language: str, *, twice: bool = False) -> int:
    """How wide a page is once everything on it is drawn."""
    guest.page.goto(f"{address}?lang={language}")
    guest.page.wait_for_function(DRAWN)
    if twice:
        guest.page.evaluate(TWICE)
    return int(guest.page.evaluate(WIDTH))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_a_narrow_telephone(table: LiveTable, guest: Callable[..., Guest], language: str) -> None:
    table.submit(lambda referee: referee.begin({"game": "disorder", "players": ["Ann", "Bob", "Marieke"]})).result()
    table.play([{"event": "place", "player": "Ann", "card": "Z"}, {"event": "concede", "player": "Bob"}])
    phone = guest(f"{table.address}/host?lang={language}", size=NARROW)
    expect(phone.page.locator("#protocol li").first).to_be_visible()
    widths = {"/host": phone.page.evaluate(WIDTH)}
    for path in ("/matches/1", "/rules", "/rules/villains"):
        widths[path] = width(phone, f"{table.address}{path}", language)
    assert widths == dict.fromkeys(widths, NARROW[0])
    phone.page.set_viewport_size({"width": PHONE_AT_TWICE[0], "height": PHONE_AT_TWICE[1]})
    assert width(phone, f"{table.address}/rules", language, twice=True) == PHONE_AT_TWICE[0]
