"""The whole table hears: a button, a microphone, the real recogniser, and a word spelled aloud."""

import os
import queue
from pathlib import Path
from typing import Any

import pytest

from benchmarks.hearing import say
from companion.app import App, Setup
from companion.errors import BadInput
from companion.referee import publishing
from companion.referee.listening import DEAF, NO_BUTTON
from companion.referee.referee import Referee
from companion.referee.source import Source
from hardware.board import LISTEN, SHIPPED_BOARD
from tests.test_spoken_table import begin
from tests.views import placed


class Shown:
    """The newest view, and waiting for one that is as it should be."""

    def __init__(self, app: App) -> None:
        self._views: queue.SimpleQueue[Any] = queue.SimpleQueue()
        app.subscribe(self._views.put)

    def wait_for(self, dialog: tuple[str, str | None], notices: tuple[str, ...] = ()) -> None:
        """Wait until the dialog has this title and these letters, and nothing but these notices is shown."""
        while True:
            view = self._views.get(timeout=30)
            if view.dialog and (view.dialog.title, view.dialog.letters) == dialog and view.notices == notices:
                return


def challenged(referee: Referee) -> None:
    for event in (*placed("ZOOK", ["Ann", "Bob"]), {"event": "challenge", "player": "Ann"}):
        referee.happen(event, source=Source.HOST)


@pytest.fixture
def microphone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file: what is in it is what the microphone hears."""
    program, sound = tmp_path / "bin" / "arecord", tmp_path / "sound"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec cat "{sound}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    return sound


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """The wiring that ships, with a button to be heard by."""
    board = tmp_path / "board.toml"
    board.write_text(SHIPPED_BOARD.read_text("utf-8").replace(f"# {LISTEN} = ", f"{LISTEN} = "), "utf-8")
    return board


def test_a_word_is_spelled_aloud_and_confirmed_with_a_button(
    tmp_path: Path, microphone: Path, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pocketsphinx")
    monkeypatch.setattr(publishing, "REACTION_MS", 0)  # the test reads faster than anybody
    setup = Setup(tmp_path, port=0, camera="none", board=str(board), hear=True)
    with App(setup) as app:
        app.submit(begin).result()
        shown = Shown(app)
        app.submit(challenged).result()
        shown.wait_for(("Bob", ""))
        asked = ("Did you say this?", None)
        for name, dialog in (("Zulu", ("Bob", "Z")), ("Oscar", ("Bob", "ZO")), ("all complete", asked)):
            microphone.write_bytes(say("en-us", name).tobytes())
            app.press(LISTEN)
            shown.wait_for(dialog)
        microphone.write_bytes(bytes(32_000))
        app.press(LISTEN)
        shown.wait_for(asked, ("Nothing is asked that could be answered aloud.",))
        app.press("down")
        app.press("select")  # no
        shown.wait_for(("Bob", "ZO"))
        app.press(LISTEN)
        shown.wait_for(("Bob", "ZO"), ("That was not understood: say it once more, or use the buttons.",))
        assert app.view.ruling is not None
        assert app.view.ruling.number == 5  # nothing was named


def test_the_table_does_not_hear_its_own_voice(tmp_path: Path, microphone: Path, board: Path) -> None:
    pytest.importorskip("pocketsphinx")
    microphone.write_bytes(say("en-us", "Zulu").tobytes())  # before there is another espeak-ng
    programs, speaking, begun = tmp_path / "bin", tmp_path / "speaking", tmp_path / "begun"
    os.mkfifo(begun)
    voice = programs / "espeak-ng"  # has the lock as long as it speaks, which is for ever
    voice.write_text(f'#!/bin/sh\nread said; exec 9>"{speaking}"; flock 9; echo $said >"{begun}"; exec sleep 1000\n')
    voice.chmod(0o755)
    (programs / "arecord").write_text(f'#!/bin/sh\nexec flock -w 10 "{speaking}" cat "{microphone}"\n')
    setup = Setup(tmp_path, port=0, camera="none", board=str(board), hear=True, voice_percent=70)
    with os.fdopen(os.open(begun, os.O_RDWR)) as spoken, App(setup) as app:
        app.submit(begin).result()
        shown = Shown(app)
        app.submit(challenged).result()
        shown.wait_for(("Bob", ""))
        assert any("Ann challenges" in sentence for sentence in spoken)
        app.press(LISTEN)
        shown.wait_for(("Bob", "Z"))


def test_hearing_and_its_button_miss_each_other_at_the_start(tmp_path: Path, board: Path) -> None:
    pytest.importorskip("pocketsphinx")
    with App(Setup(tmp_path, port=0, camera="none", hear=True)) as app:
        assert app.view.notices == (NO_BUTTON,)
        shown = Shown(app)
        app.submit(begin).result()
        app.submit(challenged).result()
        shown.wait_for(("Bob", ""))
    with App(Setup(tmp_path, port=0, camera="none", board=str(board))) as app:
        assert app.view.notices == (DEAF,)
        shown = Shown(app)
        app.press("down")
        shown.wait_for(("Bob", ""))
        app.press(LISTEN)
        shown.wait_for(("Bob", ""), (DEAF,))


def test_without_the_recogniser_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.hearing.sphinx.find_spec", lambda _: None)
    with pytest.raises(BadInput, match="pip install pocketsphinx"):
        App(Setup(tmp_path, port=0, camera="none", hear=True))
