"""How surely a place that seems to be a card lying face down is one.

A back has no sign that only a card can have: squares of a cloth, a plate and a shadow look like one, too. What tells is
how the finder and the network see it, how far it is from the size that the letters beside it make expect, and whether
there are such: where nearly all that was found are letters, the rest is hardly cloth. All are counted together as
log-odds, with weights fitted on drawn tables (`training.backs`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.vision.neighbours import FEW

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_OFF = 1.0  # the logarithm of how much larger or smaller a card is that is off by more


def circumstances(larger: NDArray[np.float64], sure: NDArray[np.bool_]) -> list[dict[str, float]]:
    """What tells of each place (n,) whether a card lies there, beside how it looks: by how much `larger` it is than
    expected (natural logarithms; see `larger_than_expected`), whether there are letters enough to say that, and how
    many of all places surely show a letter."""
    letters = float(sure.sum())
    known = float(letters >= FEW)
    share = letters / (len(sure) + 1)
    return [{"off": min(abs(off), MOST_OFF) * known, "known": known, "letters": share} for off in larger.tolist()]
