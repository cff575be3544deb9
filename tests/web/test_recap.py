"""How a match went is told in short where it was won, once it can help nobody; and the host sees the table beside the
acts."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from companion.report.match_report import report_of
from tests.views import WORDS, placed
from tests.web.browsing import PHONE, SMALL_DISPLAY, TELEVISION, Guest
from tests.web.tables import LiveTable
from tests.web.talking import happen

OVER = Path(__file__).parents[1] / "matches" / "anagrascramble-3.json"
SMALL_TELEVISION, SMALL_LAPTOP = (1280, 720), (1366, 768)


def document() -> dict[str, Any]:
    return dict(json.loads(OVER.read_text("utf-8"))["document"])


def test_the_report_is_told_once_the_match_is_over_and_has_what_its_pages_need(
    client: httpx.Client, table: LiveTable
) -> None:
    number = client.post("/api/matches/import", json=document()).json()["match_id"]
    assert client.get("/api/view").json()["report"] == number
    told = client.get(f"/api/matches/{number}/report").json()
    assert {"match": number, **report_of(table.played(document())).to_json()}.items() <= told.items()
    assert told["link"] == f"{table.address}/matches/{number}"  # and no key to sit down with
    assert [line["name"] for line in told["chart"]["lines"]] == document()["players"]
    assert b"<path" in client.get(f"/matches/{number}/code.svg").content
    assert happen(client, "undo")["accepted"]
    assert client.get("/api/view").json()["report"] is None
    refused = client.get(f"/api/matches/{number}/report")
    assert (refused.status_code, "is not over" in refused.json()["error"]) == (409, True)


@pytest.mark.browser
def test_whoever_sees_who_has_won_sees_how_it_went(
    client: httpx.Client, table: LiveTable, guest: Callable[..., Guest]
) -> None:
    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
    phone = guest(f"{table.site.join_address}&lang=de", size=PHONE)
    host = guest(f"{table.address}/host", size=SMALL_LAPTOP)
    client.post("/api/matches/import", json=document())
    recaps = [kiosk.see("recap"), phone.page.locator("#recap"), host.page.locator("#recap")]
    for recap in recaps:
        expect(recap.locator("polyline")).to_have_count(4)
        expect(recap).to_contain_text("RUMMAGE (Ann)")
        expect(recap).to_contain_text("Cy −36 %")
    expect(recaps[1]).to_contain_text("Schlimmste Momente")
    expect(phone.page.get_by_role("link", name="Bild zum Teilen")).to_be_visible()
    expect(kiosk.see("turn").locator(".to-report img")).not_to_have_js_property("naturalWidth", 0)
    for width, height in (TELEVISION, SMALL_TELEVISION, SMALL_DISPLAY):
        kiosk.page.set_viewport_size({"width": width, "height": height})
        assert kiosk.misfits() == []
    for dark in (False, True):
        for one in (kiosk, phone, host):
            one.page.emulate_media(color_scheme="dark" if dark else "light")
            assert one.barriers() == []
    past = host.page.locator("#matches li")
    expect(past).to_have_count(1)
    assert happen(client, "undo")["accepted"]
    for recap in recaps:
        expect(recap).to_be_empty()
    expect(past).to_have_count(0)  # it is being played again


@pytest.mark.browser
def test_the_host_sees_the_table_beside_the_acts(table: LiveTable, guest: Callable[..., Guest]) -> None:
    setup = {"game": "disorder", "players": ["Ann", "Bob", "Cy"], "options": {"lexicon": WORDS}}
    table.submit(lambda referee: referee.begin(setup)).result()
    table.play(placed("ZOO"))
    host = guest(f"{table.address}/host", size=SMALL_LAPTOP)
    cards = host.page.locator("#lies .card")
    expect(cards).to_have_count(3)
    table.play([{"event": "place", "player": "Ann", "card": "K"}])
    expect(cards).to_have_count(4)
    expect(host.page.locator("#lies [data-fresh=yes]")).to_have_text("K5")
    board, acts = (host.page.locator(part).bounding_box() for part in ("#lies", "#acts"))
    assert board is not None
    assert acts is not None
    assert board["y"] + board["height"] <= SMALL_LAPTOP[1]
    assert acts["x"] >= board["x"] + board["width"]
    assert acts["y"] < board["y"] + board["height"]
    host.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert host.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
