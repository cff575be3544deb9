"""Which screen stands on the OLED: what must be answered first, then what may be read, then whose turn it is."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.clock import FakeClock
from companion.dialog import Situation, about, step
from companion.display import screens
from companion.display.oled import PAGE_MS, TURN_PAGES, moves_by_itself, picture
from companion.display.screens import Clockface
from companion.games.board import Row
from companion.games.form import setting_of
from companion.games.form_fields import ChoiceField
from companion.games.names import event_name
from companion.games.verdicts import Shared
from companion.language import LANGUAGES, translations
from companion.referee.inquiry import Question
from companion.referee.invitation import Invitation
from companion.referee.journal import Journal
from companion.referee.match import Match
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Dialog, Entry, Refusal, TableView, Timer
from companion.sentences import joined, spoken, told
from tests.rules.play import begin, event, no_lexicon
from tests.rules.wordcard_table import play, table
from tests.seen import only
from tests.views import disorder, placed

CHALLENGE = {"event": "challenge", "player": "Bob"}
WORD = {"event": "name_word", "player": "Ann", "word": "zookeeper"}


def table_after(*events: dict[str, Any], question: Question | None = None, **fields: Any) -> TableView:
    """The table's view after events of Disorder!, as the referee would publish it."""
    match = disorder(*events)
    protocol = tuple(Entry(record, "host", FakeClock().wall(), game="disorder") for record in match.record)
    dialog = about(Situation(match.view(), match.state, protocol), question)
    view = TableView(
        server="s",
        version=1,
        match_id=1,
        title="Disorder!",
        match=match.view(),
        state=match.state,
        protocol=protocol,
        dialog=dialog.shown(),
        question=question,
    )
    return replace(view, **fields)


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.tobytes() == other.tobytes()


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


def two_lines() -> Match:
    match = table(hand=12)
    play(match, "Ann lay 7/T 8/R 9/A 10/I J/N | Q/N A/O -> laid W6 Ann+112")
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


def wordcard_view(match: Match, **fields: Any) -> TableView:
    """The table's view of a match of WORDCARD."""
    protocol = tuple(Entry(record, "host", FakeClock().wall(), game="wordcard") for record in match.record)
    return TableView(
        server="s", version=1, match_id=1, title="WORDCARD", match=match.view(), state=match.state, protocol=protocol,
        **fields,
    )  # fmt: skip


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


def test_a_running_timer_counts_down_by_itself() -> None:
    timer = Timer("answer", 30_000, 20_000, running=True, as_of_ms=1000)
    view = table_after(*placed("ZO"), timer=timer)
    assert moves_by_itself(view)
    assert not same(picture(view, 1000), picture(view, 9000))
    paused = replace(view, timer=replace(timer, running=False))
    assert same(picture(paused, 1000), picture(paused, 9000))


