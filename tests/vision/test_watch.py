"""Watching a drawn film: hands crossing, cards laid under a hand, flickering readings, a pushed camera, a lamp."""

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.drawn.drawn_table import DrawnTable
from companion.vision import mat
from companion.vision.motion import carried, motion_px
from companion.vision.sighting import Alternative, Sighting, Table
from companion.vision.watch import PATIENCE, Settled, Watcher
from tests.print import decks

if TYPE_CHECKING:
    from collections.abc import Callable

Picture = NDArray[np.uint8]
FRAME_MS = 100


class Film:
    """A drawn table before a watcher. Its reader tells the truth about every card that no hand hides."""

    def __init__(self, table: DrawnTable | None = None, seed: int = 0) -> None:
        self.table = table or DrawnTable(decks.LETTERS, seed=seed)
        self.watcher = Watcher()
        self.now_ms = 0
        self.reads = 0
        self.settled: list[Settled] = []
        self.shown: Callable[[], Picture] = self.table.frame
        self.reader: Callable[[Picture], Table] = self.read

    def read(self, _picture: Picture) -> Table:
        self.reads += 1
        hidden = self.table.hidden()
        sightings = [
            Sighting("back" if card.face_down else "letter", card.label, quad, 0.99, True)
            for index, (card, quad) in enumerate(zip(self.table.cards, self.table.quads(), strict=True))
            if index not in hidden
        ]
        return Table(tuple(sightings), (tuple(range(len(sightings))),))

    def run(self, frames: int) -> list[Settled]:
        """Show so many pictures; the tables that counted meanwhile."""
        counted = []
        for _ in range(frames):
            if (settled := self.watcher.watch(self.shown(), self.now_ms, self.reader)) is not None:
                counted.append(settled)
            self.now_ms += FRAME_MS
        self.settled += counted
        return counted

    def cross(self) -> None:
        """A hand comes in, reaches over the row and goes away again."""
        for y_mm in range(160, -31, -63):
            self.table.hand((0.0, float(y_mm)))
            self.run(1)
        for y_mm in range(-30, 161, 63):
            self.table.hand((0.0, float(y_mm)))
            self.run(1)
        self.table.hand(None)


def is_pushed(settled: Settled) -> bool:
    """Whether the camera has been pushed since the table before: that carries the picture by more than a few pixels."""
    return settled.motion is not None and motion_px(settled.motion, 1280, 720) > 6


def unmarked(picture: Picture) -> Picture:
    """The picture without the mat's markers, as if something like the ground lay on them."""
    for piece in mat.pieces(mat.find(picture)):
        corner = np.array(piece).round().astype(np.int32)
        cv2.fillConvexPoly(picture, corner, tuple(int(grey) for grey in np.median(picture, axis=(0, 1))))
    return picture


def labels(table: Table | None) -> str:
    return "".join(card.label for card in table.sightings) if table else ""


def kinds(settled: Settled) -> list[tuple[str, str]]:
    about = ((change.kind, change.after or change.before) for change in settled.changes)
    return [(kind, card.label if card else "") for kind, card in about]


def test_cards_laid_one_after_the_other_are_each_seen_once() -> None:
    film = Film()
    film.run(8)
    for label in "ZO?K":
        film.table.place(label)
        (settled,) = film.run(8)
        assert kinds(settled) == [("added", label)]
    assert labels(film.watcher.table) == "ZO?K"


def test_a_quiet_table_is_not_read_again() -> None:
    film = Film()
    film.table.place("Q")
    film.run(8)
    reads = film.reads
    film.run(100)
    assert film.reads == reads
    assert film.watcher.state == "settled"


def test_nothing_is_read_while_something_moves() -> None:
    film = Film()
    for label in "ZOO":
        film.table.place(label)
    film.run(8)
    reads = film.reads
    film.cross()
    assert film.reads == reads


def test_a_hand_that_crosses_is_no_move() -> None:
    film = Film()
    for label in "ZOOK":
        film.table.place(label)
    film.run(8)
    film.cross()
    (settled,) = film.run(8)
    assert settled.changes == ()
    assert labels(settled.table) == "ZOOK"


