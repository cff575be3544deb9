"""A phone makes itself felt when something begins to be asked of its player, in a real browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Guest
from tests.web.tables import LiveTable

pytestmark = pytest.mark.browser

# The browser's own answer is kept: false is that it would not do it.
LISTEN = """() => {
  window.nudges = [];
  const vibrate = navigator.vibrate.bind(navigator);
  navigator.vibrate = (ms) => { window.nudges.push([ms, vibrate(ms)]); return true; };
}"""
TURNS = ("Ann", "Bob")


def play(table: LiveTable, cards: str) -> None:
    """Lay cards, Ann's turn first, after those that lie there."""
    laid = len(table.view.protocol)
    for at, card in enumerate(cards):
        table.play([{"event": "place", "player": TURNS[(laid + at) % 2], "card": card}])


def test_it_vibrates_once_a_turn_and_goes_to_the_top_and_never_for_what_was_there(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    table.submit(lambda referee: referee.begin({"game": "disorder", "players": [*TURNS]})).result()
    phone = guest(table.site.join_address, size=PHONE)
    phone.page.evaluate(LISTEN)
    phone.press("Ann")  # whose turn it is already, as the page says
    turn = phone.page.locator(".whose")
    expect(turn).to_contain_text("Your turn")
    play(table, "Z")
    expect(turn).to_contain_text("Bob")
    assert phone.page.evaluate("window.nudges") == []
    play(table, "O")
    expect(turn).to_contain_text("Your turn")
    table.submit(lambda referee: referee.pause()).result()
    expect(turn).to_have_text("Paused")
    table.submit(lambda referee: referee.resume()).result()
    expect(turn).to_contain_text("Your turn")
    assert phone.page.evaluate("window.nudges") == [[200, True]]
    play(table, "O")
    expect(turn).to_contain_text("Bob")  # a view is pushed when there is time: two cards at once may be one view
    phone.page.set_viewport_size({"width": 390, "height": 400})
    phone.page.evaluate("scrollTo(0, 9999)")
    assert phone.page.evaluate("scrollY") > 0
    play(table, "K")
    phone.page.wait_for_function("() => window.nudges.length === 2")  # the page forbids strings as code, asked later
    assert phone.page.evaluate("scrollY") == 0  # what is asked stands at the top
