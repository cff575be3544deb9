"""The value printed small in a corner of a letter tile: second evidence of which letter it is, and which way up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.vision.glyphs import SIGNS
from companion.vision.print_lines import PrintLine, print_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

LEAST_GLYPH, TALLEST = 0.07, 0.34  # heights of a value's digits, in parts of the card's height
CORNER = 0.36  # a value's middle is this near to a corner, in parts of the card's sides
LEGIBLE = 0.85  # least chance of each digit
MOST_DIGITS = 2


def printed_values(pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]) -> list[int | None]:
    """The value printed on each card, its quad given from its own top left; None where none, or more than one, is
    legible. The frame is given as its `rectify.halvings`."""
    upright = [(0,)] * len(quads)
    printed = print_on(pyramid, quads, least_glyph=LEAST_GLYPH, most_lines=8, turns=upright)
    values = []
    for lines in printed:
        found = {value for line in lines if (value := _value(line)) is not None}
        values.append(found.pop() if len(found) == 1 else None)
    return values


def _value(line: PrintLine) -> int | None:
    left, top, right, bottom = line.box
    across, down = abs((left + right) / 2 - 0.5), abs((top + bottom) / 2 - 0.5)
    if min(across, down) < 0.5 - CORNER or line.height > TALLEST or len(line.chances) > MOST_DIGITS:
        return None
    digits = line.chances[:, SIGNS.index("0") :]
    if digits.max(1).min() < LEGIBLE:
        return None
    return int("".join(str(int(one.argmax())) for one in digits))
