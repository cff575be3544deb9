"""Somebody is forgotten: a guest has played in their stead, and no byte of the journal has the name any more."""

import errno
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.clock import FakeClock
from companion.errors import BadInput, NotNow
from companion.games.persons import is_guest
from companion.games.renaming import renamed_event, renamed_setup
from companion.referee import head, journal_file
from companion.referee.disk import DiskFails
from companion.referee.forgetting import without_persons
from companion.referee.journal import Journal, JournalEvent
from companion.referee.match import played
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.dictionary import shipped

MATCHES = sorted((Path(__file__).parents[1] / "matches").glob("*.json"))
NOW = "2026-03-01T20:00:00+00:00"
NAME = "Zoë-Marie"
PERSONS = {"zoe-marie", "zoe-marie-ann"}
FILES = ("", "-wal", ".head")


def document(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))["document"]
    return found


def renamed(found: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """A transcript with players called otherwise."""
    setup = {name: value for name, value in found.items() if name != "events"}
    events = [renamed_event(found["game"], each, lambda text: names.get(text, text)) for each in found["events"]]
    return {**renamed_setup(setup, lambda text: names.get(text, text)), "events": events}


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_a_match_with_other_names_is_the_same_match(path: Path) -> None:
    """Scores, rulings, winners, turns: all of it, with the other name; and the first again, called as before."""
    found = document(path)
    names = {name: f"{name[::-1]} {at}" for at, name in enumerate(found["players"])}
    other = renamed(found, names)
    before, after = played(found, shipped), played(other, shipped)
    assert after.scores == {names[name]: score for name, score in before.scores.items()}
    assert [each.verdict for each in after.rulings] == [each.verdict for each in before.rulings]
    assert after.view().winners == tuple(names[name] for name in before.view().winners)
    assert renamed(other, {new: old for old, new in names.items()}) == found
    text = json.dumps(other)
    assert not [name for name in names if f'"{name}"' in text and name not in before.view().may]


@pytest.mark.parametrize("name", ["Easy", "Hard", "Players", "Seed", "Table"])
def test_whoever_is_called_like_a_strength_is_forgotten_and_the_table_plays_on(name: str) -> None:
    practice = {"players": {"Table": "easy"}, "seed": 7}
    setup = {"game": "disorder", "players": [name, "Ann", "Table"], "practice": practice}
    said = renamed_setup(setup, lambda text: "a guest" if text.casefold() == name.casefold() else text)
    table = "a guest" if name == "Table" else "Table"
    assert said["practice"] == {"players": {table: "easy"}, "seed": 7}
    assert name not in said["players"]


@pytest.mark.parametrize("name", ["Drafts", "Gathering", "Away", "Open", "Parts", "Fields", "A", "Rose"])
def test_what_is_noted_beside_a_match_keeps_its_shape_its_cards_and_its_words(tmp_path: Path, name: str) -> None:
    def note(who: str, written: str) -> dict[str, Any]:
        window = {"player": who, "label": "to place", "total_ms": 30_000, "before": []}
        draft = {"fields": {"word": written}, "says": {}, "window": window}
        return {
            "open": {**window, "left_ms": 5}, "aside": None, "has_waited": False, "away": [who, "Bob"],
            "joining": ["Bob", who], "sight": {"spent": [name]},
            "gathering": {"parts": {who: ["A", "rose"]}, "said_by": {who: "A"}, "opened": None, "by_phone": [who],
                          "closed": False},
            "drafts": {who: {"place": draft}, "Bob": {"place": {**draft, "window": None}}},
        }  # fmt: skip

    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        match = journal.begin({"game": "disorder", "players": [name, "Bob"]}, NOW)
        event = {"event": "place", "player": name, "card": "Z"}
        journal.append(match.id, [JournalEvent(1, event, "host", NOW)], note(name, f"as {name} said"))
        (without,) = without_persons(journal, {name.casefold()})
    assert without.timing == note("a guest", "as a guest said")


def test_a_word_that_is_spelled_like_a_name_stays_a_word() -> None:
    event = {"event": "name_word", "player": "Rose", "word": "rose", "note": "Rose was quick", "by": "Rose"}
    said = renamed_event("disorder", event, lambda text: text.replace("Rose", "X"))
    assert said == {"event": "name_word", "player": "X", "word": "rose", "note": "X was quick", "by": "X"}


def test_corrections_signatures_options_and_decks_are_renamed_within() -> None:
    def rename(text: str) -> str:
        return "X" if text == "Ann" else text

    corrected = {
        "event": 3,
        "to": {"event": "play", "player": "Ann", "card": "Ann", "target": {"player": "Ann", "card": "A"}},
    }
    assert renamed_event("villains", corrected, rename)["to"] == {
        "event": "play", "player": "X", "card": "Ann", "target": {"player": "X", "card": "A"},
    }  # fmt: skip
    assert renamed_event("villains", {"event": "undo", "by": "Ann"}, rename) == {"event": "undo", "by": "X"}
    setup = {
        "game": "villains", "players": ["Ann", "Bob"], "deck": {"Ann": "Ann", "Bob": "villains"},
        "options": {"starter": "Ann", "starting": {"Ann": "Ann"}, "lexicon": {"words": ["Ann"]}},
    }  # fmt: skip
    assert renamed_setup(setup, rename) == {
        "game": "villains", "players": ["X", "Bob"], "deck": {"X": "Ann", "Bob": "villains"},
        "options": {"starter": "X", "starting": {"X": "Ann"}, "lexicon": {"words": ["Ann"]}},
    }  # fmt: skip


# ------------------------------------------------------------------ in the journal


def filled(path: Path, *, matches: int = 3) -> None:
    """A journal of some matches of everybody, those of one player by several spellings of the name, all in the log."""
    with closing(Journal(path)) as journal:
        for at in range(matches):
            name = [NAME, NAME.upper(), "zoe-marie"][at % 3]
            setup = {
                "game": "disorder",
                "players": [name, "Bob"],
                "options": {"starter": name, "lexicon": {"words": []}},
            }
            match = journal.begin(setup, NOW)
            events = [{"event": "place", "player": name, "card": "Z"}, {"event": "join", "player": f"{name}-Ann"}]
            events += [{"event": "undo", "by": f"for {name}"}, {"event": "leave", "player": f"{name}-Ann"}]
            rows = [JournalEvent(number, event, "host", NOW) for number, event in enumerate(events, 1)]
            journal.append(match.id, rows, {"drafts": {name: {}}})
            journal.keep_head()


def names_in(path: Path) -> list[str]:
    """The files of a journal that have the name somewhere in their bytes, in whatever spelling."""
    spelled = [NAME, NAME.upper(), "zoe-marie", "ZOE-MARIE", "Zoe-Marie"]
    spelled += [json.dumps(name)[1:-1] for name in spelled]
    files = [path.with_name(path.name + suffix) for suffix in (*FILES, "-shm")]
    return [file.name for file in files if file.exists() for name in spelled if name.encode() in file.read_bytes()]


def test_no_byte_has_the_name_and_everything_else_stands(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    filled(path)
    assert names_in(path)
    with closing(Journal(path)) as journal:
        before = [(row.begun, row.closed, len(journal.events(row.id))) for row in journal.matches()]
        journal.rewrite(without_persons(journal, PERSONS))
        assert journal.wipe()
        assert names_in(path) == [], "while it is open"
        assert journal.problem() is None
        assert [(row.begun, row.closed, len(journal.events(row.id))) for row in journal.matches()] == before
        assert [row.setup["players"] for row in journal.matches()] == [["a guest", "Bob"]] * 3
        assert journal.events(1)[1].event == {"event": "join", "player": "a guest 2"}
        assert journal.noted(1) == {"drafts": {"a guest": {}}}
        assert without_persons(journal, PERSONS) == [], "once is for good"
    assert names_in(path) == []
    with closing(Journal(path)) as journal:
        assert journal.damage is None
        journal.append(1, [JournalEvent(5, {"event": "undo"}, "host", NOW)])
        journal.keep_head()
    with closing(Journal(path)) as journal:
        assert journal.damage is None


def test_who_is_called_almost_the_same_is_not_forgotten(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        journal.begin({"game": "disorder", "players": ["Ann Lee", "Ann", "Joann"], "options": {}}, NOW)
        journal.append(1, [JournalEvent(1, {"event": "place", "player": "Ann Lee", "card": "A"}, "host", NOW)])
        journal.rewrite(without_persons(journal, {"ann"}))
        assert journal.matches()[0].setup["players"] == ["Ann Lee", "a guest", "Joann"]
        assert journal.events(1)[0].event["player"] == "Ann Lee"


def copied(path: Path, folder: Path) -> Path:
    """The journal as the disk has it now."""
    folder.mkdir()
    for suffix in FILES:
        source = path.with_name(path.name + suffix)
        if source.exists():
            shutil.copyfile(source, folder / source.name)
    return folder / path.name


def test_a_plug_pulled_at_any_step_leaves_the_old_or_the_new_and_the_next_start_wipes_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite3"
    filled(path)
    pulled: list[Path] = []

    def pull() -> None:
        pulled.append(copied(path, tmp_path / f"pulled{len(pulled)}"))

    write = head.Head.write

    def wrote(*args: Any) -> None:
        pull()
        write(*args)
        pull()

    with closing(Journal(path)) as journal:
        monkeypatch.setattr(head.Head, "write", wrote)
        commit = journal._commit

        def committed(act: Any) -> None:
            commit(act)
            pull()

        monkeypatch.setattr(journal, "_commit", committed)
        journal.rewrite(without_persons(journal, PERSONS))
        pull()
        assert journal.wipe()
        pull()
    monkeypatch.undo()
    stood = []
    for copy in pulled:
        with closing(Journal(copy)) as journal:
            assert journal.damage is None
            assert [len(journal.events(row.id)) for row in journal.matches()] == [4, 4, 4]
            stood.append([is_guest(row.setup["players"][0]) for row in journal.matches()])
            assert names_in(copy) == [] or stood[-1] == [False] * 3, "forgotten means wiped"
        assert not head.is_unwiped(copy)
    assert stood == sorted(stood), "first as it was, then as it is"
    assert {tuple(each) for each in stood} == {(False,) * 3, (True,) * 3}


def test_what_cannot_be_wiped_now_is_wiped_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.sqlite3"
    filled(path)
    monkeypatch.setattr("companion.referee.journal_file.PATIENCE_S", 0.05)
    with closing(Journal(path)) as journal:
        reader = Journal(path, read_only=True)
        looking = reader._connection.execute("SELECT id FROM match")  # another program, in the midst of reading
        looking.fetchone()
        journal.rewrite(without_persons(journal, PERSONS))
        assert not journal.wipe()
        journal.append(1, [JournalEvent(5, {"event": "undo"}, "host", NOW)])
        journal.keep_head()
        copy = copied(path, tmp_path / "cut")  # the plug is pulled before it could be
        looking.close()
        reader.close()
    assert names_in(copy)
    with closing(Journal(copy)) as journal:
        assert journal.damage is None
        assert names_in(copy) == []


def test_what_is_wiped_while_the_head_cannot_say_so_is_wiped_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite3"
    filled(path)

    def fails(*_args: Any) -> None:
        raise OSError(28, "No space left on device")

    with closing(Journal(path)) as journal:
        journal.rewrite(without_persons(journal, PERSONS))
        with monkeypatch.context() as patched:
            patched.setattr("companion.referee.head.Head.write", fails)
            assert not journal.wipe()
        assert head.is_unwiped(path)
        assert journal.wipe()
        assert not head.is_unwiped(path)


def test_what_is_still_to_be_wiped_is_wiped_after_a_later_forgetting_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite3"
    filled(path)

    def fails(*_args: Any) -> None:
        raise DiskFails("full")

    with closing(Journal(path)) as journal:
        with monkeypatch.context() as patched:
            patched.setattr("companion.referee.journal_file.wipe", lambda _: False)
            journal.rewrite(without_persons(journal, PERSONS))
            assert not journal.wipe()
            patched.setattr(journal, "_commit", fails)
            with pytest.raises(DiskFails):
                journal.rewrite(without_persons(journal, {"bob"}))
        assert head.is_unwiped(path)
        copy = copied(path, tmp_path / "cut")
        journal.keep_head()
        assert head.is_unwiped(path), "whoever writes it"
        monkeypatch.setattr("companion.referee.head.Head.write", lambda *_: 1 / 0)
        journal.keep_head()
        monkeypatch.undo()
    assert names_in(copy)
    with closing(Journal(copy)) as journal:
        assert journal.damage is None
        assert names_in(copy) == []


def test_a_file_that_is_damaged_meanwhile_cannot_be_wiped_and_nothing_is_raised(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(b"\xff" * 4096)  # SQLite says that it is no database, which is no OperationalError
    with closing(sqlite3.connect(path)) as connection:
        assert not journal_file.wipe(connection)


def test_a_disk_that_does_not_take_it_has_changed_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: Any, **_named: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        referee = Referee(journal, FakeClock(), shipped)
        referee.begin({"game": "disorder", "players": [NAME, "Bob"], "options": {"lexicon": {"words": []}}})
        with pytest.raises(NotNow, match="leave it first"):
            referee.archive.rewrite(without_persons(referee.archive, PERSONS))
        referee.close()
        monkeypatch.setattr("companion.atomic.write", full)
        with pytest.raises(BadInput, match="No space left"):
            referee.archive.rewrite(without_persons(referee.archive, PERSONS))
        monkeypatch.undo()
        assert (referee.archive.rewritten, journal.matches()[0].setup["players"]) == (0, [NAME, "Bob"])
        gone_on = without_persons(referee.archive, PERSONS)
        referee.reopen(1)
        referee.happen({"event": "place", "player": NAME, "card": "A"}, source=Source.HOST)
        referee.close()
        with pytest.raises(NotNow, match="gone on meanwhile"):
            referee.archive.rewrite(gone_on)
        referee.archive.rewrite(without_persons(referee.archive, PERSONS))
        referee.archive.rewrite(without_persons(referee.archive, PERSONS))
        assert referee.archive.rewritten == 1
        assert referee.reopen(1).match is not None
        referee.happen({"event": "place", "player": "Bob", "card": "Z"}, source=Source.HOST)
