"""What a camera makes of the light that comes to it: uneven light, glare, exposure, smear, blur, noise; seeded.

A frame is worked on a band of rows at a time: all of it in floats would be four times as large as the picture, and
several such were needed at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

BAND_PX = 48  # rows of a frame that are worked on at once


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the camera looks and what the light does. The defaults are an easy table seen from straight above.

    `tilt_deg` leans the camera away from straight above (0…60), `turn_deg` is the compass direction it leans to,
    `spin_deg` turns the picture. `shadow` (0…1) darkens one side, `glare` (0…1) whitens a glossy spot,
    `vignette` (0…1) the corners, `gradient` (0…1) is uneven light. `exposure` multiplies, `gamma` bends,
    `cast` are factors for blue, green and red. `blur_px` is the standard deviation of the lens blur,
    `motion_px` the length of a smear, `noise` the standard deviation of sensor noise in grey levels
    (0…255), `jpeg_quality` 1…100 or None. `hand` lays a drawn hand across the table.
    """

    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    spin_deg: float = 0.0
    shadow: float = 0.0
    glare: float = 0.0
    vignette: float = 0.0
    gradient: float = 0.0
    exposure: float = 1.0
    gamma: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur_px: float = 0.5
    motion_px: float = 0.0
    noise: float = 2.0
    jpeg_quality: int | None = None
    hand: bool = False

    @classmethod
    def random(cls, rng: np.random.Generator, *, tilt_deg: float = 45.0, hand: float = 0.05) -> Conditions:
        """Everyday conditions, from easy to hard; `hand` is the chance of a hand over the table."""
        warm = rng.normal(0, 0.08)
        return cls(
            tilt_deg=float(tilt_deg * rng.beta(1.0, 2.2)),
            turn_deg=float(rng.uniform(0, 360)),
            spin_deg=float(rng.uniform(-180, 180)),
            shadow=float(rng.uniform(0, 0.6)) if rng.random() < 0.3 else 0.0,
            glare=float(rng.uniform(0.1, 0.7)) if rng.random() < 0.15 else 0.0,
            vignette=float(rng.uniform(0, 0.4)) if rng.random() < 0.3 else 0.0,
            gradient=float(rng.uniform(0, 0.7)),
            exposure=float(np.exp(rng.normal(-0.1, 0.28))),
            gamma=float(np.exp(rng.normal(0, 0.2))),
            cast=(float(1 - warm), 1.0, float(1 + warm)),
            blur_px=float(rng.gamma(2.0, 0.35)),
            motion_px=float(rng.uniform(1, 4)) if rng.random() < 0.1 else 0.0,
            noise=float(rng.gamma(1.5, 2.5)),
            jpeg_quality=int(rng.integers(40, 96)) if rng.random() < 0.6 else None,
            hand=bool(rng.random() < hand),
        )


def in_colour(plane: Floats) -> Floats:
    """The plane for blue, green and red alike: NumPy is slow to spread over so few what it is to multiply or add."""
    return np.asarray(cv2.merge((plane, plane, plane)), np.float32)


def expose(
    light_from: Callable[[int, int], Floats],
    size_px: tuple[int, int],
    conditions: Conditions,
    rng: np.random.Generator,
    *,
    upon: Picture | None = None,
    is_other: NDArray[np.bool_] | None = None,
) -> Picture:
    """The picture (uint8 BGR, height × width × 3) of a scene in these conditions; `size_px` is (width, height).

    `light_from(top, bottom)` gives the light from those rows of it: float32 (rows, width, 3), 0…255, its caller's own.
    `upon` is an earlier picture of it, in which the light came as now but from the rows that `is_other` has: what these
    have no part in is taken from there.
    """
    width_px, height_px = size_px
    lens = _Lens(size_px, conditions, rng)
    grain = rng.standard_normal((height_px, width_px), np.float32) if conditions.noise > 0 else None
    frame = np.empty((height_px, width_px, 3), np.uint8) if upon is None else upon.copy()
    for top in range(0, height_px, BAND_PX):
        bottom = min(top + BAND_PX, height_px)
        above, below = max(0, top - lens.reach_px), min(height_px, bottom + lens.reach_px)
        if is_other is not None and not is_other[above:below].any():
            continue
        band = light_from(above, below)
        lens.shine(band, above)
        lens.smear(band)
        band = band[top - above : bottom - above]
        if grain is not None:
            band += in_colour(grain[top:bottom] * conditions.noise)
            band += rng.standard_normal(band.shape, np.float32) * (conditions.noise * 0.4)
        frame[top:bottom] = np.clip(band, 0, 255, out=band)
    if conditions.jpeg_quality is None:
        return frame
    _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, conditions.jpeg_quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


