"""The hub's page in a browser: every table a small board that is drawn as its kiosk, its rulings beside them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import expect

from companion.games import rulebooks
from companion.games.form import setting_of
from companion.games.house_rules import is_house_rule
from companion.hub.accounts import is_of
from companion.hub.hub import is_page
from companion.web import shared_files
from tests.hub.brokers import needs_broker
from tests.hub.shown_hub import ShownHub
from tests.hub.telling_tables import SETUP
from tests.web.tables import PIN, LiveTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Route

    from companion.hub.hub import Hub

pytestmark = needs_broker


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[ShownHub]:
    made = ShownHub(tmp_path)
    yield made
    made.close()


def test_a_proxy_is_asked_to_pass_the_boards_on_at_once(shown: ShownHub) -> None:
    """As a table's own streams are (`tests/web/test_live.py`)."""
    with httpx.stream("GET", f"{shown.address}/api/hub/live", verify=False, timeout=60) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["x-accel-buffering"] == "no"
        assert stream.headers["cache-control"] == "no-store"


@pytest.mark.browser
def test_all_tables_are_shown_live_with_their_rulings(shown: ShownHub, guest: Callable[..., Any]) -> None:
    visitor = guest(shown.address)
    page = visitor.page
    expect(page.locator("#none")).to_be_visible()
    expect(page.locator("#code")).to_contain_text(str(shown.hub.code))
    one, two = shown.table("a"), shown.table("b")
    for table, cards in ((one, "ZOO"), (two, "CA")):
        table.begin()
        table.lay(cards)
    expect(page.locator(".tile")).to_have_count(2)
    tile = page.locator(f'[data-table="{one.topics.table}"]')
    expect(tile.locator(".row .card")).to_have_count(3)
    expect(tile.locator(".player")).to_have_count(2)
    one.lay("K")
    expect(tile.locator(".row .card")).to_have_count(4)
    expect(page.locator("#rulings li")).to_have_count(6)
    assert visitor.barriers() == []
    visitor.portrait("hub")
    page.locator("#search input").fill('"card": "k"')
    expect(page.locator("#rulings li")).to_have_count(1)
    two.leave()
    two.begin({**SETUP, "options": {**SETUP["options"], "answer_seconds": 300}})
    two.lay("C")
    timer = page.locator(f'[data-table="{two.topics.table}"] [role=timer]')
    expect(timer).to_be_visible()
    two.close()
    expect(page.locator(f'[data-table="{two.topics.table}"][data-online="no"]')).to_have_count(1)
    expect(timer).to_be_hidden()  # nobody knows whether it goes on


