"""What a screen reader on a phone tells its player unasked, in a real browser."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Guest
from tests.web.tables import LiveTable
from tests.web.talking import begin

pytestmark = pytest.mark.browser


def test_a_player_is_told_when_it_is_their_turn(
    table: LiveTable, guest: Callable[..., Guest], client: httpx.Client
) -> None:
    begin(client)
    phone = guest(table.site.join_address, size=PHONE)
    phone.press("Bob")
    told = phone.page.locator("[role=status]#whose")  # one place all along: what is told is put into it
    expect(phone.page.locator("#me .whose")).to_have_text("Ann's turn")
    expect(told).to_have_text("")
    phone.page.evaluate("() => { window.place = document.getElementById('whose'); }")
    table.play([{"event": "place", "player": "Ann", "card": "Z"}])
    expect(told).to_contain_text("Your turn: ")
    assert phone.page.evaluate("window.place === document.getElementById('whose')")
    table.play([{"event": "place", "player": "Bob", "card": "O"}])
    expect(told).to_have_text("")
