"""Recorded matches played again, frames and all. A new folder in tests/recordings/ is a new test:

tableside record NUMBER tests/recordings/NAME
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion import atomic
from companion.cli import main
from companion.clock import FakeClock
from companion.decks import deckfiles
from companion.decks.shelf import DeckShelf
from companion.errors import BadInput
from companion.games.layout import layout_of
from companion.referee import recording
from companion.referee.journal import JOURNAL_NAME, Journal
from companion.referee.match import load_lexicon
from companion.referee.referee import Referee
from companion.referee.replay import replay
from companion.referee.source import Source
from companion.referee.tableview import Entry
from companion.vision import Reader
from tests.damaged_pictures import endless_bitmap
from tests.own_decks import BRIDGE, JUMBLES, SCRIBBLE, ZOO
from tests.views import PLAYERS, WORDS, placed, shipped

ROLLED = {"event": "roll", "player": "Ann", "face": "5", "colour": "red"}
RECORDINGS = sorted(path for path in (Path(__file__).parents[1] / "recordings").iterdir() if path.is_dir())


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A recording of the tests' own that may be damaged."""
    return Path(shutil.copytree(RECORDINGS[0], tmp_path / "copy"))


@pytest.mark.parametrize("folder", RECORDINGS, ids=lambda folder: folder.name)
def test_a_recorded_match_comes_out_as_it_was_with_its_frames_read_again(folder: Path, tmp_path: Path) -> None:
    recorded = recording.read(folder)
    read = Reader(deckfiles.load(layout_of(recorded.setup["game"], recorded.setup["options"]).deck)).read
    assert any(row.frame for row in recorded.events)
    assert list(replay(recorded, tmp_path, load_lexicon, read)) == []


def test_another_event_comes_out_otherwise_and_is_told(copy: Path, tmp_path: Path) -> None:
    lines = (copy / "events.jsonl").read_text("utf-8").splitlines()
    lines[5] = lines[5].replace("zookeeper", "license")
    (copy / "events.jsonl").write_text("\n".join(lines[:6]), "utf-8")
    told = list(replay(recording.read(copy), tmp_path, load_lexicon))
    assert [sentence.split(" ")[1] for sentence in told] == ["scores", "digest"]


def test_what_the_camera_sees_otherwise_is_told(copy: Path, tmp_path: Path) -> None:
    first = (copy / "events.jsonl").read_text("utf-8").replace('"Z"', '"X"', 1)
    (copy / "events.jsonl").write_text(first, "utf-8")
    told = list(replay(recording.read(copy), tmp_path, load_lexicon, Reader(deckfiles.load("disorder")).read))
    assert told[0].startswith("event 1: the camera now sees")


def test_an_event_that_is_refused_now_is_told(copy: Path, tmp_path: Path) -> None:
    lines = (copy / "events.jsonl").read_text("utf-8").splitlines()
    (copy / "events.jsonl").write_text("\n".join([lines[4], *lines]), "utf-8")
    told = list(replay(recording.read(copy), tmp_path, load_lexicon))
    assert told[0].startswith("event 1: ")
    assert "is refused now" in told[0]


