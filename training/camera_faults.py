"""What cameras and lamps do to a crop that a network learns from: glare, shadow, little light, blur, a small JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

LIT, SHADED, FADED, PACKED = 0.3, 0.1, 0.12, 0.2  # so many crops lie in a glare, a shadow, little light, a small JPEG
LEAST_BLUR_PX = 0.4


@dataclass(frozen=True, slots=True)
class Blur:
    """How many crops are blurred (0…1), how far at most, and how many of these (0…1) along one side only, as by a hand
    that moves. How far is the standard deviation in pixels of the crop, at least LEAST_BLUR_PX."""

    share: float
    most_px: float
    smeared: float = 0.0


MILD = Blur(0.12, 0.9)
STRONG = Blur(0.35, 2.4, smeared=0.4)  # an index is small: a picture that is a little out of focus blurs it much


def in_light(picture: Any, rng: np.random.Generator) -> Any:
    """The crop in a glare, even, to one side or in a spot, with a shadow's edge across it, or in little light."""
    if rng.random() < LIT:
        glare = float(rng.uniform(0.1, 0.8)) * _fall(picture.shape[0], rng)
        picture = picture + glare * (255 - picture)
    if rng.random() < SHADED:
        across = _slope(picture.shape[0], rng) / float(rng.uniform(0.02, 0.3))
        picture = picture * (1 - float(rng.uniform(0.2, 0.6)) / (1 + np.exp(-np.clip(across, -20, 20))))
    if rng.random() < FADED:
        middle = float(picture.mean())
        picture = (picture - middle) * float(rng.uniform(0.15, 0.6)) + middle
    return picture


def _slope(side_px: int, rng: np.random.Generator) -> Any:
    """How far each pixel lies beyond a line anyhow through the crop, in parts of its side."""
    turn, past = rng.uniform(0, 2 * np.pi), rng.uniform(-0.45, 0.45)
    x = (np.arange(side_px, dtype=np.float32) + 0.5) / side_px - 0.5
    return (x * np.cos(turn))[None] + (x * np.sin(turn))[:, None] - past


def _fall(side_px: int, rng: np.random.Generator) -> Any:
    """How strong (0…1) a glare is at each pixel: even, stronger to one side, or a spot."""
    kind = rng.integers(3)
    if kind == 0:
        return np.float32(rng.uniform(0.2, 0.8))
    if kind == 1:
        return np.clip(_slope(side_px, rng) + 0.5, 0, 1)
    x = (np.arange(side_px, dtype=np.float32) + 0.5) / side_px
    wide, at = rng.uniform(0.1, 0.45, 2), rng.uniform(0, 1, 2)
    return np.exp(-(((x - at[0]) / wide[0]) ** 2)[None] - (((x - at[1]) / wide[1]) ** 2)[:, None])


def packed(picture: Any, rng: np.random.Generator) -> Any:
    """The crop (uint8), now and then as a JPEG keeps it."""
    if rng.random() >= PACKED:
        return picture
    _, kept = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 90))])
    return cv2.imdecode(kept, cv2.IMREAD_GRAYSCALE)


def blurred(picture: Any, blur: Blur, rng: np.random.Generator) -> Any:
    """The crop out of focus, or smeared along one of its sides, as often as `blur` says."""
    if rng.random() >= blur.share:
        return picture
    across = along = float(rng.uniform(LEAST_BLUR_PX, blur.most_px))
    if blur.smeared and rng.random() < blur.smeared:
        across, along = (across, LEAST_BLUR_PX) if rng.random() < 0.5 else (LEAST_BLUR_PX, along)
    return cv2.GaussianBlur(picture, (0, 0), across, sigmaY=along)