def test_v12_whoever_may_interrupt_is_shown_with_the_card_and_the_time(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite3")
    referee = Referee(journal, FakeClock(), no_lexicon)
    referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": []}}})
    for said in ({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Magpie"}):
        assert isinstance(referee.happen(said, source=Source.HOST), Entry)
    shown = screens.turn("Bob", doing="Interrupt Magpie?", timer=Clockface(5, 5))
    assert same(picture(referee.view, 0), shown)
    referee.pause()
    assert same(picture(referee.view, 0), screens.turn("Bob", doing="paused", timer=Clockface(5, 5, running=False)))
    referee.happen({"event": "decline", "player": "Bob"}, source=Source.HOST)
    referee.resume()
    assert same(picture(referee.view, 0), screens.turn("Ann", doing="End the turn"))
    journal.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "journal.sqlite3")) as opened:
        yield opened


def timed_table(journal: Journal, clock: FakeClock, game: str, **options: Any) -> Referee:
    """A table at which two play a game by this clock."""
    referee = Referee(journal, clock, no_lexicon)
    setup = {"game": game, "players": ["Ann", "Bob"], "options": {"lexicon": {"words": ["cat"]}, **options}}
    referee.begin(setup)
    return referee


@pytest.mark.parametrize("language", ["en", "fr"])
def test_t3_it_is_said_that_all_reveal_and_then_who_is_to_lay_which_card(journal: Journal, language: str) -> None:
    translate = translations(language).gettext
    referee = timed_table(journal, FakeClock(), "typo", rows=[*"CATS"], always_timed=True)
    rows, doing = "C A T S", translate("Reveal the cards")
    assert same(picture(referee.view, 0, translate=translate), screens.turn(doing, board=rows))
    referee.pause()
    assert same(picture(referee.view, 0), screens.turn("TYPO", doing="paused"))
    referee.resume()
    revealed = {"event": "reveal", "cards": {"Ann": "T", "Bob": "B"}}
    assert isinstance(referee.happen(revealed, source=Source.HOST), Entry)
    card = {"en": "Card: B", "fr": "Carte : B"}[language]
    shown = screens.turn("Bob", board=rows, card=card, timer=Clockface(30, 30))
    assert same(picture(referee.view, 0, translate=translate), shown)


def test_t9_whose_time_is_up_is_asked_by_name_which_row_goes(journal: Journal) -> None:
    clock = FakeClock()
    referee = timed_table(journal, clock, "typo", rows=[*"CATS"], always_timed=True)
    referee.happen({"event": "reveal", "cards": {"Ann": "T", "Bob": "B"}}, source=Source.HOST)
    clock.advance(30_000)
    referee.tick()
    rows = ["1: C", "2: A", "3: T", "4: S", "≡"]
    asked = screens.menu("Bob", rows, 0, asked="name the row", timer=Clockface(0, 30, running=False))
    assert same(picture(referee.view, clock.now_ms()), asked)


def test_d14_a_time_that_only_reminded_is_shown_no_more_once_it_is_up(journal: Journal) -> None:
    clock = FakeClock()
    referee = timed_table(journal, clock, "disorder", answer_seconds=30)
    clock.advance(29_500)
    referee.tick()
    last = screens.turn("Ann", doing="lay a card", timer=Clockface(1, 30))
    assert same(picture(referee.view, clock.now_ms()), last)
    clock.advance(500)
    referee.tick()
    assert same(picture(referee.view, clock.now_ms()), screens.turn("Ann", doing="lay a card"))
    assert isinstance(referee.happen({"event": "place", "player": "Ann", "card": "C"}, source=Source.HOST), Entry)


def test_a_line_longer_than_the_screen_is_read_whole_in_turn_with_the_menu() -> None:
    long = "English, as tournaments play it"
    view = TableView(server="s", version=1, dialog=Dialog("Dictionary", ("English", long), 1))
    menu = screens.menu("Dictionary", ["English", long], 1)
    for page, shown in enumerate((menu, screens.notice("", long), menu)):
        assert same(picture(view, page * PAGE_MS), shown)
    assert moves_by_itself(view)
    short = replace(view, dialog=Dialog("Dictionary", ("English", long), 0))
    assert same(picture(short, PAGE_MS), screens.menu("Dictionary", ["English", long], 0))


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


def test_while_a_time_runs_a_difference_stands_in_turn_with_it() -> None:
    timer = Timer("place", 30_000, 30_000, running=True, as_of_ms=0)
    view = table_after(*placed("ZO"), difference="The table shows ZOK.", timer=timer)
    assert same(picture(view, 0), screens.notice("Look", "The table shows ZOK."))
    running = screens.turn("Cy", board="ZO", points=only(view.board, Row).worth, timer=Clockface(26, 30))
    assert same(picture(view, PAGE_MS), running)


def test_a_paused_match_says_so_whatever_lies_on_the_table() -> None:
    view = table_after(*placed("ZO"), paused=True)
    assert same(picture(view, 0), screens.turn("Cy", doing="paused"))


def test_a_paused_match_says_so_once_the_ruling_has_been_read() -> None:
    view = table_after(*placed("ZOO?"), CHALLENGE, WORD, paused=True)
    assert same(picture(view, 0), picture(replace(view, paused=False), 0))
    assert moves_by_itself(view)
    for late in (16_000, 60_000):
        assert same(picture(view, late), screens.turn("Bob", doing="paused"))


def test_a_tie_is_said_first_whatever_was_called() -> None:
    view = table_after(*placed("XZ"), {"event": "object", "player": "Cy"}, tie=True)
    assert moves_by_itself(view)
    said = screens.notice("", "Tie, under 1 ms apart: the seats decide.")
    assert same(picture(view, 0), said)
    assert same(picture(view, PAGE_MS), picture(replace(view, tie=False), PAGE_MS))


def test_once_a_ruling_has_been_read_the_time_that_runs_is_shown() -> None:
    events = [*placed("ZOO?"), {"event": "challenge", "player": "Bob"}]
    decided = {"event": "name_word", "player": "Ann", "word": "zookeeper"}
    timer = Timer("place", 30_000, 30_000, running=True, as_of_ms=0)
    view = table_after(*events, decided, timer=timer)
    still = replace(view, timer=replace(timer, running=False))
    assert same(picture(view, 0), picture(still, 0))
    late = screens.turn("Bob", doing="lay a card", timer=Clockface(14, 30))
    assert same(picture(view, 16_000), late)
    assert not same(picture(still, 16_000), late)


def test_a_word_is_entered_with_the_time_in_the_corner() -> None:
    timer = Timer("name_word", 30_000, 30_000, running=True, as_of_ms=0)
    view = table_after(*placed("ZOO?"), {"event": "challenge", "player": "Bob"}, timer=timer)
    spelling = replace(view, dialog=Dialog("Ann", ("A", "B"), 1, "Z"))
    assert same(picture(spelling, 12_000), screens.entry("Ann", "Z", ("A", "B"), 1, Clockface(18, 30)))


def test_between_matches_the_pin_and_the_notices_are_shown() -> None:
    view = TableView(server="s", version=1, notices=("the camera gives no picture",))
    assert same(picture(view, 0, pin="1234"), screens.quiet("Tableside", "PIN 1234"))
    assert same(picture(view, PAGE_MS), screens.notice("Notice", "the camera gives no picture"))


def pressed(situation: Situation, *labels: str) -> Dialog:
    """What the three buttons work on once the lines so called were taken, from the closed dialog on."""
    state = about(situation)
    if state.shown() is None:
        state, _ = step(state, "select")
    for label in labels:
        shown = state.shown()
        assert shown is not None
        for _ in range((shown.items.index(label) - shown.cursor) % len(shown.items)):
            state, _ = step(state, "down")
        state, _ = step(state, "select")
    shown = state.shown()
    assert shown is not None
    return shown


def in_german(dialog: Dialog) -> Image.Image:
    view = TableView(server="s", version=1, match=disorder().view(), dialog=dialog)
    return picture(view, 0, translate=translations("de").gettext)


def test_what_a_menu_asks_with_a_name_or_a_number_in_it_is_in_the_table_s_language() -> None:
    match = disorder()
    leaving = pressed(Situation(match.view(), match.state), "who plays", "somebody leaves", "Bob")
    assert same(in_german(leaving), screens.menu("Bob geht für immer?", ["nein", "ja", "zurück"], 0))
    lines = (told("correct no. {number}", number=2), "leave the match as it is")
    misread = Dialog(told("{read} is {truth}", read="O", truth="Q"), lines, 0)
    said = ["Nr. 2 berichtigen", translations("de").gettext(lines[1])]
    assert same(in_german(misread), screens.menu("O ist Q", said, 0))


def test_a_tournament_s_invitation_is_in_the_table_s_language() -> None:
    pairing = {"tournament": "t", "round": 2, "table": 3}
    invitation = Invitation("Cup", {"game": "disorder", "players": ["Ann", "Bob"], "pairing": pairing})
    view = TableView(server="s", version=1, dialog=about(Situation(None, invitation=invitation)).shown())
    translate = translations("de").gettext
    title, lines = spoken(invitation.sentence, translate), [translate("begin"), "≡"]
    assert title.startswith("Runde 2, Tisch 3")
    assert same(picture(view, 0, translate=translate), screens.menu(title, lines, 0))


def test_what_each_says_of_what_all_say_together_is_in_the_table_s_language() -> None:
    match = table()
    part = joined(": ", ["✓ Ann", told("cards left")])
    view = wordcard_view(match, dialog=Dialog("WORDCARD", (part, "undo"), 0))
    translate = translations("de").gettext
    lines = [f"✓ Ann: {translate('cards left')}", translate("Undo")]
    assert lines != [part, "Undo"]
    assert same(picture(view, 0, translate=translate), screens.menu("WORDCARD", lines, 0))


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr"])
def test_what_a_line_means_is_shown_in_turn_with_the_menu(language: str) -> None:
    translate = translations(language).gettext
    (rule,) = (field for field in setting_of("typo", ()) if isinstance(field, ChoiceField) and field.clause)
    items = tuple(option.label for option in rule.options)
    for cursor, option in enumerate(rule.options):
        view = TableView(server="s", version=1, dialog=Dialog(rule.label, items, cursor, note=option.sentence))
        assert moves_by_itself(view)
        label, said = translate(option.label), spoken(option.sentence, translate)
        menu = screens.menu(translate(rule.label), [translate(item) for item in items], cursor)
        pages = [screens.notice(label, said, page=page) for page in range(screens.notice_pages(label, said))]
        for at, shown in enumerate((menu, *pages, menu)):
            assert same(picture(view, at * PAGE_MS, translate=translate), shown)


def test_the_totals_stand_in_turn_with_whose_turn_it_is_while_no_time_runs() -> None:
    view = wordcard_view(two_lines())
    assert view.match is not None
    assert moves_by_itself(view)
    shown = screens.totals(tuple(view.match.scores.items()), "points")
    assert same(picture(view, TURN_PAGES * PAGE_MS), shown)
    for page in range(TURN_PAGES):
        assert same(picture(view, page * PAGE_MS), picture(view, 0))
        assert same(picture(view, (TURN_PAGES + 1 + page) * PAGE_MS), picture(view, 0))
    timer = Timer("lay", 90_000, 90_000, running=True, as_of_ms=0)
    for busy in (replace(view, timer=timer), replace(view, paused=True)):
        assert not same(picture(busy, TURN_PAGES * PAGE_MS), shown)
    unscored = table_after(*placed("ZO"))
    assert not moves_by_itself(unscored)
    assert same(picture(unscored, TURN_PAGES * PAGE_MS), picture(unscored, 0))


def test_the_end_shows_the_totals_and_who_won() -> None:
    events = [*placed("ZOO?", ["Ann", "Bob"]), {"event": "concede", "player": "Ann"}]
    match = disorder(*events, players=["Ann", "Bob"], target=2)
    view = TableView(server="s", version=1, match=match.view())
    heading = "chips · fewest win"  # Ann has more, and lost
    totals = screens.totals(tuple(match.scores.items()), heading, winners=("Bob",))
    for page in range(3):
        assert same(picture(view, page * PAGE_MS), totals)


def test_t11_how_long_the_word_that_has_won_can_be_doubted_stands_in_turn_with_the_totals() -> None:
    match, rows = begin("typo", ("Ann", "Bob"), rows=[*"CATS"]), {"Ann": "C", "Bob": "A"}
    for turn in range(14):
        assert match.apply(event("reveal", cards={"Ann": "A", "Bob": "B"})).accepted
        for number, (player, card) in enumerate([("Ann", "A"), ("Bob", "B")][: 1 if turn == 13 else 2], 1):
            rows[player] += card
            word = rows[player].lower()
            assert match.apply(event("place", player, row=number, side="back", word=word)).accepted
    timer = Timer("doubt", 30_000, 30_000, running=True, as_of_ms=0)
    view = TableView(server="s", version=1, title="TYPO", match=match.view(), state=match.state, timer=timer)
    totals = screens.totals((("Ann", 0), ("Bob", 1)), "cards · none left wins", winners=("Ann",))
    left = screens.turn("TYPO", doing="Doubt the word", timer=Clockface(26, 30))
    assert same(picture(view, 0), totals)
    assert same(picture(view, PAGE_MS), left)
    assert same(picture(replace(view, timer=None), PAGE_MS), totals)