@pytest.mark.parametrize("place_mm", [(0.0, -20.0), (60.0, 10.0), (-100.0, 0.0)])
def test_a_hand_that_rests_over_the_cards_is_waited_for(place_mm: tuple[float, float]) -> None:
    film = Film()
    for label in "ZOOKEEPER":
        film.table.place(label)
    film.run(8)
    film.table.hand(place_mm)
    assert film.run(120) == []
    assert film.watcher.state == "covered"
    film.table.hand(None)
    (settled,) = film.run(8)
    assert settled.changes == ()


def test_a_card_laid_down_and_still_held_counts_when_the_hand_has_gone() -> None:
    film = Film()
    film.table.place("Z")
    film.run(8)
    film.table.place("O")
    film.table.hand((50.0, 0.0))
    assert film.run(15) == []
    film.table.hand(None)
    (settled,) = film.run(8)
    assert kinds(settled) == [("added", "O")]


def test_a_hand_that_is_there_from_the_beginning_is_waited_for() -> None:
    film = Film()
    film.table.place("Z")
    film.table.hand((0.0, -20.0))
    assert film.run(20) == []
    film.table.hand(None)
    (settled,) = film.run(8)
    assert labels(settled.table) == "Z"


def test_the_edge_of_a_table_is_no_hand_even_at_the_first_look() -> None:
    film = Film()
    for label in "ZOO":
        film.table.place(label)
    draw = film.table.frame

    def with_floor() -> Picture:
        picture = draw()
        picture[:, :200] = (200, 200, 210)
        picture[640:, :] = (20, 20, 24)
        return picture

    film.shown = with_floor
    (settled,) = film.run(8)
    assert labels(settled.table) == "ZOO"


def test_what_lies_still_at_the_edge_and_on_no_card_becomes_furniture() -> None:
    film = Film()
    film.table.place("Z", side="left")
    film.run(8)
    film.table.hand((150.0, 60.0))
    assert film.run(20) == []
    (settled,) = film.run(40)
    assert settled.changes == ()
    film.table.place("O", side="left")
    (settled,) = film.run(8)
    assert kinds(settled) == [("added", "O")]


def test_taken_moved_and_turned_come_out_as_such() -> None:
    film = Film()
    for label in "ABCD":
        film.table.place(label)
    film.run(8)
    film.table.remove(1)
    assert [kinds(settled) for settled in film.run(8)] == [[("taken", "B")]]
    film.table.turn_over(0)
    assert [kinds(settled) for settled in film.run(8)] == [[("turned", "?")]]
    film.table.place("E", at=1)
    (settled,) = film.run(8)
    assert sorted(kinds(settled)) == [("added", "E"), ("moved", "C"), ("moved", "D")]


def test_the_light_may_change_without_a_move() -> None:
    film = Film()
    for label in "ZOO":
        film.table.place(label)
    film.run(8)
    for brightness in (0.9, 0.7, 0.5, 0.8, 1.1):
        film.table.light(brightness)
        for settled in film.run(8):
            assert settled.changes == ()
            assert not is_pushed(settled)
        assert film.watcher.state == "settled"
    film.table.hand((0.0, -20.0))
    assert film.run(12) == []


@pytest.mark.parametrize("grey", [0, 17])
def test_a_black_picture_is_no_empty_table(grey: int) -> None:
    film = Film()
    for label in "ZOO":
        film.table.place(label)
    film.run(8)
    draw, read = film.shown, film.reader
    film.shown, film.reader = lambda: np.full_like(draw(), grey), lambda _: Table((), ())
    assert film.run(40) == []
    assert labels(film.watcher.table) == "ZOO"
    film.shown, film.reader = draw, read
    film.table.place("K")
    (settled,) = film.run(8)
    assert kinds(settled) == [("added", "K")]


