"""Cards of one deck are of one shape and lie on one table: what a quad must look like, told by the others.

Seen in perspective, the cube root of a card's area in the picture changes evenly over the picture; fitted as a plane it
says how the table recedes. That undone, the matrix A that makes the card's unit edges its edges differs from card to
card only by how each is turned on the table: A = J·R with one J for all, and J·Jᵀ = A·Aᵀ. A quad that does not agree
runs around something else than its card: a shadow, a neighbour, a band printed on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.album import is_square
from companion.vision.plane import plane_through
from companion.vision.quads import UNIT, area_px, aspect, edges, size_px

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Quad = NDArray[np.float32]

ENOUGH = 4  # so many cards say what shape to expect
ALIKE = 0.06  # quads of equal cards differ by less than this part of a card's size from what the others make expect
_TOLERANCES = (0.35, 0.12, 0.05, 0.02)  # of the cube root of the area: what is left out of the fit, step by step
# Few cards in one corner, or in one row, say little about how the table recedes. Of 0.001 to 0.00001 this one left the
# least misfit on tables of 4 to 18 drawn cards whose corners were off by 1.5 pixels.
_PULL = 0.0003
# Cards are taken to be seen from nearer straight above, unless the other way leaves less than this part of the misfit.
# Tried were 0.1 to 1, on such tables: less leaves turned cards expected across, more lets a single wrong quad decide.
_CLEARLY = 0.5


class ExpectedShape:
    """What the quads (4, 2) of equal cards look like wherever they lie in a picture; `aspect` is width over height.

    There must be at least one quad; they may be given from any corner. Some may be wrong: what most agree on counts.
    """

    def __init__(self, quads: Sequence[Quad], aspect: float) -> None:
        middles = np.array([quad.mean(0) for quad in quads])
        self._origin = middles.mean(0)
        self._unit = max(1.0, float(np.ptp(middles, axis=0).max()))
        self._corners = (UNIT - 0.5) * [np.sqrt(aspect), 1 / np.sqrt(aspect)]
        self._square = bool(is_square(np.array(aspect, np.float32)))
        self._near = _nearness(
            np.column_stack([np.ones(len(middles)), (middles - self._origin) / self._unit]),
            np.cbrt([area_px(quad) for quad in quads]),
        )
        self._metric = _common([[self._seen(own) for own in _both_ways(quad)] for quad in quads])
        values, vectors = np.linalg.eigh(self._metric)
        self._matrix = (vectors * np.sqrt(np.maximum(values, 1e-12))) @ vectors.T

    @classmethod
    def of_upright(cls, quads: Sequence[Quad]) -> ExpectedShape:
        """What cards look like whose quads are given from their own top left: these say the aspect too."""
        return cls(quads, float(np.median([aspect(quad) for quad in quads])))

    def at(self, quad: Quad, *, across: bool = False) -> Quad:
        """The quad of a card that lies where this one lies and as it is turned, or across that; from its top left or
        bottom right."""
        return self._turned(quad, self._turn(quad) + across * np.pi / 2)

    def straight(self, quad: Quad, others: Sequence[Quad]) -> Quad:
        """The quad of a card that lies where this one lies, turned as most of the others are turned."""
        own = self._turn(quad)
        same = np.pi / 2 if self._square else np.pi  # a card looks the same after so much of a turn
        off = [(self._turn(other) - own + same / 2) % same - same / 2 for other in others]
        return self._turned(quad, own + float(np.median(off)))

    def _turn(self, quad: Quad) -> float:
        """How a card is turned on the table, in radians; half a turn is none."""
        laid = self._on_table(min(_both_ways(quad), key=self._unlike))
        along = np.linalg.solve(self._matrix, edges(laid)[0])
        return float(np.arctan2(along[1], along[0]))

    def _turned(self, quad: Quad, turn: float) -> Quad:
        laid = self._on_table(quad)
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return self._in_picture(laid.mean(0) + self._corners @ turned.T @ self._matrix.T)

    def misfit(self, quad: Quad) -> float:
        """How far a quad's corners are from what is expected there, as a part of its size; from any of its corners."""
        expected = self.at(quad)
        off = min(float(np.linalg.norm(expected - own, axis=1).max()) for own in _both_ways(quad))
        return off / size_px(quad)

    def _unlike(self, quad: Quad) -> float:
        return float(np.abs(self._seen(quad) - self._metric).max())

    def _seen(self, quad: Quad) -> NDArray[np.float64]:
        """A·Aᵀ of a quad from its own top left."""
        (across, down), (wide, high) = edges(self._on_table(quad)), 2 * self._corners[2]
        across, down = across / wide, down / high
        return np.asarray(np.outer(across, across) + np.outer(down, down))

    def _on_table(self, points: Quad) -> NDArray[np.float64]:
        """Points of the picture with the receding of the table undone."""
        flat = (np.asarray(points, np.float64) - self._origin) / self._unit
        return np.asarray(flat / np.maximum(self._near[0] + flat @ self._near[1:], 1e-3)[:, None])

    def _in_picture(self, flat: NDArray[np.float64]) -> Quad:
        points = self._near[0] * flat / np.maximum(1 - flat @ self._near[1:], 1e-3)[:, None]
        return np.asarray(points * self._unit + self._origin, np.float32)


def _nearness(places: NDArray[np.float64], roots: NDArray[np.float64]) -> NDArray[np.float64]:
    """How near the table is to the camera over the picture, 1 in the middle: a plane (3,) through the cards' sizes."""
    plane = np.array([1.0, 0.0, 0.0])
    seen = roots / np.median(roots)
    off = seen - 1
    for tolerance in _TOLERANCES:
        fitting = np.abs(off) < tolerance
        if fitting.sum() >= ENOUGH:
            plane = plane_through(places[fitting], seen[fitting], _PULL * int(fitting.sum()))
        off = seen - places @ plane
    return np.asarray(plane / plane[0])


def _both_ways(quad: Quad) -> tuple[Quad, Quad]:
    """The quad as given, and from its next corner: who found it may not know which side is a card's top."""
    return quad, np.roll(quad, -1, 0)


def _common(both_ways: list[list[NDArray[np.float64]]]) -> NDArray[np.float64]:
    """The A·Aᵀ that most cards share, each taken from the side from which it agrees with the others.

    Cards that look square from where the camera leans agree from either side; one that is turned knows which is right.
    """
    either = np.array(both_ways)
    above = either[:, 0].trace(axis1=1, axis2=2).mean() / 2 * np.eye(2)  # seen from straight above
    nearer = _off(either, above).argmin(1)
    first, other = _agreed(either, nearer), _agreed(either, 1 - nearer)
    left, left_by_other = (float(_off(either, most).min(1).sum()) for most in (first, other))
    return other if left_by_other < _CLEARLY * left else first


def _agreed(either: NDArray[np.float64], ways: NDArray[np.intp]) -> NDArray[np.float64]:
    """What most cards share, when to begin with each is taken this way."""
    most = either[0, 0]
    for _ in range(3):
        most = np.median(either[np.arange(len(either)), ways], axis=0)
        ways = _off(either, most).argmin(1)
    return np.asarray(most)


def _off(either: NDArray[np.float64], most: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each card is from what most share, each way (cards, 2)."""
    return np.asarray(np.abs(either - most).max((2, 3)))
