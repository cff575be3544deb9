"""The referee: rule, commit, publish, in this order; resumed where it stood; never silently wrong."""

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadInput, NotNow
from companion.referee.match import judge
from companion.referee.source import Source
from companion.referee.tableview import Entry, Refusal
from tests.full_disk import full_disk
from tests.referee.rooms import Room
from tests.tables import lines, table
from tests.views import WORDS, placed, shipped

if TYPE_CHECKING:
    from collections.abc import Callable

CHALLENGE = {"event": "challenge", "player": "Bob"}


def test_a_challenge_from_cards_to_chips(room: Room) -> None:
    room.begin()
    for seen in ("Z", "ZO", "ZOO", "ZOO?"):
        entry = room.referee.see(table(seen), f"{seen.replace('?', 'w').lower()}.jpg")
        assert isinstance(entry, Entry)
        assert entry.source == "camera"
    room.play(CHALLENGE, {"event": "name_word", "player": "Ann", "word": "zookeeper"})
    ruling = room.view.ruling
    assert ruling is not None
    assert ruling.ruling.verdict == "challenger_loses"
    assert ruling.to_json()["clause"] == "D8"
    assert ruling.to_json()["at"] == ruling.at == room.journal.events(1)[-1].at
    assert room.view.match is not None
    assert room.view.match.scores == {"Ann": 0, "Bob": 15, "Cy": 0}
    assert room.view.match.turn == "Bob"
    assert room.view.protocol[3].frame == "zoow.jpg"


def test_an_event_is_in_the_journal_before_anybody_is_told(room: Room) -> None:
    room.begin()
    told: list[int] = []
    room.referee.subscribe(lambda view: told.append(len(room.journal.events(view.match_id or 0)) - len(view.protocol)))
    room.play(*placed("ZOO?"), CHALLENGE)
    assert told
    assert set(told) == {0}


def test_a_refused_event_changes_nothing_and_is_said(room: Room) -> None:
    room.begin()
    room.play(*placed("ZO"))
    before = room.view.match
    refusal = room.referee.happen({"event": "challenge", "player": "Cy"}, source=Source.PANEL)
    assert isinstance(refusal, Refusal)
    assert (refusal.verdict, refusal.clause) == ("not_now", "D7")
    assert room.view.match == before
    assert room.view.refusal == refusal
    assert len(room.journal.events(1)) == 2
    room.play({"event": "place", "player": "Cy", "card": "O"})
    assert room.view.refusal is None, "it is shown until something is accepted"


@pytest.mark.parametrize("event", [None, 7, [], "place", {}, {"event": "place"}, {"event": ["x"]}, {"event": "undo"}])
def test_what_is_no_event_is_refused(room: Room, event: Any) -> None:
    room.begin()
    assert isinstance(room.referee.happen(event, source=Source.HOST), Refusal)
    assert room.journal.events(1) == []


@given(st.integers(0, 6), st.booleans())
def test_after_a_restart_the_match_stands_where_it_stood(
    tmp_path_factory: pytest.TempPathFactory, count: int, undo: bool
) -> None:
    room = Room(tmp_path_factory.mktemp("room"))
    room.begin(answer_seconds=30)
    events = [*placed("ZOO?"), CHALLENGE, {"event": "name_word", "player": "Ann", "word": "zookeeper"}][:count]
    room.play(*events, *([{"event": "undo"}] if undo and events else []))
    before = room.view
    room.restart()
    assert room.view.match == before.match
    assert room.view.protocol == before.protocol
    assert room.view.paused
    assert room.view.server != before.server
    room.journal.close()


def test_the_exported_match_is_judged_the_same(room: Room) -> None:
    room.begin()
    room.play(*placed("ZOO?"), CHALLENGE)
    result = judge(room.referee.archive.export(1), shipped)
    assert room.view.match is not None
    assert result["scores"] == dict(room.view.match.scores)
    assert result["awaiting"] == "name_word"


def test_a_doubtful_card_is_asked_and_any_answer_is_taken(room: Room) -> None:
    room.begin()
    room.play(*placed("Z"))
    assert room.referee.see(table("ZO", doubtful={1: "Q"}), "f.jpg") is None
    question = room.view.question
    assert question is not None
    assert question.candidates == ("O", "Q")
    assert question.frame == "f.jpg"
    assert room.board == "Z"
    room.referee.see(table("ZO", doubtful={1: "Q"}), "g.jpg")
    assert room.view.question == question, "the same doubt is one question"
    entry = room.referee.answer(question.id, "U", source=Source.HOST)
    assert isinstance(entry, Entry)
    assert room.board == "ZU"
    assert entry.frame == "f.jpg"
    with pytest.raises(BadInput, match="not open any more"):
        room.referee.answer(question.id, "O", source=Source.HOST)