def test_a_black_picture_before_the_first_table_is_waited_out() -> None:
    film = Film()
    film.table.place("Z")
    draw, film.shown = film.shown, lambda: np.zeros((720, 1280, 3), np.uint8)
    assert film.run(20) == []
    film.shown = draw
    (settled,) = film.run(8)
    assert kinds(settled) == [("added", "Z")]


def covered(colour: tuple[int, int, int]) -> Picture:
    """What a lens sees through something that lies on it: no edge, a little light from one side, grain."""
    side = np.linspace(0.6, 1.4, 1280, dtype=np.float32)[None, :, None]
    grain = np.random.default_rng(0).integers(-6, 7, (720, 1280, 1), np.int8)
    return np.asarray((np.array(colour, np.float32) * side + grain).clip(0, 255), np.uint8)


BLACK, CLOTH, HAND, HAND_IN_LIGHT = (4, 4, 4), (26, 24, 22), (22, 26, 60), (70, 90, 170)


@pytest.mark.parametrize("colour", [BLACK, CLOTH, HAND, HAND_IN_LIGHT])
def test_a_lens_that_is_covered_shows_no_table_and_that_is_known(colour: tuple[int, int, int]) -> None:
    film = Film()
    film.table.place("Z")
    film.run(5)
    draw, read, picture = film.shown, film.reader, covered(colour)
    assert film.watcher.unseen_ms(film.now_ms) == 0
    film.shown, film.reader = lambda: picture, lambda _: Table((), ())
    assert film.run(9) == []
    assert film.watcher.unseen_ms(film.now_ms) == 9 * FRAME_MS
    film.shown, film.reader = draw, read
    film.table.place("K")
    (settled,) = film.run(6)
    assert film.watcher.unseen_ms(film.now_ms) == 0
    assert kinds(settled) == [("added", "K")]


@pytest.mark.parametrize("light", [1.0, 0.6, 1.5])
def test_a_table_that_is_cleared_in_whatever_light_is_seen(light: float) -> None:
    film = Film()
    draw = film.shown
    film.shown = lambda: unmarked(draw())
    film.table.place("Z")
    film.run(5)
    film.table.clear()
    film.shown = lambda: np.asarray((unmarked(draw()) * light).clip(0, 255), np.uint8)
    (settled,) = film.run(8)
    assert settled.table.sightings == ()
    assert film.watcher.unseen_ms(film.now_ms) == 0


def test_a_pushed_camera_is_no_move() -> None:
    film = Film()
    for label in "ZOKEX":
        film.table.place(label)
    film.run(8)
    film.table.bump(right_mm=60.0, down_mm=-20.0, turn_deg=6.0)
    (settled,) = film.run(10)
    assert is_pushed(settled)
    assert settled.changes == ()
    film.table.place("A")
    (settled,) = film.run(8)
    assert kinds(settled) == [("added", "A")]
    assert not is_pushed(settled)


def test_what_has_carried_the_picture_takes_cards_to_where_they_lie_now() -> None:
    film = Film()
    for label in "ZOO":
        film.table.place(label)
    (settled,) = film.run(8)
    assert settled.motion is None
    before = settled.table
    for push_mm in range(2, 42, 2):
        film.table.bump(right_mm=push_mm)
        (settled,) = film.run(10)
        assert settled.motion is not None
        assert settled.changes == ()
        before = replace(before, sightings=carried(before.sightings, settled.motion))
    off = np.subtract([card.quad for card in before.sightings], [card.quad for card in settled.table.sightings])
    assert np.abs(off).max() < 3


def with_the_mat_hidden(labels: str) -> Film:
    """A film of these cards, on which the mat was seen and is hidden from now on."""
    film = Film(DrawnTable(decks.LETTERS, mat=True))
    for label in labels:
        film.table.place(label)
    film.run(8)
    film.shown = lambda: unmarked(film.table.frame())
    return film


