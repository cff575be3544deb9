"""The trained networks as ONNX files, run by cv2.dnn. Each is read once, when first needed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ONE_AT_A_TIME = Lock()  # a cv2.dnn network keeps its input between two calls


# OpenCV's newer engine is faster on one large picture, its classic one on many small crops (measured, 1.6 times each).
_ENGINES = {"finder": "ENGINE_NEW"}


@lru_cache(maxsize=8)
def _network(name: str) -> Any:
    path = str(Path(__file__).with_name(f"{name}.onnx"))
    engine = getattr(cv2.dnn, _ENGINES.get(name, "ENGINE_CLASSIC"), None)
    return cv2.dnn.readNetFromONNX(path) if engine is None else cv2.dnn.readNetFromONNX(path, engine)


def infer(name: str, batch: NDArray[np.float32]) -> NDArray[np.float32]:
    """Run the network `name` over a batch (n, 1, height, width); returns its own copy of the output."""
    with _ONE_AT_A_TIME:
        network = _network(name)
        network.setInput(np.ascontiguousarray(batch))
        return np.array(network.forward(), np.float32)
