"""Everybody can use the pages: axe-core finds nothing on any page, in light and dark; keyboard and screen reader."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.views import WORDS
from tests.web.browsing import LAPTOP, PHONE, SMALL_DISPLAY, TELEVISION, Guest
from tests.web.tables import LiveTable

pytestmark = pytest.mark.browser

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGES = {"/": LAPTOP, "/kiosk": TELEVISION, "/play": PHONE, "/host": LAPTOP}
SETUP = {
    "game": "disorder",
    "players": ["Ann", "Bob", "Cy"],
    "options": {"lexicon": WORDS, "action_cards": True, "answer_seconds": 600},
}


def barriers(guest: Guest, where: str) -> dict[str, list[str]]:
    """What axe-core finds on a page, in light and in dark."""
    found = {}
    for scheme in SCHEMES:
        guest.page.emulate_media(color_scheme=scheme)
        found[f"{where}, {scheme}"] = guest.barriers()
    return {where: each for where, each in found.items() if each}


def test_axe_finds_nothing(table: LiveTable, guest: Callable[..., Guest]) -> None:
    quiet = [guest(f"{table.address}{path}", size=size) for path, size in PAGES.items()]
    quiet.append(guest(table.site.join_address, size=PHONE))
    found = [barriers(one, one.page.url) for one in quiet]
    quiet[-1].page.get_by_label("Your name").fill("Bob")
    quiet[-1].press("Sit down")
    expect(quiet[-1].page.get_by_text("You sit at the table")).to_be_visible()
    table.submit(lambda referee: referee.begin(SETUP)).result()
    for player, card in (("Ann", "Z"), ("Bob", "O"), ("Cy", "O"), ("Ann", "?")):
        table.play([{"event": "place", "player": player, "card": card}])
    for one in quiet:
        expect(one.page.locator("#ruling, .ruling, #protocol").first).to_contain_text("Ann plays a card face down")
        found.append(barriers(one, f"{one.page.url} playing"))
    quiet[-1].press("What now?")
    found.append(barriers(quiet[-1], "what now"))
    other = guest(f"http://television.localhost:{table.server.port}/", size=SMALL_DISPLAY)
    for path in ("/kiosk", "/kiosk/code", "/matches/1", "/rules/villains"):
        other.page.goto(f"http://television.localhost:{table.server.port}{path}")
        found.append(barriers(other, f"another screen's {path}"))
    assert [each for each in found if each] == []


def test_a_match_is_started_by_the_keyboard_alone(table: LiveTable, guest: Callable[..., Guest]) -> None:
    laptop = guest(table.address)
    laptop.page.get_by_label("Player 1").focus()
    for key in ("A", "n", "n", "Tab", "Tab", "Tab", "Tab", "B", "o", "b", "Enter"):
        laptop.page.keyboard.press(key)
    expect(laptop.see("players").locator(".name")).to_have_text(["Ann", "Bob"])


def test_on_the_table_a_key_is_for_what_has_the_focus(table: LiveTable, guest: Callable[..., Guest]) -> None:
    table.submit(lambda referee: referee.begin(SETUP)).result()
    table.play([{"event": "place", "player": player, "card": card} for player, card in (("Ann", "Z"), ("Bob", "O"))])
    laptop = guest(table.address)
    fold = laptop.page.locator("#acts details").first
    was_open = fold.get_attribute("open") is not None
    for key in ("Space", "Enter", "Space"):
        fold.locator("summary").focus()
        laptop.page.keyboard.press(key)
        was_open = not was_open
        expect(fold).to_have_js_property("open", was_open)
    laptop.see("turn").get_by_role("button").focus()
    laptop.page.keyboard.press("Enter")
    expect(laptop.page.locator("dialog.what-now")).to_be_visible()
    laptop.page.keyboard.press("Space")
    laptop.page.keyboard.press("Escape")
    assert len(table.view.protocol) == 2

    # Where nothing has it, and after a click, the keys are the panel's.
    laptop.page.locator("#acts summary").first.click()
    before = table.view.version
    with laptop.answered("/api/press"):
        laptop.page.keyboard.press("Space")
    laptop.shows(before + 1)  # the call is decided once everybody has had time to call
    assert len(table.view.protocol) == 3


def test_rulings_are_told_to_screen_readers(table: LiveTable, guest: Callable[..., Guest]) -> None:
    for path in ("/kiosk", "/play"):
        page = guest(f"{table.address}{path}").page
        region = page.get_by_role("region", name="Last ruling", include_hidden=True)
        assert region.get_attribute("aria-live") == "polite"
        expect(page.get_by_role("main")).to_have_count(1)
