"""Showing: the newest view reaches the OLED, each sound is made once, and the last seconds tick."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from companion.clock import FakeClock
from companion.display.showing import Showing
from companion.display.sounds import sound
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Sound, TableView
from tests.views import PLAYERS, WORDS, placed, shipped


class Recorder:
    """A screen and a panel that remember what they were asked, and tell when."""

    def __init__(self) -> None:
        self.news = threading.Condition()
        self.images: list[Image.Image] = []
        self.sounds: list[Sequence[tuple[int, int]]] = []
        self.lit = False

    def show(self, image: Image.Image) -> None:
        with self.news:
            self.images.append(image)
            self.news.notify_all()

    def sound(self, tones: Sequence[tuple[int, int]]) -> None:
        with self.news:
            self.sounds.append(tones)
            self.news.notify_all()

    def lamp(self, on: bool) -> None:
        self.lit = on

    def shines(self, lit: bool) -> bool:
        """Whether the lamp is as it should be."""
        return self.lit == lit

    def wait_images(self, count: int) -> None:
        with self.news:
            assert self.news.wait_for(lambda: len(self.images) >= count, 10)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def showing(recorder: Recorder) -> Iterator[Showing]:
    showing = Showing(recorder, recorder)
    yield showing
    showing.close()


def test_a_view_is_shown_and_its_sound_made_once(recorder: Recorder, showing: Showing) -> None:
    view = TableView(server="s", version=1, sound=Sound(1, "alarm"))
    showing.tell(view)
    recorder.wait_images(1)
    showing.tell(replace(view, version=2))
    recorder.wait_images(2)
    assert recorder.sounds == [sound("alarm")]
    showing.tell(replace(view, version=3, sound=Sound(2, "refused")))
    recorder.wait_images(3)
    assert recorder.sounds == [sound("alarm"), sound("refused")]


def test_a_slow_screen_gets_the_newest_view(recorder: Recorder, showing: Showing) -> None:
    for version in range(200):
        showing.tell(TableView(server="s", version=version, sound=Sound(version + 1, "begin")))
    showing.tell(TableView(server="s", version=200, sound=Sound(201, "won")))
    with recorder.news:
        assert recorder.news.wait_for(lambda: recorder.sounds[-1:] == [sound("won")], 10)


def test_the_lamp_is_lit_while_the_table_asks_somebody(recorder: Recorder, showing: Showing, tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        referee = Referee(journal, FakeClock(), shipped)
        referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}})
        events = (*placed("ZOO?"), {"event": "challenge", "player": "Bob"}, {"event": "undo"})
        for event, lit in zip(events, [False, False, False, False, True, False], strict=True):
            referee.happen(event, source=Source.HOST)
            showing.tell(referee.view)
            with recorder.news:
                assert recorder.news.wait_for(partial(recorder.shines, lit), 10)
