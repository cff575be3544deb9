"""The whole program in a real browser: drawn cards seen by the real eyes, the panel's pins, the OLED, the pages."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.app import App, Setup
from tests.web.browsing import Guest
from tests.web.test_disorder_live import begin, lay, scores

pytestmark = pytest.mark.browser


@pytest.fixture
def running(tmp_path: Path) -> Iterator[App]:
    with App(Setup(tmp_path, port=0, camera="drawn")) as app:
        yield app


def test_from_cards_before_the_camera_to_a_ruling_on_every_display(running: App, guest: Callable[..., Guest]) -> None:
    laptop = guest(running.address)
    for device in ("camera", "screen", "panel"):
        expect(laptop.page.locator(f"[data-device={device}] .kind").first).to_have_text("simulated")
    expect(laptop.page.locator("#screen")).to_have_js_property("naturalWidth", 128)
    expect(laptop.page.locator("#screen")).to_have_js_property("naturalHeight", 64)
    begin(laptop, "Ann", "Bob", "Cy")
    lay(laptop, "ZOOK")
    assert running.view.match is not None
    points = running.view.match.board["points"]
    expect(laptop.see("board")).to_contain_text(f"{points} chips on the table")
    before = laptop.page.locator("#screen").get_attribute("src")
    laptop.portrait("table")
    expect(laptop.page.locator("[data-press=player2]")).to_have_text("2 Bob")
    laptop.page.keyboard.press("9")  # nobody sits there
    laptop.page.keyboard.press("2")
    expect(laptop.see("ruling")).to_contain_text("Bob challenges Ann")
    expect(laptop.page.locator("#screen")).not_to_have_attribute("src", before or "")
    laptop.page.get_by_label("Your word").fill("zookeeper")
    laptop.press("Name the word")
    expect(laptop.see("ruling").locator(".verdict")).to_have_text("The challenger loses")
    scores(laptop, 0, points, 0)
    newest = running.view.protocol[3]
    assert newest.source == "camera"
    assert newest.frame is not None
    assert running.view.match_id is not None
    assert running.frame(running.view.match_id, newest.frame)
