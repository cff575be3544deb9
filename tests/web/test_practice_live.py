"""Practising against the table in a real browser: one learner, their own cards, and what is good about a move."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Route, expect

from companion.referee.source import Source
from tests.web.browsing import LAPTOP, PHONE, Guest
from tests.web.tables import LiveTable
from tests.web.talking import Phone

SETUP = {"game": "disorder", "players": ["Ann", "Tableside"], "options": {"lexicon": "en"}}
PRACTICE = {"practice": {"players": {"Tableside": "hard"}, "seed": 3}}


@pytest.mark.browser
def test_one_learner_plays_against_the_table(table: LiveTable, guest: Callable[..., Guest]) -> None:
    laptop = guest(f"{table.address}/table", size=LAPTOP)
    page = laptop.page
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Who plays on this seat").nth(1).select_option("hard")
    expect(page.get_by_label("Player 2")).to_have_value("Table")
    laptop.press("Start the match")
    expect(page.locator("#layer .lay")).to_have_count(8)  # seven cards, each of which may lie face down
    expect(laptop.see("players")).to_contain_text("the table, hard")
    page.locator("#layer .lay").first.click()
    expect(laptop.see("board").locator(".card")).to_have_count(2)  # hers, and the table's answer
    expect(page.locator("#lying .take")).to_have_count(2)  # which the drawn table has laid
    page.locator("#layer .lay").first.click()
    expect(laptop.see("ruling").locator(".advice")).to_contain_text("To learn from:")


@pytest.mark.browser
def test_the_cards_that_were_dealt_are_picked_from_their_pictures(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    setup = {"game": "wordcard", "players": ["Ann", "Tableside"], "options": {"type": "wordplay", "lexicon": "en"}}
    table.submit(lambda referee: referee.begin({**setup, **PRACTICE})).result()
    phone = guest(table.site.join_address, size=PHONE)
    phone.press("Ann")
    hand = table.hand("Ann")
    assert hand is not None
    form = phone.page.locator("[data-event=lay]")
    own, lying = (form.locator(part).locator("button") for part in ("[data-offers=hand]", ".lying"))
    expect(own).to_have_count(len(hand))
    own.nth(1).click()
    own.nth(0).click()
    expect(lying).to_have_count(2)
    expect(own).to_have_count(len(hand) - 2)
    assert phone.barriers() == []
    lying.first.click()
    expect(own).to_have_count(len(hand) - 1)


@pytest.mark.browser
@pytest.mark.parametrize("status", [None, 429], ids=["nobody answers", "asked too often"])
def test_the_cards_that_were_dealt_come_though_there_is_no_answer_as_they_are_asked_for(
    status: int | None, table: LiveTable, guest: Callable[..., Guest]
) -> None:
    setup = {"game": "wordcard", "players": ["Ann", "Tableside"], "options": {"type": "wordplay", "lexicon": "en"}}
    table.submit(lambda referee: referee.begin({**setup, **PRACTICE})).result()
    phone = guest(table.site.join_address, size=PHONE)
    asked: list[str] = []

    def not_at_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        elif status is None:
            route.abort()
        else:
            route.fulfill(status=status, json={"error": "Not so often."})

    phone.page.route("**/api/hand", not_at_once)
    with phone.page.expect_response(lambda answer: answer.url.endswith("/api/hand") and answer.ok):
        phone.press("Ann")
    hand = table.hand("Ann")
    assert hand is not None
    expect(phone.page.locator("[data-event=lay] [data-offers=hand] button")).to_have_count(len(hand))


@pytest.mark.browser
def test_the_card_that_was_dealt_to_lie_open_is_shown_until_another_lies_on_it(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    phone, laptop = guest(table.site.join_address, size=PHONE), guest(f"{table.address}/table", size=LAPTOP)
    setup = {"game": "wordcard", "players": ["Ann", "Tableside"], "options": {"type": "wordplay", "lexicon": "en"}}
    table.submit(lambda referee: referee.begin({**setup, **PRACTICE})).result()
    phone.press("Ann")
    dealt = table.dealt_to("Ann")
    assert dealt is not None
    hand, lies_open = dealt
    assert lies_open is not None
    shown = [each.page.locator(".open-card") for each in (phone, laptop)]
    for each in shown:
        expect(each).to_have_text(lies_open.replace("/", ""))
    assert phone.barriers() == []
    drawn = {"event": "draw", "player": "Ann", "from": "deck"}
    discarded = {"event": "discard", "player": "Ann", "card": hand[0]}
    table.submit(lambda referee: referee.happen(drawn, source=Source.HOST)).result()
    table.submit(lambda referee: referee.happen(discarded, source=Source.HOST)).result()
    for each in shown:
        expect(each).to_have_count(0)


def taken_seat(table: LiveTable, guest: Callable[..., Guest], *names: str) -> Guest:
    """A phone that these players share."""
    phone = guest(table.site.join_address, size=PHONE)
    for number, name in enumerate(names):
        if number:
            phone.page.get_by_text("Somebody else plays on this phone, too").click()
        phone.page.get_by_label("Your name").fill(name)
        phone.press("Sit down")
        expect(phone.page.locator("#me")).to_contain_text(name)
    return phone


@pytest.mark.browser
def test_a_phone_is_asked_nothing_for_whom_the_table_plays(table: LiveTable, guest: Callable[..., Guest]) -> None:
    bob, both = taken_seat(table, guest, "Bob"), taken_seat(table, guest, "Dee", "Ann")
    setup = {"game": "typo", "players": ["Bob", "Dee", "Ann"], "options": {"rows": list("RENT"), "lexicon": "en"}}
    practice = {"players": {"Bob": "easy", "Dee": "easy"}}
    table.submit(lambda referee: referee.begin({**setup, "practice": practice})).result()
    expect(bob.page.locator("#acts")).to_contain_text("The table itself plays for Bob in this match.")
    expect(bob.page.locator("#acts [data-event]")).to_have_count(0)
    expect(bob.page.locator("#acts .names")).to_have_text(["Ann"])  # and nobody plays for it from another phone
    expect(both.page.locator("#me h1")).to_have_text("Ann")
    expect(both.page.locator("#acts .letters")).to_be_visible()
    expect(both.page.locator(".sharing")).to_have_count(0)
    bob.page.reload()
    expect(bob.page.locator("#acts")).to_contain_text("The table itself plays for Bob in this match.")

    table.submit(lambda referee: referee.close()).result()
    expect(bob.page.locator("#me h1")).to_have_text("Bob")
    expect(both.page.locator("#me h1")).to_have_text("Dee")


def test_each_player_is_shown_their_own_cards_and_nobody_those_of_the_table(
    strict_table: LiveTable, host: httpx.Client, phone: Callable[[str], Phone]
) -> None:
    spy = phone("Tableside")
    strict_table.submit(lambda referee: referee.begin({**SETUP, **PRACTICE})).result()
    ann = phone("Ann")
    own = ann.get("hand").json()
    assert own["player"] == "Ann"
    assert len(own["cards"]) == 7
    assert host.get("/api/hand").json() == own  # who plays alone may look on the table's own page
    assert spy.get("hand").json() == {"player": "Tableside", "cards": None, "open": None}
    assert httpx.get(f"{strict_table.address}/api/hand").json() == {"player": None, "cards": None, "open": None}
    table = strict_table.hand("Tableside")
    assert table is not None
    shown = host.get("/api/view").text
    assert str(sorted(table)) not in shown
    assert host.get("/api/matches/1").json()["practice"] == {"players": {"Tableside": "hard"}}  # no seed to deal it by
    assert host.get("/api/games").json()["disorder"]["practice"] is True


def test_nobody_plays_for_the_table(strict_table: LiveTable, phone: Callable[[str], Phone]) -> None:
    early = phone("Tableside")
    strict_table.submit(lambda referee: referee.begin({**SETUP, **PRACTICE})).result()
    refused = early.post("join", {"key": strict_table.site.access.join_key, "name": "Tableside"})
    assert (refused.status_code, refused.json()["error"]) == (409, "the table itself plays for Tableside")
    said = early.post("events", {"event": {"event": "leave", "player": "Tableside"}})
    assert (said.status_code, said.json()["error"]) == (403, "the table itself plays for Tableside")
    assert strict_table.view.match is not None
    assert "Tableside" in strict_table.view.match.playing


def test_nobody_says_which_cards_the_table_deals(strict_table: LiveTable, host: httpx.Client) -> None:
    hands = []
    for _ in range(2):
        answer = host.post("/api/matches", json={**SETUP, **PRACTICE})
        assert answer.status_code == 201, answer.text
        hands.append(strict_table.hand("Tableside"))
        host.post("/api/match/close", json={})
    assert None not in hands
    assert hands[0] != hands[1]  # of one seed they would be the same


def test_what_cannot_be_practised_is_refused(client: httpx.Client) -> None:
    answer = client.post("/api/matches", json={**SETUP, "practice": {"players": {"Bob": "hard"}}})
    assert answer.status_code == 400
    assert "who does not play" in answer.json()["error"]
