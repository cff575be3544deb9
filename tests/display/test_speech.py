"""What the table says aloud: what it shows, in its language, with signs turned into words."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.display.speech import ruling_said, speakable, turn_said
from companion.language import LANGUAGES, translations
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import TableView
from companion.sentences import spoken
from tests.views import PLAYERS, WORDS, placed, shipped

CHALLENGE = {"event": "challenge", "player": "Bob"}
NAMED = {"event": "name_word", "player": "Ann", "word": "zookeeper"}


def view_of(folder: Path, *events: dict[str, Any], players: list[str] = PLAYERS, **options: Any) -> TableView:
    """The table's view after events, refused ones too."""
    with closing(Journal(folder / "journal.sqlite3")) as journal:
        referee = Referee(journal, FakeClock(), shipped)
        referee.begin({"game": "disorder", "players": players, "options": {"lexicon": WORDS, **options}})
        for event in events:
            referee.happen(event, source=Source.HOST)
        return referee.view


def test_nothing_is_said_between_matches_or_before_the_first_ruling(tmp_path: Path) -> None:
    nothing = TableView("server", 1)
    assert (ruling_said(nothing, str), turn_said(nothing, str)) == (None, None)
    begun = view_of(tmp_path)
    assert (ruling_said(begun, str), turn_said(begun, str)) == (None, "Ann: play a card")


@pytest.mark.parametrize(
    ("language", "turn"),
    [("en", "Bob: play a card"), ("nl", "Bob: speel een kaart"), ("de", "Bob: spiel eine Karte")],
)
def test_whose_turn_it_is_in_the_table_s_language(tmp_path: Path, language: str, turn: str) -> None:
    assert turn_said(view_of(tmp_path, *placed("Z")), translations(language).gettext) == turn


def test_a_ruling_is_said_as_it_is_shown_but_for_signs(tmp_path: Path) -> None:
    view = view_of(tmp_path, *placed("ZOO?"), CHALLENGE, NAMED)
    assert view.ruling is not None
    said = ruling_said(view, str)
    assert said is not None
    assert said.lower().replace(" ", "") == "".join(
        sign
        for sign in view.ruling.ruling.reason.lower().replace("zoo?", "zoowild").replace("=", "equals")
        if sign not in " “”()"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_goes_before_the_ruling_it_follows(tmp_path: Path, language: str) -> None:
    translate = translations(language).gettext
    view = view_of(tmp_path, *placed("Z"), {"event": "place", "player": "Ann", "card": "O"})
    assert view.refusal is not None
    refused, ruled = ruling_said(view, translate), ruling_said(replace(view, refusal=None), translate)
    assert refused == spoken(view.refusal.reason, translate)
    assert refused != ruled


def test_a_match_that_is_won_says_who_has(tmp_path: Path) -> None:
    pair = ["Ann", "Bob"]
    lost = [{**CHALLENGE, "player": "Ann"}, {**NAMED, "player": "Bob"}]
    over = view_of(tmp_path, *placed("ZOO?", pair), *lost, players=pair, target=10)
    assert turn_said(over, str) == "Bob wins"
    assert turn_said(over, translations("de").gettext) == "Bob gewinnt"
    assert over.match is not None
    shared = replace(over, match=replace(over.match, winners=("Ann", "Bob")))
    assert turn_said(shared, str) == "Ann and Bob share the win"
    assert not turn_said(replace(over, match=replace(over.match, winners=())), str)  # all have left


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Ann lays A/A and 10/B.", "Ann lays A-A and 10-B."),
        ("either 1/2 or this/that", "either 1/2 or this/that"),
        ("Bob: 5 − 8 = −3", "Bob: 5 minus 8 equals minus 3"),
        ("7 × 2 = 14", "7 times 2 equals 14"),
        ("the row “ZO?K” stands", "the row ZO wild K stands"),
        ("Is it so? Yes.", "Is it so? Yes."),
        ("Ann – by half – wins (see above)", "Ann, by half, wins see above"),
    ],
)
def test_signs_become_words(written: str, said: str) -> None:
    assert speakable(written, str) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "7 mal 2 gleich 14 minus 1"),
        ("fr", "7 fois 2 égale 14 moins 1"),
        ("nl", "7 keer 2 is 14 min 1"),
    ],
)
def test_a_sum_is_said_in_the_words_of_each_language(language: str, said: str) -> None:
    assert speakable("7 × 2 = 14 − 1", translations(language).gettext) == said


@given(st.text())
def test_whatever_is_written_what_is_said_is_said_the_same_again(written: str) -> None:
    once = speakable(written, str)
    assert "\n" not in once
    assert speakable(once, str) == once


@pytest.mark.parametrize(
    ("language", "shown", "said"),
    [
        ("en", "correct no. 3", "correct number 3"),
        ("de", "Nr. 3 berichtigen", "Nummer 3 berichtigen"),
        ("fr", "corriger le n° 12", "corriger le numéro 12"),
        ("fr", "corriger le n°\u00a012", "corriger le numéro 12"),
        ("nl", "nr. 3 verbeteren", "nummer 3 verbeteren"),
        ("en", "There is no. No pairs: 3", "There is no. No pairs: 3"),
    ],
)
def test_a_number_is_said_by_its_word(language: str, shown: str, said: str) -> None:
    assert speakable(shown, translations(language).gettext) == said
