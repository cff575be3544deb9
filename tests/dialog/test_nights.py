"""The three navigation buttons alone: matches played, left and taken up with nothing else."""

from typing import TYPE_CHECKING

from companion.dialog import DONE
from companion.dialog.prompts import NONE
from companion.display import screens
from companion.display.oled import picture
from companion.display.screens import Clockface
from companion.games.board import Areas
from companion.referee.source import Source
from companion.referee.tableview import Entry, TableView
from tests.dialog.buttons import DISORDER, Buttons
from tests.seen import labels, only, rows_on
from tests.tables import table

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_night_of_disorder_with_the_buttons_alone(buttons: Buttons) -> None:
    view: Callable[[], TableView] = lambda: buttons.referee.view  # noqa: E731
    buttons.take("new match", "Disorder!")
    for name in ("Ann", "Bob"):
        buttons.take("new name …")
        buttons.spell(name)
    buttons.take(DONE, "English", "house deck", "choose them", "100", "30", "no", "choose them", "yes")
    assert buttons.title == "Ann, Bob"
    buttons.take("start")
    match = view().match
    assert match is not None
    assert match.players == ("Ann", "Bob")
    assert view().options == {
        "lexicon": "en", "target": 100, "answer_seconds": 30, "action_cards": False, "names_allowed": True,
    }  # fmt: skip

    buttons.take("Lay a card", "Z")
    for card in "OO":
        buttons.take("Lay a card", card, "right end")
    buttons.take("Lay a card", "?", "right end")
    buttons.take("undo")
    assert buttons.note == "Undo takes back no. 4: Lay a card, by Bob."
    buttons.take("back")
    buttons.take("pause")
    assert view().paused
    buttons.take("resume")
    assert not view().paused
    buttons.take("Challenge!")
    buttons.spell("zookeeper")
    assert view().protocol[-1].ruling.verdict == "challenger_loses"

    # The word was misheard: it is said anew, in Bob's name; then the whole is taken back and brought back.
    buttons.take("correct", "6 Bob zookeeper Ann+15", "say it anew", "Bob")
    buttons.spell("zoo")
    buttons.take("Ann")
    corrected = view().protocol[-1]
    assert corrected.ruling.verdict == "corrected"
    assert corrected.event == {
        "event": "correct", "number": 6, "by": "Ann", "to": {"event": "name_word", "player": "Bob", "word": "zoo"},
    }  # fmt: skip
    assert corrected.at
    buttons.take("undo")
    assert buttons.note == "Undo takes back no. 7: Correct."
    buttons.take("host")
    assert view().protocol[-1].event == {"event": "undo", "by": "host"}
    buttons.take("redo", "Bob")

    # Left, taken up again, left; the same again with the other one first.
    buttons.take("leave the match")
    assert view().match is None
    buttons.take("past matches", "1 Disorder! Ann, Bob")
    assert view().match_id == 1
    buttons.take("leave the match", "same again", "Bob")
    assert view().match_id == 2
    match = view().match
    assert match is not None
    assert match.players == ("Bob", "Ann")


def test_v12_an_interruption_and_letting_go_with_the_buttons(buttons: Buttons) -> None:
    """While an effect waits the menu is that of whoever may interrupt it, and each trigger hands it on."""
    buttons.referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}})
    buttons.take("Draw", "Play a card", "Grumbler", "End the turn")
    buttons.take("Draw", "Play a card", "Cinder", "Grumbler (Ann)")
    view = buttons.referee.view
    assert view.match is not None
    assert (view.match.turn, view.match.awaiting, view.match.actor) == ("Bob", "decline", "Ann")
    buttons.take("Use a trait", "Grumbler")
    assert buttons.referee.view.protocol[-1].event == {"event": "trigger", "player": "Ann", "card": "Grumbler"}
    buttons.take("Let it happen")
    assert buttons.referee.view.protocol[-1].event == {"event": "decline", "player": "Bob"}
    buttons.take("Carry it out")
    assert buttons.referee.view.protocol[-1].ruling.verdict == "negated"
    buttons.take("End the turn")


