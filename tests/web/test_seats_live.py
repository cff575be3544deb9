"""Somebody comes late with a phone, somebody without one, somebody leaves and comes back: in a real browser."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from playwright.sync_api import expect

from tests.views import WORDS
from tests.web import talking
from tests.web.browsing import DRAFTS, PHONE, TELEVISION, Guest
from tests.web.laying import begin, lay, scores
from tests.web.tables import LiveTable

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]


def test_a_latecomer_is_let_in_plays_leaves_and_comes_back(table: LiveTable, guest: Visit) -> None:
    laptop = guest(table.address)
    begin(laptop, "Ann", "Bob")
    lay(laptop, "ZO")
    kiosk, host = guest(f"{table.address}/kiosk", size=TELEVISION), guest(f"{table.address}/host")
    phone = guest(table.site.join_address, size=PHONE)
    phone.page.get_by_text("I would like to play, too").click()
    phone.page.get_by_label("Your name").fill("Dee")
    key = table.site.join_address.rpartition("k=")[2]
    httpx.post(f"{table.address}/api/join", json={"key": key, "name": "Ann"}).raise_for_status()
    expect(phone.page.locator("[data-act=instead]")).to_contain_text("Ann")  # what is being typed stays
    phone.press("Sit down")
    expect(phone.page.locator("#acts")).to_have_text("You are not in this match yet: the host lets you in.")
    expect(kiosk.see("notices")).to_contain_text("Dee would like to play: the host lets them in.")

    host.page.locator("[data-joins=Dee]").click()
    expect(kiosk.see("ruling")).to_contain_text("Dee joins with seven cards and 0 chips.")
    expect(kiosk.see("ruling").locator(".stamp")).to_contain_text("D15")
    expect(kiosk.see("players").locator(".player")).to_have_count(3)
    expect(phone.page.locator("#acts")).to_contain_text("Object")

    phone.page.get_by_text("I have to go").click()
    host.page.get_by_label("Somebody joins without a phone").fill("Eve")
    host.page.locator(".newcomer button").click()
    scores(kiosk, 0, 0, 0, 0)
    phone.shows(table.view.version)
    phone.press("I am away for a while")
    expect(kiosk.see("players").locator("[data-away=yes]")).to_contain_text("is away")
    host.page.locator("[data-away=Ann]").click()
    expect(kiosk.see("turn")).to_contain_text("Bob")
    host.page.locator("[data-away=Ann]").get_by_text("Is back").click()
    phone.press("I am back")

    phone.page.get_by_text("I have to go").click()
    phone.press("Leave the match for good")
    expect(phone.page.locator("#acts")).to_have_text("You have left the match. The host can let you in again.")
    expect(kiosk.see("players").locator("[data-left=yes]")).to_contain_text("has left")
    host.page.locator("[data-joins=Dee]").click()
    expect(kiosk.see("players").locator("[data-left=yes]")).to_have_count(0)
    expect(host.page.locator("[data-joins=Dee]")).to_have_count(0)  # what is remade then has not been pressed

    host.page.locator("[data-leaves=Eve]").click()  # a wrong tap: it asks
    expect(host.page.locator("[data-leaves=Eve]")).to_have_text("Sure? Press again")
    host.page.locator("[data-leaves=Eve]").click()
    expect(kiosk.see("players").locator("[data-left=yes]")).to_contain_text("Eve")
    assert kiosk.misfits() == []


def test_whoever_has_no_phone_chooses_a_secret_card_at_the_host_s_page(table: LiveTable, guest: Visit) -> None:
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["rat"]}}
    setup = {"game": "typo", "players": ["Ann", "Bob"], "options": options}
    table.submit(lambda referee: referee.begin(setup)).result()
    phone, host = guest(table.site.join_address, size=PHONE), guest(f"{table.address}/host")
    phone.press("Ann")
    part = host.page.locator("[data-part=Bob]")
    part.locator("summary").click()
    part.get_by_role("radio", name="B", exact=True).check()
    part.get_by_role("button", name="Hand it in").click()
    expect(part.locator("summary")).to_contain_text("✓")
    phone.page.get_by_role("button", name="A", exact=True).click()
    expect(host.page.locator("#protocol")).to_contain_text("The order is Ann A, Bob B.")


@pytest.fixture
def tied(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> LiveTable:
    """AnagraScramble with Ann and Bob tied, and a second to write for a showdown."""
    monkeypatch.setattr("companion.games.anagrascramble.together.SECONDS_TO_WRITE", 1)
    options = {"rolls": 1, "lexicon": {"words": ["ever", "event"]}}
    setup = {"game": "anagrascramble", "players": ["Ann", "Bob"], "options": options}
    table.submit(lambda referee: referee.begin(setup)).result()
    for player in ("Ann", "Bob"):
        roll = {"event": "roll", "player": player, "face": "4"}
        words = {"event": "words", "player": player, "words": ["ever"]}
        table.play([roll, {"event": "card", "jumble": "TUERNEV"}, words])
    return table


def test_the_host_says_what_was_written_on_paper_when_the_time_is_up(tied: LiveTable, guest: Visit) -> None:
    phone, host = guest(tied.site.join_address, size=PHONE), guest(f"{tied.address}/host")
    phone.press("Ann")
    expect(phone.page.locator("#acts [data-event=showdown]")).to_be_visible()
    tied.submit(lambda referee: referee.open_gathering("TUERNEV", None, ["Ann"])).result()
    part = host.page.locator("[data-part=Bob]")
    expect(phone.page.locator("#acts")).to_contain_text("Time is up")
    expect(host.page.locator("[data-part]")).to_have_count(1)
    part.locator("summary").click()
    with host.answered(DRAFTS):
        part.get_by_role("textbox").fill("ever event")
    part.get_by_role("button", name="Hand it in").click()
    expect(host.page.locator("#protocol")).to_contain_text("Bob wins")
    assert tied.view.ruling is not None
    assert tied.view.ruling.event["words"] == {"Ann": [], "Bob": ["ever", "event"]}


def test_what_is_half_written_at_the_host_s_page_counts_when_the_time_is_up(table: LiveTable, guest: Visit) -> None:
    options = {"rolls": 1, "lexicon": {"words": ["ever", "event"]}}
    setup = {"game": "anagrascramble", "players": ["Ann", "Bob"], "options": options}
    table.submit(lambda referee: referee.begin(setup)).result()
    host = guest(f"{table.address}/host")
    table.play([{"event": "roll", "player": "Ann", "face": "4"}, {"event": "card", "jumble": "TUERNEV"}])
    with host.answered(DRAFTS):
        host.page.locator("form[data-event=words] [name=words]").fill("ever event")
    draft = table.submit(lambda referee: referee.stand.drafts.of("Ann")["words"]).result()
    assert draft.says == {"words": ["ever", "event"]}
    assert draft.window is not None


def test_another_phone_plays_for_ann_once_somebody_says_yes_on_the_kiosk(table: LiveTable, guest: Visit) -> None:
    options = {"rolls": 1, "lexicon": {"words": ["ever"]}}
    setup = {"game": "anagrascramble", "players": ["Ann", "Bob"], "options": options}
    table.submit(lambda referee: referee.begin(setup)).result()
    table.play([{"event": "roll", "player": "Ann", "face": "4"}, {"event": "card", "jumble": "TUERNEV"}])
    old, kiosk = guest(table.site.join_address, size=PHONE), guest(f"{table.address}/kiosk", size=TELEVISION)
    old.press("Ann")
    old.page.clock.install()  # its clock stands still: what is written is not kept by and by
    old.page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
    old.page.locator("[name=words]").fill("ever")
    new = guest(table.site.join_address, size=PHONE)
    new.page.get_by_text("I play on another phone so far").click()
    with old.answered(DRAFTS):
        new.press("Ann")
    expect(new.page.locator("#acts")).to_contain_text("Say yes on the table's screen")
    expect(old.page.locator("#acts")).to_contain_text("Another phone would play for Ann.")
    assert kiosk.misfits() == []
    kiosk.press("It may")
    expect(new.page.locator("[name=words]")).to_have_value("ever")  # what she has begun goes with her
    expect(old.page.locator("#problem")).to_contain_text("Ann plays on another phone now")
    expect(kiosk.see("notices")).not_to_contain_text("Another phone")


# Whatever the table tells is heard only when the test lets it be: `late` has it meanwhile.
HEARS_LATE = """
const listen = EventTarget.prototype.addEventListener;
window.late = null;
EventSource.prototype.addEventListener = function (kind, hear) {
  listen.call(this, kind, (event) => (window.late ? window.late.push(() => hear(event)) : hear(event)));
};
"""


def test_what_the_table_told_before_another_phone_asked_is_no_answer_to_it(table: LiveTable, guest: Visit) -> None:
    setup = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}
    table.submit(lambda referee: referee.begin(setup)).result()
    old, kiosk = guest(table.site.join_address, size=PHONE), guest(f"{table.address}/kiosk", size=TELEVISION)
    old.press("Ann")
    new = guest(table.site.join_address, size=PHONE, script=HEARS_LATE)
    new.page.get_by_text("I play on another phone so far").click()
    new.page.evaluate("() => { window.late = []; }")
    table.submit(lambda referee: referee.pause()).result()
    new.page.wait_for_function("() => window.late.length")
    with new.answered("/api/join"):
        new.press("Ann")
    new.page.evaluate("() => window.late.shift()()")
    expect(new.page.locator("#acts")).to_contain_text("Say yes on the table's screen")
    new.page.evaluate("() => { const told = window.late; window.late = null; told.forEach((hear) => hear()); }")
    kiosk.press("It may")
    expect(new.page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
    expect(new.page.locator("form[data-event=place]")).to_have_count(1)
    expect(old.page.locator("#problem")).to_contain_text("Ann plays on another phone now")


ANOTHER_HAS_IT = "Ann plays on another phone now: join again"


@pytest.fixture
def ann(table: LiveTable, guest: Visit, client: httpx.Client) -> Guest:
    """Ann's phone in a match of AnagraScramble, in which she is to write words."""
    options = {"rolls": 1, "lexicon": {"words": ["ever"]}}
    talking.begin(client, {"game": "anagrascramble", "players": ["Ann", "Bob"], "options": options})
    table.play([{"event": "roll", "player": "Ann", "face": "4"}, {"event": "card", "jumble": "TUERNEV"}])
    phone = guest(table.site.join_address, size=PHONE)
    phone.press("Ann")
    expect(phone.page.locator("#me h1")).to_have_text("Ann")
    return phone


