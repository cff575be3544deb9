"""A past match to look at and to print, in a real browser: the table as it stood at the end is drawn there."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.games import rulebook
from companion.games.board import board_of
from companion.language import translations
from companion.referee.match import played
from tests.views import WORDS, placed, shipped
from tests.web.browsing import LAPTOP, Guest
from tests.web.tables import LiveTable

CARDS = ("letter", "ranked", "jumble", "creature")
OVER = Path(__file__).parents[1] / "matches" / "anagrascramble-3.json"
DRAWN = "#lies :is(.card, .jumble, .creature)"
TYPO = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["rend"]}}
MATCHES: list[dict[str, Any]] = [
    {"game": "disorder", "players": ["Ann", "Bob", "Cy"], "options": {"lexicon": WORDS}, "events": placed("ZOO?")},
    {"game": "typo", "players": ["Ann", "Bob"], "options": TYPO, "events": [
        {"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}}]},
    {"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": []}}, "events": [
        {"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Old Sock"}]},
    {"game": "anagrascramble", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}, "events": [
        {"event": "roll", "player": "Ann", "face": "6"}, {"event": "card", "jumble": "TUERNEV"}]},
    {"game": "wordcard", "players": ["Ann", "Bob"],
     "options": {"hand": 12, "type": "wordplay", "lexicon": {"words": ["stone"]}},
     "events": [{"event": "lay", "player": "Ann", "lines": [["7/S", "7/T", "7/O", "7/N", "7/E"]], "words": ["stone"]}]},
]  # fmt: skip


def cards_in(described: Any) -> Iterator[str]:
    """The names of all cards in a board as it is served."""
    if isinstance(described, list):
        for part in described:
            yield from cards_in(part)
    elif isinstance(described, dict):
        if described.get("kind") in CARDS:
            yield described["label"]
        for part in described.values():
            yield from cards_in(part)


@pytest.mark.browser
@pytest.mark.parametrize("document", MATCHES, ids=lambda document: document["game"])
def test_the_table_as_it_stood_at_the_end_is_drawn(
    document: dict[str, Any], client: httpx.Client, table: LiveTable, guest: Callable[..., Guest]
) -> None:
    match = played(document, shipped)
    assert all(entry.ruling.accepted for entry in match.record), match.result()
    there = list(cards_in(board_of(document["game"], match.state).to_json()))
    brought = client.post("/api/matches/import", json=document)
    assert brought.status_code == 201, brought.text
    page = guest(f"{table.address}/kiosk", size=LAPTOP).page
    page.goto(f"{table.address}/matches/{brought.json()['match_id']}")
    expect(page.locator(DRAWN)).to_have_count(len(there))
    assert there, "nothing lay there"
    assert page.get_by_role("region", name="The table at the end").is_visible()
    width_px = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width_px <= 0, "something is wider than the sheet"


@pytest.mark.browser
def test_an_empty_table_at_the_end_asks_nobody_for_a_card(
    client: httpx.Client, table: LiveTable, guest: Callable[..., Guest]
) -> None:
    given_up = [*placed("ZOO", ["Ann", "Bob"]), {"event": "concede", "player": "Bob"}]
    options = {"lexicon": WORDS, "target": 5}
    document = {"game": "disorder", "players": ["Ann", "Bob"], "options": options, "events": given_up}
    assert played(document, shipped).view().over
    brought = client.post("/api/matches/import", json=document).json()
    page = guest(f"{table.address}/kiosk", size=LAPTOP).page
    page.goto(f"{table.address}/matches/{brought['match_id']}")
    expect(page.locator("#lies")).to_be_hidden()
    expect(page.locator(".totals .won")).to_have_text(["Ann 0"])
    expect(page.locator(".counted")).to_have_text("chips · fewest win")
    expect(page.locator("td .bad")).to_have_text(["+14"])  # chips are nothing to win


@pytest.mark.browser
def test_every_ruling_is_shown_with_its_clause_and_those_before_it_for_whoever_asks(
    client: httpx.Client, table: LiveTable, guest: Callable[..., Guest]
) -> None:
    brought = client.post("/api/matches/import", json=MATCHES[0]).json()
    laying = rulebook("disorder").clauses[client.get("/api/view").json()["table"]["rulings"][0]["clause"]]
    page = guest(f"{table.address}/host?lang=nl", size=LAPTOP).page
    newest = page.locator(".protocol > li").first
    newest.locator("details.earlier summary").click()
    expect(newest.locator("details.earlier p")).to_have_text("1, 2, 3")
    expect(page.locator(".protocol > li").last.locator("details.earlier")).to_have_count(0)

    page.goto(f"{table.address}/matches/{brought['match_id']}?lang=nl")
    expect(page.locator(".clause-text")).to_have_count(0)
    page.get_by_role("link", name="Met de regels").click()
    expect(page.locator(".clause-text")).to_have_count(4)
    expect(page.locator(".clause-text").first).to_contain_text(translations("nl").gettext(laying.text))
    expect(page.locator(".section")).to_have_text(["In de spelregels: “Spelverloop”"] * 4)
    named = [f"Eerder onder deze regel beslist: {numbers}" for numbers in ("1", "1, 2", "1, 2, 3")]
    expect(page.locator(".earlier")).to_have_text(named)
    page.get_by_role("link", name="Zonder de regels").click()
    expect(page.locator(".clause-text")).to_have_count(0)


@pytest.mark.browser
def test_who_was_winning_is_drawn_told_and_kept(
    client: httpx.Client, table: LiveTable, guest: Callable[..., Guest]
) -> None:
    document = json.loads(OVER.read_text("utf-8"))["document"]
    text = json.dumps(document).replace('"Ann"', '"<i>Ann"')
    number = client.post("/api/matches/import", json=json.loads(text)).json()["match_id"]
    page = guest(f"{table.address}/kiosk", size=LAPTOP).page
    page.goto(f"{table.address}/matches/{number}?lang=nl")
    curve = page.get_by_role("img", name="Winkans na elke gebeurtenis, in procenten")
    expect(curve.locator("polyline")).to_have_count(len(document["players"]))
    expect(curve).to_contain_text("<i>Ann")
    for drawn in (".chart-line", ".chart-sample"):
        patterns = curve.locator(drawn).evaluate_all(
            "drawn => drawn.map((each) => getComputedStyle(each).strokeDasharray)"
        )
        assert len(set(patterns)) == len(document["players"]), "in grey all colours are one"
    page.get_by_text("De curve als tabel").click()
    expect(page.get_by_role("row", name="0 25 % 25 % 25 % 25 %", exact=True)).to_be_visible()
    with page.expect_download() as kept:
        page.get_by_role("link", name="Plaatje om te delen").click()
    assert kept.value.suggested_filename == f"match-{number}.png"
    picture = client.get(f"/matches/{number}/report.png")
    assert Image.open(io.BytesIO(picture.content)).format == "PNG"
    assert client.get(f"/matches/{number}/report.pdf").content.startswith(b"%PDF")
    with page.expect_download() as kept:
        page.get_by_role("link", name="op US Letter").click()
    with pypdfium2.PdfDocument(kept.value.path()) as letter:
        assert letter.get_page_size(0) == (612, 792)
    refused = client.get(f"/matches/{number}/report.pdf?paper=a3")
    assert (refused.status_code, "“paper” must be one of a4, letter" in refused.text) == (400, True)


def test_of_a_match_that_is_not_over_or_not_there_is_no_report(client: httpx.Client, table: LiveTable) -> None:
    number = client.post("/api/matches/import", json=MATCHES[0]).json()["match_id"]
    refused = client.get(f"/matches/{number}/report.pdf")
    assert (refused.status_code, "is not over" in refused.text) == (409, True), table
    assert client.get("/matches/999/report.png").status_code == client.get("/matches/999").status_code == 400
