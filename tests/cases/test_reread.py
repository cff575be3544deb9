"""Cases read again: right, asked about or wrong, with the real eyes and held against tables."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.cases.case import CaseEyes
from companion.cases.case_shelf import CaseShelf
from companion.cases.reread import EyesToday, Outcome, Reread, held_against, reread
from companion.errors import BadInput
from companion.vision.sighting import Table
from tests.cases.kept import case_of, doubtful, drawn, keep, misread_as
from tests.own_decks import ZOO


def test_todays_eyes_say_what_has_become_of_a_case(tmp_path: Path) -> None:
    shelf, eyes = CaseShelf(tmp_path), EyesToday(tmp_path)
    right, wrong = keep(shelf, 1, truth="X"), keep(shelf, 2, truth="Y")
    assert reread(shelf, right.id, eyes) == Reread(Outcome.RIGHT, "X", 0)
    assert reread(shelf, wrong.id, eyes) == Reread(Outcome.WRONG, "X", 0)


def test_a_card_that_is_asked_about_is_not_wrong() -> None:
    assert held_against(case_of(), doubtful(drawn()[1], "X")).outcome is Outcome.ASKED


def test_a_card_that_is_not_seen_any_more_is_wrong_unless_none_lies_there() -> None:
    table = drawn()[1]
    gone = Table(tuple(one for one in table.sightings if one.label != "X"), ())
    assert held_against(case_of(), gone) == Reread(Outcome.WRONG, "", 0)
    assert held_against(case_of(truth=""), gone) == Reread(Outcome.RIGHT, "", 0)
    assert held_against(case_of(truth=""), table) == Reread(Outcome.WRONG, "X", 0)


def test_what_else_is_read_otherwise_is_counted() -> None:
    assert held_against(case_of(), misread_as(drawn()[1], "Z", "N")) == Reread(Outcome.RIGHT, "X", 1)


def test_a_card_that_was_not_seen_is_one_of_those_seen_besides() -> None:
    now = drawn()[1]
    before = Table(tuple(one for one in now.sightings if one.label != "X"), ())
    unseen = replace(case_of(), table=before, card=None)
    assert held_against(unseen, now) == Reread(Outcome.RIGHT, "X", 0)
    assert held_against(unseen, before) == Reread(Outcome.WRONG, "", 0)
    assert held_against(unseen, misread_as(now, "X", "K")).outcome is Outcome.WRONG
    assert held_against(unseen, doubtful(now, "X")) == Reread(Outcome.ASKED, "X", 0)


def test_a_deck_that_is_gone_is_said(tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path)
    case = keep(shelf, eyes=CaseEyes("zoo.toml", 1, "usb"))
    with pytest.raises(BadInput, match=r"the deck 'zoo.toml' of case match1-1-\d cannot be used"):
        reread(shelf, case.id, EyesToday(tmp_path))
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "zoo.toml").write_text(ZOO, "utf-8")
    assert EyesToday(tmp_path).deck_of(case).deck.name == "zoo"
