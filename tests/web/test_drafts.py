"""What somebody has begun to write on a phone is still there when others act."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Guest
from tests.web.tables import LiveTable

pytestmark = pytest.mark.browser

SETUP = {
    "game": "typo",
    "players": ["Ann", "Bob", "Cy"],
    "options": {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["rat"]}},
}


def test_a_half_filled_form_outlives_what_others_do(table: LiveTable, guest: Callable[..., Guest]) -> None:
    table.submit(lambda referee: referee.begin(SETUP)).result()
    table.play([
        {"event": "reveal", "cards": {"Ann": "A", "Bob": "B", "Cy": "C"}},
        {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "rat"},
    ])  # fmt: skip
    bob, cy = guest(table.site.join_address, size=PHONE), guest(table.site.join_address, size=PHONE)
    bob.press("Bob")
    cy.press("Cy")
    form = bob.page.locator("form[data-event=place]")
    row, side, word = (form.locator(f"[name={name}]") for name in ("row", "side", "word"))
    row.select_option(label="4: T")
    side.select_option(label="in front")
    word.fill("bte")
    word.press("ArrowLeft")

    # Cy doubts Ann's word: Bob's page is made anew under his hands.
    cy.press("Doubt the word “rat”")
    expect(cy.page.get_by_role("button", name="You doubt it")).to_be_disabled()
    bob.shows(table.view.version)
    expect(row).to_have_value("4")
    expect(side).to_have_value("front")
    expect(word).to_have_value("bte")
    bob.page.keyboard.press("Backspace")  # he writes on where he was
    expect(word).to_have_value("be")


def test_what_was_taken_is_no_draft_and_what_was_refused_is_one(table: LiveTable, guest: Callable[..., Guest]) -> None:
    options = {"type": "wordplay", "hand": 8, "lexicon": {"words": ["cater", "on"]}}
    table.submit(
        lambda referee: referee.begin({"game": "wordcard", "players": ["Ann", "Bob"], "options": options})
    ).result()
    ann = guest(table.site.join_address, size=PHONE)
    ann.press("Ann")
    lines = ann.page.locator("form[data-event=lay] [name=lines]")
    lay = ann.page.locator("form[data-event=lay] [type=submit]")
    lines.fill("q/c 7/a 8/t 9/e 10/r")
    lay.click()
    expect(ann.page.locator("#ruling")).to_contain_text("Laid down")
    expect(lines).to_have_value("")

    # A card of a rank that is not in the game is refused; what was written is there to be put right.
    lines.fill("q/o 2/n")
    lay.click()
    expect(ann.page.locator("#problem")).not_to_be_empty()
    table.play([{"event": "contest", "players": ["Bob"], "word": "cater"}])
    ann.shows(table.view.version)
    expect(lines).to_have_value("q/o 2/n")
