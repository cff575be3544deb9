"""A reading that somebody says was wrong: whoever keeps cases is told, and the card is called what it is from then
on; nothing is made of that but what somebody undoes or corrects."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import atomic
from companion.clock import FakeClock
from companion.decks.shelf import DeckShelf
from companion.errors import BadInput, NotNow, NotYours
from companion.games.layout import Layout
from companion.referee.journal import Journal
from companion.referee.misreading import Misreading, correction
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry
from companion.vision.motion import carried
from companion.vision.sighting import Table
from tests.own_decks import SCRIBBLE
from tests.seen import row_on
from tests.tables import lines, table
from tests.views import PLAYERS, WORDS, shipped

FRAMES = "match1-{}.jpg"
BOBS_O = {"event": "place", "player": "Bob", "side": "right", "card": "O"}


class Misread:
    """A match before perfect eyes that somebody calls wrong, and what the keeper of cases is told."""

    def __init__(self, folder: Path, game: str, **options: Any) -> None:
        self.journal = Journal(folder / "journal.sqlite3")
        self.referee = Referee(self.journal, FakeClock(), shipped)
        self.told: list[tuple[Misreading, Layout]] = []
        self.taken_back: list[Misreading] = []
        self.referee.hear_of_misreadings(
            lambda wrong, layout: self.told.append((wrong, layout)), self.taken_back.append
        )
        self.referee.begin({"game": game, "players": PLAYERS, "options": {"lexicon": WORDS, **options}})
        self.seen = 0

    def see(self, cards: "str | Table") -> Table:
        """A table settles, its picture kept."""
        self.seen += 1
        seen = table(cards) if isinstance(cards, str) else cards
        self.referee.see(seen, FRAMES.format(self.seen))
        return seen

    def push(self, seen: Table) -> None:
        """The same cards settle once more, the camera pushed."""
        self.seen += 1
        push = np.array([[1, 0, 55.0], [0, 1, -30.0], [0, 0, 1.0]])
        pushed = replace(seen, sightings=carried(seen.sightings, push))
        self.referee.see(pushed, FRAMES.format(self.seen), push)

    @property
    def row(self) -> str:
        return row_on(self.referee.view.board)


@pytest.fixture
def misread_in(tmp_path: Path) -> Iterator[Callable[..., Misread]]:
    """Begins a match of a game, with options."""
    begun: list[Misread] = []

    def begin(game: str = "disorder", **options: Any) -> Misread:
        begun.append(Misread(tmp_path, game, **options))
        return begun[-1]

    yield begin
    for match in begun:
        match.journal.close()


@pytest.fixture
def misread(misread_in: Callable[..., Misread]) -> Misread:
    return misread_in()


def wrong(seen: Table, card: int | None, truth: str, frame: int) -> Misreading:
    return Misreading(seen, FRAMES.format(frame), card, truth)


def test_what_was_read_wrongly_is_told_and_corrected_by_the_event_it_names(misread: Misread) -> None:
    misread.see("Z")
    seen = misread.see("ZQ")
    said = wrong(seen, 1, "O", 2)
    to_correct = misread.referee.misread(said)
    assert to_correct == {"event": "correct", "number": 2, "to": BOBS_O}
    assert misread.told == [(said, Layout("disorder", 1))]
    assert "which is right" in str(misread.referee.view.difference)
    assert isinstance(misread.referee.happen({**to_correct, "by": "Ann"}, source=Source.HOST), Entry)
    assert misread.row == "ZO"
    assert misread.referee.view.difference is None
    misread.see("ZQO")  # the eyes still take it for a Q
    assert misread.row == "ZOO"


def test_what_was_taken_back_is_not_corrected_whatever_came_since(misread: Misread) -> None:
    misread.see("Z")
    seen = misread.see("ZQ")
    for event in ({"event": "undo", "by": "Ann"}, {"event": "place", "player": "Bob", "card": "X"}):
        assert isinstance(misread.referee.happen(event, source=Source.HOST), Entry)
    assert misread.referee.misread(wrong(seen, 1, "O", 2)) is None


def test_after_an_undo_the_card_is_laid_as_what_it_is(misread: Misread) -> None:
    misread.see("Z")
    misread.referee.misread(wrong(misread.see("ZQ"), 1, "O", 2))
    misread.referee.happen({"event": "undo", "by": "Ann"}, source=Source.HOST)
    assert misread.row == "ZO"


def test_a_card_called_otherwise_is_never_itself_a_move(misread_in: Callable[..., Misread]) -> None:
    misread = misread_in(action_cards=True)  # in which one card may be exchanged for another
    misread.see("Z")
    misread.referee.misread(wrong(misread.see("ZQ"), 1, "O", 2))
    assert (misread.row, len(misread.referee.view.protocol)) == ("ZQ", 2)
    assert "read wrongly" in str(misread.referee.view.difference)
    misread.referee.happen({"event": "pass", "player": "Cy"}, source=Source.PHONE)
    assert [entry.event["event"] for entry in misread.referee.view.protocol] == ["place", "place", "pass"]


def test_what_is_no_card_at_all_is_left_out_from_then_on(misread: Misread) -> None:
    misread.see("Z")
    seen = misread.see("ZQ")
    assert misread.referee.misread(wrong(seen, 1, "", 2)) is None
    misread.referee.happen({"event": "undo", "by": "Ann"}, source=Source.HOST)
    assert misread.row == "Z"
    misread.see("ZQ")
    assert (misread.row, misread.referee.view.difference) == ("Z", None)


def test_a_card_that_has_gone_or_is_read_rightly_by_now_keeps_its_reading(misread: Misread) -> None:
    misread.see("Z")
    seen = misread.see("ZQ")
    misread.referee.happen({"event": "correct", "number": 2, "to": BOBS_O, "by": "Ann"}, source=Source.HOST)
    misread.see("ZO")
    misread.referee.misread(wrong(seen, 1, "O", 2))
    assert (misread.row, misread.referee.view.difference) == ("ZO", None)
    assert len(misread.told) == 1


def test_a_doubtful_card_that_is_named_so_is_a_move_at_once(misread: Misread) -> None:
    misread.see("Z")
    misread.referee.misread(wrong(misread.see(table("ZO", doubtful={1: "Q"})), 1, "Q", 2))
    assert misread.row == "ZQ"


def test_who_says_what_was_read_takes_a_slip_back_and_cards_are_laid_on(misread: Misread) -> None:
    misread.see("Z")
    seen = misread.see("ZO")
    slip = wrong(seen, 0, "K", 2)
    misread.referee.misread(slip)
    misread.see("ZOO")  # nothing is made of that while the table is called otherwise
    assert misread.row == "ZO"
    assert misread.referee.misread(wrong(seen, 0, "Z", 2)) is None
    assert (misread.row, misread.referee.view.difference) == ("ZOO", None)
    assert (len(misread.told), misread.taken_back) == (1, [slip])
    with pytest.raises(BadInput, match="read as Z"):
        misread.referee.misread(wrong(seen, 0, "Z", 2))


def test_a_slip_is_taken_back_on_a_newer_picture_too(misread: Misread) -> None:
    misread.see("Z")
    slip = wrong(misread.see("ZO"), 0, "", 2)
    misread.referee.misread(slip)
    misread.referee.misread(wrong(misread.see("ZO"), 0, "Z", 3))
    assert (misread.referee.view.difference, misread.taken_back) == (None, [slip])
    misread.see("ZOQ")
    assert misread.row == "ZOQ"


def test_what_is_said_of_a_picture_from_before_the_camera_was_pushed_is_of_the_same_card(misread: Misread) -> None:
    misread.see("Z")
    seen = misread.see("ZQ")
    misread.push(seen)
    slip = wrong(seen, 1, "K", 2)
    misread.referee.misread(slip)
    assert "which is right" in str(misread.referee.view.difference)
    misread.referee.misread(wrong(seen, 1, "Q", 2))
    assert (misread.referee.view.difference, misread.taken_back) == (None, [slip])


def test_a_slip_by_which_the_match_was_corrected_is_taken_back_and_is_no_move(
    misread_in: Callable[..., Misread],
) -> None:
    misread = misread_in(action_cards=True)  # in which one card may be exchanged for another
    misread.see("Z")
    seen = misread.see("ZQ")
    to_correct = misread.referee.misread(wrong(seen, 1, "O", 2))
    misread.referee.happen({**(to_correct or {}), "by": "Ann"}, source=Source.HOST)
    misread.referee.misread(wrong(seen, 1, "Q", 2))
    assert (misread.row, "read wrongly" in str(misread.referee.view.difference)) == ("ZO", True)
    misread.referee.happen({"event": "undo", "by": "Ann"}, source=Source.HOST)
    assert (misread.row, misread.referee.view.difference) == ("ZQ", None)


def test_what_is_said_otherwise_on_a_newer_picture_takes_back_what_was_said_first(misread: Misread) -> None:
    misread.see("Z")
    slip = wrong(misread.see("ZQ"), 1, "K", 2)
    misread.referee.misread(slip)
    said = wrong(misread.see("ZQ"), 1, "O", 3)
    misread.referee.misread(said)
    misread.referee.misread(wrong(misread.see("ZQ"), 1, "O", 4))  # once more: both are right
    assert misread.taken_back == [slip]
    misread.referee.happen({"event": "undo", "by": "Ann"}, source=Source.HOST)
    assert misread.row == "ZO"


def test_one_of_two_said_is_taken_back_and_the_other_stands(misread: Misread) -> None:
    misread.see("Z")
    seen = misread.see("ZQ")
    misread.referee.misread(wrong(seen, 0, "K", 2))
    misread.referee.misread(wrong(seen, 1, "O", 2))
    misread.referee.misread(wrong(seen, 0, "Z", 2))
    assert "which is right" in str(misread.referee.view.difference)
    misread.referee.happen({"event": "undo", "by": "Ann"}, source=Source.HOST)
    assert misread.row == "ZO"


def test_a_card_that_was_not_seen_is_kept_and_changes_nothing(misread: Misread) -> None:
    seen = misread.see("Z")
    assert misread.referee.misread(wrong(seen, None, "O", 1)) is None
    assert (misread.row, len(misread.told)) == ("Z", 1)


@pytest.mark.parametrize(
    ("card", "truth", "said"),
    [
        (7, "O", "no card 7 on that picture: it has 1, counted from 0"),
        (0, "ZZ", "no card of the deck is called “ZZ”"),
        (None, "", "which card it is"),
        (0, "Z", "read as Z"),
        (0, "X" * 41, "at most 40"),
    ],
)
def test_what_cannot_be_is_said_and_kept_nowhere(misread: Misread, card: int | None, truth: str, said: str) -> None:
    seen = misread.see("Z")
    with pytest.raises(BadInput, match=said):
        misread.referee.misread(wrong(seen, card, truth, 1))
    assert misread.told == []


def test_where_the_file_of_an_own_deck_is_gone_any_name_will_do(tmp_path: Path) -> None:
    file = tmp_path / "decks" / "scribble.toml"
    atomic.write(file, SCRIBBLE.encode())
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        referee = Referee(journal, FakeClock(), shipped, DeckShelf(tmp_path))
        setup = {"game": "disorder", "players": PLAYERS, "deck": file.name, "options": {"lexicon": WORDS}}
        referee.begin(setup)
        with pytest.raises(BadInput, match="no card of the deck is called “Q”"):
            referee.misread(wrong(table("Z"), 0, "Q", 1))
        file.unlink()
        referee.misread(wrong(table("Z"), 0, "Q", 1))


def test_players_wait_while_the_match_is_paused_and_the_host_does_not(misread: Misread) -> None:
    seen = misread.see("Z")
    misread.referee.pause()
    with pytest.raises(NotNow):
        misread.referee.misread(wrong(seen, 0, "O", 1), seat="Ann")
    misread.referee.misread(wrong(seen, 0, "O", 1))
    assert len(misread.told) == 1


def test_what_is_another_players_to_answer_is_not_named_by_a_phone(misread_in: Callable[..., Misread]) -> None:
    misread = misread_in("typo", rows=["R", "E", "N", "T"])
    misread.referee.happen({"event": "reveal", "cards": {"Ann": "X", "Bob": "X", "Cy": "X"}}, source=Source.HOST)
    seen = misread.see(lines("R", "E", "N", "X"))
    question = misread.referee.view.question
    assert question is not None
    assert question.of is not None
    other = next(player for player in PLAYERS if player != question.of)
    with pytest.raises(NotYours):
        misread.referee.misread(wrong(seen, 0, "B", 1), seat=other)
    assert misread.told == []


def test_without_a_match_nothing_was_read(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        referee = Referee(journal, FakeClock(), shipped)
        with pytest.raises(BadInput, match="no match"):
            referee.misread(wrong(table("Z"), 0, "O", 1))


def test_a_keeper_that_fails_is_said_and_harms_nothing(misread: Misread) -> None:
    def fails(_wrong: Misreading, _layout: Layout) -> None:
        raise RuntimeError("no thread left")

    misread.referee.hear_of_misreadings(fails)
    assert misread.referee.misread(wrong(misread.see("Z"), 0, "O", 1)) is not None
    assert "no thread left" in " ".join(misread.referee.view.notices)


def test_the_newest_picture_with_a_reading_is_in_the_view(misread: Misread) -> None:
    assert misread.referee.view.frame is None
    misread.see("Z")
    misread.see("Z")  # nothing has come of it
    assert misread.referee.view.frame == FRAMES.format(2)


def test_a_row_in_which_a_card_is_called_otherwise_proposes_nothing(misread_in: Callable[..., Misread]) -> None:
    misread = misread_in("typo", rows=["R", "E", "N", "T"])
    misread.referee.happen({"event": "reveal", "cards": {"Ann": "X", "Bob": "X", "Cy": "X"}}, source=Source.HOST)
    misread.referee.misread(wrong(misread.see(lines("R", "E", "N", "T")), 1, "X", 1))  # as if an X had been taken
    assert misread.referee.view.question is None
    assert "read wrongly" in str(misread.referee.view.difference)


# ——— which event is corrected ———


def entries(*events: dict[str, Any]) -> list[Any]:
    """Entries as far as a correction looks at them: event, number, frame."""

    class Short:
        def __init__(self, number: int, event: dict[str, Any]) -> None:
            self.number, self.frame, self.event = number, event.pop("frame", None), event

    return [Short(number, dict(event)) for number, event in enumerate(events, 1)]


def test_the_event_of_the_same_picture_goes_before_a_newer_one() -> None:
    laid = entries({"event": "place", "card": "Q", "frame": "match1-2.jpg"}, {"event": "place", "card": "Q"})
    said = wrong(table("Q"), 0, "O", 2)
    assert correction(laid, {1, 2}, said) == {"event": "correct", "number": 1, "to": {"event": "place", "card": "O"}}
    assert correction(laid, {1, 2}, wrong(table("Q"), 0, "O", 9)) == {
        "event": "correct", "number": 2, "to": {"event": "place", "card": "O"},
    }  # fmt: skip


def test_what_is_undone_or_names_the_card_twice_is_not_corrected() -> None:
    laid = entries({"event": "lay", "cards": ["Q", "Q"]}, {"event": "place", "card": "Q"})
    assert correction(laid, {1}, wrong(table("Q"), 0, "O", 2)) is None
    assert correction(laid, (), wrong(table("Q"), 0, "O", 2)) is None


@given(st.integers(0, 5), st.integers(0, 3), st.sampled_from("OX"))
def test_a_card_deep_in_an_event_is_replaced_and_nothing_else(at: int, line: int, truth: str) -> None:
    cards = [["A", "B", "C", "D", "E", "F"] for _ in range(4)]
    cards[line][at] = "Q"
    event = {"event": "lay", "player": "Q", "lines": cards, "cells": [{"x": 1, "card": "7"}]}
    found = correction(entries(event), {1}, wrong(table("Q"), 0, truth, 2))
    assert found is not None
    cards[line][at] = truth
    assert found["to"] == {**event, "lines": cards}
