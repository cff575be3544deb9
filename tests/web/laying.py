"""What people do at a simulated table's page: begin a match, lay and take cards, answer what the camera asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from companion.games import rulebook
from tests.web.browsing import fill_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Locator

    from tests.web.browsing import Guest


def begin(laptop: Guest, *players: str, game: str = "disorder", **fields: str) -> None:
    """Fill in the form of the simulated table and start; `fields` are the form's other fields by name. Returns when the
    game's own cards lie ready to be laid."""
    expect(laptop.page.locator("#layer button").first).to_be_visible()
    start = laptop.page.locator("form.start")
    start.locator("[name=game]").select_option(game)
    names = start.locator(".seats input")
    while names.count() < len(players):
        laptop.press("Add a player")
    for number, name in enumerate(players):
        names.nth(number).fill(name)
    fill_in(start, fields)
    with laptop.page.expect_response(lambda answer: answer.request.method == "GET" and answer.url.endswith("/cards")):
        laptop.press("Start the match")
    expect(laptop.see("title")).to_contain_text(rulebook(game).title)


def lay(laptop: Guest, cards: str) -> None:
    """Lay cards of a row before the camera, one after the other, each seen before the next."""
    row = laptop.see("board").locator(".row .card")
    before = row.count()
    for number, card in enumerate(cards, before + 1):
        laptop.press("Lay a card face down" if card == "?" else f"Lay {card}")
        expect(row).to_have_count(number)


def clear(laptop: Guest) -> None:
    """Take all cards away; the next card is laid on an empty table."""
    button = laptop.page.locator("#clear")
    button.click()
    if button.inner_text() == "Sure? Press again":  # the match still has what lies there
        button.click()
    expect(laptop.page.locator("#lying .take")).to_have_count(0)


def put(laptop: Guest, card: str, row: str | None = None) -> None:
    """Lay a card, a letter or one by its name, in the row of this name; whether it is seen is for the caller to see."""
    if row is not None:
        laptop.page.locator("#layer").get_by_label("Row", exact=True).select_option(label=row)
    lying = laptop.page.locator("#lying .take")
    before = lying.count()
    if len(card) == 1:
        laptop.press(f"Lay {card}")
    else:
        laptop.page.locator("#layer [name=label]").fill(card)
        laptop.press("Lay it")
    expect(lying).to_have_count(before + 1)


def take(laptop: Guest, card: str) -> None:
    """Take the card of this name that lies nearest away from the table."""
    lying = laptop.page.locator("#lying .take")
    before = lying.count()
    laptop.page.get_by_role("button", name=f"Take {card} away", exact=True).last.click()
    expect(lying).to_have_count(before - 1)


def asked(laptop: Guest, kiosk: Guest, *told: str) -> Locator:
    """The camera's question, once it says all this, on the kiosk as well; the form that answers it."""
    question = laptop.page.get_by_role("region", name="Question")
    for part in told:
        expect(question).to_contain_text(part)
        expect(kiosk.see("turn")).to_contain_text(part)
    return question


def ruled(kiosk: Guest, verdict: str, *told: str) -> None:
    """The newest ruling on the kiosk."""
    ruling = kiosk.see("ruling")
    expect(ruling.locator(".verdict")).to_have_text(verdict)
    for part in told:
        expect(ruling).to_contain_text(part)


def scores(guest: Guest, *expected: int) -> None:
    expect(guest.see("players").locator(".score")).to_have_text([str(score) for score in expected])


def labels(kiosk: Guest, cards: Iterable[str], within: str = ".board") -> None:
    """The cards on the kiosk's board, in their order."""
    expect(kiosk.page.locator(f"{within} .card")).to_have_count(len(wanted := list(cards)))
    assert [card.get_attribute("data-label") for card in kiosk.page.locator(f"{within} .card").all()] == wanted
