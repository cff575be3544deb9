"""What people do around the matches: start one from a phone, answer the camera, correct, look back, bring one in."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from companion.decks.shelf import FOLDER
from companion.games.board import Row
from companion.vision.sighting import Alternative, Sighting, Table
from tests.own_decks import SCRIBBLE, ZOO
from tests.seen import only, row_on
from tests.views import PLAYERS, WORDS, placed
from tests.web.browsing import LAPTOP, PHONE, SMALL_DISPLAY, TELEVISION, Guest
from tests.web.tables import PIN, LiveTable
from tests.web.talking import Phone

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]
SETUP = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}


def begun(table: LiveTable, cards: str) -> None:
    table.submit(lambda referee: referee.begin(SETUP)).result()
    table.play(placed(cards))


def see_doubtful(table: LiveTable, cards: str) -> None:
    """Lay cards before the camera, the last of which it cannot tell from a Q."""
    for label in cards:
        table._table.place(label)
    quads = table._table.quads()
    sightings = tuple(Sighting("letter", label, quad, 0.999, True) for label, quad in zip(cards, quads, strict=True))
    last = Sighting("letter", cards[-1], quads[-1], 0.6, False, (Alternative("Q", 0.35),))
    frame = table.frames.keep(table._table.frame(), f"match{table.view.match_id}-doubt")
    seen = Table((*sightings[:-1], last), (tuple(range(len(cards))),))
    table.submit(lambda referee: referee.see(seen, frame)).result()


def test_a_match_is_started_paused_left_and_begun_again_from_a_phone(strict_table: LiveTable, guest: Visit) -> None:
    phone = guest(f"{strict_table.address}/play", size=PHONE)
    phone.page.get_by_role("link", name="Start a match").click()
    phone.page.get_by_label("The PIN on the table's display").fill(PIN)
    phone.press("Open")
    phone.page.locator("[name=game]").select_option("anagrascramble")
    for number, name in enumerate(("Ann", "Bob"), 1):
        phone.page.get_by_label(f"Player {number}").fill(name)
    phone.page.get_by_label("Dictionary").select_option("en-casual")
    phone.page.get_by_label("Deck").select_option("anagrascramble-red")
    phone.page.get_by_label("Rolls each").fill("3")
    phone.press("Start the match")
    expect(phone.page.locator("#now")).to_contain_text("AnagraScramble")
    assert strict_table.view.options == {"lexicon": "en-casual", "deck": "red", "rolls": 3, "penalty": "each"}
    assert phone.barriers() == []
    phone.press("Pause")
    expect(phone.page.get_by_role("button", name="Go on")).to_be_visible()
    assert strict_table.view.paused
    phone.press("Go on")
    phone.press("Leave the match")
    expect(phone.page.locator("#matches")).to_contain_text("AnagraScramble")
    with phone.answered():
        phone.press("Take it up again")
    expect(phone.page.locator("#now")).to_contain_text("AnagraScramble")
    assert strict_table.view.match_id == 1


def test_what_the_host_has_chosen_stays_while_phones_come_and_go(
    strict_table: LiveTable, guest: Visit, phone: Callable[[str], Phone]
) -> None:
    host = guest(f"{strict_table.address}/host", size=LAPTOP)
    host.page.get_by_label("The PIN on the table's display").fill(PIN)
    host.press("Open")
    players = host.page.locator("[name=player]")
    host.page.locator("[name=game]").select_option("typo")
    players.first.fill("Ann")
    phone("Bob")
    expect(players.nth(1)).to_have_value("Bob")
    phone("Cy")
    expect(players).to_have_count(3)
    host.page.get_by_role("button", name="Free the seat").first.click()
    expect(players).to_have_count(2)
    assert [box.input_value() for box in players.all()] == ["Ann", "Cy"]
    assert host.page.locator("[name=game]").input_value() == "typo"


def test_a_match_is_started_with_decks_of_ones_own(table: LiveTable, guest: Visit) -> None:
    folder = table.data / FOLDER
    folder.mkdir()
    for name, text in (("zoo", ZOO), ("scribble", SCRIBBLE), ("broken", "name = 7")):
        (folder / f"{name}.toml").write_text(text, "utf-8")
    host = guest(f"{table.address}/host", size=LAPTOP)
    start = host.page.locator("form.start")
    expect(start).to_contain_text("broken.toml, line 1: a deck needs “name”, as text")
    start.get_by_label("Deck").select_option(label="Scribble")
    start.locator("[name=game]").select_option("villains")
    for number, name in enumerate(("Ann", "Bob"), 1):
        start.get_by_label(f"Player {number}", exact=True).fill(name)
    first = start.get_by_role("group", name="Starting Villain of player 1")
    expect(first.get_by_role("radio", name="Professor Muddle, ABCD, DRAW 2 once it is minted")).to_be_checked()
    first.get_by_role("radio", name="Queen Clutter").check()
    start.get_by_label("Deck of player 2").select_option(label="Zoo")
    start.get_by_role("group", name="Starting Villain of player 2").get_by_role("radio", name="Witch").check()
    assert host.barriers() == []
    host.press("Start the match")
    expect(host.page.locator("#now")).to_contain_text("Disorder of the Villains")
    view = table.view
    assert view.deck == {"Ann": "villains", "Bob": "zoo.toml"}
    assert view.options["starting"] == {"Ann": "Queen Clutter", "Bob": "Witch"}
    assert set(view.options["decks"]) == {"Bob"}
    assert {card.label for card in table._table.deck.cards} >= {"Queen Clutter", "Witch"}

    # The same again is played with the same decks; a drawn table of one's own letters is laid from the page.
    host.press("Leave the match")
    start.get_by_label("Deck").select_option(label="Scribble")
    for number, name in enumerate(("Ann", "Bob"), 1):
        start.get_by_label(f"Player {number}", exact=True).fill(name)
    host.press("Start the match")
    expect(host.page.locator("#now")).to_contain_text("Disorder!")
    assert (table.view.deck, table.view.options["values"]) == ("scribble.toml", {"Z": 7})
    laptop = guest(table.address, size=LAPTOP)
    laptop.press("Lay Z")
    expect(laptop.see("board")).to_contain_text("7 chips on the table")


def test_a_doubtful_card_is_shown_everywhere_and_any_answer_is_taken(table: LiveTable, guest: Visit) -> None:
    begun(table, "ZO")
    phone = guest(table.site.join_address, size=PHONE)
    phone.press("Bob")
    kiosk, host = guest(f"{table.address}/kiosk", size=TELEVISION), guest(f"{table.address}/host", size=LAPTOP)
    small = guest(f"{table.address}/kiosk", size=SMALL_DISPLAY, dark=True)
    see_doubtful(table, "ZOO")
    for page in (kiosk, host, phone, small):
        crop = page.page.locator(".crop")
        expect(crop).to_be_visible()
        expect(crop).not_to_have_js_property("naturalWidth", 0)
        expect(page.page.locator("body")).to_contain_text("New card: O / Q?")
        assert page.barriers() == []
    assert kiosk.misfits() == []
    assert small.misfits() == []
    kiosk.portrait("kiosk-question")
    phone.portrait("phone-question")

    # It is neither an O nor a Q.
    phone.page.locator("summary", has_text="Another answer").click()
    phone.page.get_by_role("radio", name="X", exact=True).check()
    phone.press("That is it")
    expect(kiosk.see("ruling")).to_contain_text("Cy plays X")
    expect(kiosk.page.locator(".crop")).to_have_count(0)
    newest = table.view.protocol[-1]
    assert (newest.source, newest.frame) == ("phone", f"match{table.view.match_id}-doubt.jpg")


def test_what_no_move_explains_is_shown_as_a_difference_until_somebody_settles_it(
    table: LiveTable, guest: Visit
) -> None:
    begun(table, "ZOO")
    kiosk, host = guest(f"{table.address}/kiosk", size=TELEVISION), guest(f"{table.address}/host", size=LAPTOP)
    phone = guest(table.site.join_address, size=PHONE)
    phone.press("Bob")
    for card in "ZOXK":  # a card exchanged and one more: no one move makes that of ZOO
        table.drawn.place(card)
    told = kiosk.see("turn").locator(".difference")
    expect(told).to_contain_text("ZOXK")
    difference = host.page.get_by_role("region", name="Difference")
    expect(difference).to_contain_text("ZOO")
    assert kiosk.misfits() == []
    assert host.barriers() == []
    assert len(table.view.protocol) == 3, "nothing is scored from a guess"
    host.press("The match is right")
    expect(told).to_have_count(0)

    # Or the match is put right: the third card was an X, and K is a move.
    host.page.locator("#protocol li").first.locator("summary", has_text="Correct").click()
    host.page.locator("#protocol li").first.get_by_role("radio", name="X", exact=True).check()
    host.page.locator("#protocol li").first.get_by_role("button", name="Put this in its place").click()
    expect(kiosk.see("board").locator(".row .card")).to_have_count(4)
    assert row_on(table.view.board) == "ZOXK"
    assert table.view.protocol[-1].source == "camera"


# What the list of rulings has when a page that had all of ten hears the next message after a silence in which there
# were thirty more, and once it has asked for them.
AFTER_A_SILENCE = """async () => {
  const { chronicle } = await import("/static/js/protocol.js");
  const rulings = (first, last) => Array.from({ length: last - first + 1 },
    (_, at) => ({ number: first + at, changes: {} }));
  const list = chronicle(() => {});
  const shown = (first, last) => list
    .of({ match_id: 1, rulings: rulings(first, last), match: { scores: {} } })
    .map(({ number }) => number);
  const asked = [shown(6, 10), await list.all(), shown(6, 10)];
  const heard = shown(36, 40);
  await new Promise((done) => setTimeout(done, 0));
  await list.all();
  return { before: asked[2].length, heard, then: shown(36, 40) };
}"""


@pytest.mark.parametrize(("arrives", "first"), [(True, 1), (False, 36)])
def test_the_list_of_rulings_has_no_gap_though_what_was_missed_cannot_be_had(
    table: LiveTable, guest: Visit, arrives: bool, first: int
) -> None:
    page = guest(f"{table.address}/host", size=LAPTOP).page
    lasts = iter((10, 40, 40) if arrives else (10, None, None))

    def answer(route: Route) -> None:
        last = next(lasts)
        if last is None:
            route.abort()
        else:
            route.fulfill(json=[{"number": number, "changes": {}} for number in range(1, last + 1)])

    page.route("**/api/matches/1/rulings", answer)
    told = page.evaluate(AFTER_A_SILENCE)
    assert told["before"] == 10
    assert told["heard"] == [36, 37, 38, 39, 40]
    assert told["then"] == list(range(first, 41))


def test_what_was_decided_is_looked_at_corrected_and_signed(table: LiveTable, guest: Visit) -> None:
    begun(table, "ZOOL")
    for _ in range(11):
        table.play([{"event": "undo"}, {"event": "redo"}])
    host = guest(f"{table.address}/host", size=LAPTOP)
    protocol = host.page.locator("#protocol")
    expect(protocol.locator("li")).to_have_count(20)
    host.press("All rulings")
    expect(protocol.locator("li")).to_have_count(26)
    oldest = protocol.locator("li").last
    expect(oldest).to_contain_text("Ann plays Z")
    expect(oldest.locator(".stamp")).to_have_text("D3")

    # The fourth card was misheard; Bea says so.
    host.page.get_by_label("Corrections in the name of").fill("Bea")
    third = protocol.locator("li").nth(22)
    expect(third).to_contain_text("Ann plays L")
    third.locator("summary", has_text="Correct").click()
    expect(third.get_by_role("radio", name="L", exact=True)).to_be_checked()  # what was said stands there
    third.get_by_role("radio", name="K", exact=True).check()
    third.get_by_role("button", name="Put this in its place").click()
    newest = protocol.locator("li").first
    expect(newest).to_contain_text("Event 4 is corrected")
    expect(newest).to_contain_text("host – Bea")
    expect(newest.locator("time")).not_to_be_empty()
    host.press("Undo")
    expect(protocol.locator("li").first).to_contain_text("Taken back")
    expect(protocol.locator("li").first).to_contain_text("Bea")
    assert table.view.protocol[-1].event == {"event": "undo", "by": "Bea"}

    # A lost round: the sum stands in the protocol and on the page to print.
    points = only(table.view.board, Row).worth
    host.press("Bob: Concede the round")
    host.press("Sure? Press again")
    expect(protocol.locator("li").first).to_contain_text(f"0 + {points} = {points}")
    result = guest(f"{table.address}/kiosk", size=LAPTOP)
    result.page.goto(f"{table.address}/matches/1")
    expect(result.page.locator("tbody tr").last).to_contain_text(f"+{points} {points}")
    expect(result.page.locator("svg .chart-line")).to_have_count(3)
    expect(result.page.locator("tbody")).to_contain_text("Bea")


def test_only_what_was_not_taken_back_is_offered_to_be_corrected(table: LiveTable, guest: Visit) -> None:
    begun(table, "ZO")
    host = guest(f"{table.address}/host", size=LAPTOP)
    offered = host.page.locator("#protocol li").filter(has=host.page.locator("summary", has_text="Correct"))
    numbers = offered.locator(".line:first-child > b")
    expect(numbers).to_have_text(["2", "1"])
    table.play([{"event": "undo"}])
    expect(numbers).to_have_text(["1"])
    table.play([{"event": "redo"}])
    expect(numbers).to_have_text(["2", "1"])


def test_what_the_clock_said_is_corrected_without_a_form(table: LiveTable, guest: Visit) -> None:
    timed = {**SETUP, "options": {"lexicon": WORDS, "answer_seconds": 30}}
    table.submit(lambda referee: referee.begin(timed)).result()
    table.play([{"event": "timeout", "player": "Ann"}])
    host = guest(f"{table.address}/host", size=LAPTOP)
    refused: list[str] = []
    host.page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    said = host.page.locator("#protocol li").first
    said.locator("summary", has_text="Correct").click()
    expect(said.locator(".anew input")).to_have_value("Ann")
    assert not refused


@pytest.mark.parametrize("written", [{"player": "Bob", "card": "Snuffer"}, "Snuffer"])
def test_a_correction_begins_with_what_was_said_after_a_restart_too(
    written: object, table: LiveTable, guest: Visit
) -> None:
    setup = {"game": "villains", "players": ["Ann", "Bob"]}
    table.submit(lambda referee: referee.begin(setup)).result()
    cards = {"Ann": ["Grumbler", "Cinder"], "Bob": ["Snuffer"]}
    for turn, player in enumerate(("Ann", "Bob", "Ann")):
        aimed = {"target": written} if turn == 2 else {}
        table.play([
            {"event": "draw", "player": player},
            {"event": "play", "player": player, "card": cards[player].pop(0), **aimed},
            *([{"event": "end_turn", "player": player}] if turn < 2 else []),
        ])  # fmt: skip
    table.restart()
    host = guest(f"{table.address}/host", size=LAPTOP)
    played = host.page.locator("#protocol li").first
    played.locator("summary", has_text="Correct").click()
    expect(played.get_by_role("radio", name="Snuffer (Bob)")).to_be_checked()
    played.get_by_role("button", name="Put this in its place").click()
    host.page.locator("#protocol li").nth(1).wait_for()
    expect(host.page.locator("#protocol li").first).to_contain_text("is corrected")
    assert table.view.protocol[-1].event["to"]["target"] == {"player": "Bob", "card": "Snuffer"}


def test_a_total_leads_to_the_events_that_changed_it_and_to_their_corrections(table: LiveTable, guest: Visit) -> None:
    begun(table, "ZOO?")
    table.play([{"event": "challenge", "player": "Bob"}, {"event": "name_word", "player": "Ann", "word": "zoo"}])
    for _ in range(11):
        table.play([{"event": "undo"}, {"event": "redo"}])
    table.play([{"event": "place", "player": "Ann", "card": "Z"}])
    host = guest(f"{table.address}/host", size=LAPTOP)
    protocol = host.page.locator("#protocol")
    lines = protocol.locator("ol.protocol > li")
    totals = host.page.get_by_role("group", name="Totals").get_by_role("button")
    expect(totals).to_have_text(["Ann 15", "Bob 0", "Cy 0"])
    totals.first.click()
    expect(protocol.get_by_role("heading")).to_have_text("What changed Ann's total")
    expect(lines).to_have_count(23)
    taken = lines.last
    expect(taken).to_contain_text("“zoo”")
    expect(taken.locator(".changes")).to_contain_text("0 + 15 = 15")
    assert host.barriers() == []
    taken.locator("summary", has_text="Correct").click()
    taken.get_by_label("Your word").fill("zookeeper")
    taken.get_by_role("button", name="Put this in its place").click()
    expect(totals).to_have_text(["Ann 0", "Bob 15", "Cy 0"])
    host.press("Everything that happened")
    expect(protocol.get_by_role("heading")).to_have_text("What happened")
    expect(lines.first).to_contain_text("Event 6 is corrected")


def test_a_match_is_brought_in_from_a_file(table: LiveTable, guest: Visit, tmp_path: Path) -> None:
    host = guest(f"{table.address}/host", size=LAPTOP)
    transcript: dict[str, Any] = {**SETUP, "events": placed("ZOO")}
    path = tmp_path / "night.json"
    path.write_text(json.dumps(transcript), "utf-8")
    host.page.get_by_label("Bring a transcript in (JSON)").set_input_files(path)
    expect(host.page.locator("#protocol li")).to_have_count(3)
    exported = host.page.request.get(f"{table.address}/api/matches/1").json()
    assert exported == transcript
    with host.answered():
        host.press("Leave the match")
    expect(host.page.locator("#matches a", has_text="JSON")).to_have_attribute("href", "/api/matches/1")
    path.write_text("no transcript", "utf-8")
    host.page.get_by_label("Bring a transcript in (JSON)").set_input_files(path)
    expect(host.page.locator("#problem")).not_to_be_empty()


ON_THE_OLED = """async (label) => {
  const { dialog } = (await (await fetch("/api/view")).json()).table;
  return dialog !== null && dialog.items[dialog.cursor] === label;
}"""


def test_the_buttons_start_a_match_on_the_oled(table: LiveTable, guest: Visit) -> None:
    laptop = guest(table.address, size=LAPTOP)
    table.submit(lambda referee: (referee.begin(SETUP), referee.close())).result()
    for key, shown in (("Enter", "new match"), ("ArrowDown", "same again"), ("Enter", "Ann"), ("ArrowDown", "Bob")):
        laptop.page.keyboard.press(key)
        laptop.page.wait_for_function(ON_THE_OLED, arg=shown)
    laptop.page.keyboard.press("Enter")
    expect(laptop.see("players").locator(".name")).to_have_text(["Bob", "Cy", "Ann"])


def test_a_house_rule_is_chosen_said_beside_its_clause_and_offered_first_next_time(
    table: LiveTable, guest: Visit
) -> None:
    host = guest(f"{table.address}/host", size=LAPTOP)
    start = host.page.locator("form.start")
    rules = start.locator(".house-rules")
    own = rules.get_by_role("radio", name="Cards are tagged on to one's own lines only.")
    for number, name in enumerate(("Ann", "Bob"), 1):
        start.get_by_label(f"Player {number}", exact=True).fill(name)
    start.locator("[name=game]").select_option("wordcard")
    expect(own).to_be_hidden()  # folded: nobody needs to know before the first match
    rules.locator("summary").click()
    expect(rules).to_contain_text("W7")
    own.check()
    rules.locator("[name=open_cards]").select_option("4")
    expect(rules).to_contain_text("A first laydown needs 4 or more cards, unless a value is agreed upon.")
    expect(start.locator(".pair").first).to_be_visible()
    expect(start.locator(".pair").nth(1)).to_be_hidden()  # two players make one pair
    start.get_by_role("button", name="Add a player").click()
    start.get_by_label("Player 3", exact=True).fill("Cy")
    start.get_by_label("Partners 1.1").select_option("Ann")
    start.get_by_label("Partners 1.2").select_option("Cy")
    start.locator("[name=dealer]").select_option("Ann")
    start.get_by_label("Player 3", exact=True).fill("Di")  # under another name, but the same player
    assert host.barriers() == []
    start.locator("[name=type]").select_option("cardplay")
    expect(rules.get_by_text("Words that count")).to_be_hidden()  # no word is claimed there
    host.press("Start the match")
    expect(host.page.locator("#now")).to_contain_text("WORDCARD")
    assert table.view.options.items() >= {"type": "cardplay", "tag_on": "own", "pick_any": False}.items()
    assert (table.view.options["partners"], table.view.options["dealer"]) == ([["Ann", "Di"]], "Ann")
    assert (table.view.options["open_cards"], table.view.options["open_points"]) == (4, None)
    assert "strict" not in table.view.options

    table.play([
        {"event": "lay", "player": "Ann", "lines": [["7/A", "7/B", "7/C", "7/D", "7/E"]]},
        {"event": "end_turn", "player": "Ann"},
        {"event": "lay", "player": "Bob", "lines": [["8/A", "8/B", "8/C", "8/D", "8/E"]]},
        {"event": "tag", "player": "Bob", "line": 2, "back": ["8/F"]},
    ])  # fmt: skip
    newest, sentence = host.page.locator(".protocol > li").first, "Cards are tagged on to one's own lines only."
    expect(newest.locator(".clause")).to_contain_text(sentence)  # said beside the clause
    expect(newest.locator(".stamp").first).to_have_text("W7")
    expect(newest.locator(".section")).to_have_text("In the rulebook: rule 15")
    kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
    expect(kiosk.see("ruling").locator(".reading")).to_have_text(sentence)
    expect(kiosk.see("ruling").locator(".section")).to_have_text("In the rulebook: rule 15")
    assert kiosk.misfits() == []
    kiosk.page.goto(f"{table.address}/matches/{table.view.match_id}?clauses=yes&lang=de")
    expect(kiosk.page.locator(".reading")).to_contain_text(["Angelegt wird nur an die eigenen Reihen."])

    host.press("Leave the match")
    start.locator("[name=game]").select_option("wordcard")
    expect(own).to_be_checked()
    expect(own).to_be_visible()  # what is the table's own is shown
    start.locator("[name=game]").select_option("typo")
    expect(rules).not_to_have_attribute("open", "")
