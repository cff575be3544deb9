"""Pages in colours that somebody has set for everything, in a real browser: lines say what colours would have said."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tests.web.browsing import Guest
from tests.web.tables import LiveTable
from tests.web.talking import begin

pytestmark = pytest.mark.browser


def line(one: Locator, kind: str) -> float:
    """How thick a line is around it."""
    return float(one.evaluate(f"(one) => parseFloat(getComputedStyle(one).{kind}Width)"))


def test_what_is_a_button_what_is_chosen_and_whose_turn_it_is_have_lines_of_their_own(
    table: LiveTable, guest: Callable[..., Guest], client: httpx.Client
) -> None:
    begin(client)
    host = guest(f"{table.address}/host")
    host.page.emulate_media(forced_colors="active")
    form = host.page.locator("details[data-event=place]")
    form.locator("summary").click()
    form.get_by_role("radio", name="D", exact=True).check()
    tiles = form.locator(".to-pick")
    chosen, other = tiles.filter(has=host.page.locator(":checked")), tiles.filter(has_text="E")
    assert line(chosen, "borderTop") > line(other, "borderTop") > 0
    assert line(host.page.get_by_role("button", name="Undo"), "borderTop") > 0
    host.page.goto(f"{table.address}/kiosk")
    players = host.page.locator(".player")
    expect(players).to_have_count(3)
    assert line(players.filter(has_text="Ann"), "outline") > 0
    assert line(players.filter(has_text="Ann"), "outline") > 3
    assert players.filter(has_text="Bob").evaluate("(one) => getComputedStyle(one).outlineStyle") == "none"
