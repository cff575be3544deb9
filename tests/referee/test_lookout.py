"""The lookout: what the camera sees reaches the referee once it lies still; what fails is said."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.clock import FakeClock
from companion.decks import deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.referee.desk import Desk
from companion.referee.frames import Frames
from companion.referee.journal import Journal
from companion.referee.lookout import RESTLESS_NS, UNSEEN_MS, Lookout
from companion.referee.pacing import Warmth
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.switchboard import Switchboard
from companion.referee.tableview import TableView
from companion.vision.sighting import Printing, Table, Unlike
from hardware.arbitration import Press, first_press
from tests.scenes import Film, Picture
from tests.seen import row_on
from tests.tables import sighted
from tests.views import WORDS, shipped

PATIENCE_S = 60


class Truth:
    """A reader that knows what was drawn: this is about the way to the referee, not about reading."""

    def __init__(self, drawn: DrawnTable) -> None:
        self.drawn = drawn
        self.broken = False
        self.printing: Printing | None = None
        self.unlike: Unlike | None = None

    def read(self, frame: Any) -> Table:
        if self.broken:
            raise RuntimeError("the network is gone")
        return replace(sighted(self.drawn), printing=self.printing, unlike=self.unlike)


class Scene:
    """A table under a camera, and what its view comes to show."""

    def __init__(self, folder: Path) -> None:
        self.drawn = DrawnTable(deckfiles.load("disorder"))
        self.film, self.truth = Film(self.drawn), Truth(self.drawn)
        self.journal = Journal(folder / "journal.sqlite3")
        self.desk = Desk(Referee(self.journal, FakeClock(), shipped))
        self.frames = Frames(folder / "frames")
        self.news = threading.Condition()
        self.desk.submit(lambda referee: referee.subscribe(self._told)).result()
        self.lookout = Lookout(self.film, self.desk, self.frames, lambda _: self.truth)

    def _told(self, view: TableView) -> None:
        with self.news:
            self.news.notify_all()

    def wait(self, shows: Callable[[TableView], bool]) -> TableView:
        with self.news:
            assert self.news.wait_for(lambda: shows(self.desk.view), PATIENCE_S), self.desk.view.to_json()
        return self.desk.view

    def wait_row(self, cards: str) -> TableView:
        return self.wait(lambda view: view.match is not None and row_on(view.board) == cards)

    def begin(self) -> None:
        setup = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}
        self.desk.submit(lambda referee: referee.begin(setup)).result()

    def close(self) -> None:
        self.lookout.close()
        self.desk.close()
        self.journal.close()


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path)
    yield scene
    scene.close()


def test_cards_laid_one_after_the_other_are_placed_and_their_frames_kept(scene: Scene) -> None:
    scene.begin()
    scene.drawn.place("Z")
    scene.wait_row("Z")
    scene.drawn.place("O")
    view = scene.wait_row("ZO")
    frame = view.protocol[-1].frame
    assert frame is not None
    assert scene.frames.read(frame) is not None


def test_what_was_read_is_kept_beside_its_picture_and_the_picture_as_it_was_read(scene: Scene) -> None:
    scene.begin()
    scene.drawn.place("Z")
    frame = scene.wait_row("Z").frame
    assert frame is not None
    scene.drawn.place("O")
    scene.wait_row("ZO")  # by then the first is on disk
    table, picture = scene.frames.reading(frame), scene.frames.original(frame)
    assert table is not None
    assert [one.label for one in table.sightings] == ["Z"]
    assert picture is not None
    assert picture.shape == scene.drawn.frame().shape


def test_a_ruling_whose_picture_cannot_be_kept_is_made_all_the_same(scene: Scene, tmp_path: Path) -> None:
    (tmp_path / "frames").write_bytes(b"no folder")
    scene.begin()
    scene.drawn.place("Z")
    view = scene.wait_row("Z")
    assert view.protocol[-1].frame is None
    assert [str(notice) for notice in view.notices] == [
        "The pictures of rulings cannot be kept (Not a directory): the match goes on without."
    ]
    (tmp_path / "frames").unlink()
    scene.drawn.place("O")
    view = scene.wait(lambda view: len(view.protocol) == 2 and not view.notices)
    assert view.protocol[-1].frame is not None


def test_a_card_that_already_lies_there_when_the_match_begins_is_seen(scene: Scene) -> None:
    scene.drawn.place("Z")
    scene.begin()
    scene.wait_row("Z")


def test_who_calls_as_soon_as_a_card_lies_there_calls_about_that_card(scene: Scene) -> None:
    scene.begin()
    for row in ("Z", "ZO"):
        scene.drawn.place(row[-1])
        scene.wait_row(row)
    calls = Switchboard(scene.desk, first_press, has_seen=scene.lookout.has_seen, now_ns=lambda: scene.film.now_ns)
    scene.drawn.place("X")
    calls.pressed(Press("player2", scene.film.now_ns))
    view = scene.wait(lambda view: len(view.protocol) == 4)
    assert [(entry.event["event"], entry.event["player"]) for entry in view.protocol[2:]] == [
        ("place", "Ann"),
        ("object", "Bob"),
    ]


def test_nobody_waits_for_a_camera_that_gives_no_pictures(scene: Scene) -> None:
    scene.begin()
    scene.drawn.place("Z")
    scene.wait_row("Z")
    scene.film.fault = "the camera gives no picture"
    scene.wait(lambda view: bool(view.notices))
    assert scene.lookout.has_seen(scene.film.now_ns)


def test_nobody_waits_for_eyes_that_have_not_come_to_rest_for_long(scene: Scene) -> None:
    scene.begin()
    scene.drawn.place("Z")
    scene.wait_row("Z")
    scene.film.lens_cap = np.full((720, 1280, 3), 4, np.uint8)
    assert scene.lookout.has_seen(scene.film.now_ns + RESTLESS_NS)


def test_a_camera_that_is_unplugged_is_said_and_taken_back(scene: Scene) -> None:
    scene.begin()
    scene.film.fault = "the camera gives no picture"
    scene.wait(lambda view: view.notices == ("the camera gives no picture",))
    scene.desk.submit(
        lambda referee: referee.happen({"event": "place", "player": "Ann", "card": "Z"}, source=Source.HOST)
    ).result()
    scene.drawn.place("Z")
    scene.film.fault = None
    scene.wait(lambda view: not view.notices)
    scene.drawn.place("O")
    scene.wait_row("ZO")


def test_cards_of_another_printing_are_said_until_the_house_s_own_lie_there(scene: Scene) -> None:
    scene.begin()
    scene.truth.printing = "another"
    scene.drawn.place("Z")
    view = scene.wait(lambda view: bool(view.notices))
    assert "another printing" in view.notices[0]
    scene.truth.printing = None  # not clear is no news
    scene.drawn.place("O")
    assert scene.wait_row("ZO").notices == view.notices
    scene.truth.printing = "ours"
    scene.drawn.place("O")
    scene.wait(lambda view: not view.notices)


def test_a_table_that_is_unlike_all_the_eyes_were_tried_on_says_why_they_ask(scene: Scene) -> None:
    scene.begin()
    scene.truth.unlike = "dark"
    scene.drawn.place("Z")
    view = scene.wait(lambda view: bool(view.notices))
    assert "More light helps." in view.notices[0]
    scene.truth.unlike = None
    scene.drawn.place("O")
    scene.wait(lambda view: not view.notices)


def test_a_lens_that_is_covered_is_said_until_the_table_is_seen_again_and_takes_no_card_away(scene: Scene) -> None:
    scene.begin()
    scene.drawn.place("Z")
    scene.wait_row("Z")
    scene.film.lens_cap = np.full((720, 1280, 3), 4, np.uint8)
    view = scene.wait(lambda view: bool(view.notices))
    assert view.notices == ("The camera sees nothing of the table: something is over its lens, or no lamp is lit.",)
    assert (row_on(view.board), view.difference, len(view.protocol)) == ("Z", None, 1)
    scene.film.lens_cap = None
    scene.wait(lambda view: not view.notices)
    scene.drawn.place("O")
    assert len(scene.wait_row("ZO").protocol) == 2


@pytest.mark.parametrize(("black_ms", "is_said"), [(UNSEEN_MS - 100, False), (UNSEEN_MS, True)])
def test_a_camera_that_is_black_for_a_moment_as_it_starts_says_nothing(
    scene: Scene, black_ms: int, is_said: bool
) -> None:
    scene.begin()
    black, said = np.zeros((72, 128, 3), np.uint8), list[tuple[str, ...]]()
    scene.desk.submit(lambda referee: referee.subscribe(lambda view: said.append(view.notices))).result()
    camera = Several(*(Picture(black, number, at_ms * 1_000_000) for number, at_ms in enumerate([0, black_ms])))
    lookout = Lookout(camera, scene.desk, scene.frames, lambda _: scene.truth)
    assert camera.all_seen.wait(PATIENCE_S)
    lookout.close()
    scene.desk.submit(lambda _: None).result()
    assert any(said) == is_said


def test_eyes_that_fail_are_said_and_the_match_goes_on(scene: Scene) -> None:
    scene.begin()
    scene.truth.broken = True
    scene.drawn.place("Z")
    view = scene.wait(lambda view: bool(view.notices))
    assert "the network is gone" in view.notices[0]
    scene.truth.broken = False
    scene.wait_row("Z")
    scene.wait(lambda view: not view.notices)


class OnePicture:
    """A camera that has taken one picture and no more; it keeps what it was asked for."""

    fault = None

    def __init__(self, picture: Picture) -> None:
        self.asked: list[int] = []
        self.often = threading.Event()
        self._picture = picture

    def latest(self, newer_than: int = -1, timeout_s: float = 3.0) -> Picture | None:
        self.asked.append(newer_than)
        if len(self.asked) == 4:
            self.often.set()
        return self._picture if newer_than < self._picture.number else None


def test_a_frame_on_which_the_eyes_fail_is_not_looked_at_again(scene: Scene) -> None:
    def no_reader(deck: str) -> Truth:
        raise RuntimeError("the album is gone")

    camera = OnePicture(Picture(scene.drawn.frame(), 7, 0))
    lookout = Lookout(camera, scene.desk, scene.frames, no_reader)
    assert camera.often.wait(PATIENCE_S)
    lookout.close()
    assert camera.asked[:4] == [-1, 7, 7, 7]


def test_it_says_how_often_it_looks_where_the_processor_is_hot(scene: Scene) -> None:
    camera = OnePicture(Picture(scene.drawn.frame(), 7, 0))
    lookout = Lookout(camera, scene.desk, scene.frames, lambda _: scene.truth, lambda: Warmth(81.0))
    assert camera.often.wait(PATIENCE_S)
    lookout.close()
    assert lookout.pace.said is not None
    assert lookout.pace.said.endswith("the processor is at 81 °C")


def test_what_lies_on_the_desk_goes_before_a_look(scene: Scene) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def long_ruling(_: Referee) -> None:
        begun.set()
        assert go_on.wait(PATIENCE_S)

    asked = 0

    def now_s() -> float:
        """A clock that stands while the referee is at work: only the end of that work ends the waiting."""
        nonlocal asked
        asked += 1
        if asked == 20:
            assert not looked.is_set()
            go_on.set()
        return 0.0

    looked = threading.Event()

    def make_reader(_: str) -> Truth:
        looked.set()
        return scene.truth

    ruling = scene.desk.submit(long_ruling)
    assert begun.wait(PATIENCE_S)
    camera = OnePicture(Picture(scene.drawn.frame(), 7, 0))
    lookout = Lookout(camera, scene.desk, scene.frames, make_reader, now_s=now_s)
    ruling.result(PATIENCE_S)
    assert looked.wait(PATIENCE_S)
    lookout.close()
    assert asked >= 20


def test_the_picture_is_a_jpeg_of_the_newest_frame(scene: Scene) -> None:
    scene.begin()
    scene.drawn.place("Z")
    scene.wait_row("Z")
    picture = scene.lookout.picture()
    assert picture is not None
    assert picture[1].startswith(b"\xff\xd8")


class Several:
    """A camera that gives these pictures, one after the other, and no more."""

    fault = None

    def __init__(self, *pictures: Picture) -> None:
        self.left = list(pictures)
        self.all_seen = threading.Event()

    def latest(self, newer_than: int = -1, timeout_s: float = 3.0) -> Picture | None:
        if not self.left:
            self.all_seen.set()
            return None
        return self.left.pop(0)


@pytest.mark.parametrize(("seen", "changes"), [("AAA", 0), ("ABB", 1), ("ABA", 2)])
def test_a_picture_that_is_given_again_is_no_new_one_for_those_who_look_on(
    scene: Scene, seen: str, changes: int
) -> None:
    given = {name: scene.drawn.frame() for name in "AB"}
    camera = Several(*(Picture(given[name], number, number) for number, name in enumerate(seen)))
    lookout = Lookout(camera, scene.desk, scene.frames, lambda _: scene.truth)
    assert camera.all_seen.wait(PATIENCE_S)
    lookout.close()
    assert lookout.number == len(seen) - 1
    first, again = lookout.picture(), lookout.picture()
    assert first is not None
    assert again is not None
    assert first[0] == changes
    assert first[1] is again[1], "drawn once"
