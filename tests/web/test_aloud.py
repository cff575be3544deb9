"""Pages speak, where the host wants it: the table's own sentences, in the page's language, the newest of each kind."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.views import WORDS, placed
from tests.web.browsing import SMALL_DISPLAY, Guest
from tests.web.tables import LiveTable

SETUP = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}
# Headless Chromium has no voice: what it is asked to say is written down, and goes on until it is broken off.
LISTEN = """() => {
  window.heard = [];
  let spoken = null;
  SpeechSynthesis.prototype.speak = (utterance) => {
    spoken = utterance;
    window.heard.push([utterance.text, utterance.lang, utterance.volume]);
    utterance.dispatchEvent(new SpeechSynthesisEvent("start", { utterance }));
  };
  SpeechSynthesis.prototype.cancel = () => {
    const utterance = spoken;
    spoken = null;
    if (utterance) utterance.dispatchEvent(new SpeechSynthesisErrorEvent("error", { utterance, error: "canceled" }));
  };
  window.isSpeaking = () => spoken !== null;
}"""
# What a page is told to say is counted once it has minded it.
COUNT = """() => {
  window.minded = [];
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (name, act) {
    listen.call(this, name, (event) => {
      act(event);
      if (name === "say") window.minded.push(JSON.parse(event.data).kind);
    });
  };
}"""


def begin(table: LiveTable) -> None:
    table.submit(lambda referee: referee.begin(SETUP)).result()


def said(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a page is told: `say` or `hush`, and what."""
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: ") and kind in ("say", "hush"):
            yield kind, json.loads(line.removeprefix("data: "))


def test_a_page_hears_what_the_table_says_in_its_own_language(client: httpx.Client, table: LiveTable) -> None:
    with (
        client.stream("GET", "/api/speech/de", timeout=60) as german,
        client.stream("GET", "/api/speech/en") as english,
    ):
        german_lines, english_lines = german.iter_lines(), english.iter_lines()
        for lines in (german_lines, english_lines):
            assert "event: beat" in lines  # now they are heard
        begin(table)
        table.play(placed("Z", ["Ann", "Bob"]))
        hearing = said(german_lines)
        assert next(hearing) == ("say", {"kind": "turn", "sentence": "Ann: spiel eine Karte"})
        ruling = next(event for event in hearing if event[1]["kind"] == "ruling")
        assert ruling[1]["sentence"].startswith("Ann ")
        assert next(said(english_lines))[1]["sentence"] == "Ann: play a card"
        table.site.end_soon()  # as when the table stops: every stream ends
        assert all(event[0] in ("say", "hush") for event in hearing)


def test_pages_read_four_languages(client: httpx.Client) -> None:
    assert client.get("/api/speech/la").status_code == 404


@pytest.mark.browser
def test_the_kiosk_speaks_when_the_host_wants_it_and_says_when_it_cannot(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    kiosk = guest(f"{table.address}/kiosk", locale="nl-NL")
    begin(table)  # silently
    table.loudness.set(60, "both")
    expect(kiosk.page.locator("html")).to_have_attribute("data-aloud", "on")
    table.play(placed("Z", ["Ann", "Bob"]))
    expect(kiosk.see("aloud")).to_have_text("Dit scherm kan niet spreken: de browser heeft er geen stem voor.")
    assert kiosk.misfits() == []
    kiosk.page.evaluate(LISTEN)
    table.play([{"event": "place", "player": "Bob", "card": "O"}])
    kiosk.page.wait_for_function("() => window.heard.length === 1")
    expect(kiosk.see("aloud")).to_be_empty()
    table.play([{"event": "place", "player": "Ann", "card": "O"}])
    kiosk.page.wait_for_function("() => window.heard.length === 3")  # each breaks off what it overtakes
    bobs, turn, anns = kiosk.page.evaluate("() => window.heard")
    assert bobs[0].startswith("Bob ")
    assert turn == ["Ann: speel een kaart", "nl", pytest.approx(0.6)]
    assert anns[0].startswith("Ann ")
    table.loudness.set(by="table")
    expect(kiosk.page.locator("html")).to_have_attribute("data-aloud", "")
    table.play([{"event": "place", "player": "Bob", "card": "K"}])
    kiosk.shows(table.view.version)
    assert kiosk.page.evaluate("() => [window.heard.length, speechSynthesis.speaking]") == [3, False]


@pytest.mark.browser
def test_a_page_is_silent_while_the_table_listens_and_then_says_the_newest(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    kiosk = guest(f"{table.address}/kiosk")
    for script in (LISTEN, COUNT):
        kiosk.page.evaluate(script)
    begin(table)
    table.play(placed("ZOO?", ["Ann", "Bob"]))
    table.loudness.set(60, "both")
    expect(kiosk.page.locator("html")).to_have_attribute("data-aloud", "on")
    table.play([{"event": "challenge", "player": "Ann"}])
    kiosk.page.wait_for_function("() => isSpeaking() && minded.includes('turn') && minded.includes('ruling')")
    among = table.submit(lambda referee: referee.buttons.listen(lines=True)).result()
    assert among is not None
    assert "Zulu" in among.numbers
    kiosk.page.wait_for_function("() => !isSpeaking()")
    said = kiosk.page.evaluate("() => { minded = []; return heard.length; }")
    for event in ("undo", "redo"):
        table.play([{"event": event}])
        kiosk.page.wait_for_function("() => minded.includes('turn') && minded.includes('ruling')")
        assert kiosk.page.evaluate("() => { minded = []; return heard.length; }") == said
    table.submit(lambda referee: referee.buttons.listen_no_more()).result()
    kiosk.page.wait_for_function("(said) => heard.length === said + 1", arg=said)
    assert kiosk.page.evaluate("() => isSpeaking()")


@pytest.mark.browser
def test_the_kiosk_shows_what_can_be_said_for_as_long_as_the_table_listens(
    table: LiveTable, guest: Callable[..., Guest]
) -> None:
    kiosk = guest(f"{table.address}/kiosk", locale="de-DE", size=SMALL_DISPLAY)
    begin(table)
    table.play([*placed("ZOO?", ["Ann", "Bob"]), {"event": "challenge", "player": "Ann"}])
    among = table.submit(lambda referee: referee.buttons.listen(lines=False)).result()
    assert among is not None
    shown = kiosk.see("listening")
    expect(shown).to_have_text(f"Der Tisch hört zu: eines davon sagen.{' · '.join(among.numbers)}")
    expect(kiosk.see("ruling")).not_to_be_visible()
    assert kiosk.misfits() == []
    assert kiosk.barriers() == []
    table.submit(lambda referee: referee.buttons.listen_no_more()).result()
    expect(shown).to_be_empty()
    expect(kiosk.see("ruling")).to_be_visible()


@pytest.mark.browser
def test_a_page_that_was_refused_hears_again(table: LiveTable, guest: Callable[..., Guest]) -> None:
    kiosk = guest(f"{table.address}/kiosk")
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        if len(refused) > 1:
            route.continue_()
        else:
            route.fulfill(status=429, body="too many requests")

    kiosk.page.route("**/api/speech/en", refuse)
    table.loudness.set(60, "both")
    expect(kiosk.page.locator("html")).to_have_attribute("data-aloud", "on")
    assert len(refused) == 2
