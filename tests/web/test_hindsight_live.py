"""What could have been, on the kiosk and on a phone, in the page's own language."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.rules import villains_table, wordcard_table
from tests.web.browsing import PHONE, SMALL_DISPLAY, Guest
from tests.web.tables import LiveTable
from tests.web.talking import begin

pytestmark = pytest.mark.browser


def tell(client: httpx.Client, reading: Callable[[str], tuple[dict[str, Any], str]], script: str) -> None:
    """Hand in the events of a script; every one is accepted."""
    for line in filter(None, map(str.strip, script.splitlines())):
        said = [{"event": "decline", "player": "Bob" if "Ann" in line else "Ann"}] if line.startswith("let ") else []
        for event in (*said, reading(line.removeprefix("let "))[0]):
            assert client.post("/api/events", json={"event": event}).json()["accepted"], line


def test_what_could_have_been_is_told_on_every_display_and_fits(
    table: LiveTable, client: httpx.Client, guest: Callable[..., Guest]
) -> None:
    decks = {"Ann": villains_table.deck(), "Bob": villains_table.deck({"Ape2": villains_table.timed("burn")}, "2")}
    options = {"decks": decks, "starting": {"Ann": "Oz", "Bob": "Oz2"}}
    begin(client, {"game": "villains", "players": ["Ann", "Bob"], "options": options, "teach": True})
    kiosk = guest(f"{table.address}/kiosk", size=SMALL_DISPLAY, locale="de-DE")
    phone = guest(table.site.join_address, size=PHONE, locale="fr-FR")
    tell(client, villains_table.read_line, villains_table.BOARD_OF_FOUR)
    expect(kiosk.page.locator(".ruling")).to_contain_text("Bob fehlt zu Golem2 noch eine Karte: 1 von 15")
    assert kiosk.misfits() == []
    phone.press("Ann")
    tell(client, villains_table.read_line, "Ann draw -> drawn V4\nAnn mint Oz -> minted V13")
    expect(phone.page.locator("#ruling")).to_contain_text("Avec Ape2 sur Oz (Ann), Bob aurait pu empêcher Ann")

    assert client.post("/api/match/close").status_code == 200
    words = {"lexicon": {"words": list(wordcard_table.WORDS)}, "open_cards": 2, "hand": 8}
    begin(client, {"game": "wordcard", "players": ["Ann", "Bob"], "options": words})
    tell(
        client,
        wordcard_table.read_line,
        """
        Ann lay 7/O 7/N -> laid W6 Ann+14
        Ann end_turn -> turn_ended W17
        Bob lay 7/A 7/T -> laid W6 Bob+14
        Bob end_turn -> turn_ended W17
        Ann draw deck -> drawn W25
        Ann lay 7/T 8/R 9/A 10/I J/N | 7/O 7/N -> out W18 Ann+140
        """,
    )
    shown = {"event": "hands", "hands": {"Bob": ["10/C", *["A/Q"] * 4, "A/X"]}}
    assert client.post("/api/events", json={"event": shown}).json()["accepted"]
    expect(kiosk.page.locator(".ruling")).to_contain_text("Mit 10/C hätte Bob noch die Reihe 10/C 7/A 7/T legen können")
    assert kiosk.misfits() == []
