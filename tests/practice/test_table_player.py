"""The table on a seat of its own, with the real referee, desk and journal: when it speaks, and when it does not."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event as Signal
from typing import Any

import pytest

from companion.clock import SystemClock
from companion.decks import deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.drawn.following import Follower
from companion.games.dealing import Dealt
from companion.games.layout import layout_of
from companion.games.opponent import Strength
from companion.practice.table_player import TablePlayer, _say
from companion.practice.table_seats import TableSeats
from companion.referee.desk import Desk
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import TableView
from tests.dictionary import shipped
from tests.tables import table as cards_on

PATIENCE_S = 60
SEATS = TableSeats(lambda deck: deckfiles.load(deck).cards)


class Playing:
    """A table that plays a match against Ann."""

    def __init__(self, desk: Desk, player: TablePlayer) -> None:
        self.desk, self.player = desk, player
        self._waits: list[tuple[Callable[[TableView], bool], Signal]] = []

    def look(self, view: TableView) -> None:
        self.player.look(view)
        for until, signal in self._waits:
            if until(view):
                signal.set()

    def begin(self, game: str, **options: Any) -> None:
        setup = {"game": game, "players": ["Ann", "Table"], "options": options}
        self.do(lambda referee: referee.begin({**setup, "practice": {"players": {"Table": "hard"}, "seed": 3}}))

    def do(self, act: Callable[[Referee], Any]) -> Any:
        return self.desk.submit(act).result(PATIENCE_S)

    def say(self, **event: Any) -> None:
        self.do(lambda referee: referee.say(event, "Ann", source=Source.PHONE))

    def until(self, holds: Callable[[TableView], bool]) -> TableView:
        signal = Signal()
        self._waits.append((holds, signal))
        if not holds(self.desk.view):
            assert signal.wait(PATIENCE_S)
        return self.desk.view


@contextmanager
def table(data: Path, pause_s: float = 0, undo_pause_s: float | None = None) -> Iterator[Playing]:
    journal = Journal(data / "journal.sqlite3")
    desk = Desk(Referee(journal, SystemClock(), lambda _: shipped()))
    player = TablePlayer(SEATS, pause_s, pause_s if undo_pause_s is None else undo_pause_s)
    playing = Playing(desk, player)
    desk.submit(lambda referee: referee.subscribe(playing.look)).result()
    player.tell(desk.submit)
    try:
        yield playing
    finally:
        player.close()
        desk.close()
        journal.close()


def dealt(playing: Playing) -> Dealt:
    found = SEATS.dealt(playing.do(lambda referee: referee.stand).sitting)
    assert found is not None
    return found


def by_table(view: TableView) -> list[str]:
    return [entry.event["event"] for entry in view.protocol if entry.source == Source.TABLE]


def test_it_answers_through_the_door_and_what_was_good_about_a_card_is_said(tmp_path: Path) -> None:
    with table(tmp_path) as playing:
        playing.begin("disorder")
        playing.say(event="place", card="T")
        view = playing.until(lambda view: len(by_table(view)) == 1)
        assert view.match is not None
        assert view.match.turn == "Ann"
        playing.say(event="place", card="Q", side="right")
        view = playing.until(lambda view: view.advice is not None)
        assert "Q" in str(view.advice)


def test_it_says_nothing_while_the_match_is_paused_and_after_a_restart_goes_on_with_the_same_cards(
    tmp_path: Path,
) -> None:
    with table(tmp_path) as playing:
        playing.begin("disorder")
        hand = dealt(playing).hand("Table")
        playing.do(lambda referee: referee.pause())
        playing.do(lambda referee: referee.happen({"event": "place", "player": "Ann", "card": "T"}, source=Source.HOST))
        assert SEATS.answer(playing.do(lambda referee: referee.stand)) is None
    with table(tmp_path) as playing:  # taken up again, a match waits until somebody says that it goes on
        assert dealt(playing).hand("Table") == hand
        assert by_table(playing.desk.view) == []
        playing.do(lambda referee: referee.resume())
        playing.until(lambda view: len(by_table(view)) == 1)


def test_after_something_was_taken_back_it_waits_as_long_as_is_said_for_that(tmp_path: Path) -> None:
    with table(tmp_path, pause_s=PATIENCE_S, undo_pause_s=0) as playing:
        playing.begin("disorder")
        playing.say(event="place", card="T")
        playing.do(lambda referee: referee.happen({"event": "undo"}, source=Source.HOST))
        playing.say(event="place", card="Q")
        playing.do(
            lambda referee: referee.happen(
                {"event": "place", "player": "Table", "card": "A", "side": "right"}, source=Source.HOST
            )
        )
        assert by_table(playing.desk.view) == []
        playing.do(lambda referee: referee.happen({"event": "undo"}, source=Source.HOST))
        view = playing.until(lambda view: len(by_table(view)) == 1)
        assert [entry.source for entry in view.protocol][-1] == Source.TABLE


def test_what_it_has_thought_of_a_match_that_is_paused_or_has_gone_on_is_not_said(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        referee = Referee(journal, SystemClock(), lambda _: shipped())
        practice = {"players": {"Table": "hard"}, "seed": 3}
        referee.begin({"game": "disorder", "players": ["Ann", "Table"], "options": {}, "practice": practice})
        referee.happen({"event": "place", "player": "Ann", "card": "T"}, source=Source.HOST)
        before = referee.stand
        said = SEATS.answer(before)
        assert said is not None
        referee.pause()
        _say(before, said, referee)
        assert by_table(referee.view) == []
        referee.resume()
        referee.happen({"event": "undo"}, source=Source.HOST)
        _say(before, said, referee)
        assert by_table(referee.view) == []
        assert referee.view.notices == ()


def test_it_hands_in_its_part_and_places_with_a_word(tmp_path: Path) -> None:
    with table(tmp_path) as playing:
        playing.begin("typo", rows=["R", "E", "N", "T"])
        playing.until(lambda view: "Table" in view.gathering.parts)
        assert "reveal" not in by_table(playing.desk.view)  # what it has chosen waits for Ann's card
        playing.do(lambda referee: referee.gather("Ann", {"card": "Z"}, source=Source.PHONE))
        view = playing.until(lambda view: "place" in by_table(view) or "fail" in by_table(view))
        assert view.protocol[0].event["event"] == "reveal"


def test_where_it_cannot_play_on_every_display_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with table(tmp_path) as playing:
        playing.begin("disorder")
        refused = {"event": "challenge", "player": "Table"}
        monkeypatch.setattr(
            "companion.games.disorder.opponent.answer", lambda own: refused if own.state.board else None
        )
        playing.say(event="place", card="T")
        playing.until(lambda view: any("cannot play on" in notice for notice in view.notices))
        monkeypatch.setattr("companion.games.disorder.opponent.answer", lambda _own: 1 / 0)
        playing.do(lambda referee: referee.happen({"event": "undo"}, source=Source.HOST))
        playing.until(lambda view: any("ZeroDivisionError" in notice for notice in view.notices))


def test_what_it_cannot_lay_people_lay_for_it(tmp_path: Path) -> None:
    with table(tmp_path) as playing:
        playing.begin("disorder")
        playing.do(lambda referee: referee.see(cards_on("T")))  # before a real camera Ann lays her card
        playing.until(lambda view: len(by_table(view)) == 1)
        said = str(playing.desk.view.protocol[-1].ruling.reason)
        playing.until(lambda view: view.difference == f"Please lay this for the table: {said}")
        board = playing.desk.view.state.board
        playing.do(lambda referee: referee.see(cards_on(board)))
        playing.until(lambda view: view.difference is None)
        playing.do(lambda referee: referee.see(cards_on(f"{board}XQ")))  # two at once are no move
        view = playing.until(lambda view: view.difference is not None)
        assert "Please lay" not in str(view.difference), "the table's card lies there: it is about what Ann has laid"


def test_what_was_taken_back_is_dealt_as_if_it_had_not_been(tmp_path: Path) -> None:
    with table(tmp_path, pause_s=PATIENCE_S) as playing:
        playing.begin("disorder")
        before = dealt(playing)
        card = next(card for card in before.hand("Ann"))
        playing.say(event="place", card=card)
        after = dealt(playing)
        assert after.hand("Ann") != before.hand("Ann")
        assert after.hand("Table") == before.hand("Table")
        playing.do(lambda referee: referee.happen({"event": "undo"}, source=Source.HOST))
        assert dealt(playing) == before


def test_a_drawn_table_follows_what_the_table_plays(tmp_path: Path) -> None:
    layout = layout_of("disorder", {})
    drawn = DrawnTable(deckfiles.load(layout.deck), rows=layout.rows)
    wrong: list[str | None] = []
    follow = Follower(drawn, wrong.append).follow
    with table(tmp_path) as playing:
        playing.do(lambda referee: referee.subscribe(follow))
        playing.begin("disorder")
        drawn.place("T")  # as Ann lays it, for the camera to see: it stays where it lies
        lay = drawn.cards[0]
        playing.say(event="place", card="T")
        playing.until(lambda view: len(by_table(view)) == 1)
        assert playing.do(lambda referee: [card.name for card in drawn.cards] == list(referee.view.state.board))
        assert lay.copy in [card.copy for card in drawn.cards]
        playing.do(lambda referee: referee.happen({"event": "concede", "player": "Ann"}, source=Source.HOST))
        assert [card.name for card in drawn.cards] == list(playing.desk.view.state.board)
        assert set(wrong) == {None}


@pytest.mark.parametrize(("game", "options"), [("typo", {"rows": ["R", "E", "N", "T"]}), ("villains", {})])
def test_nobody_waits_for_ever_for_a_table_that_plays_on_its_seats(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    """Ann says what an opponent would; in TYPO two seats are the table's, and doubt a word one by one."""
    tables = {"T1": "hard", "T2": "easy"} if game == "typo" else {"T1": "hard"}
    with table(tmp_path) as playing:
        setup = {"game": game, "players": ["Ann", *tables], "options": options}
        playing.do(lambda referee: referee.begin({**setup, "practice": {"players": tables, "seed": 5}}))
        while len(playing.desk.view.protocol) < 24:
            before = playing.desk.view
            said = playing.do(_ann_says)
            if not said:
                playing.until(partial(_is_newer, before.version))
        assert playing.desk.view.notices == ()


def _is_newer(version: int, view: TableView) -> bool:
    return view.version > version


def _ann_says(referee: Referee) -> bool:
    """Whether Ann has anything to say; then it is said."""
    stand = referee.stand
    assert stand.sitting is not None
    own = copy(stand.sitting)
    assert own.practice is not None
    own.practice = replace(own.practice, strengths={"Ann": Strength.EASY})
    said = SEATS.answer(replace(stand, sitting=own))
    if said is None:
        return False
    if said.is_part:
        referee.gather("Ann", said.event, source=Source.PHONES)
    else:
        referee.say(dict(said.event), "Ann", source=Source.PHONE)
    return True
