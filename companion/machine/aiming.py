"""Hanging the camera and turning the lamps, with advice that follows: on the OLED, which is seen from the ladder, and
in words where the doctor runs.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from companion.display import screens
from companion.display.viewfinder import GOOD, viewfinder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

LOOK_S = 3.0  # within which a camera that is well gives a picture
GOOD_S = 3.0  # so long must all be well, for lamps flicker and lenses hunt
AIM_S = 180.0


class Advice(Protocol):
    """One thing that is wrong with a picture; `box` is where (left, top, right, bottom)."""

    @property
    def said(self) -> str: ...
    @property
    def briefly(self) -> str: ...
    @property
    def measured(self) -> str: ...
    @property
    def box(self) -> tuple[int, int, int, int] | None: ...


class Look(Protocol):
    """One picture looked at."""

    @property
    def grey(self) -> NDArray[np.uint8]: ...
    @property
    def advice(self) -> Sequence[Advice]: ...


class AimedCamera(Protocol):
    """The camera and the OLED beside it."""

    def look(self, timeout_s: float) -> Look | None: ...
    def picture(self, image: Image.Image) -> None: ...


def aim(eye: AimedCamera, say: Callable[[str], None], now_s: Callable[[], float] = time.monotonic) -> str | None:
    """Advise until all has been well for `GOOD_S`, or for `AIM_S` at most: what is wrong then, None when nothing is.

    The OLED shows each picture with what is worst about it; `say` is given a sentence whenever that is another thing.
    """
    ends_s, good_since_s, told = now_s() + AIM_S, None, ""
    while True:
        look = eye.look(LOOK_S)
        worst = look.advice[0] if look and look.advice else None
        now = now_s()
        if look is None:
            trouble, wrong = "blind", "no picture comes; check both ends of the camera's cable"
            eye.picture(screens.notice("camera", "no picture: check its cable"))
        elif worst is None:
            trouble, wrong = "", ""
            eye.picture(viewfinder(look.grey, GOOD))
        else:
            trouble, wrong = worst.briefly, worst.said
            eye.picture(viewfinder(look.grey, worst.briefly, worst.measured, worst.box))
        good_since_s = None if wrong else now if good_since_s is None else good_since_s
        if trouble != told:
            say(wrong or "all is well; hold it so")
            told = trouble
        if good_since_s is not None and now - good_since_s >= GOOD_S:
            return None
        if now >= ends_s:
            return wrong or None