def test_v12_a_negate_against_a_negate_with_the_buttons(buttons: Buttons) -> None:
    """Whoever may interrupt is asked, one after the other, with the traits that can be used now first."""
    referee = buttons.referee
    referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}})
    buttons.take("Draw", "Play a card", "Grumbler", "End the turn", "Draw", "Play a card", "Snuffer", "End the turn")
    buttons.take("Draw", "Play a card", "Cinder", "Snuffer (Bob)")
    for player, card, interrupts in (("Bob", "Cinder", "Snuffer"), ("Ann", "Snuffer", "Grumbler")):
        assert buttons.title == player
        assert menu_shown(referee.view, f"Interrupt {card}?")
        assert any(form.is_asked for form in referee.view.forms)  # the lamp is lit
        buttons.take("Use a trait", interrupts)
        assert referee.view.protocol[-1].event == {"event": "trigger", "player": player, "card": interrupts}
    assert buttons.title == "Bob"
    buttons.take("Let it happen", "Carry it out")
    assert referee.view.protocol[-1].ruling.verdict == "negated"
    buttons.take("Carry it out")
    assert referee.view.protocol[-1].ruling.verdict == "resolved"  # and Cinder burns Snuffer after all
    _anns, bobs = only(referee.view.board, Areas).areas
    assert labels(bobs.cards) == ["Professor Muddle"]


def menu_shown(view: TableView, asked: str) -> bool:
    """Whether the OLED shows the dialog with this question above its lines, and the time left."""
    dialog, timer = view.dialog, view.timer
    assert dialog is not None
    assert timer is not None
    time = Clockface(timer.remaining_ms // 1000, timer.total_ms // 1000)
    menu = screens.menu(dialog.title, dialog.items, dialog.cursor, asked=asked, timer=time)
    return picture(view, 0).tobytes() == menu.tobytes()


def test_v12_who_has_nothing_to_interrupt_with_lets_it_happen_with_one_press(buttons: Buttons) -> None:
    buttons.referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}})
    buttons.take("Draw", "Play a card", "Old Sock", "End the turn", "Draw", "Play a card", "Cinder", "Old Sock (Ann)")
    assert (buttons.title, buttons.cursor) == ("Ann", "Let it happen")
    buttons.referee.buttons.press("select")
    assert buttons.referee.view.protocol[-1].event == {"event": "decline", "player": "Ann"}


def test_v12_a_play_without_an_effect_leaves_the_menu_to_the_player_in_turn(buttons: Buttons) -> None:
    buttons.referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": "en"}})
    buttons.take("Draw", "Play a card", "Old Sock", "Bob", "Let it happen")
    assert buttons.referee.view.protocol[-1].event == {"event": "decline", "player": "Bob"}


def test_the_group_game_asks_for_its_open_cards(buttons: Buttons) -> None:
    buttons.take("new match", "WORDCARD")
    for name in ("Ann", "Bob"):
        buttons.take("new name …")
        buttons.spell(name)
    buttons.take(DONE, "English", "house deck", "choose them", "group game")
    for card in ("7/C", "8/A", "9/T", "10/E", "J/R", "Q/S", "K/O"):
        buttons.take(*card.split("/"))
    buttons.take("*", DONE, "choose them", "CARDPLAY", "start")
    assert buttons.referee.view.options["group_type"] == "cardplay"
    assert buttons.referee.view.options["cards"] == ["7/C", "8/A", "9/T", "10/E", "J/R", "Q/S", "K/O", "*"]
    buttons.take("Ann", "Hand the solution in", "7", "C", "8", "A", "9", "T", DONE)
    assert buttons.referee.view.protocol[-1].ruling.verdict == "solved"


def test_w16_what_the_table_decided_on_an_explanation_is_said_with_the_buttons(buttons: Buttons) -> None:
    options = {"explanations": True, "lexicon": {"words": []}}
    referee = buttons.referee
    referee.begin({"game": "wordcard", "players": ["Ann", "Bob"], "options": options})
    lay = {"event": "lay", "player": "Ann", "lines": [["7/C", "8/R", "9/A", "10/T", "J/E"]]}
    referee.happen(lay, source=Source.HOST)
    buttons.take("Bob", "Contest a word", "crate", "the explanation", "yes")
    assert referee.view.protocol[-1].ruling.verdict == "word_stands"
    assert referee.view.protocol[-1].event == {
        "event": "contest", "players": ["Bob"], "word": "crate", "about": "explanation", "upheld": True,
    }  # fmt: skip
    buttons.take("undo", "host", "Bob", "Contest a word", "crate", NONE)
    assert referee.view.protocol[-1].ruling.verdict == "word_fails"


