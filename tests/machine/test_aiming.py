"""Live advice for whoever hangs the camera, played by the test with pictures in bad light and in good."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion.display import screens
from companion.display.viewfinder import GOOD, viewfinder
from companion.machine import aiming, doctor
from companion.vision.sharpness import sharpness
from hardware.light import Look, advise
from hardware.screen import same
from tests.hardware.pictures import checkered

WELL, DARK, BRIGHT = checkered(90, 180), checkered(10, 60), checkered(215, 245)


class Ladder:
    """Somebody on a ladder: a look is one of the given pictures (None: none came), a second after the last one; the
    last stays."""

    def __init__(self, *pictures: NDArray[np.uint8] | None) -> None:
        self._pictures = list(pictures)
        self.shown: list[Image.Image] = []
        self.said: list[str] = []
        self.second = 0.0

    def look(self, timeout_s: float) -> Look | None:
        assert timeout_s == aiming.LOOK_S
        self.second += 1
        picture = self._pictures.pop(0) if len(self._pictures) > 1 else self._pictures[0]
        return None if picture is None else Look(picture, tuple(advise(picture, sharpness(picture))))

    def picture(self, image: Image.Image) -> None:
        self.shown.append(image)

    def aim(self) -> str | None:
        return aiming.aim(self, self.said.append, lambda: self.second)


def test_advice_follows_until_all_is_well_for_a_while() -> None:
    ladder = Ladder(DARK, DARK, BRIGHT, WELL, DARK, WELL)
    assert ladder.aim() is None
    assert [said.partition(":")[0] for said in ladder.said] == [
        "it is too dark",
        "it is too bright",
        "all is well; hold it so",
        "it is too dark",
        "all is well; hold it so",
    ]
    assert same(ladder.shown[0], viewfinder(DARK, "too dark", "35 < 70"))
    assert same(ladder.shown[-1], viewfinder(WELL, GOOD))
    assert ladder.second == 6 + aiming.GOOD_S  # the sixth look was good, and those for as long as it has to last


@pytest.mark.parametrize(("picture", "wrong"), [(DARK, "it is too dark"), (None, "no picture comes; check both ends")])
def test_what_nobody_mends_is_what_the_doctor_finds(picture: NDArray[np.uint8] | None, wrong: str) -> None:
    ladder = Ladder(picture)
    finding = doctor.try_light(ladder, ladder.said.append, lambda: ladder.second)
    assert (finding.part, finding.state) == ("light", "wrong")
    assert finding.said.startswith(wrong)
    assert ladder.second == aiming.AIM_S
    assert [said.startswith(wrong) for said in ladder.said] == [False, True]


def test_no_picture_is_said_on_the_oled_too() -> None:
    ladder = Ladder(None, WELL)
    assert ladder.aim() is None
    assert same(ladder.shown[0], screens.notice("camera", "no picture: check its cable"))


def test_the_doctor_says_that_all_is_good() -> None:
    ladder = Ladder(WELL)
    finding = doctor.try_light(ladder, ladder.said.append, lambda: ladder.second)
    assert (finding.state, finding.said) == ("ok", "light and lens are good")
