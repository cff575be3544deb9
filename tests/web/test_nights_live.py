"""Players across nights on the pages: everybody looks, the host says who is who and has somebody forgotten."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from companion.clock import SystemClock
from companion.language import messages
from companion.nights.almanac import Almanac
from companion.nights.notebook import Notebook
from companion.web import shared_files
from companion.web.night_pages import ACTS
from tests.nights.matches import ended
from tests.views import WORDS
from tests.web.browsing import LAPTOP, Guest
from tests.web.tables import LiveTable
from tests.web.talking import Phone

NAME = "Zoë <b>"


def play(table: LiveTable, players: list[str]) -> None:
    """A match of two that the second one wins with a word; then the table is quiet."""
    table.submit(
        lambda referee: referee.begin(
            {"game": "disorder", "players": players, "options": {"target": 5, "lexicon": WORDS}}
        )
    ).result()
    one, other = players
    table.play({"event": "place", "player": players[at % 2], "card": card} for at, card in enumerate("ZOOK"))
    table.play([{"event": "challenge", "player": one}, {"event": "name_word", "player": other, "word": "zookeeper"}])
    table.submit(lambda referee: referee.close()).result()


def naming(folder: Path, name: str) -> list[str]:
    spelled = [each.encode() for each in (name, json.dumps(name)[1:-1])]
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(path.name for path in files if any(each in path.read_bytes() for each in spelled))


@pytest.mark.browser
def test_a_match_has_one_day_on_every_page_and_a_season_those_that_were_typed(
    client: httpx.Client, table: LiveTable, guest: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SystemClock, "wall", lambda _: "2026-12-31T23:30:00.000Z")  # past midnight in Amsterdam
    play(table, ["Bob", "Cy"])
    page = guest(f"{table.address}/nights?lang=de").page
    days = page.locator("time")
    expect(days).to_have_text(["01.01.2027", "01.01.2027"])
    season = page.locator("form[data-post='nights/season']")
    expect(season).to_contain_text("wo der Tisch steht")
    season.locator("[name=name]").fill("2026")
    season.locator("[name=first]").fill("2026-12-31")
    season.locator("[name=last]").fill("2026-12-31")
    season.locator("button").click()
    expect(days).to_have_text(["01.01.2027", "01.01.2027", "31.12.2026", "31.12.2026"])  # what is written anew, too
    page.goto(f"{table.address}/nights/season?name=2026&lang=de")
    expect(days).to_have_text(["31.12.2026", "31.12.2026"])
    page.goto(f"{table.address}/nights/player?name=Bob&lang=de")
    expect(days).to_have_text(["01.01.2027"] * 3)
    assert "2026-12-31 UTC" in client.get("/nights/player?name=Bob").text  # as who runs no script has it


@pytest.mark.browser
def test_a_host_looks_says_who_is_who_and_has_somebody_forgotten(table: LiveTable, guest: Callable[..., Guest]) -> None:
    for other in (NAME, NAME.upper(), "Cy"):
        play(table, ["Bob", other])
    one = guest(f"{table.address}/host", size=LAPTOP)
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    one.page.get_by_role("link", name="Across nights").click()
    rows = one.page.locator("#now tbody tr")
    expect(rows).to_have_count(3)
    assert one.barriers() == []

    one.page.get_by_label("Name", exact=True).nth(1).fill("Cats")
    one.page.get_by_label("Players, each on a line").fill(f"{NAME}\nCy")
    one.press("Keep the team")
    expect(one.page.locator("#now").get_by_role("cell", name="71.4 %")).to_be_visible()
    one.page.get_by_label("Player", exact=True).fill("Cy")
    one.page.get_by_label("is the same as").fill(NAME)
    one.press("They are one")
    expect(rows).to_have_count(3)  # two players, and the team
    one.press(f"{NAME} is a player of their own again")
    expect(rows).to_have_count(4)

    one.page.locator(".pair [name=other]").select_option(NAME.upper())
    one.press("Look")
    expect(one.page.locator(".totals li")).to_have_text(["Bob 0", "Level 0", f"{NAME.upper()} 2"])
    one.page.get_by_role("link", name=NAME.upper(), exact=True).click()
    expect(one.page.get_by_role("list", name="Favourite words")).to_have_text("zookeeper 2×")
    one.page.emulate_media(media="print")
    expect(one.page.locator(".desk")).to_be_hidden()
    one.page.emulate_media(media="screen")
    one.page.get_by_text(f"Forget {NAME.upper()}", exact=True).click()
    assert one.barriers() == []
    assert naming(table.data, NAME)
    one.press(f"Forget {NAME.upper()} for good")
    expect(one.page.locator("#told p")).to_have_count(2)
    expect(one.page.locator("#told")).to_contain_text("matches changed: 2")
    assert naming(table.data, NAME) == naming(table.data, NAME.upper()) == []
    one.page.goto(f"{table.address}/nights?lang=de")
    expect(rows.first).to_contain_text("Bob")
    expect(one.page.locator("#now").get_by_role("cell", name="60,0 %").first).to_be_visible()
    assert {httpx.URL(url).host for url in asked} == {"127.0.0.1"}, "nothing leaves the device"


# ------------------------------------------------------------------ the routes


def test_everybody_looks_and_only_the_host_changes(
    strict_table: LiveTable, stranger: httpx.Client, phone: Callable[[str], Phone]
) -> None:
    play(strict_table, ["Ann", "Bob"])
    for path in (
        "/nights",
        "/nights/player?name=ann",
        "/nights/pair?one=Ann&other=Bob",
        "/api/nights",
        "/api/nights/csv",
    ):
        assert stranger.get(path).status_code == 200, path
    assert "Who is who, seasons" in stranger.get("/nights").text
    seated = phone("Bob")
    for act in ACTS:
        body = {"name": "Ann", "other": "Bob"}
        assert stranger.post(f"/api/nights/{act}", json=body).status_code == 401, act
        assert seated.post(f"nights/{act}", body).status_code == 401, act
    assert strict_table.submit(lambda referee: referee.archive.rewritten).result() == 0


@pytest.mark.parametrize(
    ("act", "body", "status"),
    [
        ("same", {"name": "Ann", "other": "ann"}, 400),
        ("same", {"name": "Ann"}, 400),
        ("apart", {"name": "Ann"}, 400),
        ("season", {"name": "Spring", "first": "2026-02-30", "last": "2026-03-01"}, 400),
        ("no-season", {"name": "Spring"}, 400),
        ("team", {"name": "Cats", "players": " \n "}, 400),
        ("team", {"name": "x" * 41, "players": "Ann"}, 400),
        ("no-team", {"name": "Cats"}, 400),
        ("forget", {"name": "Zed"}, 400),
        ("forget", {"name": "a guest"}, 400),
        ("dance", {"name": "Ann"}, 404),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence_in_every_language(
    client: httpx.Client, act: str, body: dict[str, Any], status: int
) -> None:
    answer = client.post(f"/api/nights/{act}", json=body)
    assert answer.status_code == status
    assert answer.json()["said"]["text"] in messages("de")


def test_whatever_takes_long_is_told_off_the_event_loop_s_thread(
    table: LiveTable, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(table, ["Ann", "Bob"])
    names: list[str] = []

    def noting(what: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any) -> Any:
            with pytest.raises(RuntimeError):  # no event loop runs here
                asyncio.get_running_loop()
            names.append(what.__name__)
            return what(*args)

        return noted

    for each in ("players", "player", "pair", "season", "teams", "to_json"):
        monkeypatch.setattr(Almanac, each, noting(getattr(Almanac, each)))
    for path in ("nights", "nights/player?name=Ann", "nights/pair?one=Ann&other=Bob", "nights/season", "api/nights"):
        assert client.get(f"/{path}").status_code == 200, path
    assert set(names) == {"players", "player", "pair", "season", "teams", "to_json"}
    assert "All matches" in client.get("/nights/season").text
    asked = len(names)
    assert client.get("/api/nights").status_code == 200
    assert len(names) == asked, "the document is kept"


@pytest.mark.parametrize("path", ["/nights/player?name=Zed", "/nights/pair?one=A&other=B", "/nights/season?name=x"])
def test_a_page_of_nobody_is_refused(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 400


def test_totals_for_the_most_and_for_the_fewest_are_lines_of_their_own(
    table: LiveTable, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = ended(1, {"Ann": 1, "Bob": 2}, game="wordcard")
    almanac = Almanac([most, replace(most, id=2, low_wins=True)], Notebook())
    monkeypatch.setattr(table.site.nights, "almanac", lambda _most_s: almanac)
    shown = client.get("/nights/player?name=Ann&lang=de").text
    assert shown.count('<th scope="row">WORDCARD') == 2
    assert shown.count("WORDCARD <small>die wenigsten gewinnen</small>") == 1


@pytest.mark.browser
def test_a_page_that_was_open_while_the_program_was_updated_is_loaded_anew_once_nothing_is_half_filled_there(
    client: httpx.Client, table: LiveTable, guest: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = guest(f"{table.address}/nights").page
    page.clock.install()
    page.reload()
    begun = page.locator("form[data-post='nights/season'] [name=name]")
    begun.fill("Summer")
    monkeypatch.setattr(shared_files, "digest", lambda: "0" * 12)
    with page.expect_response("**/nights"):
        page.clock.fast_forward(2_000)
    expect(begun).to_have_value("Summer")
    begun.fill("")
    page.clock.fast_forward(2_000)
    expect(page.locator(f'script[src*="{"0" * 12}"]')).to_have_count(1)


def test_nobody_is_forgotten_while_a_match_is_on_and_a_phone_s_seat_goes_with_its_player(
    table: LiveTable, client: httpx.Client, phone: Callable[[str], Phone]
) -> None:
    play(table, ["Ann", "Bob"])
    table.site.seats.take("ANN")
    table.submit(lambda referee: referee.reopen(1)).result()
    refused = client.post("/api/nights/forget", json={"name": "Ann"})
    assert refused.status_code == 409
    table.submit(lambda referee: referee.close()).result()
    answer = client.post("/api/nights/forget", json={"name": "Ann"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["told"][0]["text"] == "Ann is forgotten; matches changed: 1."
    assert table.site.seats.taken == ()
    assert client.get("/api/matches").json()[0]["players"] == ["a guest", "Bob"]
    assert client.get("/api/matches/1/rulings").json()[0]["event"]["player"] == "a guest"
    table.restart()
    assert table.view.notices == ()


def test_a_match_is_read_once_and_many_are_read_bit_by_bit(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        play(table, ["Ann", "Bob"])
    seconds, nights, played = [0.0], table.site.nights, table.played
    times: list[Any] = []

    def slowly(document: Any) -> Any:
        times.append(document)
        seconds[0] += 1.0
        return played(document)

    monkeypatch.setattr(nights, "_played", slowly)
    monkeypatch.setattr(nights, "_clock_s", lambda: seconds[0])
    assert [nights.almanac(1.5).unread for _ in range(3)] == [1, 0, 0]
    assert len(times) == 3
    play(table, ["Ann", "Cy"])
    assert len(nights.almanac(1.5).matches) == 4
    assert len(times) == 4
    assert nights.almanac(1.5) is nights.almanac(1.5)
