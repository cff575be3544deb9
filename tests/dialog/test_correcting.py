"""The three navigation buttons alone: what was said, or read, otherwise than it was is put right."""

from typing import Any

from companion.language import translations
from companion.referee.source import Source
from companion.referee.tableview import Entry
from companion.sentences import spoken
from tests.dialog.buttons import DISORDER, Buttons
from tests.seen import rows_on
from tests.tables import table
from tests.views import PLAYERS, WORDS, placed


def test_what_the_clock_said_is_struck_out_and_not_said_anew(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin({**DISORDER, "options": {"lexicon": WORDS, "answer_seconds": 30}})
    assert isinstance(referee.happen({"event": "timeout", "player": "Ann"}, source=Source.HOST), Entry)
    buttons.take("correct", "1 Ann")
    assert referee.view.dialog is not None
    assert "strike it out" in referee.view.dialog.items
    assert "say it anew" not in referee.view.dialog.items


def test_whoever_rests_on_an_event_or_a_match_reads_what_the_line_has_no_room_for(buttons: Buttons) -> None:
    buttons.referee.begin(DISORDER)
    for event in (*placed("ZO"), {"event": "concede", "player": PLAYERS[2]}):
        buttons.referee.happen(event, source=Source.HOST)
    ruled = buttons.referee.view.protocol[-1]
    buttons.take("correct")
    sums = [f"{player}{change:+}" for player, change in ruled.changes.items()]
    assert sums
    assert buttons.note == " · ".join(["Concede the round", ruled.ruling.reason, *sums])
    buttons.referee.close()
    buttons.take("past matches")
    assert buttons.note == ", ".join(PLAYERS)


def test_what_is_to_be_corrected_is_said_in_the_words_of_its_form(buttons: Buttons) -> None:
    buttons.referee.begin({"game": "wordcard", "players": ["Ann", "Bob"]})
    buttons.referee.happen({"event": "draw", "player": "Ann", "from": "deck"}, source=Source.HOST)
    buttons.take("correct")
    assert buttons.cursor == "1 Ann the deck"
    assert spoken(buttons.cursor, translations("nl").gettext) == "1 Ann van de stapel"
    buttons.take("1 Ann the deck")
    assert spoken(buttons.title, translations("de").gettext) == "1 Ann vom Stapel"


def test_what_was_taken_back_is_not_offered_to_be_corrected(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin(DISORDER)
    for event in (*placed("ZO"), {"event": "undo"}):
        referee.happen(event, source=Source.HOST)
    buttons.take("correct")
    assert referee.view.dialog is not None
    assert [line for line in referee.view.dialog.items if line[0].isdigit()] == ["1 Ann Z"]
    buttons.take("1 Ann Z", "strike it out", "host")
    assert referee.view.protocol[-1].ruling.verdict == "corrected"
    assert referee.view.protocol[-1].event == {"event": "correct", "number": 1, "to": None, "by": "host"}
    for _ in range(2):
        referee.happen({"event": "undo"}, source=Source.HOST)
    referee.buttons.press("select")
    assert referee.view.dialog is not None
    assert "correct" not in referee.view.dialog.items, "nothing stands"


def test_a_card_that_was_misread_is_said_and_corrected_with_the_buttons_alone(buttons: Buttons) -> None:
    told: list[tuple[Any, Any]] = []
    referee = buttons.referee
    referee.hear_of_misreadings(lambda wrong, layout: told.append((wrong, layout)))
    referee.begin(DISORDER)
    for number, cards in enumerate(("Z", "ZQ"), 1):
        referee.see(table(cards), f"match1-{number}.jpg")
    buttons.take("a card was misread", "2. Q", "another", "O", "correct no. 2", "host")
    assert [entry.event["event"] for entry in referee.view.protocol] == ["place", "place", "correct"]
    assert referee.view.protocol[-1].event["by"] == "host"
    assert rows_on(referee.view.board) == ["ZO"]
    ((wrong, layout),) = told
    assert (wrong.frame, wrong.card, wrong.truth, layout.deck) == ("match1-2.jpg", 1, "O", "disorder")
    # Now the table differs no more; a card that lies where nobody saw it, and one that is none.
    buttons.take("a card was misread", "one that was not seen", "another", "K")
    buttons.take("a card was misread", "1. Z", "no card")
    assert [(wrong.card, wrong.truth) for wrong, _ in told[1:]] == [(None, "K"), (0, "")]
    assert len(referee.view.protocol) == 3


def test_what_was_anothers_is_said_anew_as_theirs(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin(DISORDER)
    for event in (*placed("ZO"), {"event": "concede", "player": PLAYERS[2]}):
        referee.happen(event, source=Source.HOST)
    buttons.take("correct")
    assert buttons.cursor.startswith(f"3 {PLAYERS[2]} ")
    buttons.take(buttons.cursor, "say it anew")
    assert buttons.cursor == PLAYERS[2], "theirs it was"
    buttons.take(PLAYERS[1], "yes", "host")
    to = {"event": "concede", "player": PLAYERS[1]}
    assert referee.view.protocol[-1].event == {"event": "correct", "number": 3, "to": to, "by": "host"}


def test_what_a_card_could_have_been_is_offered_first(buttons: Buttons) -> None:
    buttons.referee.begin(DISORDER)
    buttons.referee.see(table("Z", doubtful={0: "NX?"}), "match1-1.jpg")
    buttons.take("≡", "a card was misread", "1. Z")
    dialog = buttons.referee.view.dialog
    assert dialog is not None
    assert dialog.items == ("N", "X", "another", "face down", "no card", "back")


def test_what_differs_may_have_been_misread_and_what_was_read_is_no_answer(buttons: Buttons) -> None:
    referee = buttons.referee
    referee.begin(DISORDER)
    referee.see(table("Z"), "match1-1.jpg")
    referee.see(table("XQK"), "match1-2.jpg")
    referee.buttons.press("select")
    dialog = referee.view.dialog
    assert dialog is not None
    assert dialog.items[:2] == ("the match is right", "a card was misread")
    buttons.take("a card was misread", "3. K", "another", "K")
    assert referee.view.refusal is not None
    assert referee.view.refusal.reason == "the card was read as K, as you say"


def test_without_a_picture_nothing_can_be_said_to_be_misread(buttons: Buttons) -> None:
    buttons.referee.begin(DISORDER)
    buttons.referee.see(table("Z"), None)
    buttons.referee.buttons.press("select")
    dialog = buttons.referee.view.dialog
    assert dialog is not None
    assert "a card was misread" not in dialog.items
