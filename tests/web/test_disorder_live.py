"""A whole match of Disorder! through the real server in a real browser: cards, buttons, phones, kiosk, host."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from companion.games.disorder.clauses import D7
from companion.referee.source import Source
from tests.web.browsing import LAPTOP, PHONE, SMALL_DISPLAY, TELEVISION, Guest
from tests.web.laying import begin, clear, lay, scores
from tests.web.tables import LiveTable

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]
PLAYERS = ["Ann", "Bob", "Cy"]


def test_a_match_from_the_first_card_to_the_winner(table: LiveTable, guest: Visit) -> None:
    laptop = guest(table.address)
    laptop.portrait("table-quiet")
    begin(laptop, *PLAYERS)
    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
    phone = guest(table.site.join_address, size=PHONE)
    phone.press("Cy")
    expect(phone.page.get_by_role("heading", name="Cy", exact=True)).to_be_visible()

    drawn = kiosk.page.get_by_role("img", name="plays with a phone")
    expect(drawn).to_have_css("border-top-width", "0px")  # an outline reads as a 0 beside the total
    assert "gradient" in drawn.evaluate("one => getComputedStyle(one).backgroundImage")

    lay(laptop, "ZOO?")
    expect(kiosk.see("board")).to_contain_text("15 chips on the table")
    expect(kiosk.see("turn")).to_contain_text("Bob")

    laptop.press("Clear the table")  # a wrong tap: it asks, and nothing is gone
    expect(laptop.page.locator("#clear")).to_have_text("Sure? Press again")
    expect(laptop.page.locator("#lying .take")).to_have_count(4)

    # Bob calls with the big button, by the space bar; Ann's word is typed on the page.
    laptop.page.keyboard.press("Space")
    expect(kiosk.see("ruling")).to_contain_text("Bob challenges Ann")
    expect(kiosk.see("turn")).to_contain_text("name your word")
    expect(laptop.page.locator("#undoes")).to_contain_text("Undo takes back no. 5")
    laptop.page.get_by_label("Your word").fill("z00keep$r")  # a slip of the finger is asked again
    laptop.press("Name the word")
    assert laptop.page.get_by_label("Your word").evaluate("one => one.validity.patternMismatch")
    assert table.view.match is not None
    assert table.view.match.awaiting == "name_word"
    laptop.page.get_by_label("Your word").fill("zookeeper")
    laptop.press("Name the word")
    expect(kiosk.see("ruling").locator(".verdict")).to_have_text("The challenge is lost")
    expect(kiosk.see("ruling").locator(".stamp")).to_have_text("D8")
    expect(kiosk.see("ruling")).to_contain_text("0 + 15 = 15")
    expect(kiosk.see("ruling").locator(".changes b")).to_have_attribute("data-good", "no")  # chips are nothing to win
    expect(kiosk.see("players")).to_contain_text("chips · fewest win")
    scores(kiosk, 0, 15, 0)
    expect(kiosk.see("ruling")).to_contain_text("Safe on ZOO?: A D I N O R T U Y on the left and A C")
    clause = kiosk.see("ruling").locator(".clause-text")
    for size in ((1280, 720), TELEVISION):
        kiosk.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert kiosk.misfits() == []
        assert clause.evaluate("one => parseFloat(getComputedStyle(one).fontSize) / innerHeight") > 0.033  # from 3 m
    kiosk.portrait("kiosk")

    # The round is Bob's. LIC and a wild: Cy challenges from the phone, Bob cannot save it with “license”.
    clear(laptop)
    lay(laptop, "LIC")
    too_early = {"event": "challenge", "player": "Ann"}
    table.submit(lambda referee: referee.happen(too_early, source=Source.HOST)).result()
    expect(kiosk.see("ruling")).to_contain_text("Nothing has changed.")
    expect(kiosk.see("ruling").locator(".clause-text")).to_contain_text(D7.text)
    expect(kiosk.see("ruling").locator(".section")).to_contain_text("In the rulebook")
    assert kiosk.misfits() == []
    expect(phone.page.locator("#acts")).to_contain_text("Object")
    lay(laptop, "?")
    expect(kiosk.see("turn")).to_contain_text("Cy")
    expect(phone.page.get_by_role("button", name="Challenge!")).to_be_visible()
    phone.portrait("phone")
    phone.press("Challenge!")
    expect(kiosk.see("ruling")).to_contain_text("Cy challenges Bob")

    # Bob spells the word with the three buttons of the panel, letter by letter on the OLED.
    for letter in "LICENSE":
        spell(laptop, kiosk, letter, likely="LIC")
    spell(laptop, kiosk, "✓", likely="LIC")
    expect(kiosk.see("ruling").locator(".verdict")).to_have_text("The challenge is won")
    for page in (kiosk.see("ruling"), phone.page.locator("#ruling")):
        expect(page).to_contain_text("Safe on LIC: ")
    scores(kiosk, 0, 25, 0)
    small = guest(f"{table.address}/kiosk", size=SMALL_DISPLAY, dark=True)
    scores(small, 0, 25, 0)
    assert small.misfits() == []
    small.portrait("kiosk-small-dark")

    # Bob loses round after round to the target; a card is also played by hand, on the host's page.
    host = guest(f"{table.address}/host")
    clear(laptop)
    lay(laptop, "Z?")
    by_hand = host.page.locator('details[data-event=place][data-player="Ann"]')
    by_hand.locator("summary").click()
    by_hand.get_by_role("radio", name="Z", exact=True).press("a")  # a key picks the tile, too
    by_hand.get_by_role("button", name="Lay a card").click()
    expect(kiosk.see("board").locator(".row .card")).to_have_count(3)
    host.portrait("host")
    for total in (37, 49, 61):
        laptop.press("Bob: Concede the round")
        laptop.press("Sure? Press again")
        expect(kiosk.see("players")).to_contain_text(str(total))
        clear(laptop)
        if total < 50:
            lay(laptop, "Z?A")

    # Ann and Cy are tied for fewest and alone play on: Cy lays, Ann concedes, Cy has won.
    expect(kiosk.see("board")).to_contain_text("Tie-break: Ann and Cy")
    lay(laptop, "Z")
    laptop.press("Ann: Concede the round")
    laptop.press("Sure? Press again")
    expect(kiosk.see("board")).to_contain_text("Cy wins")
    expect(kiosk.see("board")).to_contain_text("The fewest chips win: Ann 0, Bob 61 and Cy 0.")
    expect(phone.page.locator("#acts")).to_contain_text("The match is over")
    kiosk.portrait("kiosk-won")

    # The host looks at what the camera saw, at the result to print, and starts the same again.
    host.page.get_by_role("button", name="Picture").first.click()
    expect(host.page.locator("#picture img")).to_have_js_property("naturalWidth", 1280)
    host.press("Close")
    result = guest(table.address, size=LAPTOP)
    result.page.goto(f"{table.address}/matches/1")
    expect(result.page.get_by_text("Won by Cy")).to_be_visible()
    first = result.page.locator("time").first  # as the clock on the wall has it, where the browser is
    at = datetime.fromisoformat(first.get_attribute("datetime") or "").astimezone(ZoneInfo("Europe/Amsterdam"))
    expect(first).to_have_text(f"{at:%H:%M}")
    expect(result.page.get_by_role("region", name="What could have been")).to_contain_text("Bob")
    result.portrait("result")
    host.press("Same again")
    scores(kiosk, 0, 0, 0)


def spell(laptop: Guest, kiosk: Guest, letter: str, *, likely: str) -> None:
    """Turn the wheel of letters, the likely ones first, to `letter` with the panel's buttons and take it."""
    cursor = kiosk.see("spelling").locator(".cursor")
    wheel = [*dict.fromkeys(likely + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "✓", "⌫"]
    while (shown := cursor.inner_text()) != letter:
        way = (wheel.index(letter) - wheel.index(shown)) % len(wheel)
        key, step = ("ArrowDown", 1) if way <= len(wheel) // 2 else ("ArrowUp", -1)
        laptop.page.keyboard.press(key)
        expect(cursor).to_have_text(wheel[(wheel.index(shown) + step) % len(wheel)])
    laptop.page.keyboard.press("Enter")
