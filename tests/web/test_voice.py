"""How loud the table speaks is the host's to say, over HTTP and on the host's page."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from companion.referee.tableview import Voicing
from tests.web.browsing import Guest
from tests.web.tables import LiveTable
from tests.web.talking import Phone


def test_the_host_says_how_loud_and_a_restart_keeps_it(host: httpx.Client, strict_table: LiveTable) -> None:
    assert host.get("/api/voice").json() == {"percent": 0, "by": "table"}
    assert host.post("/api/voice", json={"percent": 60}).json() == {"percent": 60, "by": "table"}
    assert host.post("/api/voice", json={"by": "page"}).json() == {"percent": 60, "by": "page"}
    strict_table.restart()
    assert strict_table.loudness.now == Voicing(60, "page")


@pytest.mark.parametrize(
    "said",
    [*({"percent": percent} for percent in (101, -1, "60", None, True, 6.5)), {"by": "Ann"}, {"by": None}, {}],
)
def test_what_is_no_percent_or_nobody_is_refused(host: httpx.Client, strict_table: LiveTable, said: object) -> None:
    assert host.post("/api/voice", json=said).status_code == 400
    assert strict_table.loudness.now == Voicing()


def test_nobody_else_has_a_say(stranger: httpx.Client, phone: Callable[[str], Phone], strict_table: LiveTable) -> None:
    assert stranger.get("/api/voice").status_code == 401
    assert stranger.post("/api/voice", json={"percent": 60}).status_code == 401
    assert phone("Ann").post("voice", {"percent": 60}).status_code in (401, 403)
    assert strict_table.loudness.percent == 0


@pytest.mark.browser
def test_what_is_chosen_and_taken_back_at_once_is_followed_too(table: LiveTable, guest: Callable[..., Guest]) -> None:
    """A page gets the newest view and none in between: it need never hear of what was chosen on it."""
    value = guest(f"{table.address}/host").page.evaluate(
        """async () => {
        const { loudness } = await import("/static/js/voice.js");
        const place = document.body.appendChild(document.createElement("div"));
        const follow = loudness(place, async () => ({}));
        const slider = place.querySelector("input");
        follow({ percent: 0, by: "table" });
        slider.value = "100";
        slider.dispatchEvent(new Event("change"));
        follow({ percent: 0, by: "table" });
        return slider.value;
        }"""
    )
    assert value == "0"


@pytest.mark.browser
def test_the_host_s_page_has_a_slider_that_follows_the_table(table: LiveTable, guest: Callable[..., Guest]) -> None:
    host = guest(f"{table.address}/host")
    slider = host.page.get_by_label("How loud the table speaks")
    expect(slider).to_have_value("0")
    with host.page.expect_response("**/api/voice"):
        slider.press("End")
    assert table.loudness.percent == 100
    table.loudness.toggle()  # by the button at the table
    expect(slider).to_have_value("0")
    table.loudness.set(30, "both")
    expect(slider).to_have_value("30")
    expect(host.page.get_by_label("Who speaks")).to_have_value("both")
    with host.page.expect_response("**/api/voice"):
        host.page.get_by_label("Who speaks").select_option("page")
    assert table.loudness.now == Voicing(30, "page")
