"""The trained networks as ONNX files, run by cv2.dnn. Each is read when first needed."""

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


# OpenCV's classic engine is a third faster with networks as small as these (measured).
_ENGINE = getattr(cv2.dnn, "ENGINE_CLASSIC", None)


@lru_cache(maxsize=8)
def _network(name: str, size: tuple[int, ...]) -> Any:  # noqa: ARG001
    """The network kept for pictures of this size: laid out anew for each it takes half as long again (measured)."""
    path = str(Path(__file__).with_name(f"{name}.onnx"))
    return cv2.dnn.readNetFromONNX(path) if _ENGINE is None else cv2.dnn.readNetFromONNX(path, _ENGINE)


def infer(name: str, batch: NDArray[np.float32]) -> NDArray[np.float32]:
    """Run the network `name` over a batch (n, 1, height, width), n at least 1; returns its own copy of the output.

    The pictures go through it one by one: for every other number of them it would have to be laid out anew, which costs
    more than doing many at once saves (measured: a tenth of a frame's time, since cards come and go one by one).
    """
    with _ONE_AT_A_TIME:
        network = _network(name, batch.shape[2:])
        outputs = []
        for picture in np.ascontiguousarray(batch):
            network.setInput(picture[None])
            outputs.append(np.array(network.forward(), np.float32))
    return np.concatenate(outputs)