class _Lens:
    """The light over one frame and the lens before it: all that is random about them is decided at the start."""

    def __init__(self, size_px: tuple[int, int], conditions: Conditions, rng: np.random.Generator) -> None:
        width_px, height_px = size_px
        self._conditions = conditions
        self._xs = np.linspace(-1, 1, width_px, dtype=np.float32)[None, :]
        self._ys = np.linspace(-1, 1, height_px, dtype=np.float32)[:, None]
        self._heading = rng.uniform(0, 2 * np.pi)
        if conditions.shadow > 0:
            self._edge, self._softness = rng.uniform(-0.5, 0.5), rng.uniform(0.01, 0.2)
        if conditions.glare > 0:
            self._spot_radius = rng.uniform(0.05, 0.3)
            self._spot_xs = np.arange(width_px, dtype=np.float32) / width_px - rng.uniform(0, 1)
            self._spot_ys = (np.arange(height_px, dtype=np.float32) - height_px * rng.uniform(0, 1)) / width_px
        self._kernel = _smear(conditions.motion_px, rng) if conditions.motion_px >= 1 else None
        # So many rows above and below decide what a row becomes.
        self.reach_px = 0 if self._kernel is None else len(self._kernel) // 2
        if conditions.blur_px > 0.2:
            self.reach_px += round(4 * conditions.blur_px) + 1

    def shine(self, band: Floats, top: int) -> None:
        """Light the rows of the scene from `top` on, in place."""
        conditions, rows = self._conditions, slice(top, top + len(band))
        band *= in_colour(self._light(rows))
        if conditions.cast != (1, 1, 1):
            band *= np.array(conditions.cast, np.float32)
        if conditions.glare > 0:
            band += in_colour(conditions.glare * 200 * self._spot(rows))
        band *= conditions.exposure
        band /= 255
        np.clip(band, 0, 1.2, out=band)
        if conditions.gamma != 1:
            np.power(band, conditions.gamma, out=band)
        band *= 255

    def smear(self, band: Floats) -> None:
        """Smear and blur rows of the scene, in place."""
        if self._kernel is not None:
            cv2.filter2D(band, -1, self._kernel, dst=band)
        if self._conditions.blur_px > 0.2:
            cv2.GaussianBlur(band, (0, 0), self._conditions.blur_px, dst=band)

    def _light(self, rows: slice) -> Floats:
        conditions, xs, ys, heading = self._conditions, self._xs, self._ys[rows], self._heading
        field = np.cos(heading) * xs + np.sin(heading) * ys
        field *= conditions.gradient * 0.5
        field += 1
        if conditions.vignette > 0:
            field -= conditions.vignette * 0.5 * (xs**2 + ys**2)
        if conditions.shadow > 0:
            edge = np.cos(heading + 1.1) * xs + np.sin(heading + 1.1) * ys + self._edge
            field = field * (1 - conditions.shadow / (1 + np.exp(np.clip(-edge / self._softness, -30, 30))))
        return np.asarray(np.clip(field, 0.08, 2.0, out=field), np.float32)

    def _spot(self, rows: slice) -> Floats:
        xs, ys = self._spot_xs[None, :], self._spot_ys[rows, None]
        return np.asarray(np.exp(-(xs**2 + ys**2) / (2 * self._spot_radius**2)), np.float32)


def _smear(motion_px: float, rng: np.random.Generator) -> Any:
    """What a smear in a random direction makes of a point; its sum is 1."""
    length = int(motion_px) | 1
    kernel: Any = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1.0 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), float(rng.uniform(0, 180)), 1)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    return kernel / max(float(kernel.sum()), 1e-3)
