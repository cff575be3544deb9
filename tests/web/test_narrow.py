"""On the narrowest telephones a page scrolls down and never sideways, and on paper nothing is cut off: in a browser."""

import json
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import expect
from starlette.routing import Route

from companion.games import rulebooks
from companion.language import LANGUAGES
from companion.nights.keeping import write_notebook
from companion.nights.notebook import LONGEST_TITLE, Notebook, Season, Team
from tests.hub.brokers import needs_broker
from tests.hub.hub_tournaments import PLAN
from tests.hub.shown_hub import ShownHub
from tests.night import MATCHES
from tests.views import WORDS
from tests.web.browsing import Guest
from tests.web.html_pages import html_pages
from tests.web.tables import LiveTable
from tests.web.ways import joined

pytestmark = pytest.mark.browser

NARROW, PHONE_AT_TWICE = (320, 640), (390, 844)
WIDTH = "() => document.documentElement.scrollWidth"
DRAWN = "() => [...document.querySelectorAll('.lesson [data-board]')].every((one) => one.childElementCount > 0)"
TEN_NAMES = [f"{letter}{'enen' * 6}"[:24] for letter in "ABCDEFGHIJ"]  # the longest there can be, without a space
LIVE = ("/", "/kiosk", "/table", "/play", "/host")  # what is on these comes after them
TITLE = "W" * LONGEST_TITLE
PAPER_PX = round((210 - 2 * 9) * 96 / 25.4)  # A4 with the margins of the sheet of rules; a Letter is wider
PALE = """() => [...document.querySelectorAll("body, h1, h2, p:not(.panel-caption), td, th, li")]
  .filter((one) => one.checkVisibility())
  .map((one) => getComputedStyle(one).color.match(/\\d+/g).slice(0, 3).map(Number))
  .filter((colour) => Math.min(...colour) > 140).length"""
ONCE = "() => { document.documentElement.style.fontSize = ''; }"
TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"


def width(guest: Guest, address: str, language: str, *, twice: bool = False) -> int:
    """How wide a page is once everything on it is drawn."""
    guest.page.goto(f"{address}?lang={language}")
    guest.page.wait_for_function(DRAWN)
    if twice:
        guest.page.evaluate(TWICE)
    return int(guest.page.evaluate(WIDTH))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_a_narrow_telephone(table: LiveTable, guest: Callable[..., Guest], language: str) -> None:
    table.submit(lambda referee: referee.begin({"game": "disorder", "players": ["Ann", "Bob", "Marieke"]})).result()
    table.play([{"event": "place", "player": "Ann", "card": "Z"}, {"event": "concede", "player": "Bob"}])
    phone = guest(f"{table.address}/host?lang={language}", size=NARROW)
    expect(phone.page.locator("#protocol li").first).to_be_visible()
    widths = {"/host": phone.page.evaluate(WIDTH)}
    for path in ("/matches/1", "/rules", "/rules/villains"):
        widths[path] = width(phone, f"{table.address}{path}", language)
    assert widths == dict.fromkeys(widths, NARROW[0])
    phone.page.set_viewport_size({"width": PHONE_AT_TWICE[0], "height": PHONE_AT_TWICE[1]})
    assert width(phone, f"{table.address}/rules", language, twice=True) == PHONE_AT_TWICE[0]


def table_pages(table: LiveTable) -> list[str]:
    """All pages of a table at which ten with the longest names have played, and play."""
    setup = {"game": "disorder", "players": TEN_NAMES, "options": {"lexicon": WORDS, "target": 5}}
    for is_last in (False, True):
        table.submit(lambda referee: referee.begin(setup)).result()
        table.play(
            {"event": "place", "player": name, "card": card} for name, card in zip(TEN_NAMES, "ZOOK", strict=False)
        )
        table.play([{"event": "challenge", "player": TEN_NAMES[4]}])
        if not is_last:
            named = {"event": "name_word", "player": TEN_NAMES[3], "word": "zookeeper"}
            table.play([named])
            table.submit(lambda referee: referee.close()).result()
    seasons, teams = (Season(TITLE, "2020-01-01", "2040-01-01"),), (Team(TITLE, tuple(TEN_NAMES)),)
    write_notebook(table.data, Notebook(seasons=seasons, teams=teams))
    fillings = {"game": list(rulebooks()), "match_id": ["1"], "language": ["de"]}
    asked = {
        "/nights/player": f"?name={TEN_NAMES[0]}",
        "/nights/pair": f"?one={TEN_NAMES[0]}&other={TEN_NAMES[1]}",
        "/nights/season": f"?name={TITLE}",
    }
    pictures = ["/frames/{match_id:number}/{name}", "/questions/{question_id:number}.jpg", "/camera.jpg"]
    pictures += ["/readings/{match_id:number}/{name}/{card:number}.jpg"]
    reports = ["/matches/{match_id:number}/report.pdf", "/matches/{match_id:number}/report.png"]
    return html_pages(table.app, table.address, fillings, asked, pictures + reports)


