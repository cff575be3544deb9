"""The networks as PyTorch modules, and their export to ONNX for cv2.dnn (no PyTorch at run time)."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional

from companion.vision.rectify import CROP_PX

if TYPE_CHECKING:
    from pathlib import Path

FINDER_CHANNELS = 9
ROOMY = 12  # cv2.dnn convolves what has as many cells a side by Winograd's way, twice as quickly (measured)


class _Block(nn.Sequential):
    """A convolution 3×3, batch normalisation and ReLU."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
        )

    def forward(self, picture: Tensor) -> Tensor:
        """Where the network only runs, a small square picture is given room first (`ROOMY`): the output is the same."""
        side = int(picture.shape[-1])
        room = ROOMY - side
        if self.training or room <= 0 or int(picture.shape[-2]) != side or self[0].stride != (1, 1):
            return super().forward(picture)
        return super().forward(functional.pad(picture, (0, room, 0, room)))[..., :side, :side]


class _Added(nn.Sequential):
    """Two blocks whose output is added to what came in."""

    def __init__(self, width: int) -> None:
        super().__init__(_Block(width, width), _Block(width, width))

    def forward(self, picture: Tensor) -> Tensor:
        return picture + super().forward(picture)


class FinderNetwork(nn.Module):
    """Fully convolutional, one cell per 8×8 pixels of a grey frame; a branch at half that resolution sees wide.

    Input (n, 1, h, w) with h and w multiples of 16; output (n, 9, h/8, w/8), see `companion.vision.find`. The wide
    branch comes back by repeating its cells: cv2.dnn runs a transposed convolution ten times slower (measured).
    """

    def __init__(self, stem: tuple[int, int] = (12, 24), width: int = 48, wide: int = 64) -> None:
        super().__init__()
        self.stem = nn.Sequential(_Block(1, stem[0], 2), _Block(stem[0], stem[1], 2), _Block(stem[1], width, 2))
        self.near = _Block(width, width)
        self.wide = nn.Sequential(_Block(width, wide, 2), *(_Block(wide, wide) for _ in range(3)))
        self.widen = nn.Sequential(nn.Conv2d(wide, width, 1), nn.Upsample(scale_factor=2, mode="nearest"))
        self.join = nn.Sequential(_Block(width, width), _Block(width, width))
        self.head = nn.Conv2d(width, FINDER_CHANNELS, 1)
        if self.head.bias is not None:
            nn.init.constant_(self.head.bias[:2], -3.0)  # cards are rare

    def forward(self, frame: Tensor) -> Tensor:
        near = self.near(self.stem(frame))
        joined: Tensor = self.head(self.join(near + self.widen(self.wide(near))))
        return joined


class ReaderNetwork(nn.Module):
    """Reads a square crop (n, 1, crop_px, crop_px) of one card: a logit for each class. `crop_px`: a multiple of 8."""

    def __init__(self, classes: int, widths: tuple[int, int, int] = (16, 32, 56), crop_px: int = CROP_PX) -> None:
        super().__init__()
        self.crop_px = crop_px
        first, second, third = widths
        self.features = nn.Sequential(
            _Block(1, first), nn.MaxPool2d(2), _Block(first, second), nn.MaxPool2d(2),
            _Block(second, third), _Block(third, third), nn.MaxPool2d(2),
        )  # fmt: skip
        self.squeeze = nn.Sequential(nn.Conv2d(third, 128, crop_px // 8, bias=False), nn.BatchNorm2d(128), nn.ReLU())
        self.dropout = nn.Dropout(0.2)
        self.classify = nn.Conv2d(128, classes, 1)

    def forward(self, crop: Tensor) -> Tensor:
        scores: Tensor = self.classify(self.dropout(self.squeeze(self.features(crop)))).flatten(1)
        return scores


class KeenNetwork(ReaderNetwork):
    """The same with more layers, two of them beside what they add to (He et al., Deep Residual Learning for Image
    Recognition, 2016): it sees what the other confuses and takes 1.7 times as long (measured with cv2.dnn)."""

    def __init__(self, classes: int, widths: tuple[int, int, int, int] = (16, 32, 64, 96), crop_px: int = 64) -> None:
        """`crop_px`: a multiple of 16."""
        super().__init__(classes, crop_px=crop_px)
        first, second, third, fourth = widths
        self.features = nn.Sequential(
            _Block(1, first), nn.MaxPool2d(2), _Block(first, second), nn.MaxPool2d(2),
            _Block(second, third), _Added(third), nn.MaxPool2d(2),
            _Block(third, fourth), _Added(fourth), nn.MaxPool2d(2),
        )  # fmt: skip
        self.squeeze = nn.Sequential(nn.Conv2d(fourth, 128, crop_px // 16, bias=False), nn.BatchNorm2d(128), nn.ReLU())


def export(network: nn.Module, path: Path, example: Tensor, dynamic: dict[int, str]) -> None:
    """Write the network as ONNX with the named dynamic axes of its input."""
    network.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network, (example,), str(path), input_names=["input"], output_names=["output"],
            dynamic_axes={"input": dynamic, "output": {0: "batch"}}, dynamo=False, opset_version=17,
        )  # fmt: skip
