"""What is wrong with a picture's light and sharpness, and a camera looked at picture by picture."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.sharpness import sharpness
from hardware.camera import Camera
from hardware.cameras.source import Capture
from hardware.errors import CameraError
from hardware.light import LightMeter, advise
from tests.hardware.pictures import checkered

BLURRED = np.asarray(cv2.GaussianBlur(checkered(60, 210), (0, 0), 3), np.uint8)


@pytest.mark.parametrize(
    ("picture", "troubles"),
    [
        (checkered(90, 180), []),
        (checkered(10, 60), [("dark", "it is too dark: turn a lamp to the ceiling", "35 < 70")]),
        (checkered(215, 245), [("bright", "it is too bright: move the lamp away", "230 > 200")]),
        (checkered(20, 255), [("shine", "something shines: move the lamp", "50%")]),
        (BLURRED, [("blurred", "it is blurred, with edges 5", "5.3 px")]),
        (np.full((180, 320), 128, np.uint8), [("blurred", "lay cards on the table", "")]),
        (np.zeros((180, 320), np.uint8), [("dark", "it is too dark", "0 < 70"), ("blurred", "lay cards", "")]),
    ],
)
def test_light_and_focus_are_judged_the_worst_first(
    picture: NDArray[np.uint8], troubles: list[tuple[str, str, str]]
) -> None:
    found = list(advise(picture, sharpness(picture)))
    assert [advice.trouble for advice in found] == [trouble for trouble, _, _ in troubles]
    for advice, (_, said, measured) in zip(found, troubles, strict=True):
        assert said in advice.said
        assert advice.measured.startswith(measured)
        assert 0 < len(advice.briefly) <= 14  # the OLED's bar has no room for more


def test_shine_is_found_where_it_is() -> None:
    picture = checkered(90, 180)
    cv2.circle(picture, (250, 60), 30, 255, -1)
    cv2.circle(picture, (20, 160), 3, 255, -1)
    (advice,) = advise(picture, sharpness(picture))
    assert advice.box == (220, 30, 281, 91)


class Showing:
    """A camera's source that gives these pictures, and then none any more."""

    name = "showing"

    def __init__(self, pictures: Iterable[NDArray[np.uint8]]) -> None:
        self._pictures = iter(pictures)

    def open(self) -> None:
        pass

    def shoot(self) -> Capture:
        picture = next(self._pictures, None)
        if picture is None:
            raise CameraError("its cable is out")
        return Capture(np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8))

    def close(self) -> None:
        pass


@contextmanager
def meter(pictures: Iterable[NDArray[np.uint8]]) -> Iterator[LightMeter]:
    with Camera(Showing(pictures), first_pause_s=60) as camera:
        yield LightMeter(camera, sharpness)


def test_a_camera_that_fails_gives_no_look_but_what_is_wrong_with_it() -> None:
    with meter([]) as looking:
        assert looking.look(0.05) is None
        while looking.fault is None:
            assert looking.look(0.05) is None
        assert looking.fault == "its cable is out"


def test_what_is_not_new_is_looked_at_once_and_given_again() -> None:
    """A folder of photos gives one picture, which stays the last one; only a camera that failed gives none."""

    def one_and_silence() -> Iterator[NDArray[np.uint8]]:
        yield BLURRED
        while not ended:
            yield BLURRED

    ended: list[bool] = []
    with meter(one_and_silence()) as looking:
        first = looking.look(10)
        assert first is not None
        assert [advice.trouble for advice in first.advice] == ["blurred"]
        assert first.grey.shape == (180, 320)
        second = looking.look(10)
        assert second is not first
        ended.append(True)
        while looking.fault is None:
            looking.look(0.05)
        looking.look(0)  # the last picture before it failed
        assert looking.look(0) is None
