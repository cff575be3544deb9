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

    Floats = NDArray[np.float32]

_ONE_AT_A_TIME = Lock()  # a cv2.dnn network keeps its input between two calls


# OpenCV's classic engine is a third faster with networks as small as these (measured).
_ENGINE = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
_TOGETHER = 5  # so many pictures in one go take a fifth less time than one by one; more take no less (measured)


def infer(name: str, batch: Floats) -> Floats:
    """Run the network `name` over a batch (n, 1, height, width), n at least 1; returns its own copy of the output."""
    with _ONE_AT_A_TIME:
        return np.concatenate([_network(name, part.shape)(part) for part in _parts(batch)])


def softmax(logits: Floats) -> Floats:
    """Logits as chances that add up to 1 along the last axis."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), np.float32)


def _parts(batch: Floats) -> list[Floats]:
    """The batch in fives, and what is left over one by one: cards come and go, and for every other number of pictures
    a network would have to be laid out anew."""
    in_fives = len(batch) // _TOGETHER * _TOGETHER
    fives = [batch[start : start + _TOGETHER] for start in range(0, in_fives, _TOGETHER)]
    return fives + [batch[one : one + 1] for one in range(in_fives, len(batch))]


@lru_cache(maxsize=16)
def _network(name: str, shape: tuple[int, ...]) -> _Network:  # noqa: ARG001
    """The network kept for batches of this shape: laid out anew for each it takes half as long again (measured)."""
    return _Network(Path(__file__).with_name(f"{name}.onnx"))


class _Network:
    """A network for batches of one shape.

    The last two layers of a reader, `squeeze` and `classify`, see all of their input at once: they are products of a
    matrix and a vector, which NumPy does in an eighth of the time of cv2.dnn's convolution (measured: a fourth of the
    whole). One vector at a time: for several NumPy's library would start threads, which cost more than they help.
    """

    def __init__(self, path: Path) -> None:
        engine = () if _ENGINE is None else (_ENGINE,)
        self._net = cv2.dnn.readNetFromONNX(str(path), *engine)
        names = list(self._net.getLayerNames())
        dense = [name for name in names if name.endswith(("/squeeze/squeeze.0/Conv", "/classify/Conv"))]
        self._last = names[names.index(dense[0]) - 1] if dense else names[-1]
        self._dense = [_weights(self._net, name) for name in dense]

    def __call__(self, batch: Floats) -> Floats:
        self._net.setInput(np.ascontiguousarray(batch))
        output = np.array(self._net.forward(self._last), np.float32)
        return np.array([self._classified(features) for features in output]) if self._dense else output

    def _classified(self, features: Floats) -> Floats:
        (squeeze, squeeze_bias), (classify, classify_bias) = self._dense
        squeezed = np.maximum(squeeze @ features.ravel() + squeeze_bias, 0)
        return np.asarray(classify @ squeezed + classify_bias, np.float32)


def _weights(net: Any, name: str) -> tuple[Floats, Floats]:
    """What a convolution over its whole input multiplies with (outputs × inputs), and adds."""
    kernels, bias = net.getLayer(net.getLayerId(name)).blobs
    return np.array(kernels, np.float32).reshape(len(kernels), -1), np.array(bias, np.float32).ravel()
