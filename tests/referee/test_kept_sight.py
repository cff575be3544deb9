"""What the camera knows of a match outlives the program: what lay there before a restart is no new move after it."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.games.tables import Memory
from companion.referee.kept_sight import sight_from_json, sight_to_json, to_be_kept
from companion.referee.misreading import Misreading
from companion.referee.seeing import Named, Sight
from companion.referee.source import Source
from companion.vision.sighting import Table
from tests.hourglass import Hourglass, anagrascramble
from tests.seen import row_on
from tests.tables import lines, table
from tests.views import PLAYERS, WORDS

TAKEN_BACK = "The table is as it was before that was taken back: put it right."

Make = Callable[..., Hourglass]


@pytest.fixture(params=[True, False], ids=["stopped", "killed"])
def orderly(request: pytest.FixtureRequest) -> bool:
    """Whether the program is stopped, or killed."""
    return bool(request.param)


def laid(make: Make, *tables: str, **options: bool) -> Hourglass:
    """Disorder!, these tables seen one after the other."""
    glass = make("disorder", PLAYERS, lexicon=WORDS, **options)
    for cards in tables:
        glass.referee.see(table(cards), f"{cards}.jpg")
    return glass


def row_of(glass: Hourglass) -> str:
    return row_on(glass.view.board)


def test_a_card_taken_back_is_not_laid_by_a_restart(hourglass: Make, *, orderly: bool) -> None:
    glass = laid(hourglass, "Z", "ZO")
    glass.play({"event": "undo"})
    for _ in range(2):
        glass.restart(orderly=orderly)
        glass.referee.see(table("ZO"))
        assert (row_of(glass), glass.view.difference, glass.view.paused) == ("Z", TAKEN_BACK, True)
    glass.referee.resume()
    assert (row_of(glass), glass.view.difference) == ("Z", TAKEN_BACK)
    for cards in ("Z", "ZO"):
        glass.referee.see(table(cards))
    assert (row_of(glass), glass.view.difference) == ("ZO", None)


def test_a_camera_that_was_pushed_while_the_program_was_away_lays_nothing(hourglass: Make, *, orderly: bool) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS)
    for row in ("Z", "ZO"):
        glass.referee.see(lines(row))
    glass.play({"event": "undo"})
    glass.restart(orderly=orderly)
    glass.referee.see(lines("ZO", left_px=180))
    assert (row_of(glass), glass.view.difference, glass.view.paused) == ("Z", TAKEN_BACK, True)
    glass.referee.see(lines("Z", left_px=180))
    glass.referee.see(lines("ZO", left_px=180))
    assert (row_of(glass), glass.view.difference) == ("ZO", None)


def test_a_card_laid_while_the_program_was_away_is_found(hourglass: Make, *, orderly: bool) -> None:
    glass = laid(hourglass, "Z")
    glass.restart(orderly=orderly)
    glass.referee.see(table("ZO"))
    assert (row_of(glass), glass.newest[0], glass.view.paused) == ("ZO", "camera", False)


def test_a_jumble_that_was_played_is_not_turned_again_by_a_restart(hourglass: Make, *, orderly: bool) -> None:
    glass = anagrascramble(hourglass)
    glass.referee.see(lines(["TUERNEV"]))
    glass.play({"event": "words", "player": "Ann", "words": []}, {"event": "roll", "player": "Bob", "face": "5"})
    glass.wait(0)
    events = len(glass.view.protocol)
    glass.restart(orderly=orderly)
    for x_px in (100, 400):  # it may be pushed aside
        glass.referee.see(lines(["TUERNEV"], left_px=x_px))
        assert (len(glass.view.protocol), glass.awaiting, glass.view.paused) == (events, "card", True)
    glass.referee.see(lines(["TUERNEV", "EFIRTNA"]))
    assert glass.awaiting == "words"


def seen(glass: Hourglass, *tables: list[str]) -> list[tuple[str | None, str | None]]:
    """What is awaited, and what is said of the table, once each of these was seen."""
    found = []
    for row in tables:
        glass.referee.see(lines(row) if row else Table((), ()))
        found.append((glass.awaiting, glass.view.difference))
    return found


TUERNEV = ["TUERNEV"]


def test_a_jumble_that_was_taken_back_is_read_again_once_it_is_laid_anew(hourglass: Make, *, orderly: bool) -> None:
    glass = anagrascramble(hourglass)
    assert seen(glass, TUERNEV) == [("words", None)]
    glass.play({"event": "undo"})
    glass.wait(0)
    glass.restart(orderly=orderly)
    assert seen(glass, TUERNEV, [], TUERNEV) == [("card", TAKEN_BACK), ("card", None), ("words", None)]


def test_a_jumble_that_was_taken_back_is_the_card_of_the_next_roll(hourglass: Make, *, orderly: bool) -> None:
    glass = anagrascramble(hourglass)
    assert seen(glass, TUERNEV) == [("words", None)]
    glass.play({"event": "undo"}, {"event": "undo"})
    glass.wait(0)
    glass.restart(orderly=orderly)
    assert seen(glass, TUERNEV) == [("roll", None)]
    glass.play({"event": "roll", "player": "Ann", "face": "6"})
    assert seen(glass, TUERNEV) == [("words", None)]


def test_a_jumble_that_was_struck_out_is_not_turned_again_by_that(hourglass: Make) -> None:
    glass = anagrascramble(hourglass)
    glass.referee.see(lines(TUERNEV))
    glass.play({"event": "words", "player": "Ann", "words": []}, {"event": "correct", "number": 2, "to": None})
    assert seen(glass, TUERNEV) == [("card", TAKEN_BACK)]


def test_a_jumble_that_was_corrected_to_another_is_no_new_one_and_that_is_said_when_it_comes_anew(
    hourglass: Make, *, orderly: bool
) -> None:
    glass = anagrascramble(hourglass)
    glass.referee.see(lines(TUERNEV))
    glass.play({"event": "correct", "number": 2, "to": {"event": "card", "jumble": "EFIRTNA"}})
    assert seen(glass, TUERNEV) == [("words", None)]
    glass.play({"event": "words", "player": "Ann", "words": []}, {"event": "roll", "player": "Bob", "face": "5"})
    glass.wait(0)
    glass.restart(orderly=orderly)
    said = "TUERNEV was corrected to another card: if it has been turned now, say so by hand."
    assert seen(glass, TUERNEV, [], TUERNEV) == [("card", None), ("card", None), ("card", said)]
    assert seen(glass, ["TUERNEV", "LYOYWLE"]) == [("words", None)]


def test_a_board_is_still_to_be_cleared_after_a_restart(hourglass: Make, *, orderly: bool) -> None:
    glass = laid(hourglass, "Z", "ZO", "ZOO")
    glass.play({"event": "place", "player": PLAYERS[0], "card": "?"}, {"event": "concede", "player": "Bob"})
    glass.wait(0)
    glass.restart(orderly=orderly)
    glass.referee.see(table("O"))
    assert (row_of(glass), glass.view.difference) == ("", "Please clear the board for the next round.")


def test_what_begins_a_round_while_the_program_is_away_is_asked_about(hourglass: Make, *, orderly: bool) -> None:
    glass = laid(hourglass, "Z", "ZO", "ZOO")
    glass.play({"event": "place", "player": PLAYERS[0], "card": "?"}, {"event": "concede", "player": "Bob"})
    glass.wait(0)
    glass.restart(orderly=orderly)
    glass.referee.see(lines("", "", "", "K"))
    question = glass.view.question
    assert (row_of(glass), glass.view.difference, question and question.of) == ("", None, "Bob")
    assert question is not None
    glass.referee.answer(question.id, "yes", source=Source.HOST)
    assert row_of(glass) == "K"


def test_a_card_that_was_named_is_not_asked_about_again(hourglass: Make, *, orderly: bool) -> None:
    doubtful = table("ZO", doubtful={1: "Q"})
    glass = laid(hourglass, "Z")
    glass.referee.see(doubtful)
    question = glass.view.question
    assert question is not None
    glass.referee.answer(question.id, "Q", source=Source.HOST)
    glass.restart(orderly=orderly)
    glass.referee.see(doubtful)
    assert (row_of(glass), glass.view.question, glass.view.difference) == ("ZQ", None, None)


def test_what_was_overlooked_stays_so(hourglass: Make, *, orderly: bool) -> None:
    glass = laid(hourglass, "Z", "ZO", "ZK")
    glass.referee.overlook()
    glass.wait(0)
    glass.restart(orderly=orderly)
    glass.referee.see(table("ZK"))
    assert (row_of(glass), glass.view.difference) == ("ZO", None)


def test_a_card_that_was_called_another_is_no_move_and_can_be_called_as_it_was(
    hourglass: Make, *, orderly: bool
) -> None:
    glass = laid(hourglass, "Z", "ZQ", action_cards=True)  # in which one card may be exchanged for another
    glass.referee.misread(Misreading(table("ZQ"), "ZQ.jpg", 1, "O"))
    glass.wait(0)
    glass.restart(orderly=orderly)
    glass.referee.see(table("ZQ"))
    said = "A card was read wrongly: undo or correct what was made of it."
    assert (row_of(glass), len(glass.view.protocol), glass.view.difference) == ("ZQ", 2, said)
    glass.referee.misread(Misreading(table("ZQ"), "ZQ.jpg", 1, "Q"))
    assert (row_of(glass), glass.view.difference) == ("ZQ", None)


def test_a_card_that_was_called_another_keeps_its_name_where_the_camera_was_pushed_meanwhile(
    hourglass: Make, *, orderly: bool
) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS, action_cards=True)
    for row in ("Z", "ZQ"):
        glass.referee.see(lines(row), f"{row}.jpg")
    glass.referee.misread(Misreading(lines("ZQ"), "ZQ.jpg", 1, "O"))
    glass.play({"event": "correct", "number": 2, "to": {"event": "place", "player": PLAYERS[1], "card": "O"}})
    glass.wait(0)
    events = len(glass.view.protocol)
    glass.restart(orderly=orderly)
    glass.referee.see(lines("ZQ", left_px=180))
    assert (row_of(glass), len(glass.view.protocol), glass.view.difference) == ("ZO", events, None)


def test_a_draw_pile_that_was_said_to_be_one_stays_so_and_a_wild_beside_it_is_asked_about(
    hourglass: Make, *, orderly: bool
) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS)
    glass.referee.see(lines("?"))
    question = glass.view.question
    assert question is not None
    glass.referee.answer(question.id, "no", source=Source.HOST)
    for _ in range(2):
        assert (row_of(glass), glass.view.question, glass.view.difference) == ("", None, None)
        glass.wait(0)
        glass.restart(orderly=orderly)
        glass.referee.see(lines("?"))
    both = lines("?", "?")
    glass.referee.see(both)
    question = glass.view.question
    assert question is not None
    assert question.quad == both.sightings[1].quad
    glass.referee.answer(question.id, "yes", source=Source.HOST)
    assert row_of(glass) == "?"
    glass.referee.see(lines("?", "?O"))
    assert row_of(glass) == "?O"


def test_a_look_that_says_nothing_new_writes_nothing(hourglass: Make) -> None:
    glass = laid(hourglass, "Z")
    glass.wait(0)
    noted = glass.journal.noted(1)
    assert noted is not None
    assert noted["sight"]["agreed"] == table("Z").to_json()
    changes = glass.journal._connection.total_changes  # what SQLite itself has counted
    glass.referee.see(table("Z"))
    glass.wait(0)
    assert glass.journal._connection.total_changes == changes


def test_all_that_is_known_is_as_it_was_and_what_cannot_be_read_is_not_known() -> None:
    seen = lines(["Q/R", "?"], ["Z"], doubtful=[(1, 0)])
    quad = seen.sightings[0].quad
    aside = Named(seen.sightings[1].quad, "", is_aside=True)
    named = (Named(quad, "A", Misreading(seen, "a.jpg", 0, "A")), Named(seen.sightings[2].quad, "O"), aside)
    sight = Sight(
        Memory(seen, must_clear=True, spent=frozenset("AB"), strayed=True), seen, named, table("A"), table("B")
    )
    kept = json.loads(json.dumps(sight_to_json(sight)))
    assert sight_from_json(kept) == to_be_kept(sight) == replace(sight, table=None)
    unreadable: list[Any] = [{**kept, "denied": "nothing"}, {**kept, "named": [{}]}, {**kept, "spent": 7}, [], None]
    for unread in unreadable:
        assert sight_from_json(unread) == Sight()
    assert sight_to_json(Sight()) == {}
    assert sight_from_json({}) == Sight()