def test_a_push_seen_while_the_mat_is_hidden_is_not_seen_again_with_the_mat() -> None:
    film = with_the_mat_hidden("ZOK")
    film.table.bump(right_mm=25.0)
    (settled,) = film.run(60)
    assert is_pushed(settled)
    film.shown = film.table.frame
    *_, settled = film.run(60)
    assert not is_pushed(settled)
    assert settled.changes == ()


def test_cards_that_are_slid_while_the_mat_is_hidden_are_not_carried_back_by_it() -> None:
    film = with_the_mat_hidden("ZO")
    film.table.put_back([replace(card, x_mm=card.x_mm + 30.0) for card in film.table.cards])
    film.run(60)
    film.shown = film.table.frame
    *_, settled = film.run(60)
    assert settled.motion is not None
    assert motion_px(settled.motion, 1280, 720) < 3


@pytest.mark.parametrize("labels_there", ["Z", "ZOOK", "QQQ"])
def test_with_a_mat_a_push_is_told_from_moves_made_meanwhile(labels_there: str) -> None:
    film = Film(DrawnTable(decks.LETTERS, mat=True))
    for label in labels_there:
        film.table.place(label)
    film.run(8)
    film.table.bump(right_mm=-25.0, down_mm=10.0, turn_deg=-3.0)
    film.table.place("A")
    (settled,) = film.run(10)
    assert is_pushed(settled)
    assert kinds(settled) == [("added", "A")]


def test_with_a_mat_cards_that_all_move_alike_have_moved() -> None:
    film = Film(DrawnTable(decks.LETTERS, mat=True))
    for label in "ZOK":
        film.table.place(label)
    film.run(8)
    film.table.place("A", at=0)
    film.table.remove(1)
    film.table.place("Z", at=0)
    (settled,) = film.run(8)
    assert not is_pushed(settled)
    film.table.hand((0.0, -20.0))
    assert film.run(15) == []


def test_readings_that_disagree_are_doubtful_never_guessed() -> None:
    film = Film()
    film.table.place("Z")
    film.table.place("O")
    truth = film.read

    def flickering(picture: Picture) -> Table:
        table = truth(picture)
        if film.reads % 2:
            return table
        alike = (Alternative("O", 0.01),)
        cards = tuple(
            replace(card, label="Q", alternatives=alike) if card.label == "O" else card for card in table.sightings
        )
        return replace(table, sightings=cards)

    film.reader = flickering
    (settled,) = film.run(5 + PATIENCE)
    sure, doubtful = settled.table.sightings
    assert sure.accepted
    assert not doubtful.accepted
    assert {doubtful.label} | {other.label for other in doubtful.alternatives} == {"O", "Q"}
    assert [other.confidence for other in doubtful.alternatives] == [0.99]


def test_forgetting_begins_anew() -> None:
    film = Film()
    film.table.place("Z")
    film.run(8)
    film.watcher.forget()
    assert film.watcher.table is None
    (settled,) = film.run(8)
    assert kinds(settled) == [("added", "Z")]


steps = st.lists(
    st.one_of(
        st.tuples(st.just("place"), st.sampled_from("AOQZ?"), st.integers(0, 9)),
        st.tuples(st.just("remove"), st.just(""), st.integers(0, 9)),
        st.tuples(st.just("turn"), st.just(""), st.integers(0, 9)),
        st.tuples(st.just("cross"), st.just(""), st.integers(0, 9)),
    ),
    max_size=5,
)


@given(steps, st.integers(0, 1000))
@settings(max_examples=6)
def test_whatever_is_played_the_last_table_that_counted_is_the_one_that_lies_there(
    steps: list[tuple[str, str, int]], seed: int
) -> None:
    film = Film(seed=seed)
    film.run(6)
    for step, label, place in steps:
        count = len(film.table.cards)
        if step == "place":
            film.table.place(label, at=place % (count + 1))
        elif step == "remove" and count:
            film.table.remove(place % count)
        elif step == "turn" and count:
            film.table.turn_over(place % count)
        elif step == "cross":
            film.cross()
        film.run(7)
        assert labels(film.watcher.table) == "".join(card.label for card in film.table.cards)
        assert film.watcher.state == "settled"
