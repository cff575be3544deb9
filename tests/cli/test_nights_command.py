"""Players across nights on the command line: looked at, said to be one, exported, forgotten."""

import argparse
import csv
import json
import os
import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main, nights
from companion.data_folder import HUB_FOLDER
from companion.hub.collection import COLLECTION_FILE, Collection
from companion.hub.tournament_file import TOURNAMENTS_FILE, TournamentFile
from companion.machine.lock import FolderLock
from companion.nights.exporting import COLUMNS
from companion.nights.keeping import CACHE_FILE, NOTEBOOK_FILE
from companion.referee.head import head_of
from companion.referee.journal import JOURNAL_NAME, Journal, JournalEvent

WORDS = {"words": ["zoo", "zookeeper", "zookeepers"]}
NOW = "2026-03-01T20:00:00+00:00"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing leaves the device: whoever asks for a socket has failed."""

    def refused(*_args: object, **_named: object) -> Any:
        raise AssertionError("somebody asked for the network")

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)


def played_match(journal: Journal, names: list[str], day: str = "2026-03-01") -> None:
    """A match of two that the second one wins with a word."""
    one, other = names
    setup = {"game": "disorder", "players": names, "options": {"target": 5, "lexicon": WORDS}}
    match = journal.begin(setup, f"{day}T20:00:00+00:00")
    events = [{"event": "place", "player": names[at % 2], "card": card} for at, card in enumerate("ZOOK")]
    events += [{"event": "challenge", "player": one}, {"event": "name_word", "player": other, "word": "Zookeeper"}]
    journal.append(match.id, [JournalEvent(at, event, "host", NOW) for at, event in enumerate(events, 1)])
    journal.leave(match.id, f"{day}T21:00:00+00:00", {})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with closing(Journal(tmp_path / JOURNAL_NAME)) as journal:
        played_match(journal, ["Bob", "Zoë"])
        played_match(journal, ["Bob", "zoe"], "2026-05-01")
        played_match(journal, ["Zoé", "Cy"], "2026-05-02")
        typo = {"game": "typo", "players": ["Zoë", "Cy"], "options": {"rows": list("TSZO"), "lexicon": WORDS}}
        cards = {"event": "reveal", "cards": {"Zoë": "A", "Cy": "B"}}
        journal.append(journal.begin(typo, NOW).id, [JournalEvent(1, cards, "host", NOW)])
        journal.keep_head()
    return tmp_path


@pytest.fixture
def said(data: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def say(*words: str, status: int = 0) -> Any:
        assert main(["nights", "--data", str(data), *words]) == status
        out, err = capsys.readouterr()
        return json.loads(out) if "--json" in words else out + err

    return say


def test_players_seasons_teams_and_pairs_are_told_as_text_and_as_json(said: Any) -> None:
    assert [(each["name"], each["played"], each["won"]) for each in said("list", "--json")] == [
        ("Zoë", 4, 2), ("Bob", 2, 0), ("Cy", 2, 1),
    ]  # fmt: skip
    zoe = said("player", "ZOE", "--json")
    assert zoe["words"]["favourites"] == [{"word": "zookeeper", "times": 2}]
    assert zoe["words"]["best"] == {"word": "zookeeper", "points": 19, "game": "disorder"}
    assert zoe["met"][0] == {"name": "Bob", "matches": 2, "ahead": 2, "level": 0, "behind": 0}
    assert "zookeeper 2×" in said("player", "zoe")
    assert said("pair", "bob", "zoe", "--json")["behind"] == 2
    said("set-season", "Spring", "2026-05-01", "2026-05-31")
    assert [line["name"] for line in said("season", "Spring", "--json")["table"]] == ["Cy", "Zoë", "Bob"]
    assert said("set-season", "SPRING", "20260501", "2026-W22-7") == "season SPRING: 2026-05-01 to 2026-05-31\n"
    assert len(said("season", "Spring", "--json")["table"]) == 3
    assert said("set-team", "Cats", "zoe", "Cy", "CY") == "team Cats: zoe, Cy\n"
    assert said("teams", "--json")[0]["line"]["won"] == 2
    assert "Cats" in said("teams")


def test_the_newest_matches_and_the_seasons_are_told_as_text_too(said: Any) -> None:
    newest = "newest matches:\n2026-03-01  TYPO: Cy 14, Zoë 14 (not finished)\n2026-05-02  Disorder!: Cy 0, Zoë 19\n"
    assert newest in said("player", "zoe")
    assert newest in said("pair", "Cy", "zoe")
    said("set-season", "Spring", "2026-05-01", "2026-05-31")
    said("set-season", "May Day", "2026-05-01", "2026-05-01")
    assert [each["name"] for each in said("seasons", "--json")] == ["May Day", "Spring"]
    assert "Spring   2026-05-01  2026-05-31        2" in said("seasons")
    said("remove-season", "SPRING")
    assert "Spring" not in said("seasons")
    assert "there is no season Spring" in said("remove-season", "Spring", status=2)


def test_seasons_and_teams_called_after_whoever_is_forgotten_are_said_and_can_be_removed(said: Any, data: Path) -> None:
    said("set-team", "zoe and friends", "Bob", "Cy")
    said("set-team", "Zoës", "Bob", "Cy")
    said("set-season", "ZOË's spring", "2026-05-01", "2026-05-31")
    told = said("forget", "Zoë", "--yes")
    assert "still have the name in theirs: ZOË's spring, zoe and friends. Remove them" in told
    said("remove-season", "ZOË's spring")
    said("remove-team", "zoe and friends")
    assert [each["name"] for each in json.loads((data / NOTEBOOK_FILE).read_text("utf-8"))["teams"]] == ["Zoës"]


def test_two_names_are_one_until_somebody_takes_it_back(said: Any) -> None:
    said("same", "Bob", "Cy")
    assert [each["name"] for each in said("list", "--json")] == ["Bob", "Zoë"]
    said("apart", "cy")
    assert [each["name"] for each in said("list", "--json")] == ["Zoë", "Bob", "Cy"]


@pytest.mark.parametrize("verb", [["same", "Zoë"], ["set-team", "Cats"], ["set-season"]])
def test_a_name_that_is_no_text_is_nobody_s(said: Any, data: Path, verb: list[str]) -> None:
    """As a terminal that types in Latin-1 hands it to a program that reads UTF-8."""
    name, days = os.fsdecode(b"Zo\xeb"), ["2026-01-01", "2026-12-31"] if verb == ["set-season"] else []
    refused = said(*verb, name, *days, status=2)
    assert refused.startswith("tableside: ")
    assert any(sentence in refused for sentence in (r"Zo\udceb is nobody's name", "1 to 40 printable characters"))
    assert not (data / NOTEBOOK_FILE).exists()


def test_everything_is_exported_as_json_and_as_csv(said: Any, data: Path) -> None:
    said("export", str(data / "all.json"))
    document = json.loads((data / "all.json").read_text("utf-8"))
    assert len(document["matches"]) == 4
    said("export", str(data / "all.csv"))
    with (data / "all.csv").open(encoding="utf-8-sig", newline="") as file:
        header, *rows = csv.reader(file)
    assert tuple(header) == COLUMNS
    assert len(rows) == 8
    assert [row[9] for row in rows if row[4] == "zoe"] == ["zookeeper"]
    assert "ends neither in" in said("export", str(data / "all.txt"), status=2)


def naming(folder: Path) -> list[str]:
    """The files in which the name stands, in any spelling it was played with."""
    names = [name.encode() for name in ("Zoë", "Zoé", 'zoe"', "Zo\\u00eb", "Zo\\u00e9")]
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(path.name for path in files if any(name in path.read_bytes() for name in names))


def test_nothing_is_exported_over_the_notebook(said: Any, data: Path) -> None:
    said("same", "Zoë", "Cy")
    kept = (data / NOTEBOOK_FILE).read_bytes()
    refused = said("export", str(data / NOTEBOOK_FILE), status=2)
    assert refused.endswith("the table itself keeps who is who, seasons and teams; name another file\n")
    assert (data / NOTEBOOK_FILE).read_bytes() == kept


def test_whoever_is_forgotten_is_in_no_byte_of_the_data_folder(said: Any, data: Path) -> None:
    said("set-team", "Cats", "Zoë", "Cy")
    (data / "seats.json").write_text(json.dumps({"Zoë": "12", "Cy": "13"}), "utf-8")
    (data / "frames").mkdir()
    (data / "frames" / "match1-3.jpg").write_bytes(b"picture")
    said("list")
    assert naming(data) == [JOURNAL_NAME, CACHE_FILE, NOTEBOOK_FILE, "seats.json"]
    before = said("list", "--json")
    assert "would be a guest in 4 matches" in said("forget", "zoe", status=1)
    assert said("list", "--json") == before
    told = said("forget", "zoe", "--yes")
    assert "a guest now in 4 matches" in told
    assert "in “frames”: 1." in told
    assert naming(data) == []
    assert json.loads((data / "seats.json").read_text("utf-8")) == {"Cy": "13"}
    assert [(each["name"], each["played"], each["won"]) for each in said("list", "--json")] == [
        ("Bob", 2, 0), ("Cy", 2, 1),
    ]  # fmt: skip
    assert naming(data) == []
    with closing(Journal(data / JOURNAL_NAME)) as journal:
        assert journal.damage is None
        assert journal.problem() is None
    assert "nobody has played here as zoe" in said("forget", "zoe", "--yes", status=2)


def test_it_is_said_first_who_would_be_forgotten_and_in_which_matches(said: Any, data: Path) -> None:
    with closing(Journal(data / JOURNAL_NAME)) as journal:  # two are begun and not played: they count for nobody
        setup = {"game": "disorder", "options": {"target": 5, "lexicon": WORDS}}
        journal.begin({**setup, "players": ["Quentin", "ZOË"]}, NOW)
        journal.begin({**setup, "players": ["Quentin", "Zoë"]}, NOW)
        journal.keep_head()
    said("set-team", "Cats", "Mia", "Cy")
    (data / "seats.json").write_text(json.dumps({"Nora": "12"}), "utf-8")
    said("same", "Zoë", "Anna")
    kept = [data / name for name in (JOURNAL_NAME, NOTEBOOK_FILE, "seats.json")]
    for name, matches, names in (
        ("Quentin", 2, "Quentin"), ("zoe", 6, "Anna, ZOË, Zoé, Zoë, zoe"), ("mia", 0, "mia"), ("NORA", 0, "NORA"),
    ):  # fmt: skip
        before = [path.read_bytes() for path in kept]
        assert f"{names} would be a guest in {matches} matches" in said("forget", name, status=1)
        assert [path.read_bytes() for path in kept] == before
        assert f"{names}: a guest now in {matches} matches." in said("forget", name, "--yes")
        assert "nobody has played here as" in said("forget", name, status=2)


@pytest.mark.parametrize("cut", ["companion.web.seats.Seats.forget", "companion.nights.keeping.write_notebook"])
def test_a_forgetting_that_was_cut_short_is_finished_when_it_is_asked_for_again(
    said: Any, data: Path, monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    said("same", "Zoë", "Anna")
    (data / "seats.json").write_text(json.dumps({"ZOE": "12", "Anna": "13", "Cy": "14"}), "utf-8")

    def killed(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cut, killed)
    said("forget", "zoe", "--yes", status=130)
    monkeypatch.undo()
    assert "a guest now in 0 matches" in said("forget", "zoe", "--yes")
    assert json.loads((data / "seats.json").read_text("utf-8")) == {"Cy": "14"}
    assert naming(data) == []
    assert "nobody has played here as zoe" in said("forget", "zoe", "--yes", status=2)


def test_whoever_joined_later_is_looked_for_by_that_name_too(said: Any, data: Path) -> None:
    with closing(Journal(data / JOURNAL_NAME)) as journal:
        journal.append(4, [JournalEvent(2, {"event": "join", "player": "ZÖE"}, "host", NOW)])
        journal.keep_head()
    (data / "journal.sqlite3.damaged-1").write_text("ZÖE", "utf-8")
    assert "still have the name: journal.sqlite3.damaged-1" in said("forget", "zoe", "--yes")


@pytest.mark.parametrize("lost", ["a byte", "the end", "the head"])
def test_in_a_damaged_journal_nobody_is_forgotten_and_the_next_start_says_the_damage(
    said: Any, data: Path, lost: str
) -> None:
    path = data / JOURNAL_NAME
    if lost == "a byte":
        path.write_bytes(path.read_bytes().replace(b'"name_word","player":"zoe"', b'"name_word","player":"zof"'))
    elif lost == "the end":
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("DELETE FROM event WHERE match_id = 3 AND number = 6")
    else:
        head_of(path).unlink()
    before = {file.name for file in data.iterdir()}
    for words in (["forget", "Zoë", "--yes"], ["forget", "Zoë"]):
        told = said(*words, status=2)
        assert "start the table" in told
        assert len(told.splitlines()) == 1
    assert {file.name for file in data.iterdir()} - {"journal.sqlite3-wal", "journal.sqlite3-shm"} == before
    with closing(Journal(path)) as journal:
        assert journal.damage is not None


def test_what_is_elsewhere_is_said(said: Any, data: Path) -> None:
    shutil.copy(data / JOURNAL_NAME, data / "journal.sqlite3.damaged-1")
    (data / "hub-sent.json").write_text("{}", "utf-8")
    told = said("forget", "Zoë", "--yes")
    assert "still have the name: journal.sqlite3.damaged-1" in told
    assert "The hub that this table tells" in told
    assert "but not the name in its tournaments" in told


def test_what_a_hub_on_the_same_folder_has_of_the_name_is_said(said: Any, data: Path) -> None:
    (data / HUB_FOLDER).mkdir()
    begun = {"kind": "begun", "match": "m", "number": 0, "digest": "d", "id": 1, "game": "typo", "at": NOW}
    with (
        closing(Collection(data / HUB_FOLDER / COLLECTION_FILE)) as collection,
        closing(TournamentFile(data / HUB_FOLDER / TOURNAMENTS_FILE)) as tournaments,
    ):
        collection.hear("t0123456789ab", {**begun, "players": ["Zoë", "Cy"]}, NOW)
        tournaments.append("c1234", 0, NOW, {"title": "Friday"})
        assert "a hub keeps here" in (told := said("forget", "Zoë", "--yes"))
        assert "hub/hub.sqlite3*. Stop the hub and delete them" in told
        assert "tournaments of a hub" not in told
        tournaments.append("c1234", 1, NOW, {"act": "enter", "name": "Cy"})
        told = said("forget", "Cy", "--yes")
        assert "a hub still have the name: hub/tournaments.sqlite3*. Nothing in them is ever changed" in told


def test_beside_a_running_table_it_is_looked_at_and_nobody_is_forgotten(said: Any, data: Path) -> None:
    with FolderLock(data):
        assert len(said("list", "--json")) == 3
        assert not (data / CACHE_FILE).exists(), "the cache is the table's"
        for words in (["forget", "zoe", "--yes"], ["same", "Bob", "Cy"], ["set-team", "Cats", "Cy"]):
            told = said(*words, status=2)
            assert "on its page /nights" in told
            assert len(told.splitlines()) == 1
        assert not (data / NOTEBOOK_FILE).exists()


def test_whoever_looks_keeps_no_table_from_starting(data: Path) -> None:
    with nights._opened(argparse.Namespace(data=data)) as opened, FolderLock(data):
        assert len(opened.almanac().matches) == 4


@pytest.mark.parametrize("text", ["{", "[]", '{"same": [["Ann"]]}', '{"same": 1, "seasons": [], "teams": []}'])
def test_a_notebook_that_is_none_is_said_in_one_sentence_and_left_alone(said: Any, data: Path, text: str) -> None:
    (data / NOTEBOOK_FILE).write_text(text, "utf-8")
    assert len(said("list", status=2).splitlines()) == 1
    assert "nights.json" in said("set-team", "Cats", "Cy", status=2)
    assert (data / NOTEBOOK_FILE).read_text("utf-8") == text


def test_a_damaged_cache_is_made_anew(said: Any, data: Path) -> None:
    before = said("list")
    (data / CACHE_FILE).write_bytes((data / CACHE_FILE).read_bytes()[:-20])
    assert said("list") == before
