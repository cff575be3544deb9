"""Hard entry made easy on phones: cards laid on a grid in its picture, words out of letters, by thumb and by key."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Guest, pick_card
from tests.web.tables import LiveTable
from tests.web.ways import Phones, joined

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]
PLAYERS = ["Ann", "Bob"]
LEAST_PX = 44  # of a thumb


def begin(table: LiveTable, game: str, *words: str, players: Sequence[str] = PLAYERS, **options: Any) -> None:
    setup = {"game": game, "players": list(players), "options": {"lexicon": {"words": list(words)}, **options}}
    table.submit(lambda referee: referee.begin(setup)).result()


def test_cards_are_laid_on_a_grid_from_its_picture(table: LiveTable, guest: Visit) -> None:
    begin(table, "wordcard", "cater", "toners", grid=True)
    across = [{"x": x, "y": 0, "card": card} for x, card in enumerate(["Q/C", "7/A", "8/T", "9/E", "*=/R"])]
    table.play([{"event": "lay", "player": "Ann", "cells": across}, {"event": "end_turn", "player": "Ann"}])
    bob = joined(guest(table.site.join_address, size=PHONE, dark=True), "Bob")
    form = Phones({"Bob": bob}, lambda: table.view).form("Bob", "lay")
    grid = form.locator(".free-grid")
    expect(grid.locator(".card-rank")).to_have_count(5)
    grid.locator("[data-spot='2,1']").click()
    pick_card(form, "7/X")
    grid.get_by_role("button", name="Take 7/X away").click()  # a slip of the finger
    for at, card in enumerate(("7/O", "7/N", "8/E", "*=/R", "8/S")):
        if at == 1:
            grid.locator("[data-spot='2,2']").press("Enter")  # from then on it goes on downwards
        pick_card(form, card)
    claimed = form.get_by_role("group", name="Its letters")
    for letter in "ONER":
        claimed.get_by_role("button", name=letter, exact=True).click()
    expect(form.locator("[name=words]")).to_have_value("oner")
    form.locator("[name=words]").fill("")
    assert bob.barriers() == []
    bob.portrait("phone-wordcard-grid")
    with bob.answered():
        form.locator("[type=submit]").click()
    laid = table.view.protocol[-1].event["cells"]
    assert [(cell["x"], cell["y"], cell["card"]) for cell in laid] == [
        (2, 1, "7/O"), (2, 2, "7/N"), (2, 3, "8/E"), (2, 4, "*=/R"), (2, 5, "8/S"),
    ]  # fmt: skip


def challenged(table: LiveTable, guest: Visit) -> Guest:
    """Bob's phone, on which he says the word that begins with ZO★K."""
    begin(table, "disorder", "zookeeper")
    for player, card in (("Ann", "Z"), ("Bob", "O"), ("Ann", "?"), ("Bob", "K")):
        table.play([{"event": "place", "player": player, "card": card}])
    table.play([{"event": "challenge", "player": "Ann"}])
    return joined(guest(table.site.join_address, size=PHONE), "Bob")


def test_words_are_laid_out_of_letters_and_written_on_with_keys(table: LiveTable, guest: Visit) -> None:
    bob = challenged(table, guest)
    form = bob.page.locator("form[data-event=name_word]")
    word, letters = form.locator("[name=word]"), form.get_by_role("group", name="Its letters")
    tiles = letters.locator(".tile")
    expect(tiles).to_have_text(["Z", "O", "★", "K", "⌫"])
    sizes = tiles.evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height])"
    )
    assert min(min(size) for size in sizes) >= LEAST_PX
    letters.get_by_role("button", name="Z", exact=True).focus()
    bob.page.keyboard.press("Enter")
    expect(letters.locator("[data-letter=Z]")).to_have_attribute("data-used", "yes")
    letters.get_by_role("button", name="O", exact=True).click()
    letters.get_by_role("button", name="wild card").click()
    letters.get_by_role("button", name="E", exact=True).click()
    letters.get_by_role("button", name="Take the last letter back").click()
    letters.get_by_role("button", name="wild card").click()
    assert bob.barriers() == []
    letters.get_by_role("button", name="O", exact=True).last.click()
    expect(letters.get_by_role("status")).to_have_text("zoo")
    word.press("End")
    word.press_sequentially("keeper")  # what the game cannot know is typed
    expect(letters.locator("[data-used=yes]")).to_have_count(4)
    with bob.answered():
        form.locator("[type=submit]").click()
    assert table.view.protocol[-1].event["word"] == "zookeeper"

    # A letter of a card is there once: what is used up is used up.
    table.submit(lambda referee: referee.close()).result()
    begin(table, "anagrascramble", "ever", players=["Bob", "Ann"], rolls=1)
    table.play([{"event": "roll", "player": "Bob", "face": "4"}, {"event": "card", "jumble": "TUERNEV"}])
    table.restart()  # after which no time runs
    bob.page.reload()  # else it is drawn anew at some moment, and a press in that moment is lost
    form = bob.page.locator("form[data-event=words]")
    for letter in "EVER":
        form.get_by_role("button", name=letter, exact=True).last.click()
    expect(form.get_by_role("button", name="V", exact=True)).to_have_attribute("aria-disabled", "true")
    form.get_by_role("button", name="Next word").click()
    form.get_by_role("button", name="T", exact=True).click()
    expect(form.locator("textarea")).to_have_value("ever t")
    expect(form.locator("[data-used=yes]")).to_have_text(["T"])
    assert bob.barriers() == []


def test_letters_go_where_writing_left_off_though_the_browser_forgets_it(table: LiveTable, guest: Visit) -> None:
    bob = challenged(table, guest)
    form = bob.page.locator("form[data-event=name_word]")
    word, letters = form.locator("[name=word]"), form.get_by_role("group", name="Its letters")
    word.press_sequentially("er")
    word.press("Home")
    for letter in "ZOK":
        letters.get_by_role("button", name=letter, exact=True).click()
        # As Chromium 150 does once the field has lost the focus.
        word.evaluate("field => field.setSelectionRange(0, 0)")
    expect(word).to_have_value("zoker")
    letters.get_by_role("button", name="Take the last letter back").click()
    expect(word).to_have_value("zoer")
    word.press("End")
    letters.get_by_role("button", name="K", exact=True).click()
    expect(word).to_have_value("zoerk")
    word.fill("zo")  # written by something else: on from its end
    word.evaluate("field => { field.blur(); field.value = 'zoo'; field.setSelectionRange(0, 0); }")
    letters.get_by_role("button", name="K", exact=True).click()
    expect(word).to_have_value("zook")
