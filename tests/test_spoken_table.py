"""The whole table speaks: what happens at it, in its language, by a program that is started for each sentence."""

import os
from pathlib import Path

import pytest

from companion.app import App, Setup
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Voicing
from hardware.board import MUTE, SHIPPED_BOARD
from tests.views import WORDS

SETUP = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}


def begin(referee: Referee) -> None:
    referee.begin(SETUP)


def place(referee: Referee) -> None:
    referee.happen({"event": "place", "player": "Ann", "card": "Z"}, source=Source.HOST)


def pressed(app: App, button: str) -> None:
    """Press a button, and wait until all that comes of it is shown."""
    app.press(button)
    for _ in range(2):  # what the referee has said of the voice comes back to it
        app.submit(lambda _: None).result()


def take(app: App, line: str) -> None:
    """Turn the menu of the three buttons to a line, and take it."""
    if app.view.dialog is None:
        pressed(app, "select")
    while (dialog := app.view.dialog) is not None and dialog.items[dialog.cursor] != line:
        pressed(app, "down")
    pressed(app, "select")


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """An end to read from of what the voice is asked to say, with its volume and language before it."""
    pipe, program = tmp_path / "pipe", tmp_path / "bin" / "espeak-ng"
    os.mkfifo(pipe)
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\n{{ echo "$2 $4"; cat; echo; }} >"{pipe}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    return os.open(pipe, os.O_RDWR)


def test_turns_and_rulings_are_spoken_and_a_button_silences_them(tmp_path: Path, heard: int) -> None:
    board = tmp_path / "board.toml"
    board.write_text(SHIPPED_BOARD.read_text("utf-8").replace(f"# {MUTE} = ", f"{MUTE} = "), "utf-8")
    setup = Setup(tmp_path, port=0, camera="none", board=str(board), language="de", voice_percent=50)
    with os.fdopen(heard, encoding="utf-8") as lines, App(setup) as app:
        app.submit(begin).result()
        assert [next(lines), next(lines)] == ["de 100\n", "Ann: spiel eine Karte\n"]
        app.submit(place).result()
        said = [next(lines) for _ in range(4)]
        assert said[0] == said[2] == "de 100\n"
        assert said[3] == "Bob: spiel eine Karte\n"
        assert said[1].startswith("Ann ")
        app.press(MUTE)
        assert app.loudness.percent == 0
        app.press(MUTE)
        assert app.loudness.percent == 50
        for line in ("voice", "louder", "louder"):
            take(app, line)
        assert app.view.voice == Voicing(70)
        assert app.view.dialog is not None
        assert app.view.dialog.title == "Voice: 70 %"
        app.loudness.set(50, "page")  # the table's own voice is silent then
    with App(Setup(tmp_path, port=0, camera="none")) as app:
        assert app.view.voice == app.loudness.now == Voicing(50, "page")
