"""An event is read once, judged once and written once; whatever else may go wrong with it comes after that."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.clock import FakeClock
from companion.games import events, match_events, rulebook
from companion.referee import looking
from companion.referee import match as match_module
from companion.referee.journal import Journal
from companion.referee.match import Match
from companion.referee.publishing import Publisher
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.stand import Stand
from companion.referee.tableview import Entry, TableView
from tests.night import MATCHES
from tests.rules.play import no_lexicon
from tests.views import PLAYERS, WORDS, placed, shipped

GAMES = sorted({path.stem.split("-")[0] for path in MATCHES.glob("*.json")})


@contextmanager
def table(path: Path, lexicon: Callable[[str], Any] = shipped) -> Iterator[Referee]:
    with closing(Journal(path)) as journal:
        yield Referee(journal, FakeClock(), lexicon)


def disorder(referee: Referee) -> None:
    referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}})


def fails(*_: Any, **__: Any) -> Any:
    raise RuntimeError("this part is broken")


@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_the_saved_matches_is_read_once_and_judged_once(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Any] = []
    judged: Counter[str] = Counter()
    really = events.read_event

    def reads(kinds: Any, raw: Any, players: Any) -> Any:
        read.append(raw)
        return really(kinds, raw, players)

    def counting(name: str) -> Any:
        book = rulebook(name)

        def rules(state: Any, said: Any) -> Any:
            judged[said.event] += 1
            return book.rule(state, said)

        return replace(book, rule=rules)

    for module in (events, match_events):
        monkeypatch.setattr(module, "read_event", reads)
    monkeypatch.setattr(match_module, "rulebook", counting)
    with table(tmp_path / "journal.sqlite3", no_lexicon) as referee:
        for path in sorted(MATCHES.glob(f"{game}-*.json")):
            document = json.loads(path.read_text("utf-8"))["document"]
            referee.begin({name: document[name] for name in ("game", "players", "options") if name in document})
            assert (read, judged) == ([], {})
            for event in document["events"]:
                referee.happen(event, source=Source.HOST)
                corrects = event["event"] == "correct"
                assert read == ([event, event["to"]] if corrects and event["to"] is not None else [event])
                if corrects:  # each that came before is judged anew, as it was read then
                    assert sum(judged.values()) <= len(referee.view.protocol)
                else:
                    assert judged == ({} if event["event"] in ("undo", "redo") else {event["event"]: 1})
                read.clear()
                judged.clear()
            referee.close()
            assert (read, judged) == ([], {})


def test_an_event_whose_hints_fail_is_in_the_journal_and_the_displays_say_what_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite3"
    first, second, third = placed("ZOO")
    with table(path) as referee:
        disorder(referee)
        referee.happen(first, source=Source.HOST)
        with monkeypatch.context() as broken:
            broken.setattr(Match, "hints", fails)
            assert isinstance(referee.happen(second, source=Source.HOST), Entry)
            said = "The match goes on without the hints (RuntimeError: this part is broken)."
            assert [*referee.view.notices] == [said]
            assert referee.view.hints == {}
        assert isinstance(referee.happen(third, source=Source.HOST), Entry)
        assert referee.view.notices == ()
        before = referee.view
    with closing(Journal(path)) as journal:
        assert journal.damage is None
        assert [row.event for row in journal.events(1)] == [first, second, third]
        after = Referee(journal, FakeClock(), shipped).view
    assert (after.match, after.protocol) == (before.match, before.protocol)


def test_a_display_that_fails_costs_the_others_nothing_and_is_said_until_it_is_well(tmp_path: Path) -> None:
    first, second, third = placed("ZOO")
    heard: list[int] = []

    def broken(_: TableView) -> None:
        raise OSError("the screen is gone")

    with table(tmp_path / "journal.sqlite3") as referee:
        disorder(referee)
        leave = referee.subscribe(broken)
        referee.subscribe(lambda view: heard.append(len(view.protocol)))
        assert isinstance(referee.happen(first, source=Source.HOST), Entry)
        assert [*referee.view.notices] == ["A display cannot show the table (OSError: the screen is gone)."]
        version = referee.view.version
        assert isinstance(referee.happen(second, source=Source.HOST), Entry)
        assert referee.view.version == version + 1, "what is known is not said twice"
        leave()
        assert isinstance(referee.happen(third, source=Source.HOST), Entry)
        assert referee.view.notices == ()
    assert sorted(set(heard)) == [1, 2, 3]


@pytest.mark.parametrize(("home", "part"), [(Publisher, "sound"), (Publisher, "_renew_dialog"), (looking, "moved_on")])
def test_what_is_merely_nice_to_know_may_fail_and_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: object, part: str
) -> None:
    first, second, _ = placed("ZOO")
    with table(tmp_path / "journal.sqlite3") as referee:
        disorder(referee)
        with monkeypatch.context() as broken:
            broken.setattr(home, part, fails)
            assert isinstance(referee.happen(first, source=Source.HOST), Entry)
            (notice,) = referee.view.notices
            assert notice.startswith("The match goes on without ")
            assert notice.endswith(" (RuntimeError: this part is broken).")
        assert isinstance(referee.happen(second, source=Source.HOST), Entry)
        assert referee.view.notices == ()
        assert len(referee.view.protocol) == 2


def test_what_no_view_can_be_made_of_is_written_and_shown_later_or_the_table_breaks_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, _ = placed("ZOO")
    with table(tmp_path / "journal.sqlite3") as referee:
        disorder(referee)
        with monkeypatch.context() as broken:
            broken.setattr(Stand, "joiners", property(fails))
            assert isinstance(referee.happen(first, source=Source.HOST), Entry)
            assert [*referee.view.protocol] == []
            with pytest.raises(RuntimeError, match="this part is broken"):
                referee.tick()
        referee.tick()
        assert len(referee.view.protocol) == 1
        assert len(referee._ledger.journal.events(1)) == 1
        assert isinstance(referee.happen(second, source=Source.HOST), Entry)


def test_what_the_journal_does_not_take_has_not_happened(tmp_path: Path) -> None:
    first, second, _ = placed("ZOO")
    with table(tmp_path / "journal.sqlite3") as referee:
        disorder(referee)
        referee.happen(first, source=Source.HOST)
        before = referee.view
        referee._ledger.journal.close()
        with pytest.raises(Exception, match="closed"):
            referee.happen(second, source=Source.HOST)
        assert (referee.view.match, referee.view.protocol) == (before.match, before.protocol)
    with table(tmp_path / "journal.sqlite3") as referee:
        assert (referee.view.match, referee.view.protocol) == (before.match, before.protocol)