def hub_pages(hub: ShownHub) -> list[str]:
    """All pages of a hub with a tournament of ten."""
    tournament = hub.hub.tournaments.open({**PLAN, "title": TITLE})
    for name in TEN_NAMES:
        hub.hub.tournaments.act(tournament, {"act": "enter", "name": name})
    hub.hub.tournaments.pair(tournament)
    here = [route.path for route in hub.app.routes if isinstance(route, Route) and route.path.startswith("/api/")]
    return html_pages(hub.app, hub.address, {"name": [tournament], "language": ["de"]}, {}, here)


def cut_off(guest: Guest, address: str, paths: list[str]) -> dict[str, int]:
    """The pages that run sideways, and how wide they are: on telephones, and on paper, where pale letters count too."""
    found = {}
    for path in paths:
        guest.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        guest.page.emulate_media(media="screen", color_scheme="dark")
        guest.page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang=de")
        guest.page.wait_for_function(DRAWN)
        if path in LIVE:
            expect(guest.page.locator("html")).to_have_attribute("data-live", "on")
        found[f"{path} {NARROW[0]}"] = guest.page.evaluate(WIDTH) - NARROW[0]
        guest.page.evaluate(TWICE)
        guest.page.set_viewport_size({"width": PHONE_AT_TWICE[0], "height": PHONE_AT_TWICE[1]})
        found[f"{path} at twice"] = guest.page.evaluate(WIDTH) - PHONE_AT_TWICE[0]
        guest.page.evaluate(ONCE)
        guest.page.emulate_media(media="print")
        guest.page.set_viewport_size({"width": PAPER_PX, "height": 1000})
        found[f"{path} on paper"] = guest.page.evaluate(WIDTH) - PAPER_PX
        found[f"{path} pale"] = guest.page.evaluate(PALE)
    return {where: too_many for where, too_many in found.items() if too_many > 0}


def test_no_page_of_a_table_is_cut_off_the_longest_names(table: LiveTable, guest: Callable[..., Guest]) -> None:
    paths = table_pages(table)
    assert {"/", "/host", "/matches/1", "/nights/player"} <= {path.partition("?")[0] for path in paths}
    assert cut_off(guest(f"{table.address}/play"), table.address, paths) == {}


def test_on_paper_the_head_of_a_table_is_on_the_sheet_of_its_first_line(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    table.submit(lambda referee: referee.begin({"game": "disorder", "players": ["Ann", "Bob"]})).result()
    table.play([{"event": "place", "player": "Ann", "card": "Z"}])
    one = guest(f"{table.address}/play")
    one.page.goto(f"{table.address}/matches/1")
    one.page.evaluate("document.querySelector('table').before(document.createElement('hr'))")
    parted = []
    for down_px in range(240, 640, 80):  # the lower end of a sheet comes by
        one.page.evaluate("px => { document.querySelector('hr').style.marginTop = `${px}px`; }", down_px)
        with pypdfium2.PdfDocument(one.page.pdf(format="A4")) as printed:
            sheets = ["".join(sheet.get_textpage().get_text_range().split()) for sheet in printed]
        head, line = (next(at for at, text in enumerate(sheets) if words in text) for words in ("Clause", "AnnplaysZ"))
        if head != line:
            parted.append(down_px)
    assert parted == []


def test_no_creature_to_choose_runs_sideways_by_the_name_of_who_has_it(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    text = (MATCHES / "villains-1.json").read_text("utf-8")
    for before, name in zip(json.loads(text)["document"]["players"], TEN_NAMES, strict=False):
        text = text.replace(json.dumps(before), json.dumps(name))
    document = json.loads(text)["document"]
    table.submit(lambda referee: referee.bring_in({**document, "events": []})).result()
    table.play(document["events"][:4])
    phone = joined(guest(table.site.join_address, size=NARROW), TEN_NAMES[0])
    folded = phone.page.locator("#acts details").filter(has=phone.page.locator(".to-pick"))
    expect(folded).not_to_have_count(0)
    folded.evaluate_all("all => all.forEach((one) => { one.open = true; })")
    assert phone.page.evaluate(WIDTH) == NARROW[0]


@needs_broker
def test_no_page_of_a_hub_is_cut_off_the_longest_names(tmp_path: Path, guest: Callable[..., Guest]) -> None:
    hub = ShownHub(tmp_path)
    try:
        paths = hub_pages(hub)
        assert "/tournaments" in paths
        assert cut_off(guest(f"{hub.address}/find"), hub.address, paths) == {}
    finally:
        hub.close()