def test_a_played_match_becomes_a_recording_with_one_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal(tmp_path / JOURNAL_NAME)
    referee = Referee(journal, FakeClock(), shipped)
    referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}})
    for event in placed("ZOO"):
        referee.happen(event, source=Source.HOST)
    journal.close()
    target = tmp_path / "evening"
    assert main(["record", "1", str(target), "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"3 events and 0 frames are in {target}\n"
    assert main(["replay", str(target)]) == 0
    assert main(["record", "1", str(target), "--data", str(tmp_path)]) == 2
    assert main(["record", "9", str(tmp_path / "other"), "--data", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert "exists already; name a new folder" in errors
    assert "there is no match 9" in errors


@pytest.mark.parametrize(
    ("file", "setup", "events"),
    [
        (SCRIBBLE, {"game": "disorder", "deck": "own.toml"}, placed("ZO")),
        (BRIDGE, {"game": "wordcard", "deck": "own.toml"}, []),
        (JUMBLES, {"game": "anagrascramble", "deck": "own.toml"}, [ROLLED, {"event": "card", "jumble": "TUERNEV"}]),
        (ZOO, {"game": "villains", "players": PLAYERS[:2], "deck": {"Ann": "own.toml"}}, []),
    ],
    ids=["letters", "wordcards", "jumbles", "portraits"],
)
def test_a_match_played_with_an_own_deck_replays_where_nobody_has_it(
    file: str, setup: dict[str, Any], events: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = tmp_path / "played"
    atomic.write(played / "decks" / "own.toml", file.encode())
    journal = Journal(played / JOURNAL_NAME)
    referee = Referee(journal, FakeClock(), shipped, DeckShelf(played))
    referee.begin({"players": PLAYERS, "options": {"lexicon": WORDS}, **setup})
    for event in events:
        assert isinstance(referee.happen(event, source=Source.HOST), Entry), referee.view.refusal
    journal.close()
    target = tmp_path / "evening"
    assert main(["record", "1", str(target), "--data", str(played)]) == 0
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "elsewhere"))
    assert main(["replay", str(target)]) == 0
    assert main(["replay", "--read", str(target)]) == 2  # whoever reads its cards must know them
    assert main(["replay", "--read", str(target), "--data", str(played)]) == 0


def test_what_was_written_is_what_is_read(tmp_path: Path, copy: Path) -> None:
    first = recording.read(copy)
    written = recording.write(
        tmp_path / "again", first.setup, first.events, first.outcome, lambda name: first.frame(name).read_bytes()
    )
    again = recording.read(tmp_path / "again")
    assert again == written
    assert (again.setup, again.events, again.outcome) == (first.setup, first.events, first.outcome)


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("match.json", "{", "match.json is not JSON"),
        ("match.json", "[]", "“setup” must be an object"),
        ("match.json", '{"setup": {}}', "“outcome” must be an object"),
        ("events.jsonl", "{}\n", "events.jsonl, line 1: expected an object with an event"),
        ("events.jsonl", '{"event": {}}\n', "line 1: source and at must be text"),
        ("events.jsonl", '{"event": {}, "source": "tv", "at": ""}\n', "line 1: source must be one of panel, camera"),
        ("events.jsonl", "no\n", "line 1 is not JSON"),
    ],
)
def test_damage_is_named_with_its_place(copy: Path, file: str, text: str, sentence: str) -> None:
    (copy / file).write_text(text, "utf-8")
    with pytest.raises(BadInput) as caught:
        recording.read(copy)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("frame", ["../../secret.jpg", 7])
def test_a_frame_outside_the_folder_is_refused(copy: Path, frame: Any) -> None:
    line = {"event": {}, "source": "camera", "at": "2026-11-21T20:00:00Z", "frame": frame}
    (copy / "events.jsonl").write_text(json.dumps(line), "utf-8")
    with pytest.raises(BadInput, match="frame must be the name of a file"):
        recording.read(copy)


def test_a_missing_frame_and_one_that_is_no_picture_are_named(copy: Path, tmp_path: Path) -> None:
    recorded = recording.read(copy)
    for folder, content in ((tmp_path / "a", b"no picture"), (tmp_path / "b", endless_bitmap())):
        folder.mkdir()
        (copy / "frames" / "0001.jpg").write_bytes(content)
        with pytest.raises(BadInput, match=r"0001\.jpg is no picture"):
            list(replay(recorded, folder, load_lexicon, Reader(deckfiles.load("disorder")).read))
    (copy / "frames" / "0001.jpg").unlink()
    with pytest.raises(BadInput, match=r"has no frame 0001\.jpg"):
        recorded.frame("0001.jpg")


def test_a_folder_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "nothing")]) == 2
    assert "match.json cannot be read: No such file or directory" in capsys.readouterr().err