def test_a_card_laid_during_an_objection_is_taken_once_a_card_is_awaited(room: Room) -> None:
    room.begin()
    room.play(*placed("XZ"), {"event": "object", "player": "Cy"})
    assert room.referee.see(table("XZA")) is None
    room.play({"event": "stand", "player": "Bob"})
    assert room.board == "XZA"


def test_every_ruling_keeps_the_newest_picture_of_the_table(room: Room) -> None:
    room.begin()
    room.play(*placed("Z"))
    room.referee.see(table("ZO"), "zo.jpg")
    room.play(*({"event": "place", "player": player, "card": "O"} for player in ("Cy", "Ann")), CHALLENGE)
    assert [entry.frame for entry in room.view.protocol] == [None, *["zo.jpg"] * 4]
    room.restart()
    room.play({"event": "name_word", "player": "Ann", "word": "zoo"})
    assert room.view.protocol[-1].frame == "zo.jpg"


def test_a_difference_may_be_overlooked_until_the_table_changes(room: Room) -> None:
    room.begin()
    room.play(*placed("ZOO"))
    room.referee.see(table("ZOK"))
    difference = room.view.difference
    assert difference is not None
    for button in ("select", "select"):  # the first line of the menu says that the match is right
        room.referee.buttons.press(button)
    assert room.view.difference is None
    room.referee.see(table("ZOK"))
    assert room.view.difference is None
    with pytest.raises(BadInput, match="does not differ"):
        room.referee.overlook()
    room.referee.see(table("ZOKX"))
    assert room.view.difference == "The table shows ZOKX, the match has ZOO: which is right?"


def test_an_answer_of_no_leaves_the_match_as_it_is(room: Room) -> None:
    rows = {"rows": ["R", "E", "N", "T"], "lexicon": WORDS}
    room.referee.begin({"game": "typo", "players": ["Ann", "Bob"], "options": rows})
    room.play({"event": "reveal", "cards": {"Ann": "X", "Bob": "X"}})
    room.referee.see(lines("X", "E", "N", "T"))
    question = room.view.question
    assert question is not None
    assert question.asks == "confirm"
    assert room.referee.answer(question.id, "no", source=Source.HOST) is None
    assert room.view.question is None
    assert len(room.view.protocol) == 1


def test_a_difference_is_shown_and_scores_nothing(room: Room) -> None:
    room.begin()
    room.play(*placed("ZOO"))
    room.referee.see(table("ZOK"))
    assert room.view.difference == "The table shows ZOK, the match has ZOO: which is right?"
    assert room.board == "ZOO"
    room.referee.see(table("ZOO"))
    assert room.view.difference is None


def test_a_word_is_entered_with_three_buttons(room: Room) -> None:
    room.begin()
    room.play(*placed("ZOO?"), CHALLENGE)
    for letter in "ZOO":
        while room.view.dialog is not None and room.view.dialog.items[room.view.dialog.cursor] != letter:
            room.referee.buttons.press("down")
        room.referee.buttons.press("select")
    assert room.view.dialog is not None
    assert room.view.dialog.letters == "ZOO"
    while room.view.dialog is not None and room.view.dialog.items[room.view.dialog.cursor] != "✓":
        room.referee.buttons.press("up")
    entry = room.referee.buttons.press("select")
    assert isinstance(entry, Entry)
    assert entry.event == {"event": "name_word", "player": "Ann", "word": "zoo"}


def test_the_answer_window_runs_out(room: Room) -> None:
    room.begin(answer_seconds=30)
    room.play(*placed("ZOO?"), CHALLENGE)
    assert room.view.timer is not None
    assert room.view.timer.remaining_ms == 30_000
    room.clock.advance(29_999)
    assert room.referee.tick() == 1
    assert room.view.ruling is not None
    assert room.view.ruling.ruling.verdict == "challenged"
    room.clock.advance(1)
    room.referee.tick()
    assert room.view.ruling.ruling.detail == "timeout"
    assert room.view.ruling.source == "clock"


def test_a_paused_match_takes_nothing_from_players_and_the_camera_until_it_goes_on(room: Room) -> None:
    room.begin()
    room.referee.pause()
    with pytest.raises(NotNow, match="the match is paused"):
        room.referee.say({"event": "place", "card": "Z"}, "Ann", source=Source.PHONE)
    room.referee.see(table("Q"))
    assert not room.view.protocol
    room.play(placed("X")[0])  # the host puts something right
    room.referee.happen({"event": "undo"}, source=Source.HOST)
    room.referee.resume()
    assert [entry.source for entry in room.view.protocol] == ["host", "host", "camera"]


def test_a_paused_match_is_still_paused_after_a_restart_and_once_resumed_no_restart_pauses_it(room: Room) -> None:
    laid = {"event": "place", "card": "Z", "side": "right"}
    room.begin()
    room.referee.pause()
    room.play(placed("X")[0])
    room.referee.happen({"event": "undo"}, source=Source.HOST)
    room.restart()
    room.referee.see(table("Q"))
    with pytest.raises(NotNow, match="the match is paused"):
        room.referee.say(laid, "Ann", source=Source.PHONE)
    room.referee.resume()
    assert [entry.source for entry in room.view.protocol] == ["host", "host", "camera"]
    room.restart()
    assert isinstance(room.referee.say(laid, "Bob", source=Source.PHONE), Entry)


