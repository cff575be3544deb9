"""What a tournament has set up at a table: shown while nobody plays, begun with a press, and never twice."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from companion.clock import FakeClock
from companion.errors import BadInput, NotNow
from companion.hub.seal import new_key
from companion.referee.invitation import Invitation
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.views import WORDS, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


KEY = new_key()
OPTIONS = {"lexicon": WORDS, "target": 1}


def invitation(number: int = 1, *, players: tuple[str, ...] = ("Ann", "Bob"), game: str = "disorder") -> Invitation:
    pairing = {"tournament": "c1", "round": number, "table": 7}
    return Invitation("Friday", {"game": game, "players": list(players), "options": OPTIONS, "pairing": pairing})


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        yield Referee(journal, FakeClock(), shipped)


def play_out(referee: Referee) -> None:
    for event in ({"event": "place", "player": "Ann", "card": "Z"}, {"event": "concede", "player": "Bob"}):
        referee.happen(event, source=Source.HOST)


def test_it_is_shown_and_begun_with_one_press(referee: Referee) -> None:
    assert referee.tournament.invite(invitation()).invitation == invitation()
    dialog = referee.view.dialog
    assert dialog is not None
    assert dialog.title == "Round 1, table 7: Ann and Bob"
    assert dialog.items[0] == "begin"
    referee.buttons.press("select")
    view = referee.view
    assert view.match is not None
    assert view.match.players == ("Ann", "Bob")
    assert view.invitation is None
    assert referee.archive.matches()[0].setup["pairing"] == invitation().pairing


def test_it_waits_until_the_match_that_is_played_is_over(referee: Referee) -> None:
    referee.begin({"game": "disorder", "players": ["Ann", "Bob"], "options": OPTIONS})
    assert referee.tournament.invite(invitation(2)).invitation is None
    with pytest.raises(NotNow, match="no tournament has set up"):
        referee.tournament.begin()
    play_out(referee)
    assert referee.view.invitation == invitation(2)
    referee.tournament.begin()
    assert referee.view.match_id == 2


def test_what_has_begun_is_not_shown_again(referee: Referee) -> None:
    referee.tournament.invite(invitation())
    referee.tournament.begin()
    play_out(referee)
    assert referee.tournament.invite(invitation()).invitation is None
    assert referee.tournament.invite(invitation(2)).invitation == invitation(2)
    assert referee.tournament.invite(None).invitation is None


@pytest.mark.parametrize(
    "wrong", [invitation(game="chess"), invitation(players=("Ann",)), invitation(players=("A", "A"))]
)
def test_what_cannot_be_played_is_refused(referee: Referee, wrong: Invitation) -> None:
    with pytest.raises(BadInput):
        referee.tournament.invite(wrong)
    assert referee.view.invitation is None


def test_the_same_again_is_no_match_of_the_tournament(referee: Referee) -> None:
    referee.tournament.invite(invitation())
    referee.tournament.begin()
    play_out(referee)
    referee.close()
    for button in ("select", "down", "select", "select"):  # the menu, “same again”, whoever starts
        referee.buttons.press(button)
    assert [row.setup.get("pairing") for row in referee.archive.matches()] == [invitation().pairing, None]


def test_the_arbiter_is_called_for_the_newest_ruling_of_a_match_of_the_tournament(referee: Referee) -> None:
    referee.begin({"game": "disorder", "players": ["Ann", "Bob"], "options": OPTIONS})
    with pytest.raises(NotNow, match="no match of a tournament"):
        referee.tournament.call_arbiter()
    referee.close()
    referee.tournament.invite(invitation())
    referee.tournament.begin()
    with pytest.raises(NotNow, match="no ruling yet"):
        referee.tournament.call_arbiter()
    referee.happen({"event": "place", "player": "Ann", "card": "Z"}, source=Source.HOST)
    view = referee.tournament.call_arbiter()
    assert view.called == 1
    assert [str(note) for note in view.notices] == ["The arbiter is called."]