@pytest.mark.browser
def test_boards_that_say_nothing_are_asked_for_again_and_those_of_an_updated_hub_by_its_own_page(
    shown: ShownHub, guest: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = guest(shown.address).page
    page.clock.install()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    monkeypatch.setattr(shared_files, "digest", lambda: "0" * 12)
    with page.expect_request("**/api/hub/live"):
        page.clock.fast_forward(14_000)  # timers fire once, as on a line that is dead
    expect(page.locator(f'script[src*="{"0" * 12}"]')).to_have_count(1)


def password_of(hub: Hub, name: str) -> str:
    """What the broker keeps of an account's password."""
    lines = (hub.folder / "passwords").read_text().splitlines()
    return dict(line.split(":") for line in lines)[name]


def test_whoever_is_host_of_a_table_and_of_a_hub_on_one_machine_stays_host_of_both(
    strict_table: LiveTable, tmp_path: Path
) -> None:
    strict = ShownHub(tmp_path / "many", local=False)
    try:
        with httpx.Client(verify=False) as browser:  # it keeps cookies for the machine, whatever the port
            for address, pin in ((strict_table.address, PIN), (strict.address, "2741")):
                assert browser.post(f"{address}/api/host", json={"pin": pin}).status_code == 200
            assert browser.get(f"{strict_table.address}/api/who").json()["host"]
            assert browser.get(f"{strict.address}/api/hub/accounts").status_code == 200
    finally:
        strict.close()


def test_strangers_look_and_do_no_more(tmp_path: Path) -> None:
    strict = ShownHub(tmp_path, local=False)
    try:
        with httpx.Client(base_url=strict.address, headers={"Origin": strict.address}) as client:
            assert client.get("/").status_code == 200
            assert client.get("/api/hub/rulings").json() == []
            assert client.get("/api/hub/accounts").status_code == 401
            assert client.post("/api/hub/revoke", json={"name": "hub"}).status_code == 401
            assert client.post("/api/hub/give", json={"name": "eve", "role": "home"}).status_code == 401
            assert client.get("/api/hub/code", headers={"X-Forwarded-For": "9.9.9.9"}).status_code == 401
            foreign = {"Origin": "http://elsewhere.example"}
            assert client.post("/api/host", json={"pin": "2741"}, headers=foreign).status_code == 403
            assert client.post("/api/host", json={"pin": "0000"}).status_code == 403
            assert client.post("/api/host", json={"pin": "2741"}).status_code == 200
            assert client.post("/api/hub/revoke", json={"name": "t0"}).status_code == 400
            given = client.post("/api/hub/give", json={"name": "lamp", "role": "home"}).json()
            assert is_of(given["password"], password_of(strict.hub, "lamp"))
            for wrong in (
                {"name": "x", "role": "hub"},
                {"name": "hub", "role": "home"},
                {"name": "a b", "role": "home"},
            ):
                assert client.post("/api/hub/give", json=wrong).status_code == 400
            assert client.get("/api/hub/accounts").json() == {"table": [], "home": ["lamp"], "spectator": []}
            assert client.post("/api/hub/revoke", json={"name": "hub"}).status_code == 400
            assert client.post("/api/hub/revoke", json={"name": "lamp"}).json()["home"] == []
            assert "default-src 'none'" in client.get("/").headers["content-security-policy"]
    finally:
        strict.close()


@pytest.mark.browser
def test_the_host_gives_an_account_and_takes_it_away(tmp_path: Path, guest: Callable[..., Any]) -> None:
    strict = ShownHub(tmp_path, local=False)
    try:
        with httpx.Client(base_url=strict.address) as client:
            assert 'id="give"' not in client.get("/accounts").text
        host = guest(strict.address)
        host.page.get_by_role("link", name="Accounts").click()
        host.page.locator("#pin").fill("0000")
        host.press("Open")
        expect(host.page.locator("#problem")).not_to_be_empty()
        host.page.locator("#pin").fill("2741")
        host.press("Open")
        host.page.locator("#give input").fill("lamp")
        host.page.locator("#give select").select_option("home")
        host.press("Give")
        said = host.page.locator("#given code")
        expect(said).to_have_count(1)
        assert is_of(said.text_content(), password_of(strict.hub, "lamp"))
        lines = host.page.locator("#accounts li")
        expect(lines).to_have_count(1)
        assert host.barriers() == []
        host.page.locator("#give input").fill("hub")  # nobody else's account is given away
        host.press("Give")
        expect(host.page.locator("#problem")).to_contain_text("somebody else")
        host.press("Take lamp's account away")
        expect(lines).to_have_count(1)  # it asks once
        lines.get_by_role("button").click()
        expect(lines).to_have_count(0)
        assert strict.hub.accounts.names("home") == []
    finally:
        strict.close()


@pytest.mark.browser
@pytest.mark.parametrize(("path", "button"), [("accounts", "Give"), ("tournaments", "Open the tournament")])
def test_nothing_typed_is_lost_to_a_press_before_the_page_is_ready(
    shown: ShownHub, guest: Callable[..., Any], path: str, button: str
) -> None:
    """As where the scripts come over a slow network."""
    page = guest(shown.address).page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/*.js", hold)
    page.goto(f"{shown.address}/{path}", wait_until="commit")
    pressed = page.get_by_role("button", name=button)
    expect(pressed).to_be_disabled()
    for one in held:
        one.continue_()
    expect(pressed).to_be_enabled()


@pytest.mark.parametrize("address", ["javascript:alert(1)", "http://a/b", "https://a", "http://" + "a" * 99, 7, None])
def test_a_table_names_no_link_but_to_its_own_pages(address: object) -> None:
    assert not is_page(address)
    assert is_page("http://192.168.1.7:8080")


@pytest.mark.browser
def test_a_tournament_is_opened_by_what_its_game_asks(shown: ShownHub, guest: Callable[..., Any]) -> None:
    organiser = guest(f"{shown.address}/tournaments")
    page = organiser.page
    for name, book in rulebooks().items():
        page.goto(f"{shown.address}/tournaments")
        page.get_by_label("Title").fill(f"All of {name}")
        page.locator("#game").select_option(name)
        expect(page.locator("[name=lexicon]")).to_be_visible(visible=book.asks_words)
        if book.asks_words:
            page.locator("[name=lexicon]").select_option("nl")
        with organiser.answered("/tournaments"):
            organiser.press("Open the tournament")
        page.wait_for_url("**/tournaments/c*")
        plan = shown.hub.tournaments.tournament(page.url.rsplit("/", 1)[1]).plan
        needed = {
            field.name
            for field in setting_of(name, [])
            if field.is_asked({}) and (is_house_rule(field) or field.is_needed)
        }
        assert (plan.game, plan.title) == (name, f"All of {name}")
        assert plan.options.keys() >= needed | ({"lexicon"} if book.asks_words else set())
        assert plan.options.get("lexicon", "nl") == "nl"


@pytest.mark.browser
def test_who_taps_twice_opens_one_tournament(shown: ShownHub, guest: Callable[..., Any]) -> None:
    page = guest(f"{shown.address}/tournaments").page
    page.get_by_label("Title").fill("Friday")
    page.get_by_role("button", name="Open the tournament").dblclick()
    page.wait_for_url("**/tournaments/c*")
    page.goto(f"{shown.address}/tournaments")
    expect(page.locator(".tournament-line")).to_have_count(1)


@pytest.mark.browser
def test_a_decision_half_filled_in_stays_while_the_round_changes(shown: ShownHub, guest: Callable[..., Any]) -> None:
    organiser = guest(f"{shown.address}/tournaments")
    page = organiser.page
    page.get_by_label("Title").fill("Friday")
    organiser.press("Open the tournament")
    page.wait_for_url("**/tournaments/c*")
    tournament = page.url.rsplit("/", 1)[1]
    desk = shown.hub.tournaments
    for name in ("Ann", "Bob", "Cy", "Di"):
        desk.act(tournament, {"act": "enter", "name": name})
    desk.pair(tournament)
    page.goto(f"{shown.address}/tournaments/{tournament}/organise")
    second = page.locator("[data-slot='1/2']")
    second.locator("summary").click()
    second.locator("[data-of=places]").first.fill("1")
    second.get_by_label("Reason").fill("seen by two")
    desk.act(tournament, {"act": "decide", "round": 1, "table": 1, "reason": "by lot"})
    page.get_by_label("Name", exact=True).fill("Eve")
    organiser.press("Enter")
    expect(page.locator("#round")).to_contain_text("5 players")
    expect(second.get_by_label("Reason")).to_be_visible()
    expect(second.get_by_label("Reason")).to_have_value("seen by two")
    expect(second.locator("[data-of=places]").first).to_have_value("1")
    expect(page.locator("[data-slot='1/1'] [name=reason]")).to_have_value("")
    second.locator("[data-of=places]").last.fill("2")
    second.get_by_role("button", name="Decide").click()
    expect(second.locator("details")).not_to_have_attribute("open", "")


# The page asks for what is new every two seconds, here at once.
OFTEN = """const every = setInterval;
  window.setInterval = (act, ms) => every(act, Math.min(ms, 50));"""


@pytest.mark.browser
def test_results_come_in_while_the_organiser_is_at_a_fold_and_goes_on_by_keyboard(
    shown: ShownHub, guest: Callable[..., Any]
) -> None:
    desk = shown.hub.tournaments
    tournament = desk.open({"title": "Friday", "system": "swiss", "game": "disorder", "options": {"lexicon": "en"}})
    page = guest(f"{shown.address}/tournaments/{tournament}/organise", script=OFTEN).page
    name, rating = page.get_by_label("Name", exact=True), page.get_by_label("Rating, if there is one")
    for player in ("Ann", "Bob", "Cy", "Di"):
        name.press_sequentially(player)
        rating.fill("1500")
        rating.press("Enter")
        expect(page.locator("#entrants")).to_contain_text(player)
        expect(name).to_be_focused()
        assert name.input_value() == rating.input_value() == ""

    desk.pair(tournament)
    first = page.locator("[data-slot='1/1'] summary")
    first.click()
    expect(first).to_be_focused()
    desk.act(tournament, {"act": "decide", "round": 1, "table": 2, "reason": "by lot", "is_played": False})
    desk.act(tournament, {"act": "rest", "name": "Ann"})
    places = dict.fromkeys(desk.tournament(tournament).players_at((1, 1)), 1)
    desk.act(tournament, {"act": "decide", "round": 1, "table": 1, "places": places, "reason": "so"})
    expect(first).to_contain_text("0.5 : 0.5")
    expect(first).to_be_focused()

    page.get_by_role("button", name="Bob rests for the next round").press("Enter")
    expect(page.get_by_role("button", name="Bob plays in the next round after all")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('#entrants') !== null")


@pytest.mark.browser
def test_who_types_on_while_the_last_player_is_being_entered_loses_nothing(
    shown: ShownHub, guest: Callable[..., Any]
) -> None:
    desk = shown.hub.tournaments
    tournament = desk.open({"title": "Friday", "system": "swiss", "game": "disorder", "options": {"lexicon": "en"}})
    page = guest(f"{shown.address}/tournaments/{tournament}/organise").page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/acts", hold)
    name = page.get_by_label("Name", exact=True)
    for player in ("Ann", "Bob"):
        name.fill(player)
        with page.expect_request("**/acts"):
            name.press("Enter")
        name.press("Enter")  # the same once more is nothing
    name.fill("Cy")
    assert [json.loads(route.request.post_data or "")["name"] for route in held] == ["Ann", "Bob"]
    for route in held:
        route.continue_()
    for player in ("Ann", "Bob"):
        expect(page.locator("#entrants")).to_contain_text(player)
    assert name.input_value() == "Cy"


@pytest.mark.browser
def test_who_was_to_rest_plays_after_all_and_what_is_over_is_not_moved(
    shown: ShownHub, guest: Callable[..., Any]
) -> None:
    desk = shown.hub.tournaments
    tournament = desk.open({"title": "Friday", "system": "swiss", "game": "disorder", "options": {"lexicon": "en"}})
    for name in ("Ann", "Bob", "Cy", "Di"):
        desk.act(tournament, {"act": "enter", "name": name})
    organiser = guest(f"{shown.address}/tournaments/{tournament}/organise")
    page = organiser.page
    organiser.press("Ann rests for the next round")
    assert organiser.barriers() == []
    organiser.press("Ann plays in the next round after all")
    expect(page.get_by_role("button", name="Ann rests for the next round")).to_be_visible()
    organiser.press("Pair the next round")
    expect(page.locator("[data-slot^='1/']")).to_have_count(2)
    expect(page.get_by_text("Move there")).to_have_count(2)
    places = dict.fromkeys(desk.tournament(tournament).players_at((1, 1)), 1)
    desk.act(tournament, {"act": "decide", "round": 1, "table": 1, "places": places, "reason": "so"})
    page.reload()
    expect(page.get_by_text("Move there")).to_have_count(1)


def test_rounds_and_points_are_in_the_language_of_whoever_looks(shown: ShownHub) -> None:
    desk = shown.hub.tournaments
    tournament = desk.open({"title": "Fest", "system": "swiss", "game": "disorder", "options": {"lexicon": "de"}})
    for name in ("Ann", "Bob", "Cy", "Di"):
        desk.act(tournament, {"act": "enter", "name": name})
    desk.act(tournament, {"act": "rest", "name": "Ann"})
    desk.pair(tournament)
    places = dict.fromkeys(desk.tournament(tournament).players_at((1, 1)), 1)
    desk.act(tournament, {"act": "decide", "round": 1, "table": 1, "places": places, "reason": "so"})
    page = " ".join(httpx.get(f"{shown.address}/tournaments/{tournament}?lang=fr", verify=False).text.split())
    assert {"repos : 0,5", "exempt : 1", "0,5"} <= set(re.findall("<td.*?>(.*?)</td>", page))
    assert re.search(r"a 1 point, \w+ 0,5\.", page)  # why one stands before another
