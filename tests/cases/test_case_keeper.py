"""Keeping cases beside a match: from the picture at hand, or the one kept with the ruling; what fails is said."""

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.cases.case import Case, CaseEyes
from companion.cases.case_keeper import MOST_WAITING, CaseKeeper
from companion.cases.case_shelf import CaseShelf
from companion.errors import BadInput
from companion.games.layout import Layout
from companion.referee.frames import Frames
from companion.referee.misreading import Misreading
from tests.cases.kept import MADE, drawn, place_of


class Keeping:
    """A keeper, its frames and shelf, and what it reports."""

    def __init__(self, data: Path) -> None:
        self.frames, self.shelf = Frames(data / "frames"), CaseShelf(data)
        self.said: list[str | None] = []
        self.keeper = CaseKeeper(self.shelf, self.frames, "drawn", lambda: MADE, self.said.append)

    def keep(self, frame: str) -> list[str | None]:
        """Say that the X of the drawn table was wrong, and wait until that is kept, or not."""
        table = drawn()[1]
        self.keeper.keep(Misreading(table, frame, place_of(table, "X"), "K"), Layout("disorder", 1))
        self.keeper.close()
        return self.said


@pytest.fixture
def keeping(tmp_path: Path) -> Iterator[Keeping]:
    made = Keeping(tmp_path)
    yield made
    made.keeper.close()


def test_the_picture_is_kept_as_it_was_read_while_it_is_at_hand(keeping: Keeping) -> None:
    frame = keeping.frames.keep(drawn()[0], "match1-5")
    assert keeping.keep(frame) == [None]
    (identifier,) = keeping.shelf.ids()
    case = keeping.shelf.read(identifier)
    assert (case.made, case.read, case.truth, case.eyes) == (MADE, "X", "K", CaseEyes("disorder", 1, "drawn"))
    assert np.array_equal(keeping.shelf.picture(identifier), drawn()[0])


def test_after_a_restart_the_picture_of_the_ruling_is_taken(keeping: Keeping, tmp_path: Path) -> None:
    frame = Frames(tmp_path / "frames").keep(drawn()[0], "match1-5")  # by the program before
    assert keeping.keep(frame) == [None]
    kept = keeping.shelf.picture_file(keeping.shelf.ids()[0])
    assert kept.read_bytes() == (tmp_path / "frames" / frame).read_bytes()


def test_without_a_picture_nothing_is_kept_and_that_is_said(keeping: Keeping) -> None:
    assert keeping.keep("match1-9.jpg") == [
        "A wrong reading cannot be kept (its picture is not kept any more): the match goes on."
    ]
    assert keeping.shelf.ids() == ()


def test_what_is_taken_back_is_forgotten_also_where_nothing_was_kept(keeping: Keeping) -> None:
    table = drawn()[1]
    for frame in (keeping.frames.keep(drawn()[0], "match1-5"), "match1-9.jpg"):
        wrong = Misreading(table, frame, place_of(table, "X"), "K")
        keeping.keeper.keep(wrong, Layout("disorder", 1))
        keeping.keeper.forget(wrong)
    keeping.keeper.close()
    assert keeping.said[1::2] == [None, None]
    assert keeping.shelf.ids() == ()


def test_a_folder_that_takes_nothing_is_said(keeping: Keeping, tmp_path: Path) -> None:
    frame = keeping.frames.keep(drawn()[0], "match1-5")
    (tmp_path / "cases").write_bytes(b"no folder")
    (said,) = keeping.keep(frame)
    assert said is not None
    assert said.startswith("A wrong reading cannot be kept (")


def test_what_comes_faster_than_it_can_be_kept_is_refused_and_what_waits_is_kept(
    keeping: Keeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    really = keeping.shelf.keep

    def slowly(case: Case, picture: bytes) -> None:
        assert go_on.wait(30)
        really(case, picture)

    monkeypatch.setattr(keeping.shelf, "keep", slowly)
    picture, table = drawn()
    frame = keeping.frames.keep(picture, "match1")
    layout = Layout("disorder", 1)
    wrong = Misreading(table, frame, place_of(table, "X"), "K")
    for _ in range(MOST_WAITING):
        keeping.keeper.keep(wrong, layout)
    with pytest.raises(BadInput, match="too many wrong readings"):
        keeping.keeper.keep(wrong, layout)
    go_on.set()
    keeping.keeper.close()
    assert keeping.said == [None] * MOST_WAITING
    assert len(keeping.shelf.ids()) == 1