def test_w16_several_contest_a_word_with_the_buttons(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin({"game": "wordcard", "players": ["Ann", "Bob", "Cy", "Di"], "options": {"lexicon": {"words": []}}})
    lay = {"event": "lay", "player": "Ann", "lines": [["7/C", "8/R", "9/A", "10/T", "J/E"]]}
    referee.happen(lay, source=Source.HOST)
    buttons.take("Bob", "Contest a word", "crate")
    assert (buttons.title, buttons.cursor) == ("Who contests it: Bob", DONE)
    buttons.take("Di", DONE)
    contested = referee.view.protocol[-1]
    assert contested.event == {"event": "contest", "players": ["Bob", "Di"], "word": "crate"}
    assert contested.ruling.verdict == "word_fails"
    buttons.take("correct", "2 Bob Di crate Ann-44", "say it anew", "crate", DONE, "host")
    assert referee.view.protocol[-1].event["to"] == {"event": "contest", "players": ["Bob"], "word": "crate"}


def test_t9_the_row_of_a_doubted_word_is_asked_at_once_when_several_are_longest(buttons: Buttons) -> None:
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["erase"]}}
    referee = buttons.referee
    referee.begin({"game": "typo", "players": ["Ann", "Bob"], "options": options})
    referee.happen({"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}}, source=Source.HOST)
    referee.happen({"event": "place", "player": "Ann", "row": 1, "side": "front", "word": "eraze"}, source=Source.HOST)
    referee.join_in("Bob", 2, source=Source.PANEL)
    assert referee.view.dialog is not None
    assert referee.view.dialog.items[:4] == ("1: R", "2: E", "3: N", "4: T")
    buttons.take("3: N")
    assert referee.view.protocol[-1].event == {"event": "doubt", "players": ["Bob"], "row": 3}
    assert referee.view.protocol[-1].ruling.verdict == "word_fails"


def test_a_word_that_is_being_spelled_outlasts_a_pause_and_the_start_of_its_timer(buttons: Buttons) -> None:
    referee = buttons.referee
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["erase"]}}
    referee.begin({"game": "typo", "players": ["Ann", "Bob"], "options": options})
    referee.happen({"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}}, source=Source.HOST)
    buttons.take("Play a card", "1: R", "in front", *"ER")
    for happens in (referee.start_timer, referee.pause, referee.resume):
        happens()
        assert referee.view.dialog is not None
        assert referee.view.dialog.letters == "ER"
    buttons.take(*"ASE", DONE)
    assert referee.view.protocol[-1].event["word"] == "erase"


def test_t11_the_winning_word_can_be_doubted_with_the_buttons(buttons: Buttons) -> None:
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["erase"]}}
    referee = buttons.referee
    referee.begin({"game": "typo", "players": ["Ann", "Bob"], "options": options})
    for _ in range(13):
        referee.happen({"event": "reveal", "cards": {"Ann": "A", "Bob": "B"}}, source=Source.HOST)
        for player in ("Ann", "Bob"):
            lying = rows_on(referee.view.board)
            row = lying.index(min(lying, key=len))
            word = f"{lying[row]}{player[0]}".lower()
            placed = {"event": "place", "player": player, "row": row + 1, "side": "back", "word": word}
            assert isinstance(referee.happen(placed, source=Source.HOST), Entry)
    referee.happen({"event": "reveal", "cards": {"Ann": "A", "Bob": "B"}}, source=Source.HOST)
    first, *_ = rows_on(referee.view.board)
    won = {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": f"{first}aq".lower()}
    referee.happen(won, source=Source.HOST)
    ended = referee.view.match
    assert ended is not None
    assert ended.over
    buttons.take("Doubt the word", "Bob", "–", f"1: {first}")
    assert referee.view.protocol[-1].ruling.verdict == "word_fails"
    goes_on = referee.view.match
    assert goes_on is not None
    assert not goes_on.over


def test_a_menu_stays_open_when_the_camera_sees_the_table_differ_and_when_it_does_no_more(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin(DISORDER)
    referee.see(table("Z"), "match1-1.jpg")
    for lies, is_offered in (("XQK", False), ("Z", True)):  # what comes to lie there while the menu is open
        referee.buttons.press("select")
        referee.buttons.press("down")
        opened = referee.view.dialog
        assert opened is not None
        assert ("the match is right" in opened.items) == is_offered
        referee.see(table(lies), f"match1-{lies}.jpg")
        assert (referee.view.difference is None) == is_offered
        assert referee.view.dialog == opened
        if not is_offered:
            buttons.take("back")
    buttons.take("the match is right")
    assert referee.view.refusal is not None
    assert referee.view.refusal.reason == "the table does not differ from the match"
    buttons.take("back")
    assert referee.view.dialog is None
