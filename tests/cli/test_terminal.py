"""What others made up (names, titles) and what a terminal would do if it were printed as it is."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.terminal import print_line
from companion.referee.journal import JOURNAL_NAME, Journal, JournalEvent

ANN, BOB = "A\u001b]0;pwn\u0007\u001b[2Jnn\u009b2J", "B\nx\u202e\u0000"
NOW = "2026-03-01T20:00:00+00:00"
WORDS = {"words": ["zookeeper"]}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A match of two whose names speak to terminals."""
    journal = Journal(tmp_path / JOURNAL_NAME)
    setup = {"game": "disorder", "players": [ANN, BOB], "options": {"target": 5, "lexicon": WORDS}}
    match = journal.begin(setup, NOW)
    events = [{"event": "place", "player": (ANN, BOB)[at % 2], "card": card} for at, card in enumerate("ZOOK")]
    events += [{"event": "challenge", "player": ANN}, {"event": "name_word", "player": BOB, "word": "zookeeper"}]
    journal.append(match.id, [JournalEvent(at, event, "host", NOW) for at, event in enumerate(events, 1)])
    journal.leave(match.id, NOW, {})
    journal.close()
    return tmp_path


def shown(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """What a command prints. Nothing in it is more than a letter, but for the ends of its lines."""
    main(command)
    printed = capsys.readouterr()
    for stream in (printed.out, printed.err):
        assert stream.replace("\n", "").isprintable(), repr(stream)
    return printed.out + printed.err


@pytest.mark.parametrize("command", ["matches list", "matches show 1", "report 1", "nights list", "nights season"])
def test_a_name_says_nothing_to_the_terminal(command: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = shown(capsys, *command.split(), "--data", str(data))
    assert r"A\x1b]0;pwn\x07\x1b[2Jnn\x9b2J" in printed
    assert r"B\nx\u202e\x00" in printed  # and makes no line of its own


def test_neither_does_the_title_of_a_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    title = json.dumps("My\u001b[2J deck")
    path.write_text(
        f'name = "mine"\ntitle = {title}\nreads = "letters"\ncards = [{{ kind = "letter", label = "A" }}]\n'
    )
    for verb in ("check", "show"):
        assert r"My\x1b[2J deck" in shown(capsys, "deck", verb, str(path))


def test_nor_does_the_name_of_a_file_that_is_written(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "a\nb")
    for command in (["mat", "--out", out], ["record", "1", f"{out}2", "--data", str(data)]):
        assert r"a\nb" in shown(capsys, *command)


def test_nor_does_what_an_error_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    assert r"\x1b[2J" in shown(capsys, "deck", "check", "no\u001b[2J.toml")


def test_what_joins_a_picture_is_shown_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    print_line("👨\u200d👩\u200d👧", "A\u200dnn", "\u200d")
    assert capsys.readouterr().out == "👨\u200d👩\u200d👧 A\\u200dnn \\u200d\n"


@pytest.mark.parametrize(
    "command",
    ["matches list --json", "matches export 1", "report 1 --json", "nights list --json", "nights season --json"],
)
def test_programs_read_utf_8_whatever_the_terminal_takes(
    command: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the names one has a sign that Latin-1 would write as one byte."""
    printed = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(printed, "latin-1"))
    assert main([*command.split(), "--data", str(data)]) == 0
    assert json.dumps(ANN)[1:-1] in json.dumps(json.loads(printed.getvalue().decode("utf-8")))
