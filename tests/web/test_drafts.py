"""What somebody has begun on a page is still there, and so are they, when others act."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route, expect

from companion.referee.source import Source
from tests.web.browsing import LAPTOP, PHONE, SETTLED, Guest, fill_in, pick_card
from tests.web.tables import LiveTable

pytestmark = pytest.mark.browser

SETUP = {
    "game": "typo",
    "players": ["Ann", "Bob", "Cy"],
    "options": {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["rat"]}},
}


# What is kept once nothing was written for a while (`AFTER_MS` of kept.js) is kept at once.
AT_ONCE = """const later = setTimeout;
  window.setTimeout = (act, ms, ...rest) => later(act, ms === 400 ? 0 : ms, ...rest);"""


class OneField:
    """A form of a player's page in which one thing is written."""

    def __init__(self, player: Guest, event: str, field: str) -> None:
        form = player.page.locator(f"form[data-event={event}]")
        self.field = form.locator(f"[name={field}]")
        self._form, self._name, self._submit = form, field, form.locator("[type=submit]")

    def hand_in(self, text: str) -> None:
        fill_in(self._form, {self._name: text})
        self._submit.click()


def seated(name: str, table: LiveTable, guest: Callable[..., Guest], script: str = "") -> Guest:
    """A phone that has taken the player's seat; `script` runs first on it."""
    player = guest(table.site.join_address, size=PHONE, script=script)
    player.press(name)
    return player


def test_a_half_filled_form_outlives_what_others_do(table: LiveTable, guest: Callable[..., Guest]) -> None:
    table.submit(lambda referee: referee.begin(SETUP)).result()
    table.play([
        {"event": "reveal", "cards": {"Ann": "A", "Bob": "B", "Cy": "C"}},
        {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "rat"},
    ])  # fmt: skip
    bob, cy = seated("Bob", table, guest), seated("Cy", table, guest)
    form = bob.page.locator("form[data-event=place]")
    row, side, word = (form.locator(f"[name={name}]") for name in ("row", "side", "word"))
    fill_in(form, {"row": "4", "side": "front"})
    word.fill("bte")
    word.press("ArrowLeft")

    # Cy doubts Ann's word: Bob's page is made anew under his hands.
    cy.press("Doubt the word “rat”")
    expect(cy.page.get_by_role("button", name="You doubt it")).to_be_disabled()
    bob.shows(table.view.version)
    expect(row.nth(3)).to_be_checked()
    expect(side).to_have_value("front")
    expect(word).to_have_value("bte")
    bob.page.keyboard.press("Backspace")  # he writes on where he was
    expect(word).to_have_value("be")


# What WebKit does on the way back to a page by the browser's history: fields without autocompletion are as they came.
LEFT_AND_BACK = """() => {
  const going = (kind) => dispatchEvent(new PageTransitionEvent(kind, { persisted: true }));
  going("pagehide");
  for (const field of document.querySelectorAll("[autocomplete=off]")) field.value = field.defaultValue;
  going("pageshow");
}"""


