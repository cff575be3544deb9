"""What is told only where a match teaches, and how a match says so."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.clock import SystemClock
from companion.errors import BadInput
from companion.games.teaching import TEACHING, teaches, told_now, with_teaching
from companion.referee.journal import Journal
from companion.referee.match import Match
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.dictionary import shipped

SETUP: dict[str, Any] = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": ["zoo"]}}}


def test_what_could_help_is_told_only_where_the_match_teaches() -> None:
    found = {"missed": ["zoo"], "best": 3, TEACHING: {"missed": ["zoo", "zoos"], "next": "Z"}}
    assert told_now(found, teaching=False) == {"missed": ["zoo"], "best": 3}
    assert told_now(found, teaching=True) == {"missed": ["zoo", "zoos"], "best": 3, "next": "Z"}
    assert told_now({}, teaching=True) == {}


def test_a_setup_says_whether_its_match_teaches() -> None:
    assert not teaches(SETUP)
    assert teaches(with_teaching({**SETUP, "teach": True}))
    assert with_teaching({**SETUP, "teach": False}) == SETUP
    with pytest.raises(BadInput, match="must be true or false"):
        with_teaching({**SETUP, "teach": "yes"})


@pytest.mark.parametrize("teach", [True, False])
def test_a_match_teaches_after_a_restart_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, teach: bool
) -> None:
    found = {"open": 1, TEACHING: {"safe": "O"}}
    told = {"open": 1, "safe": "O"} if teach else {"open": 1}
    monkeypatch.setattr(Match, "hints", lambda _, *, teaching, first=False: told_now(found, teaching=teaching))
    for number, card in enumerate("ZO"):
        with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
            referee = Referee(journal, SystemClock(), shipped)
            if number == 0:
                referee.begin({**SETUP, "teach": teach})
            assert referee.view.to_json()["teaches"] is teach
            referee.happen({"event": "place", "player": SETUP["players"][number], "card": card}, source=Source.HOST)
            assert referee.view.hints == told
            assert referee.archive.export(1).get("teach", False) is teach
