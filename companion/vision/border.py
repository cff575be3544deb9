"""The colour of a card's border, as far as it says which of a deck's cards this may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import ImageColor

from companion.vision.rectify import inset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

RIM = 0.028  # where the border is looked at, in parts of the card from its edge
GREYISH = 70.0  # a rim less saturated than this (0…255) says nothing: it may be white, or in shade
HUE_OFF = 14.0  # how far (of 180) light and print may shift a hue
MOST = 2.5  # nats: a colour is a hint, no proof
NAMED = {"gold": "#d99a00", "silver": "#a9b1bd"}  # what people print for these is not what a browser shows


def colour_evidence(
    frame: NDArray[np.uint8], quad: NDArray[np.float32], colours: Sequence[str | None]
) -> NDArray[np.float32]:
    """How much the border of the card at `quad` in a frame (BGR) speaks for each colour: 0 … −MOST nats.

    All are 0 where no colour is named or the border has none.
    """
    hues = [_hue(colour) for colour in colours]
    seen = _seen_hue(frame, quad)
    if seen is None:
        return np.zeros(len(hues), np.float32)
    off = [0.0 if hue is None else abs((hue - seen + 90) % 180 - 90) for hue in hues]
    evidence = -0.5 * (np.array(off, np.float32) / HUE_OFF) ** 2
    nearest = float(evidence.max(initial=-MOST))
    return np.asarray(np.maximum(evidence - nearest, -MOST), np.float32)


def _hue(name: str | None) -> float | None:
    """The hue (0…180) a deck file names; None for none, for greys, and for what is no colour."""
    if name is None:
        return None
    try:
        red, green, blue = ImageColor.getrgb(NAMED.get(name.lower(), name))[:3]
    except ValueError:
        return None
    hue, saturation, _ = cv2.cvtColor(np.array([[[blue, green, red]]], np.uint8), cv2.COLOR_BGR2HSV)[0, 0]
    return float(hue) if saturation > GREYISH else None


def _seen_hue(frame: NDArray[np.uint8], quad: NDArray[np.float32]) -> float | None:
    rim = inset(quad, RIM)
    sides = [np.linspace(rim[i], rim[(i + 1) % 4], 24, endpoint=False) for i in range(4)]
    places = np.round(np.concatenate(sides)).astype(int)
    inside = (places >= 0).all(1) & (places < frame.shape[1::-1]).all(1)
    if inside.sum() < 24:
        return None
    pixels = frame[places[inside, 1], places[inside, 0]]
    hue, saturation, _ = np.moveaxis(cv2.cvtColor(pixels[None], cv2.COLOR_BGR2HSV)[0].astype(float), -1, 0)
    coloured = saturation > GREYISH
    if coloured.mean() < 0.6:
        return None
    around = np.exp(2j * np.pi * hue[coloured] / 180).mean()
    return float(np.angle(around) / (2 * np.pi) * 180) % 180 if abs(around) > 0.8 else None