def test_after_a_restart_it_goes_on_when_somebody_does_and_not_before(room: Room) -> None:
    room.begin(answer_seconds=30)
    room.play(*placed("ZOO?"))
    room.restart()
    before = room.view
    room.play(CHALLENGE)
    assert (before.paused, room.view.paused) == (True, False)
    assert room.view.timer is not None
    assert room.view.timer.running


def test_a_paused_window_waits_and_so_does_a_resumed_match(room: Room) -> None:
    room.begin(answer_seconds=30)
    room.play(*placed("ZOO?"), CHALLENGE)
    room.clock.advance(10_000)
    room.referee.pause()
    room.clock.advance(60_000)
    assert room.referee.tick() is None
    room.restart()
    room.clock.advance(60_000)
    assert room.referee.tick() is None
    assert room.view.timer is not None
    assert not room.view.timer.running
    room.referee.resume()
    assert room.view.timer.remaining_ms == 20_000


def test_a_full_disk_is_said_and_the_match_goes_on_until_there_is_room(room: Room) -> None:
    room.begin()
    connection = room.journal._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(120):
        room.play({"event": "place", "player": room.view.match and room.view.match.turn, "card": "Z"})
    assert any("make room" in notice for notice in room.view.notices)
    with pytest.raises(BadInput, match="the disk does not take"):
        room.referee.close()
    connection.execute("PRAGMA max_page_count = 100000")
    room.referee.tick()
    assert room.view.notices == ()
    before = room.view.match
    room.restart()
    assert room.view.match == before


def test_on_a_full_disk_no_match_is_left_begun_or_taken_up_and_the_table_stands_as_it_stood(room: Room) -> None:
    room.begin()
    room.play(*placed("ZO"))
    with full_disk(room.path):
        with pytest.raises(BadInput, match="make room"):
            room.referee.close()
        assert room.board == "ZO"
        assert any("make room" in notice for notice in room.view.notices)
    room.referee.close()
    with full_disk(room.path):
        acts: list[Callable[[], object]] = [room.begin, lambda: room.referee.reopen(1)]
        for act in acts:
            with pytest.raises(BadInput, match="make room"):
                act()
            assert room.view.match is None
    room.restart()
    assert room.view.match is None
    room.referee.reopen(1)
    room.restart()
    assert room.board == "ZO"


def test_a_part_that_fails_is_said_until_it_is_back(room: Room) -> None:
    room.referee.fault("camera", "the camera gives no picture")
    assert [*room.view.notices] == ["the camera gives no picture"]
    version = room.view.version
    room.referee.fault("camera", "the camera gives no picture")
    assert room.view.version == version
    room.referee.fault("camera", None)
    assert room.view.notices == ()


def test_a_match_can_be_left_and_taken_up_again(room: Room) -> None:
    room.begin()
    room.play(*placed("ZO"))
    with pytest.raises(BadInput, match="being played"):
        room.begin()
    room.referee.close()
    assert room.view.match is None
    room.restart()
    assert room.view.match is None
    room.referee.reopen(1)
    assert room.board == "ZO"
    assert room.view.paused


def test_a_match_that_never_was_cannot_be_taken_up(room: Room) -> None:
    with pytest.raises(BadInput, match="there is no match 99 in the journal"):
        room.referee.reopen(99)


def test_an_older_match_taken_up_again_is_the_one_on_the_table_after_a_restart(room: Room) -> None:
    room.begin()
    room.play(*placed("ZO"))
    room.referee.close()
    room.begin()
    room.play(*placed("K"))
    room.referee.close()
    room.referee.reopen(1)
    room.restart()
    assert room.view.match_id == 1
    assert room.board == "ZO"
    room.referee.close()
    room.restart()
    assert room.view.match is None


def test_an_unusable_match_is_refused_before_it_is_written(room: Room) -> None:
    with pytest.raises(BadInput):
        room.referee.begin({"game": "disorder", "players": ["Ann"], "options": {}})
    assert room.journal.matches() == []


@pytest.mark.parametrize("act", ["pause", "resume", "start_timer", "close"])
def test_between_matches_nothing_is_paused_and_the_table_goes_on(room: Room, act: str) -> None:
    with pytest.raises(BadInput, match="no match is being played"):
        getattr(room.referee, act)()
    assert room.referee.tick() is None
    assert room.begin().match is not None


def test_without_a_match_there_is_nothing_to_do(room: Room) -> None:
    with pytest.raises(BadInput, match="no match is being played"):
        room.referee.happen({"event": "undo"}, source=Source.HOST)
    assert room.referee.see(table("Z")) is None
    assert room.referee.buttons.press("select") is None
