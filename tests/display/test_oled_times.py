"""Which screen stands on the OLED while a time runs, has run out, or is held."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.clock import FakeClock
from companion.display import screens
from companion.display.oled import PAGE_MS, TURN_PAGES, moves_by_itself, picture
from companion.display.screens import Clockface
from companion.games.board import Row
from companion.language import translations
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Dialog, Entry, TableView, Timer
from tests.display.oled_views import CHALLENGE, WORD, same, table_after, two_lines, wordcard_view
from tests.rules.play import begin, event, no_lexicon
from tests.seen import only
from tests.views import placed


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