def give_away(client: httpx.Client, table: LiveTable, name: str) -> None:
    """Another phone plays for somebody from now on, as somebody at the table has agreed."""
    said = {"key": table.site.access.join_key, "name": name, "instead": True}
    joined = client.post("/api/join", json=said).raise_for_status().json()
    client.post("/api/seats/hand-over", json={"name": name, "agreed": True}).raise_for_status()
    client.post("/api/seat", json={}, headers={"Authorization": f"Bearer {joined['token']}"}).raise_for_status()


def has_no_seat(phone: Guest) -> None:
    """The phone says that another plays for Ann, and asks who it is for."""
    expect(phone.page.locator("#problem")).to_have_text(ANOTHER_HAS_IT)
    expect(phone.page.get_by_role("heading", name="Who are you?")).to_be_visible()
    expect(phone.page.locator("#me h1")).not_to_have_text("Ann")


def test_a_page_that_was_closed_when_its_seat_went_to_another_phone_says_so(
    ann: Guest, table: LiveTable, client: httpx.Client
) -> None:
    ann.page.goto("about:blank")
    give_away(client, table, "Ann")
    ann.page.goto(table.site.join_address)
    has_no_seat(ann)


def test_a_phone_whose_line_was_dead_when_its_seat_went_to_another_has_it_no_more(
    ann: Guest, table: LiveTable, client: httpx.Client
) -> None:
    ann.page.locator("[name=words]").fill("ever")  # a page with something begun is not loaded anew
    ann.page.route("**/api/live", lambda route: route.abort())
    table.restart()
    expect(ann.page.locator("html")).to_have_attribute("data-live", "lost")
    give_away(client, table, "Ann")
    ann.page.unroute("**/api/live")
    expect(ann.page.locator("#me h1")).not_to_have_text("Ann")


