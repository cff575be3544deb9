"""Which screen stands on the OLED: what must be answered first, then what may be read, then whose turn it is."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from companion.dialog import Situation, about, step
from companion.display import screens
from companion.display.oled import PAGE_MS, TURN_PAGES, moves_by_itself, picture
from companion.display.screens import Clockface
from companion.games.board import Row
from companion.games.names import event_name
from companion.games.verdicts import Shared
from companion.language import LANGUAGES, translations
from companion.referee.inquiry import Question
from companion.referee.match import Match
from companion.referee.tableview import Refusal, TableView, Timer
from companion.sentences import spoken
from tests.display.oled_views import CHALLENGE, WORD, same, table_after, two_lines, wordcard_view
from tests.rules.play import begin, event
from tests.rules.wordcard_table import play, table
from tests.seen import only
from tests.views import disorder, placed


def test_every_picture_is_the_oled_s_size_and_depth() -> None:
    image = picture(table_after(*placed("ZO")), 0)
    assert (image.size, image.mode) == ((128, 64), "1")


def test_on_a_turn_the_player_and_the_board_are_shown() -> None:
    view = table_after(*placed("ZO"))
    worth = only(view.board, Row).worth
    assert same(picture(view, 0), screens.turn("Cy", doing="lay a card", board="ZO", points=worth))


def typo_rows() -> Match:
    return begin("typo", rows=["R", "E", "N", "T"])


def a_jumble() -> Match:
    match = begin("anagrascramble")
    for said in (event("roll", "Ann", face="5"), event("card", jumble="PLANETS", answers=["planet"])):
        assert match.apply(said).accepted
    return match


def a_grid() -> Match:
    match = table(grid=True)
    play(match, "Ann cells 0,0:7/T 1,0:8/R 2,0:9/A 3,0:10/I 4,0:J/N -> laid W9 Ann+101")
    return match


@pytest.mark.parametrize(
    ("match", "line"),
    [
        (typo_rows, "R E N T"),
        (a_jumble, "PLANETS"),
        (two_lines, "Q/N A/O"),
        (a_grid, "7/T 8/R 9/A 10/I J/N"),
    ],
)
def test_what_lies_on_the_table_is_shown_in_one_line_in_every_game(match: Callable[[], Match], line: str) -> None:
    played = match()
    shown = played.view()
    view = TableView(server="s", version=1, title="Game", match=shown, state=played.state)
    together = event_name(shown.game, shown.awaiting or "")
    assert same(picture(view, 0), screens.turn(shown.turn or together, board=line))


def test_a_fault_puts_a_mark_on_the_turn() -> None:
    view = table_after(*placed("ZO"))
    assert not same(picture(replace(view, notices=("no camera",)), 0), picture(view, 0))


def test_a_challenge_names_both_until_somebody_spells() -> None:
    view = table_after(*placed("ZOO?"), CHALLENGE)
    assert same(picture(view, 0), screens.called("Challenge!", "Bob", "Ann", doing="name your word"))
    tie = picture(replace(view, tie=True), 0)
    assert not same(tie, picture(view, 0))
    match = disorder(*placed("ZOO?"), CHALLENGE)
    shown = step(about(Situation(match.view(), match.state)), "down")[0].shown()
    assert shown is not None
    assert same(picture(replace(view, dialog=shown), 0), screens.entry("Ann", "", shown.items, 1))


def test_d6_who_must_prove_which_letters_is_said_once_it_has_been_read_how_the_challenge_went() -> None:
    doubted = [*placed("XZ"), {"event": "object", "player": "Cy"}, {"event": "stand", "player": "Bob"}]
    laid = [{"event": "place", "player": player, "card": "A"} for player in ("Cy", "Ann", "Bob", "Cy")]
    answered = [{"event": "challenge", "player": "Ann"}, {"event": "name_word", "player": "Cy", "word": "cater"}]
    view = table_after(*doubted, *laid, *answered)
    assert view.ruling is not None
    reason = view.ruling.ruling.reason
    assert reason.endswith("before the chips are given, Bob must prove XZ.")
    pages = screens.ruling_pages(reason)
    for page in range(pages):
        assert same(picture(view, page * PAGE_MS), ruled(view, page))
    assert moves_by_itself(view)
    proof = screens.called("Prove XZ!", "Bob", doing="prove the beginning")
    for page in (pages, pages + 7):
        assert same(picture(view, page * PAGE_MS), proof)


def ruled(view: TableView, page: int) -> Image.Image:
    """A page of the newest ruling, which changed no total."""
    assert view.ruling is not None
    ruling = view.ruling.ruling
    clause = f"{ruling.clause.number}{' house' if ruling.house else ''}" if ruling.clause else ""
    return screens.ruling("Answered; the proof is due", clause, ruling.reason, page=page)


def test_a_ruling_stands_with_its_clause_and_turns_its_pages() -> None:
    view = table_after(*placed("ZOO?"), CHALLENGE, WORD)
    entry = view.ruling
    assert entry is not None
    first = screens.ruling("The challenge is lost", "D8", entry.ruling.reason, changes=tuple(entry.changes.items()))
    assert same(picture(view, 0), first)
    assert not same(picture(view, PAGE_MS), first)
    assert same(picture(view, 5 * PAGE_MS, since_ms=5 * PAGE_MS), first), "it opens on its first page"
    assert moves_by_itself(view)


def test_a_question_goes_before_everything() -> None:
    question = Question(1, "New card: O or Q?", ("O", "Q"))
    view = table_after(*placed("Z"), question=question, difference="x", notices=("y",))
    assert view.dialog is not None
    assert same(picture(view, 0), screens.question("New card: O or Q?", view.dialog.items, 0))


def test_a_word_that_the_camera_asks_for_is_seen_while_it_is_spelled_with_the_time_in_the_corner() -> None:
    match = begin("typo", rows=["C", "A", "T", "S"])
    asked = Question(1, "Bob puts E behind C: which word?", (), asks="word", of="Bob")
    dialog = about(Situation(match.view(), match.state), asked)
    timer = Timer("answer", 30_000, 30_000, running=True, as_of_ms=0)
    view = TableView(server="s", version=1, match=match.view(), state=match.state, question=asked, timer=timer)
    shown = dialog.shown()
    assert shown is not None
    untouched = picture(replace(view, dialog=shown), 1000)
    assert same(untouched, screens.question(asked.text, shown.items, 0, Clockface(29, 30)))
    for button in ("down", "down", "select"):
        dialog, _ = step(dialog, button)
    spelling = picture(replace(view, dialog=dialog.shown()), 2000)
    assert same(spelling, screens.entry("Bob", "C", shown.items, 2, Clockface(28, 30)))


def test_a_word_that_was_refused_is_asked_for_again_once_it_is_said_why() -> None:
    refusal = Refusal({}, Shared.NOT_NOW, "D8", "The word is too short.")
    view = table_after(*placed("ZOO?"), CHALLENGE)
    pages = screens.ruling_pages("The word is too short.")
    refused = replace(view, refusal=refusal)
    assert same(picture(refused, 0), screens.ruling("Refused", "D8", refusal.reason, accepted=False))
    assert same(picture(refused, pages * PAGE_MS), picture(view, 0))
    assert view.dialog is not None
    spelling = replace(view.dialog, letters="Z")
    assert same(picture(replace(refused, dialog=spelling), 0), picture(replace(view, dialog=spelling), 0))


@pytest.mark.parametrize("field", ["refusal", "difference"])
def test_a_refusal_and_a_difference_are_said(field: str) -> None:
    value = (
        Refusal({}, Shared.NOT_NOW, "D7", "There are too few cards.") if field == "refusal" else "The table shows ZOK."
    )
    view = table_after(*placed("ZO"))
    said: dict[str, Any] = {field: value}
    assert not same(picture(replace(view, **said), 0), picture(view, 0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_house_rules_say_of_the_clause_is_read_after_the_reason(language: str) -> None:
    translate = translations(language).gettext
    match = table(explanations=True)
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N -> laid W6 Ann+101\ncontest Bob train -> word_stands W16")
    view = wordcard_view(match)
    rules = ["A claimed word counts until it is contested and falls.",
             "What a word means may be contested, too: the table decides."]  # fmt: skip
    assert view.readings("W16") == tuple(rules)
    reason = " ".join([spoken(match.rulings[-1].reason, translate), *map(translate, rules)])
    pages = screens.ruling_pages(reason)
    assert pages > screens.ruling_pages(spoken(match.rulings[-1].reason, translate))
    for page in range(1, pages):
        title = translate("Challenge lost")
        assert same(picture(view, page * PAGE_MS, translate=translate), screens.ruling(title, "W16", reason, page=page))


def test_what_the_house_rules_say_stands_with_a_refusal_too() -> None:
    match = table(tag_on="own")
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N -> laid W6 Ann+101")
    refused = Refusal.of({"event": "tag"}, match.judge(event("tag", "Ann", line=2)).ruling)
    view = wordcard_view(match, refusal=refused)
    assert refused.clause == "W7"
    said = f"{refused.reason} Cards are tagged on to one's own lines only."
    for page in range(screens.ruling_pages(said)):
        shown = screens.ruling("Refused", "W7", said, accepted=False, page=page)
        assert same(picture(view, page * PAGE_MS), shown)


def test_after_a_ruling_comes_what_to_clear_and_who_begins_and_then_it_comes_again() -> None:
    decided = table_after(*placed("ZOO?"), CHALLENGE, WORD)
    assert decided.ruling is not None
    pages = screens.ruling_pages(decided.ruling.ruling.reason, tuple(decided.ruling.changes.items()))
    ruling = [picture(decided, page * PAGE_MS) for page in range(pages)]
    clear = "Please clear the board for the next round."
    turn = [screens.turn("Bob", doing="lay a card")] * TURN_PAGES
    totals = screens.totals((("Ann", 0), ("Bob", 15), ("Cy", 0)), "chips · fewest win")
    wanted = [*ruling, screens.notice("Look", clear), *turn, totals] * 2
    view = replace(decided, difference=clear)
    assert moves_by_itself(view)
    for page, shown in enumerate(wanted):
        assert same(picture(view, page * PAGE_MS), shown), page


def test_what_was_refused_stands_in_turn_with_whose_turn_it_is() -> None:
    standing = table_after(*placed("ZO"))
    view = replace(standing, refusal=Refusal({}, Shared.NOT_NOW, "D7", "There are too few cards."))
    pages = screens.ruling_pages("There are too few cards.")
    assert same(picture(view, pages * PAGE_MS), picture(standing, 0))
    assert same(picture(view, (pages + 1) * PAGE_MS), picture(view, 0))


def test_a_tie_is_said_first_whatever_was_called() -> None:
    view = table_after(*placed("XZ"), {"event": "object", "player": "Cy"}, tie=True)
    assert moves_by_itself(view)
    said = screens.notice("", "Tie, under 1 ms apart: the seats decide.")
    assert same(picture(view, 0), said)
    assert same(picture(view, PAGE_MS), picture(replace(view, tie=False), PAGE_MS))


def test_between_matches_the_pin_and_the_notices_are_shown() -> None:
    view = TableView(server="s", version=1, notices=("the camera gives no picture",))
    assert same(picture(view, 0, pin="1234"), screens.quiet("Tableside", "PIN 1234"))
    assert same(picture(view, PAGE_MS), screens.notice("Notice", "the camera gives no picture"))


def test_the_end_shows_the_totals_and_who_won() -> None:
    events = [*placed("ZOO?", ["Ann", "Bob"]), {"event": "concede", "player": "Ann"}]
    match = disorder(*events, players=["Ann", "Bob"], target=2)
    view = TableView(server="s", version=1, match=match.view())
    heading = "chips · fewest win"  # Ann has more, and lost
    totals = screens.totals(tuple(match.scores.items()), heading, winners=("Bob",))
    for page in range(3):
        assert same(picture(view, page * PAGE_MS), totals)
