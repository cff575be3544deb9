"""Two players share one phone, a third has none: whose secret is whose, in a real browser."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from companion.referee.source import Source
from tests.views import WORDS
from tests.web.browsing import PHONE, Guest, fill_in
from tests.web.tables import LiveTable
from tests.web.talking import begin

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]
TYPO = {"game": "typo", "players": ["Ann", "Bob", "Cy"], "options": {"rows": list("RENT"), "lexicon": WORDS}}


def both_on_one(phone: Guest) -> None:
    """Ann joins on this phone, then Bob."""
    phone.page.locator(".names").get_by_role("button", name="Ann").click()
    phone.page.get_by_text("Somebody else plays on this phone, too").click()
    phone.page.locator("#acts [data-act=share] .names").first.get_by_role("button", name="Bob").click()


def test_nobody_s_cards_are_seen_while_the_phone_goes_from_hand_to_hand(table: LiveTable, guest: Visit) -> None:
    practice = {"players": {"Table": "easy"}, "seed": 3}
    setup = {"game": "disorder", "players": ["Ann", "Bob", "Table"], "practice": practice}
    table.submit(lambda referee: referee.begin(setup)).result()
    phone = guest(table.site.join_address, size=PHONE)
    both_on_one(phone)
    dealt = phone.page.locator("#dealt")
    expect(dealt.locator(".own-cards")).to_be_visible()
    cards = sorted(table.hand("Ann") or ())
    place = {"event": "place", "player": "Ann", "card": next(card for card in cards if len(card) == 1)}
    table.submit(lambda referee: referee.happen(place, source=Source.HOST)).result()
    expect(phone.page.locator("#acts")).to_contain_text("Hand the phone to Bob.")
    expect(dealt).to_be_hidden()
    phone.press("I am Bob")
    expect(dealt.locator(".own-cards > *")).to_have_count(len(table.hand("Bob") or ()))


def test_two_on_one_phone_choose_in_secret_and_the_host_says_only_the_card_of_who_has_none(
    table: LiveTable, guest: Visit, client: httpx.Client
) -> None:
    begin(client, TYPO)
    phone = guest(table.site.join_address, size=PHONE)
    page, acts = phone.page, phone.page.locator("#acts")
    both_on_one(phone)
    expect(page.locator(".sharing")).to_have_text("This phone is also for Bob")

    acts.locator(".letters").get_by_role("button", name="E", exact=True).click()
    expect(acts).to_contain_text("Hand the phone to Bob.")
    expect(acts.locator(".letters")).to_have_count(0)
    assert phone.barriers() == []
    phone.portrait("phone-curtain")
    page.reload()
    expect(acts).to_contain_text("Hand the phone to Bob.")
    phone.press("I am Bob")
    expect(page.locator("#me h1")).to_have_text("Bob")
    expect(acts).not_to_contain_text("You may still change it")
    acts.locator(".letters").get_by_role("button", name="N", exact=True).click()
    expect(acts).to_contain_text("You may still change it")

    host = guest(f"{table.address}/host")
    parts = host.page.locator("[data-parts=reveal]")
    expect(parts.locator("details")).to_have_count(1)
    expect(host.page.locator("details[data-event=reveal]")).not_to_have_attribute("open", "")
    parts.locator("summary").click()
    parts.get_by_role("radio", name="T", exact=True).check()
    parts.get_by_role("button", name="Hand it in").click()
    expect(acts).to_contain_text("Hand the phone to Ann.")
    assert table.view.protocol[-1].event["cards"] == {"Ann": "E", "Bob": "N", "Cy": "T"}
    phone.press("I am Ann")
    fill_in(acts.locator("form[data-event=place]"), {"row": "1"})
    acts.locator("form[data-event=place] [name=word]").fill("rea")
    page.locator("[data-take=Bob]").click()
    phone.press("I am Bob")
    expect(acts.locator("form[data-event=place]")).to_have_count(0)
    page.locator("[data-take=Ann]").click()
    phone.press("I am Ann")
    expect(acts.locator("form[data-event=place] [name=word]")).to_have_value("rea")
    acts.locator("form[data-event=place] [name=word]").fill("real")
    acts.locator("form[data-event=place] [type=submit]").click()
    page.locator("[data-by=Bob]").click()
    expect(page.locator("[data-by=Bob]")).to_be_disabled()
    assert table.view.joiners == ("Bob",)


def test_a_name_that_has_its_seat_is_no_draft_for_the_next(table: LiveTable, guest: Visit) -> None:
    phone = guest(table.site.join_address, size=PHONE)
    name = phone.page.get_by_label("Your name")
    name.fill("Ann")
    phone.press("Sit down")
    phone.page.get_by_text("Somebody else plays on this phone, too").click()
    name.fill("Bob")
    phone.press("Sit down")
    expect(phone.page.locator("#me")).to_contain_text("Bob")
    expect(name).to_have_value("")


def test_two_tabs_of_one_phone_hold_the_same_seats(table: LiveTable, guest: Visit) -> None:
    phone = guest(table.site.join_address, size=PHONE)
    first, second = phone.page, phone.page.context.new_page()

    def sit_down(page: Page, name: str, *, too: bool = True) -> None:
        if too:
            page.get_by_text("Somebody else plays on this phone, too").click()
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sit down").click()

    sit_down(first, "Ann", too=False)
    expect(first.locator("#me h1")).to_have_text("Ann")
    second.goto(table.site.join_address)
    sit_down(second, "Bob")
    expect(first.locator(".sharing button")).to_have_text(["Bob"])
    sit_down(first, "Cy")
    for page in (first, second):
        expect(page.locator(".sharing button")).to_have_text(["Bob", "Cy"])
    first.locator("#leave").click()
    for page in (first, second):
        expect(page.locator("#me h1")).to_have_text("Bob")
    assert table.site.seats.taken == ("Bob", "Cy")
