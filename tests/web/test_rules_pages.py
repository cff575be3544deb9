"""The rules in a real browser: five games in five minutes, on a screen and on one sheet; “What now?” on every page."""

from collections.abc import Callable

import httpx
import pypdfium2
import pytest
from playwright.sync_api import expect

from companion.games import rulebooks
from companion.games.primer import primer_of
from companion.language import LANGUAGES, translations
from companion.sentences import spoken
from tests.views import PLAYERS, WORDS, placed
from tests.web.browsing import LAPTOP, PHONE, TELEVISION, Guest
from tests.web.tables import LiveTable

DRAWN = "() => [...document.querySelectorAll('[data-board]')].every((place) => place.children.length)"
PAPERS = {
    ("A4", False): (595, 842),
    ("A4", True): (842, 595),
    ("Letter", False): (612, 792),
}  # in points
SETUP = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}


def test_the_rules_are_there_in_every_language(client: httpx.Client) -> None:
    shelf = client.get("/rules").text
    for language in LANGUAGES:
        translate = translations(language).gettext
        for game, book in rulebooks().items():
            assert f'href="/rules/{game}"' in shelf
            page = client.get(f"/rules/{game}?lang={language}").text
            texts = [primer_of(game).aim, *(lesson.title for lesson in primer_of(game).lessons)]
            for text in (*texts, *(clause.text for clause in book.clauses.values())):
                assert spoken(text, translate).partition("'")[0] in page


def test_rules_of_no_game_are_refused(client: httpx.Client) -> None:
    answer = client.get("/rules/chess")
    assert answer.status_code == 404
    assert "there is no game" in answer.json()["error"]


@pytest.mark.browser
def test_every_game_is_drawn_and_prints_on_one_sheet(table: LiveTable, guest: Callable[..., Guest]) -> None:
    reader = guest(f"{table.address}/kiosk", size=PHONE)
    page = reader.page
    for game in rulebooks():  # in German: it has the longest words
        page.goto(f"{table.address}/rules/{game}?lang=de")
        page.wait_for_function(DRAWN)
        pictured = [lesson for lesson in primer_of(game).lessons if lesson.example]
        expect(page.locator("[data-board]")).to_have_count(len(pictured))
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "wider than the phone"
        for (paper, lying), points in PAPERS.items():  # whatever the printer has
            with pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, format=paper, landscape=lying)) as sheet:
                assert [side.get_size() for side in sheet] == [pytest.approx(points, abs=1.5)], (game, paper)
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    page.goto(f"{table.address}/rules/disorder")
    page.wait_for_function(DRAWN)
    reader.portrait("rules")
    page.locator(".cited a").first.click()  # a clause in full
    expect(page.locator(".clauses :target")).to_be_in_viewport()


@pytest.mark.browser
def test_what_now_says_what_this_player_may_do_why_and_what_it_costs(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    phone = guest(table.site.join_address, size=PHONE)
    phone.page.get_by_label("Your name").fill("Bob")
    phone.press("Sit down")
    table.submit(lambda referee: referee.begin(SETUP)).result()
    table.play(placed("ZOO"))
    panel = phone.page.get_by_role("dialog", name="What now?")
    phone.press("What now?")
    expect(panel.locator(".whose-now")).to_have_text("Ann: play a card")
    expect(panel.locator("li > b")).to_have_text(["Object"])
    table.play([{"event": "place", "player": "Ann", "card": "?"}])  # while the panel is open
    expect(panel.locator(".whose-now")).to_have_text("Your turn: play a card")
    expect(panel.locator("li > b")).to_have_text(["Lay a card", "Challenge!", "Concede the round"])
    expect(panel.locator("li").nth(1)).to_contain_text("If Ann names a good word, you take 15 chips; if not, Ann does.")
    expect(panel.locator("li .stamp")).to_have_text(["D3", "D7", "D11"])
    phone.portrait("phone-what-now")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()

    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
    kiosk.see("turn").get_by_role("button").click()
    shown = kiosk.page.get_by_role("dialog", name="What now?")
    expect(shown.locator("li > b").last).to_have_text("Bob: Concede the round")
    shown.get_by_role("link").click()
    expect(kiosk.page).to_have_url(f"{table.address}/rules/disorder")

    host = guest(f"{table.address}/host", size=LAPTOP)
    host.press("What now?")
    expect(host.page.get_by_role("dialog").locator("li")).to_have_count(3)
