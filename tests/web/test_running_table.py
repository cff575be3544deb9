"""The whole program in a real browser, in all five games: cards laid on the page's drawn table are seen by the real
eyes, proposed, confirmed and shown; with the panel's pins and the OLED."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from companion.app import App, Setup
from companion.decks import deckfiles
from companion.games.board import Row
from companion.referee.tableview import Entry
from tests.seen import only
from tests.web.browsing import TELEVISION, Guest
from tests.web.laying import asked, begin, labels, lay, put, ruled, scores, take

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """One table for all games of the night: its dictionary is compiled once."""
    with App(Setup(tmp_path_factory.mktemp("night"), port=0, camera="drawn")) as app:
        yield app


@pytest.fixture
def running(night: App) -> Iterator[App]:
    """The table with nothing on it and no match."""
    yield night
    assert night.drawn is not None
    night.drawn.clear()
    if night.view.match is not None:
        night.submit(lambda referee: referee.close()).result()


def seen(app: App, event: str) -> Entry:
    """The newest event of this kind: it came from the camera, and its ruling has its picture."""
    entry = [entry for entry in app.view.protocol if entry.event["event"] == event][-1]
    assert entry.frame is not None
    assert app.view.match_id is not None
    assert app.frame(app.view.match_id, entry.frame)
    return entry


def test_disorder_from_cards_before_the_camera_to_a_ruling_on_every_display(running: App, guest: Visit) -> None:
    laptop = guest(running.address)
    for device in ("camera", "screen", "panel"):  # and how seldom the camera looks where a look takes long
        expect(laptop.page.locator(f"[data-device={device}] .kind").first).to_have_text(re.compile("^simulated"))
    expect(laptop.page.locator("#screen")).to_have_js_property("naturalWidth", 128)
    expect(laptop.page.locator("#screen")).to_have_js_property("naturalHeight", 64)
    begin(laptop, "Ann", "Bob", "Cy")
    lay(laptop, "ZOOK")
    points = only(running.view.board, Row).worth
    expect(laptop.see("board")).to_contain_text(f"{points} chips on the table")
    before = laptop.page.locator("#screen").get_attribute("src")
    laptop.portrait("table")
    expect(laptop.page.locator("[data-press=player2]")).to_have_text("2 Bob")
    laptop.page.keyboard.press("9")  # nobody sits there
    laptop.page.keyboard.press("2")
    expect(laptop.see("ruling")).to_contain_text("Bob challenges Ann")
    expect(laptop.page.locator("#screen")).not_to_have_attribute("src", before or "")
    laptop.page.get_by_label("Your word").fill("zookeeper")
    laptop.press("Name the word")
    ruled(laptop, "The challenge is lost")
    scores(laptop, 0, points, 0)
    assert seen(running, "place").source == "camera"


def test_typo_cards_are_shown_and_placed_with_a_word(running: App, guest: Visit) -> None:
    laptop, kiosk = guest(running.address), guest(f"{running.address}/kiosk", size=TELEVISION)
    begin(laptop, "Ann", "Bob", game="typo", rows="RENT")
    for number, letter in enumerate("RENT", 1):
        put(laptop, letter, f"Row {number}")
    for letter in "EX":
        put(laptop, letter, "chosen cards, shown")
    ruled(kiosk, "Cards revealed", "Ann E", "Bob X")
    assert seen(running, "reveal").source == "camera"

    # Ann's E goes from what is shown to the first row; the camera asks for the word that was said to it.
    take(laptop, "E")
    put(laptop, "E", "Row 1")
    question = asked(laptop, kiosk, "Ann puts E behind R", "which word?")
    question.get_by_label("Word").fill("realize")
    question.get_by_role("button", name="That is it").click()
    ruled(kiosk, "Placed", "“realize” begins with RE")
    labels(kiosk, "RE", ".rows .row:first-child")

    # Bob doubts it with his own button: one of one other is enough to have it looked up.
    laptop.page.keyboard.press("2")
    ruled(kiosk, "The word stands", "“realize” is in the dictionary")
    assert seen(running, "place").event["word"] == "realize"


def test_villains_cards_before_both_players_are_played_and_aimed(running: App, guest: Visit) -> None:
    laptop, kiosk = guest(running.address), guest(f"{running.address}/kiosk", size=TELEVISION)
    begin(laptop, "Ann", "Bob", game="villains", starting2="Queen Clutter", interrupt_seconds="60")
    put(laptop, "Queen Clutter", "Bob")
    put(laptop, "Professor Muddle", "Ann")
    laptop.press("Ann: Draw")
    put(laptop, "Magpie", "Ann")
    ruled(kiosk, "Played", "Ann plays Magpie")
    assert seen(running, "play").source == "camera"
    laptop.press("Bob: Let it happen")
    laptop.press("Ann: End the turn")

    # Bob's card burns one: the camera asks which, and wants the card sideways that has used its trait.
    laptop.press("Bob: Draw")
    put(laptop, "Cinder", "Bob")
    question = asked(laptop, kiosk, "Cinder does BURN", "to which card?")
    question.get_by_role("button", name="Magpie (Ann)").click()
    ruled(kiosk, "Played", "Bob plays Cinder")
    expect(kiosk.see("turn")).to_contain_text("↻ Cinder (Bob)")
    laptop.press("Turn Cinder")
    expect(kiosk.see("turn")).not_to_contain_text("↻ Cinder")
    take(laptop, "Magpie")
    asked(laptop, kiosk, "Ann may still interrupt Cinder").get_by_role("button", name="yes").click()
    ruled(kiosk, "Carried out")
    assert seen(running, "resolve").source == "camera"
    expect(kiosk.see("board").locator(".creature-name")).to_have_text(["Professor Muddle", "Queen Clutter", "Cinder"])


def test_a_negate_against_a_negate_by_camera_and_buttons(running: App, guest: Visit) -> None:
    """V12: one card is turned on the table, the answer to it pressed, and the last chance let go with the buttons."""
    laptop, kiosk = guest(running.address), guest(f"{running.address}/kiosk", size=TELEVISION)
    begin(laptop, "Ann", "Bob", game="villains", starting2="Queen Clutter", interrupt_seconds="60")
    put(laptop, "Queen Clutter", "Bob")
    put(laptop, "Professor Muddle", "Ann")
    for player, card in (("Ann", "Grumbler"), ("Bob", "Snuffer")):
        laptop.press(f"{player}: Draw")
        put(laptop, card, player)
        ruled(kiosk, "Played", f"{player} plays {card}")
        laptop.press(f"{player}: End the turn")
    laptop.press("Ann: Draw")
    put(laptop, "Cinder", "Ann")
    asked(laptop, kiosk, "Cinder does BURN", "to which card?").get_by_role("button", name="Snuffer (Bob)").click()
    ruled(kiosk, "Played", "Ann plays Cinder")
    laptop.press("Turn Cinder")
    expect(kiosk.see("board")).to_contain_text("Bob may interrupt Cinder")

    laptop.press("Turn Snuffer")
    ruled(kiosk, "Trait used", "Bob triggers Snuffer")
    assert seen(running, "trigger").source == "camera"
    expect(kiosk.see("board")).to_contain_text("Ann may interrupt Snuffer")
    laptop.page.keyboard.press("1")  # her own button: she has one trait to interrupt with, and it has no target
    ruled(kiosk, "Trait used", "Ann triggers Grumbler")
    assert seen(running, "trigger").source == "panel"
    expect(kiosk.see("turn")).to_contain_text("↻ Grumbler (Ann)")  # it should lie sideways now
    laptop.press("Turn Grumbler")
    expect(kiosk.see("board")).to_contain_text("Bob may interrupt Grumbler")
    with laptop.answered():
        laptop.page.locator("[data-press=select]").click()
    ruled(kiosk, "Let happen", "Bob does not interrupt.")
    for verdict in ("Negated", "Carried out"):
        laptop.press("Carry it out")
        ruled(kiosk, verdict)
    take(laptop, "Snuffer")
    expect(kiosk.see("board").locator(".creature-name")).to_have_count(4)
    expect(kiosk.see("turn").locator(".difference")).to_have_count(0)


def test_anagrascramble_the_card_is_read_when_it_is_turned(running: App, guest: Visit) -> None:
    laptop, kiosk = guest(running.address), guest(f"{running.address}/kiosk", size=TELEVISION)
    begin(laptop, "Ann", "Bob", game="anagrascramble", rolls="1")
    laptop.page.locator("form[data-event=roll] [name=face]").select_option("4")
    laptop.press("Enter the die")
    ruled(kiosk, "Rolled")
    jumble, listed = next(iter(deckfiles.read("anagrascramble-green").answers.items()))
    put(laptop, jumble)
    expect(kiosk.see("board").locator(".jumble")).to_have_text(jumble)
    laptop.press("Pause")  # a slow machine is given all the time it needs: the host may still enter everything
    expect(laptop.page.get_by_role("button", name="Go on")).to_be_visible()
    assert seen(running, "card").source == "camera"
    laptop.page.locator("form[data-event=words] [name=words]").fill(f"{listed[0]} nonsense")
    laptop.press("Hand the words in")
    ruled(kiosk, "Scored", listed[0], "Words of the card")


def test_wordcard_a_line_is_laid_once_the_player_says_it_is_all(running: App, guest: Visit) -> None:
    laptop, kiosk = guest(running.address), guest(f"{running.address}/kiosk", size=TELEVISION)
    begin(laptop, "Ann", "Bob", game="wordcard", hand="8")
    by_letter = {card.label: card.name for card in reversed(deckfiles.load("wordcard").cards)}
    cater = [by_letter[letter] for letter in "CATER"]
    put(laptop, by_letter["Z"], "Row 3")  # the open pile
    for card in cater:
        put(laptop, card, "Row 1")
    question = asked(laptop, kiosk, f"Ann lays {' '.join(cater)}: is that all?")
    question.get_by_role("button", name="yes").click()
    ruled(kiosk, "Laid down", "CATER")
    labels(kiosk, cater)
    assert seen(running, "lay").event["lines"] == [cater]