def test_what_is_written_or_picked_is_there_on_the_way_back_by_history(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    options = {"type": "wordplay", "hand": 8, "lexicon": {"words": ["cater", "on"]}}
    table.submit(
        lambda referee: referee.begin({"game": "wordcard", "players": ["Ann", "Bob"], "options": options})
    ).result()
    ann = seated("Ann", table, guest)
    form = ann.page.locator("form[data-event=lay]")
    fill_in(form, {"lines": "8/c 7/a 8/t", "words": "cat"})
    ann.page.evaluate(LEFT_AND_BACK)
    expect(form.locator("[name=words]")).to_have_value("cat")
    pick_card(form, "9/E")
    pick_card(form, "10/R")
    fill_in(form, {"words": "cater"})
    form.locator("[type=submit]").click()
    expect(ann.page.locator("#ruling")).to_contain_text("CATER")


def test_what_was_taken_is_no_draft_and_what_was_refused_is_one(table: LiveTable, guest: Callable[..., Guest]) -> None:
    options = {"type": "wordplay", "hand": 8, "lexicon": {"words": ["cater", "on"]}}
    table.submit(
        lambda referee: referee.begin({"game": "wordcard", "players": ["Ann", "Bob"], "options": options})
    ).result()
    ann = seated("Ann", table, guest)
    laydown = OneField(ann, "lay", "lines")
    laydown.hand_in("q/c 7/a 8/t 9/e 10/r")
    expect(ann.page.locator("#ruling")).to_contain_text("Laid down")
    expect(laydown.field).to_have_value("")

    # One card is too few; what was picked is there to be put right.
    laydown.hand_in("q/o")
    expect(ann.page.locator("#problem")).not_to_be_empty()
    table.play([{"event": "contest", "players": ["Bob"], "word": "cater"}])
    ann.shows(table.view.version)
    expect(laydown.field).to_have_value("Q/O")


def kept(player: Guest) -> AbstractContextManager[Any]:
    """What is written within is with the table at the end."""
    return player.page.expect_response(
        lambda response: response.url.endswith("/api/drafts") and response.request.method == "POST"
    )


def test_what_is_begun_outlives_a_reload_another_phone_and_a_restart(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    table.submit(
        lambda referee: referee.begin({
            "game": "anagrascramble", "players": ["Ann", "Bob"], "options": {"rolls": 1, "lexicon": {"words": ["ever"]}}
        })
    ).result()  # fmt: skip
    table.play([{"event": "roll", "player": "Ann", "face": "4"}, {"event": "card", "jumble": "TUERNEV"}])
    table.restart()  # after which no time runs
    ann = seated("Ann", table, guest)
    words = ann.page.locator("form[data-event=words] textarea")
    with kept(ann):
        words.fill("event ever")
    ann.page.reload()
    expect(words).to_have_value("event ever")
    table.restart()
    with kept(ann):
        words.fill("event ever never")
    ann.press("Leave the seat")
    other = seated("Ann", table, guest)
    words = other.page.locator("form[data-event=words] textarea")
    expect(words).to_have_value("event ever never")

    # Handed in, the words are the match's, and the next page is empty. A slip of the finger is asked again.
    words.fill("event ev3r")
    other.press("Hand the words in")
    assert words.evaluate("one => one.validity.customError")
    words.fill("event ever never")
    other.press("Hand the words in")
    expect(other.page.locator("#ruling")).to_contain_text("ever")
    table.submit(lambda referee: referee.happen({"event": "undo"}, source=Source.HOST)).result()
    expect(words).to_have_value("")


def test_what_was_written_later_counts_though_the_line_holds_up_what_was_before(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    options = {"rolls": 1, "lexicon": {"words": ["ever"]}}
    table.submit(
        lambda referee: referee.begin({"game": "anagrascramble", "players": ["Ann", "Bob"], "options": options})
    ).result()
    table.play([{"event": "roll", "player": "Ann", "face": "4"}, {"event": "card", "jumble": "TUERNEV"}])
    ann = seated("Ann", table, guest, AT_ONCE)
    words = ann.page.locator("form[data-event=words] textarea")
    held_up: list[Route] = []
    sent: list[str] = []

    def hold_up(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data or "")
        if len(sent) == 1 and not held_up:
            held_up.append(route)
        else:
            route.continue_()

    ann.page.route("**/api/drafts", hold_up)
    with ann.page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/drafts")):
        words.fill("event")
    words.fill("event ever")
    ann.page.evaluate(SETTLED)
    assert len(sent) == 1, "the other has gone before this one has come"
    with ann.page.expect_response(lambda response: b"event ever" in (response.request.post_data_buffer or b"")):
        held_up[0].continue_()
    assert table.submit(lambda referee: referee.drafts("Ann")).result() == {"words": {"words": "event ever"}}


def test_a_part_that_was_handed_in_can_be_changed_until_all_have(table: LiveTable, guest: Callable[..., Guest]) -> None:
    setup = {
        "game": "wordcard",
        "players": ["Ann", "Bob", "Cy"],
        "options": {"hand": 8, "lexicon": {"words": ["caterers"]}},
    }
    table.submit(lambda referee: referee.begin(setup)).result()
    word = ["Q/C", "7/A", "8/T", "9/E", "10/R", "K/E", "J/R", "A/S"]
    table.play([{"event": "lay", "player": "Ann", "lines": [word]}])
    assert table.view.match is not None
    assert table.view.match.awaiting == "hands"
    bob = seated("Bob", table, guest)
    hand = OneField(bob, "hands", "cards")
    hand.hand_in("q/c 7/a")
    expect(bob.page.locator("#problem")).to_contain_text("Cards left in your hand: 8")
    expect(bob.page.locator("#acts")).not_to_contain_text("handed it in")
    hand.hand_in("q/c 7/a 8/t 9/e 10/r k/e j/r a/s")
    expect(bob.page.locator("#acts")).to_contain_text("You may still change it")
    expect(hand.field).to_have_value("Q/C 7/A 8/T 9/E 10/R K/E J/R A/S")
    with bob.answered("/api/choice"):
        hand.hand_in("q/c 7/a 8/t 9/e 10/r k/e j/r a/t")
    expect(bob.page.locator("#acts")).to_contain_text("You may still change it")
    hands = ["Q/A", "7/A", "8/A", "9/A", "10/A", "K/A", "J/A", "A/A"]
    table.submit(lambda referee: referee.gather("Cy", {"cards": hands}, source=Source.PHONES)).result()
    assert table.view.ruling is not None
    assert table.view.ruling.event["hands"]["Bob"][-1] == "A/T"


DISORDER = {"game": "disorder", "players": ["Ann", "Bob", "Cy"], "options": {"lexicon": {"words": ["zoo"]}}}


def place(player: str, card: str) -> dict[str, str]:
    return {"event": "place", "player": player, "card": card}


def test_who_is_somewhere_on_a_page_stays_there(table: LiveTable, guest: Callable[..., Guest]) -> None:
    table.submit(lambda referee: referee.begin(DISORDER)).result()
    table.play([place("Ann", "Z"), place("Bob", "O")])
    host, bob = guest(f"{table.address}/host", size=LAPTOP), seated("Bob", table, guest)
    button = host.page.locator("#acts").get_by_role("button", name="Pause", exact=True)
    button.focus()
    for name in ("Go on", "Pause"):
        host.page.keyboard.press("Enter")
        button = host.page.locator("#acts").get_by_role("button", name=name, exact=True)
        expect(button).to_be_focused()

    undo, own = host.page.get_by_role("button", name="Undo", exact=True), bob.page.locator("#acts summary").first
    undo.focus()
    own.focus()
    table.play([place("Cy", "O")])
    for page, focused in ((host, undo), (bob, own)):
        page.shows(table.view.version)
        expect(focused).to_be_focused()
    signature = host.page.get_by_label("Corrections in the name of")
    signature.press_sequentially("Mar")
    table.play([{"event": "undo"}])
    host.shows(table.view.version)
    host.page.keyboard.type("tin")
    expect(signature).to_have_value("Martin")

    # The button of a seat that is gone is nobody else's.
    seated("Cy", table, guest)
    bobs, cys = (
        host.page.locator("#seats li").filter(has_text=name).get_by_role("button", name="Free the seat")
        for name in ("Bob", "Cy")
    )
    expect(cys).to_be_visible()
    bobs.press("Enter")
    expect(bobs).to_have_count(0)
    expect(cys).not_to_be_focused()
    expect(host.page.locator("#seats")).to_be_focused()  # what is gone leaves them where it was


def test_who_presses_what_is_gone_then_goes_on_from_there(
    table: LiveTable, guest: Callable[..., Guest], client: httpx.Client
) -> None:
    table.submit(lambda referee: referee.begin(DISORDER)).result()
    for card in "ZO":
        client.post("/api/cards", json={"act": "place", "label": card}).raise_for_status()
    laptop, phone = guest(table.address), guest(table.site.join_address, size=PHONE)
    phone.page.locator(".names").get_by_role("button", name="Ann").press("Enter")
    expect(phone.page.locator("#me h1")).to_have_text("Ann")
    expect(phone.page.locator("#acts")).to_be_focused()

    wrong = phone.page.locator("#misread details")
    for opens in (True, False):
        wrong.locator("summary").press("Enter")
        expect(wrong).to_have_js_property("open", opens)
    client.post("/api/cards", json={"act": "place", "label": "K"}).raise_for_status()
    phone.shows(table.submit(lambda referee: referee.view).result().version)
    expect(wrong.locator("summary")).to_be_focused()
    wrong.locator("summary").press("Enter")
    for step in ("[data-card='2']", "[data-truth=X]"):
        wrong.locator(step).press("Enter")
        expect(wrong.locator(step)).to_have_count(0)
        expect(wrong.locator("[aria-live]")).to_be_focused()

    take = laptop.page.get_by_role("button", name="Take Z away")
    take.press("Enter")
    expect(take).to_have_count(0)
    expect(laptop.page.locator("#lying")).to_be_focused()


def test_a_correction_that_is_begun_is_there_when_somebody_acts(table: LiveTable, guest: Callable[..., Guest]) -> None:
    table.submit(lambda referee: referee.begin(DISORDER)).result()
    table.play([place("Ann", "Z"), place("Bob", "O")])
    for _ in range(11):
        table.play([{"event": "undo"}, {"event": "redo"}])
    host = guest(f"{table.address}/host", size=LAPTOP)
    lines, opened = host.page.locator("ol.protocol > li"), host.page.locator("#protocol details[open]")
    host.press("All rulings")
    expect(lines).to_have_count(24)
    oldest = lines.last
    oldest.locator("summary", has_text="Correct").click()
    chosen = oldest.get_by_role("radio", name="X", exact=True)
    chosen.check()
    lines.nth(22).locator(".earlier summary").click()
    table.play([place("Cy", "O")])
    expect(lines).to_have_count(25)
    expect(chosen).to_be_checked()
    expect(lines.nth(23).locator(".earlier summary")).to_be_focused()
    expect(opened).to_have_count(2)
    oldest.get_by_role("button", name="Put this in its place").click()
    expect(lines.first).to_contain_text("Event 1 is corrected")
    expect(opened).to_have_count(1)
    expect(oldest.locator("summary", has_text="Correct")).to_be_focused()
    assert table.view.protocol[-1].event["to"]["card"] == "X"


def test_who_is_ticked_stays_so_when_another_joins(table: LiveTable, guest: Callable[..., Guest]) -> None:
    table.submit(lambda referee: referee.begin(SETUP | {"players": ["Ann", "Bob", "Cy", "Dan", "Eva"]})).result()
    shown = dict(zip(("Ann", "Bob", "Cy", "Dan", "Eva"), "ABCDE", strict=True))
    word = {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "rat"}
    table.play([{"event": "reveal", "cards": shown}, word])
    host, cy = guest(f"{table.address}/host", size=LAPTOP), seated("Cy", table, guest)
    fold = host.page.locator("details[data-event=doubt]")
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()
    fold.get_by_label("Bob", exact=True).check()
    fold.get_by_label("Eva", exact=True).check()
    cy.press("Doubt the word “rat”")
    expect(fold.get_by_label("Cy", exact=True)).to_be_checked()
    for name in ("Bob", "Eva"):
        expect(fold.get_by_label(name, exact=True)).to_be_checked()
    expect(fold.get_by_label("Eva", exact=True)).to_be_focused()


def test_seats_are_numbered_as_they_stand_and_moved_by_keyboard(table: LiveTable, guest: Callable[..., Guest]) -> None:
    host = guest(f"{table.address}/host", size=LAPTOP)
    names = host.page.locator("#start input[name=player]")

    def read() -> list[tuple[str, str]]:
        return [(one.get_attribute("aria-label") or "", one.input_value()) for one in names.all()]

    names.nth(0).fill("Ann")
    names.nth(1).fill("Bob")
    host.press("Add a player")
    names.nth(2).fill("Cy")
    up, remove = (
        host.page.locator("#start").get_by_role("button", name=name, exact=True) for name in ("Move up", "Remove")
    )
    up.nth(2).press("Enter")
    expect(up.nth(1)).to_be_focused()
    host.page.keyboard.press("Enter")
    expect(up.nth(0)).to_be_focused()
    assert read() == [("Player 1", "Cy"), ("Player 2", "Ann"), ("Player 3", "Bob")]
    remove.nth(1).press("Enter")
    expect(remove.nth(1)).to_be_focused()
    host.press("Add a player")
    expect(names.nth(2)).to_be_focused()
    assert read() == [("Player 1", "Cy"), ("Player 2", "Bob"), ("Player 3", "")]


def test_what_is_begun_outlives_a_restart_of_the_table_on_every_page(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    pages = [guest(f"{table.address}{path}", size=LAPTOP) for path in ("/host", "/", "/host")]
    pages.append(guest(table.site.join_address, size=PHONE))
    host, idle, other, walt = pages
    names = host.page.locator("#start input[name=player]")
    host.press("Add a player")
    for at, name in enumerate(("Ann", "Bob", "Cy")):
        names.nth(at).fill(name)
    walt.page.get_by_label("Your name").fill("Walt")
    for one in pages:
        one.page.evaluate("window.beforeRestart = true")
    table.restart()
    for one in (idle, other):
        one.page.wait_for_function("() => !window.beforeRestart")  # nothing is begun there
    for one in (host, walt):
        expect(one.page.locator("html")).to_have_attribute("data-live", "on")
    expect(names).to_have_count(3)
    expect(names.nth(1)).to_have_value("Bob")
    own = walt.page.get_by_label("Your name")
    expect(own).to_have_value("Walt")
    own.fill("")
    walt.page.wait_for_function("() => !window.beforeRestart")
    host.press("Start the match")
    host.page.wait_for_function("() => !window.beforeRestart")
    assert table.view.match is not None
    assert table.view.match.players == ("Ann", "Bob", "Cy")


def test_a_match_that_is_set_up_stays_so_when_the_last_one_is_left(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    table.submit(lambda referee: referee.begin(DISORDER)).result()
    table.play([{"event": "leave", "player": player} for player in ("Cy", "Bob")])
    host = guest(f"{table.address}/host", size=LAPTOP)
    names = host.page.locator("#start input[name=player]")
    expect(names).to_have_count(3)
    names.nth(2).fill("Dan")
    table.submit(lambda referee: referee.close()).result()
    host.shows(table.view.version)
    assert [one.input_value() for one in names.all()] == ["Ann", "Bob", "Dan"]
