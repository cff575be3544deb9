"""Matches of earlier programs, taken up by rules of today: what was recorded stays, what is ruled otherwise is said."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.errors import BadInput
from companion.games.disorder import clauses
from companion.lexicon import Lexicon
from companion.referee.journal import Journal, JournalEvent
from companion.referee.referee import Referee
from tests.referee.rooms import Room
from tests.rules.villains_table import deck
from tests.views import WORDS, placed


def written_before(room: Room, setup: Mapping[str, Any], *events: Mapping[str, Any]) -> None:
    """A match as an earlier program left it in the journal; then the table is started again."""
    row = room.journal.begin(setup, "2026-11-21T20:00:00.000Z")
    rows = [JournalEvent(at, event, "host", "2026-11-21T20:01:00.000Z") for at, event in enumerate(events, 1)]
    room.journal.append(row.id, rows)
    room.restart()


def test_events_that_are_refused_today_stay_recorded_and_the_match_goes_on(room: Room) -> None:
    """V12 let effects be carried out at once before the opponent's chance had a claim on them."""
    written_before(
        room,
        {"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}},
        {"event": "draw", "player": "Ann"},
        {"event": "play", "player": "Ann", "card": "Magpie"},
        {"event": "end_turn", "player": "Ann"},
        {"event": "draw", "player": "Bob"},
        {"event": "play", "player": "Bob", "card": "Inkling"},
        {"event": "resolve"},
        {"event": "end_turn", "player": "Bob"},
    )
    verdicts = [entry.ruling.verdict for entry in room.view.protocol]
    assert verdicts == ["drawn", "played", "turn_ended", "drawn", "played", "interrupt_first", "not_now"]
    assert len(room.journal.events(1)) == 7
    assert [*room.view.notices] == [
        "This match was judged by other rules or another dictionary: its event 6 is refused now. Look at the totals."
    ]
    room.play({"event": "decline", "player": "Ann"}, {"event": "resolve"}, {"event": "end_turn", "player": "Bob"})
    room.restart()
    assert [entry.ruling.verdict for entry in room.view.protocol][7:] == ["declined", "resolved", "turn_ended"]
    assert room.referee.close().notices == ()


def test_totals_that_are_others_today_are_told_though_no_event_is_refused(room: Room) -> None:
    def opened(*words: str) -> None:
        """By a program whose dictionary has these words."""
        room.journal.close()
        room.journal = Journal(room.path)
        room.referee = Referee(room.journal, room.clock, lambda _: Lexicon.from_words(words))

    opened("zookeeper")
    room.referee.begin({"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": "of the day"}})
    room.play(*placed("ZOOK", ["Ann", "Bob"]), {"event": "challenge", "player": "Ann"})
    room.play({"event": "name_word", "player": "Bob", "word": "zookeeper"})
    opened("zebra")
    assert all(entry.ruling.accepted for entry in room.view.protocol)
    (notice,) = room.view.notices
    totals = "The totals were Ann 19, Bob 0 and are Ann 0, Bob 19."
    assert notice == f"This match was judged by other rules or another dictionary. {totals}"
    opened("zookeeper")
    assert room.view.notices == (), "it is judged as it was"


def test_rulings_that_are_others_today_are_told_though_the_totals_are_the_same(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.begin()
    room.play(*placed("ZO"), {"event": "undo"})
    with monkeypatch.context() as another_program:
        another_program.setattr(clauses, "D3", clauses.D6)  # by which cards are placed
        room.restart()
        assert [*room.view.notices] == [
            "This match was judged by other rules or another dictionary. The totals are the same."
        ]
    room.restart()
    assert room.view.notices == (), "it is judged as it was"
    noted = room.journal.noted(1) or {}
    room.journal.append(1, [], {name: noted[name] for name in noted.keys() - {"verdicts"}})  # as older programs do
    with monkeypatch.context() as another_program:
        another_program.setattr(clauses, "D3", clauses.D6)
        room.restart()
        assert room.view.notices == ()


def test_a_match_that_today_s_rules_cannot_begin_stays_in_the_journal_and_the_table_starts(room: Room) -> None:
    """A constant BOUNCE did nothing, and is no trait any more (V6)."""
    bad = {"Bat": {"timing": "constant", "effect": "bounce"}}
    options = {"decks": {"Ann": deck(bad)}, "lexicon": WORDS}
    written_before(room, {"game": "villains", "players": ["Ann", "Bob"], "options": options})
    assert room.view.match is None
    (notice,) = room.view.notices
    assert notice.startswith("match 1 cannot be taken up again: in Ann's deck, the constant trait of “Bat”")
    with pytest.raises(BadInput, match="the constant trait of “Bat”"):
        room.referee.reopen(1)
    assert room.begin().notices == ()
    assert [row.id for row in room.journal.matches()] == [1, 2]
    assert room.referee.archive.export(1)["options"] == options
