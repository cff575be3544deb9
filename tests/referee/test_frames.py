"""Kept frames, and single cards cut out of them."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import BadInput
from companion.referee.frames import Frames, cut_out, jpeg
from tests.damaged_pictures import endless_bitmap
from tests.read_only import folder_in_sight, read_only

CARD = ((300.0, 200.0), (380.0, 210.0), (370.0, 320.0), (290.0, 310.0))


def frame() -> bytes:
    """A dark table with one light card."""
    picture = np.full((480, 640, 3), 40, np.uint8)
    cv2.fillConvexPoly(picture, np.array(CARD, np.int32), (250, 250, 250))
    return jpeg(picture)


def test_a_card_is_cut_out_with_some_of_the_table_around_it() -> None:
    cut = cv2.imdecode(np.frombuffer(cut_out(frame(), CARD), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert cut is not None
    assert min(cut.shape) >= 120
    assert cut[cut.shape[0] // 2, cut.shape[1] // 2] > 200
    assert max(int(cut[0, 0]), int(cut[-1, -1])) < 80


def test_a_card_at_the_edge_is_cut_off_there() -> None:
    corner = tuple((x - 300, y - 200) for x, y in CARD)
    assert cut_out(frame(), corner).startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    ("picture", "quad", "said"),
    [
        (b"no picture", CARD, "no picture"),
        (b"", CARD, "no picture"),
        (endless_bitmap(), CARD, "no picture"),
        (frame(), tuple((x + 9000, y) for x, y in CARD), "outside"),
    ],
)
def test_what_cannot_be_cut_out_is_said(picture: bytes, quad: tuple[tuple[float, float], ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        cut_out(picture, quad)


def test_a_frame_that_may_not_be_read_is_said() -> None:
    with folder_in_sight() as folder:
        frames = Frames(folder)
        name = frames.keep(np.zeros((8, 8, 3), np.uint8), "match1-7")
        (folder / name).chmod(0)
        with read_only(folder), pytest.raises(BadInput, match=f"cannot read .*{name}"):
            frames.read(name)


def test_a_kept_frame_is_read_again_and_no_other_file(tmp_path: Path) -> None:
    frames = Frames(tmp_path / "frames")
    name = frames.keep(np.zeros((8, 8, 3), np.uint8), "match1-7")
    kept = frames.read(name)
    assert kept is not None
    assert kept.startswith(b"\xff\xd8")
    assert frames.read("match1-8.jpg") is None
    with pytest.raises(BadInput, match="no name of a frame"):
        frames.read("../web.key")
