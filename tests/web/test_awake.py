"""Screens stay on while a match runs: by the browser's own lock, or by a silent video where there is none to be had."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.views import WORDS
from tests.web.browsing import PHONE, Guest
from tests.web.tables import LiveTable

SETUP = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}
# What Safari asks of it: sound and picture, in sight, not muted, not looping, and playing.
PLAYS = """() => {
  const video = document.querySelector("video.awake");
  return video !== null && !video.paused && video.currentTime > 0 && !video.muted && !video.loop && video.volume > 0
    && video.videoWidth > 0 && video.webkitAudioDecodedByteCount > 0
    && video.checkVisibility() && video.clientWidth * video.clientHeight >= innerWidth * innerHeight;
}"""
# Headless Chromium lets everything play; others nothing that could be heard before somebody has touched the page. What
# a test asks the page counts as a touch to the browser, so a real click is waited for here.
AS_SAFARI = """() => {
  Object.defineProperty(navigator, "vendor", { value: "Apple Computer, Inc.", configurable: true });
  addEventListener("click", () => { window.isTouched = true; }, { capture: true });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    const may = this.muted || window.isTouched;
    window.isRefused = !may;
    return may ? play.call(this) : Promise.reject(new DOMException("untouched", "NotAllowedError"));
  };
}"""


@pytest.mark.browser
def test_a_screen_stays_on_while_a_match_runs_and_no_longer(table: LiveTable, guest: Callable[..., Guest]) -> None:
    screen = guest(f"{table.address}/kiosk", size=PHONE)
    screen.page.context.clear_permissions()  # its browser refuses its own lock until it is granted
    awake = screen.page.locator("html")
    expect(awake).to_have_attribute("data-awake", "")
    screen.page.evaluate(AS_SAFARI)
    table.submit(lambda referee: referee.begin(SETUP)).result()
    screen.page.wait_for_function("() => window.isRefused")
    expect(awake).to_have_attribute("data-awake", "")  # nobody has touched it: what is not muted may not play
    screen.page.mouse.click(5, 5)
    expect(awake).to_have_attribute("data-awake", "video")
    screen.page.wait_for_function(PLAYS)
    assert screen.misfits() == []
    table.submit(lambda referee: referee.pause()).result()
    expect(awake).to_have_attribute("data-awake", "")
    expect(screen.page.locator("video")).to_have_count(0)
    screen.page.evaluate("() => delete navigator.vendor")
    table.submit(lambda referee: referee.resume()).result()
    expect(screen.page.locator("video.awake")).to_have_js_property("muted", True)  # nobody's music ends
    expect(awake).to_have_attribute("data-awake", "video")
    table.submit(lambda referee: referee.pause()).result()
    expect(awake).to_have_attribute("data-awake", "")
    screen.page.context.grant_permissions(["screen-wake-lock"])
    table.submit(lambda referee: referee.resume()).result()
    expect(awake).to_have_attribute("data-awake", "lock")
    table.submit(lambda referee: referee.close()).result()
    expect(awake).to_have_attribute("data-awake", "")
