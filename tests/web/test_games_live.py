"""The other four games from the first event to the winner: real server, real browser, every player with a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games.board import Areas
from companion.referee.source import Source
from tests.seen import only, rows_on
from tests.web.browsing import LAPTOP, PHONE, SMALL_DISPLAY, TELEVISION, Guest, fill_in
from tests.web.tables import LiveTable
from tests.web.ways import Phones, joined

pytestmark = pytest.mark.browser

Visit = Callable[..., Guest]


class Night(Phones):
    """A kiosk and a phone per player around one match."""

    def __init__(self, table: LiveTable, guest: Visit, game: str, players: list[str], **options: Any) -> None:
        self.table = table
        table.submit(lambda referee: referee.begin({"game": game, "players": players, "options": options})).result()
        self.kiosk = guest(f"{table.address}/kiosk", size=TELEVISION)
        phones = {player: joined(guest(table.site.join_address, size=PHONE), player) for player in players}
        super().__init__(phones, lambda: table.view)

    def fits(self) -> None:
        """The kiosk needs no scrolling, on a television and on a 7-inch display."""
        assert self.kiosk.misfits() == []
        self.kiosk.page.set_viewport_size({"width": SMALL_DISPLAY[0], "height": SMALL_DISPLAY[1]})
        assert self.kiosk.misfits() == []
        self.kiosk.page.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})

    def shows_the_jumble(self, jumble: str) -> None:
        """The kiosk shows the card that was turned and its time running."""
        expect(self.kiosk.see("board").locator(".jumble")).to_have_text(jumble)
        expect(self.kiosk.page.get_by_role("timer")).to_be_visible()
        self.fits()

    def ruled(self, verdict: str) -> None:
        expect(self.kiosk.see("ruling").locator(".verdict")).to_have_text(verdict)

    def scores(self, *expected: int) -> None:
        texts = [str(score).replace("-", "−") for score in expected]
        expect(self.kiosk.see("players").locator(".score")).to_have_text(texts)


def test_typo(table: LiveTable, guest: Visit) -> None:
    words = {"words": ["rat", "erase", "net", "tree"]}
    night = Night(table, guest, "typo", ["Ann", "Bob", "Cy"], rows=["R", "E", "N", "T"], lexicon=words)
    for player, letter in (("Bob", "B"), ("Ann", "A")):
        night.phones[player].page.get_by_role("button", name=letter, exact=True).click()
        expect(night.phones[player].page.locator("#acts")).to_contain_text("You may still change it")
    night.press("Cy", "C")
    night.ruled("Cards revealed")
    expect(night.kiosk.see("turn")).to_contain_text("Ann")
    night.press("Ann", "Start the timer")
    expect(night.kiosk.see("timer").locator(".ring")).to_be_visible()
    table.restart()  # after which no time runs: a slow machine is given all it needs
    night.phones["Ann"].page.reload()  # else it is drawn anew at some moment, and a press in that moment is lost

    # Both others doubt Ann's word: it is in no dictionary, and she says which of four longest rows goes.
    night.hand_in("Ann", "place", row="1", side="back", word="raZor")
    said = night.kiosk.see("board").locator(".said")
    expect(said).to_contain_text("raZor")
    night.phones["Bob"].press("Doubt the word “raZor”")
    expect(night.phones["Bob"].page.get_by_role("button", name="You doubt it")).to_be_disabled()
    expect(said).to_contain_text("doubted by Bob")
    night.fits()
    night.kiosk.portrait("kiosk-typo")
    night.phones["Cy"].portrait("phone-typo")
    night.phones["Cy"].press("Doubt the word “raZor”")
    rows_offered = night.phones["Ann"].page.get_by_role("region", name="Which of the longest rows")
    expect(rows_offered.get_by_role("button")).to_have_text(["1: R", "2: E", "3: N", "4: T"])
    assert night.phones["Ann"].barriers() == []
    night.press("Ann", "3: N")
    night.ruled("The word fails")
    night.scores(13, 13, 13)

    # Bob cannot place his card and takes half a row; nobody doubts Cy.
    fill_in(night.form("Bob", "fail"), {"row": "1"})
    night.press("Bob", "I cannot place it")
    night.ruled("Half a row taken")
    night.hand_in("Cy", "place", row="2", side="back", word="ecxyz")
    expect(said).to_contain_text("ecxyz")
    night.scores(13, 13, 12)
    night.fits()

    # The rounds between are handed in as events; Cy's last card comes from the phone again.
    while (left := cards_left(table, "Cy")) > 1:
        table.play([{"event": "reveal", "cards": {"Ann": "A", "Bob": "B", "Cy": "C"}}])
        for player in ("Ann", "Bob", "Cy"):
            shortest = min(rows_on(table.view.board), key=len)
            word = f"{shortest}{player[0]}".lower()
            where = {"row": rows_on(table.view.board).index(shortest) + 1, "side": "back"}
            table.play([{"event": "place", "player": player, "word": word, **where}])
        assert cards_left(table, "Cy") == left - 1
    table.play([{"event": "reveal", "cards": {"Ann": "B", "Bob": "C", "Cy": "A"}}])
    first = rows_on(table.view.board)[0]
    night.hand_in("Cy", "place", row="1", side="front", word=f"a{first.lower()}")
    expect(night.kiosk.see("board")).to_contain_text("Cy wins")

    # The winning word can still be doubted.
    night.press("Ann", f"Doubt the word “a{first.lower()}”")
    expect(night.phones["Ann"].page.get_by_role("button", name="You doubt it")).to_be_disabled()


def cards_left(table: LiveTable, player: str) -> int:
    assert table.view.match is not None
    return table.view.match.scores[player]


def test_anagrascramble(table: LiveTable, guest: Visit) -> None:
    words = {"words": ["event", "never", "ever", "even", "tureen", "horn", "tune"]}
    night = Night(table, guest, "anagrascramble", ["Ann", "Bob"], rolls=1, lexicon=words)
    die = night.form("Ann", "roll").locator("[name=face]")
    night.phones["Ann"].page.evaluate("Math.random = () => .999")
    night.phones["Ann"].press("Roll it here")
    expect(die).to_have_value("star")
    expect(night.form("Ann", "roll").locator("[name=pick]")).to_be_visible()  # whoever has rolled it picks
    night.hand_in("Ann", "roll", face="6")
    night.ruled("Rolled")
    night.hand_in("Ann", "declare", move="double")
    night.ruled("Declared")
    night.hand_in("Ann", "card", jumble="tuernev")
    night.shows_the_jumble("TUERNEV")
    night.kiosk.portrait("kiosk-anagrascramble")
    night.form("Ann", "words").locator("textarea").fill("event never\never even tureen turnip")
    night.phones["Ann"].portrait("phone-anagrascramble")
    night.press("Ann", "Hand the words in")
    night.ruled("Scored")
    expect(night.kiosk.see("ruling")).to_contain_text("tureen")
    expect(night.kiosk.see("ruling")).to_contain_text("Words of the card")
    night.hand_in("Bob", "roll", face="pass")
    expect(night.kiosk.see("board")).to_contain_text("Ann wins")


def test_a_showdown_of_anagrascramble(table: LiveTable, guest: Visit) -> None:
    words = {"words": ["event", "never", "ever", "even", "tureen", "horn"]}
    night = Night(table, guest, "anagrascramble", ["Ann", "Bob"], rolls=1, lexicon=words)
    for player in ("Ann", "Bob"):
        table.play([
            {"event": "roll", "player": player, "face": "4"},
            {"event": "card", "jumble": "TUERNEV"},
            {"event": "words", "player": player, "words": ["ever"]},
        ])  # fmt: skip
    expect(night.kiosk.see("board")).to_contain_text("Showdown: Ann and Bob")

    # One of them tells the card that was turned, the other that it is so; both write while its thirty seconds run.
    night.hand_in("Bob", "showdown", jumble="tuernev")
    expect(night.phones["Bob"].page.locator("#acts")).to_contain_text("Another phone must say so, too.")
    night.press("Ann", "TUERNEV, as Bob says")
    night.shows_the_jumble("TUERNEV")
    night.form("Ann", "showdown").locator("textarea").fill("event never")
    night.press("Ann", "Hand the words in")
    expect(night.phones["Ann"].page.locator("#acts")).to_contain_text("You have handed it in")
    night.form("Bob", "showdown").locator("textarea").fill("horn tureen")
    night.phones["Bob"].portrait("phone-showdown")
    night.press("Bob", "Hand the words in")
    night.ruled("Showdown")
    expect(night.kiosk.see("board")).to_contain_text("Ann wins")
    expect(night.kiosk.see("board")).to_contain_text("Tokens: Ann +0 · Bob +0")


MONSTERS = [f"Monster {number}" for number in range(1, 17)]
VILLAINS = [f"Villain {number}" for number in range(1, 5)]
DECK = {
    "name": "plain",
    "cards": [
        *({"name": name, "kind": "villain", "colour": "gold", "dna": "AAAA", "trait": None} for name in VILLAINS),
        {"name": MONSTERS[0], "kind": "monster", "colour": "red", "dna": "A",
         "trait": {"timing": "timed", "when": "opponent", "effect": "flip"}},
        *({"name": name, "kind": "monster", "colour": "blue", "dna": "A", "trait": None} for name in MONSTERS[1:]),
    ],
}  # fmt: skip


def test_villains(table: LiveTable, guest: Visit) -> None:
    players = ["Ann", "Bob"]
    options = {"decks": dict.fromkeys(players, DECK), "starting": dict.fromkeys(players, "Villain 1")}
    night = Night(table, guest, "villains", players, interrupt_seconds=60, **options)
    night.press("Ann", "Draw")
    night.ruled("Drawn")
    night.hand_in("Ann", "play", card="Monster 1")
    night.ruled("Played")
    expect(night.kiosk.see("board").locator(".creature")).to_have_count(3)
    night.press("Ann", "End the turn")
    night.press("Bob", "Draw")
    night.hand_in("Bob", "play", card="Monster 2")
    # Ann's first monster may interrupt: it flips Bob's. Then the chance is Bob's, and he lets it happen.
    expect(night.kiosk.page.get_by_role("timer")).to_be_visible()
    expect(night.kiosk.see("board")).to_contain_text("Ann may interrupt Monster 2")
    expect(night.phones["Ann"].page.locator("#row")).to_contain_text("Ann may interrupt Monster 2")
    night.form("Ann", "trigger").get_by_role("radio", name="Monster 2 (Bob)").check()
    night.phones["Ann"].portrait("phone-villains")
    night.press("Ann", "Use a trait")
    night.ruled("Trait used")
    expect(night.kiosk.see("board").locator(".stack")).to_contain_text("Monster 1: FLIP → Monster 2")
    expect(night.kiosk.see("board")).to_contain_text("Bob may interrupt Monster 1")
    expect(night.kiosk.see("turn")).to_contain_text("Bobinterrupt, or let it happen")
    expect(night.phones["Bob"].page.locator("#me")).to_contain_text("Your turn: interrupt, or let it happen")
    expect(night.phones["Ann"].page.locator("#me")).to_contain_text("Bob's turn")
    night.press("Bob", "Let it happen")
    night.ruled("Let happen")
    expect(night.kiosk.see("board")).not_to_contain_text("may interrupt")
    night.press("Ann", "Carry it out")
    night.ruled("Carried out")
    expect(night.kiosk.see("board").locator(".creature[data-sideways=yes]")).to_have_count(2)
    name = night.kiosk.see("board").locator(".creature-name").first
    assert name.evaluate("one => parseFloat(getComputedStyle(one).fontSize) / innerWidth") > 0.012  # few lie there
    night.fits()
    assert night.kiosk.barriers() == []
    night.kiosk.portrait("kiosk-villains")

    for turn in range(2, 10):
        mine = {5: "Villain 2"}.get(turn, MONSTERS[turn - 1 if turn < 5 else turn - 2])
        theirs = MONSTERS[turn] if turn < 5 else VILLAINS[turn - 4] if turn < 7 else MONSTERS[turn + 2]
        last = turn in (4, 9)
        table.play([{"event": "end_turn", "player": "Bob"}] if turn > 1 else [])
        table.play([{"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": mine}])
        if last:
            night.press("Bob", "Let it happen")
            night.hand_in("Ann", "mint", villain="Villain 1" if turn == 4 else "Villain 2")
        if turn == 9:
            break
        if turn == 4:
            night.ruled("Minted!")
        table.play([{"event": "end_turn", "player": "Ann"}, {"event": "draw", "player": "Bob"}])
        table.play([bobs_turn(table, theirs)])
    expect(night.kiosk.see("board")).to_contain_text("Ann wins")
    night.scores(2, 0)


def test_a_negate_against_a_negate(table: LiveTable, guest: Visit) -> None:
    """Each phone in turn is asked, its trait at hand, whoever's turn it is; kiosk and OLED's page show who (V12)."""
    night = Night(table, guest, "villains", ["Ann", "Bob"], interrupt_seconds=60)
    ann, bob = ({"player": player} for player in ("Ann", "Bob"))
    table.play([{"event": "draw", **ann}, {"event": "play", **ann, "card": "Grumbler"}])
    expect(night.phones["Bob"].page.locator("#me")).to_contain_text("Interrupt Grumbler?")
    expect(night.phones["Ann"].page.locator("#me")).to_contain_text("Your turn: end the turn")
    table.play([{"event": "end_turn", **ann}, {"event": "draw", **bob}, {"event": "play", **bob, "card": "Snuffer"}])
    table.play([{"event": "end_turn", **bob}, {"event": "draw", **ann}])
    cinder = night.form("Ann", "play").get_by_role("radio", name="Cinder, B, BURN when it is played")
    cinder.focus()
    night.phones["Ann"].page.keyboard.press("Space")
    night.form("Ann", "play").get_by_role("radio", name="Snuffer (Bob)").check()
    assert night.phones["Ann"].barriers() == []
    night.press("Ann", "Play a card")
    for player, other, card, interrupts in (("Bob", "Ann", "Cinder", "Snuffer"), ("Ann", "Bob", "Snuffer", "Grumbler")):
        expect(night.kiosk.see("board")).to_contain_text(f"{player} may interrupt {card}")
        expect(night.kiosk.see("turn")).to_contain_text(f"{player}interrupt, or let it happen")
        expect(night.phone(player).page.locator("form[data-event=trigger]")).to_be_visible()
        expect(night.phone(player).page.locator(f"form[data-event=trigger] [value={interrupts}]")).to_be_checked()
        expect(night.phone(other).page.locator("[data-event=decline], #hold button")).to_have_count(0)
        expect(night.phone(other).page.locator("form[data-event=trigger]:visible")).to_have_count(0)
        night.press(player, "Wait a moment!")
        expect(night.kiosk.page.locator(".ring[data-state=paused]")).to_be_visible()
        expect(night.phones[player].page.locator("#hold button")).to_have_count(0)
        night.press(player, "Use a trait")
        night.ruled("Trait used")
    night.fits()
    night.press("Bob", "Let it happen")
    night.press("Bob", "Carry it out")
    night.ruled("Negated")
    night.press("Ann", "Carry it out")
    night.ruled("Carried out")
    names = night.kiosk.see("board").locator(".creature-name")
    expect(names).to_have_text(["Professor Muddle", "Grumbler", "Cinder", "Professor Muddle"])


def bobs_turn(table: LiveTable, card: str) -> dict[str, Any]:
    """Bob plays what he has room for: a full side discards its first monster."""
    _mine, theirs = only(table.view.board, Areas).areas
    kind = "villain" if card in VILLAINS else "monster"
    same = [one.label for one in theirs.cards if one.figure == kind]
    return {"event": "play", "player": "Bob", "card": card, **({"discard": same[0]} if len(same) == 4 else {})}


def test_wordcard(table: LiveTable, guest: Visit) -> None:
    words = {"words": ["cater", "caters", "on"]}
    night = Night(table, guest, "wordcard", ["Ann", "Bob"], hand=8, type="wordplay", aim="most", lexicon=words)
    form = night.form("Ann", "lay").locator("fieldset.picking")
    for rank, letter in (("Q", "C"), ("8", "A"), ("8", "T"), ("8", "E"), ("7", "E"), ("7", "R")):
        form.get_by_role("button", name=letter, exact=True).click()
        form.get_by_role("button", name=f"{rank}/{letter}", exact=True).click()
        if (rank, letter) == ("7", "E"):  # a slip of the finger
            form.get_by_role("button", name="Take 7/E away").click()
    expect(form.locator("[name=lines]")).to_have_value("Q/C 8/A 8/T 8/E 7/R")
    form.get_by_role("button", name="A", exact=True).click()
    assert night.phones["Ann"].barriers() == []
    night.phones["Ann"].portrait("phone-wordcard-pick")
    night.hand_in("Ann", "lay")
    night.ruled("Laid down")
    expect(night.kiosk.see("board").locator(".card-rank")).to_have_count(5)
    night.hand_in("Bob", "contest", word="cater")
    night.ruled("The word stands")
    fill_in(night.form("Ann", "tag"), {"back": "8/s"})
    night.phones["Ann"].portrait("phone-wordcard")
    night.hand_in("Ann", "tag", line="1")
    night.ruled("Tagged on")
    night.fits()
    night.kiosk.portrait("kiosk-wordcard")
    night.hand_in("Ann", "lay", lines="A/O K/N")
    expect(night.kiosk.see("turn")).to_contain_text("show what is left in hand")
    fill_in(night.form("Bob", "hands"), {"cards": "7/X 7/Y 7/Z 7/Q 8/X 8/Y 8/Z *"})
    night.press("Bob", "Show the hands")
    expect(night.kiosk.see("board")).to_contain_text("Ann wins")


def test_who_may_say_what_in_wordcard(table: LiveTable, guest: Visit) -> None:
    """Notice is given by the others, a phone contests for itself, the host says what the table decided (W16, W17)."""
    night = Night(table, guest, "wordcard", ["Ann", "Bob"], explanations=True, lexicon={"words": []})
    notice = night.phone("Ann").page.get_by_role("button", name="One minute's notice")
    expect(notice).to_have_count(0)
    night.press("Bob", "One minute's notice")
    night.ruled("One minute left")
    night.hand_in("Ann", "lay", lines="q/c 7/a 8/t 9/e 10/r", words="cater")
    expect(night.form("Bob", "contest").locator("[name=about]")).to_have_count(0)
    host = guest(f"{table.address}/host", size=LAPTOP)
    form = host.page.locator("form[data-event=contest]")
    host.page.locator("details", has=form).locator("summary").click()
    form.locator("[name=about]").select_option("explanation")
    form.locator("[name=upheld]").check()
    form.locator("[type=submit]").click()
    night.ruled("The word stands")
    expect(night.kiosk.see("ruling")).to_contain_text("finds the explanation good")


def test_w16_the_host_says_that_several_contest_and_a_phone_contests_for_itself(table: LiveTable, guest: Visit) -> None:
    setup = {"game": "wordcard", "players": ["Ann", "Bob", "Cy"], "options": {"lexicon": {"words": []}}}
    lay = {"event": "lay", "player": "Ann", "lines": [["7/C", "8/A", "9/T", "10/E", "J/R"]]}
    table.submit(lambda referee: (referee.begin(setup), referee.happen(lay, source=Source.HOST))).result()
    bob = joined(guest(table.site.join_address, size=PHONE), "Bob").page
    expect(bob.locator("form[data-event=contest]")).to_be_visible()
    expect(bob.locator("form[data-event=contest] [type=checkbox]")).to_have_count(0)
    host = guest(f"{table.address}/host", size=LAPTOP).page
    form = host.locator("form[data-event=contest][data-player=Bob]")
    host.locator("details", has=form).locator("summary").click()
    expect(form.get_by_label("Bob")).to_be_checked()
    expect(form.get_by_label("Ann")).to_have_count(0)
    form.get_by_label("Cy").check()
    form.locator("[type=submit]").click()
    expect(host.locator("#protocol li").first).to_contain_text("loses 2 turns")
    assert table.view.protocol[-1].event == {"event": "contest", "players": ["Bob", "Cy"], "word": "cater"}


def test_the_dealer_of_the_wild_game_sets_what_was_agreed_otherwise(table: LiveTable, guest: Visit) -> None:
    """What is left as it stands is not said; that there is no value to open with any more is."""
    night = Night(table, guest, "wordcard", ["Ann", "Bob"], type="wild", open_points=30, lexicon={"words": ["cat"]})
    form = night.form("Ann", "dealer_chooses")
    form.locator("details summary").click()
    expect(form.locator("[name=open_points]")).to_have_value("30")
    form.get_by_label("may cross").check()
    form.locator("[name=open_points]").select_option("null")
    assert night.phones["Ann"].barriers() == []
    night.hand_in("Ann", "dealer_chooses", type="cardplay")
    said = table.view.protocol[-1].event
    assert said["options"] == {"open_points": None, "grid": True}


def test_the_group_game_of_wordcard(table: LiveTable, guest: Visit) -> None:
    words = {"words": ["cat", "cater", "caters", "set"]}
    cards = ["7/C", "8/A", "9/T", "10/E", "J/R", "Q/S", "K/O", "A/X"]
    night = Night(
        table, guest, "wordcard", ["Ann", "Bob"], type="group", group_type="wordplay", cards=cards, lexicon=words
    )
    expect(night.phones["Ann"].page.locator(".open-cards .card-rank")).to_have_count(8)
    night.hand_in("Ann", "solution", lines="7/c 8/a 9/t")
    night.ruled("Solution taken")
    night.hand_in("Bob", "solution", lines="7/c 8/a 9/t 10/e j/r")
    expect(night.kiosk.see("board")).to_contain_text("Solved: Ann and Bob")
    host = guest(f"{table.address}/host", size=LAPTOP)
    host.page.locator("details[data-event=close] summary").or_(
        host.page.get_by_role("button", name="Close the game")
    ).first.click()
    expect(night.kiosk.see("board")).to_contain_text("Bob wins")

    # The best solution there was stands on the kiosk and on every phone.
    for page in (night.kiosk, *night.phones.values()):
        best = page.page.get_by_role("region", name="Best solution")
        expect(best).to_contain_text("Best solution")
        expect(best.locator(".card-rank")).not_to_have_count(0)
    night.fits()
    night.kiosk.portrait("kiosk-wordcard-group")
    night.phones["Ann"].portrait("phone-wordcard-group")