def test_a_page_that_was_closed_when_its_seat_was_freed_and_taken_says_so(
    ann: Guest, table: LiveTable, client: httpx.Client
) -> None:
    ann.page.goto("about:blank")
    client.post("/api/seats/free", json={"name": "Ann"}).raise_for_status()
    client.post("/api/join", json={"key": table.site.access.join_key, "name": "Ann"}).raise_for_status()
    ann.page.goto(table.site.join_address)
    has_no_seat(ann)


def test_a_phone_that_got_no_answer_asks_for_its_seat_again(ann: Guest, table: LiveTable, client: httpx.Client) -> None:
    ann.page.route("**/api/seat", lambda route: route.abort())
    with ann.page.expect_event("requestfailed"):
        give_away(client, table, "Ann")
    ann.page.unroute("**/api/seat")
    has_no_seat(ann)


def test_what_is_written_on_a_phone_that_lost_its_seat_says_so(
    ann: Guest, table: LiveTable, client: httpx.Client
) -> None:
    ann.page.route("**/api/seat", lambda route: route.abort())
    give_away(client, table, "Ann")
    ann.page.locator("[name=words]").fill("ever")
    has_no_seat(ann)


def test_a_network_that_comes_later_is_shown_and_leads_to_the_table(table: LiveTable, guest: Visit) -> None:
    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
    said, code = kiosk.page.locator(".join small"), kiosk.page.locator(".join img")
    expect(said).to_have_text(f"{table.address.removeprefix('http://')}/play")
    first = kiosk.page.request.get(f"{table.address}/join.svg").text()

    here, table.address = table.address, "http://192.0.2.7:8080"
    table.submit(lambda referee: referee.show_anew())
    expect(said).to_have_text("192.0.2.7:8080/play")
    with_it = str(code.get_attribute("src"))
    assert code.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }")
    assert kiosk.page.request.get(f"{here}{with_it}").text() != first
    table.address = here
