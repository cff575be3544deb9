"""Slimming a trained network: a narrower one that starts from the channels that say most, to be trained on.

What a wide network has learned is found again much sooner than it is learned anew, and a narrow one is quick. A
channel says as much as the weights of its filter do once its normalisation is counted in (the L2 norm; Li et al.,
Pruning Filters for Efficient ConvNets, 2017, take L1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from training.networks import FinderNetwork, ReaderNetwork


def slim_finder(wide: FinderNetwork, narrow: FinderNetwork) -> FinderNetwork:
    """Fill `narrow` with the strongest channels of `wide`; returns it."""
    kept = torch.arange(1)
    for old, new in zip(wide.stem, narrow.stem, strict=True):
        kept = _slim_block(old, new, kept)
    trunk = _slim_block(wide.near, narrow.near, kept)
    kept = trunk
    for old, new in zip(wide.wide, narrow.wide, strict=True):
        kept = _slim_block(old, new, kept)
    _copy_convolution(wide.widen[0], narrow.widen[0], kept, trunk)  # is added to `near`: the same channels
    kept = trunk
    for old, new in zip(wide.join, narrow.join, strict=True):
        kept = _slim_block(old, new, kept)
    _copy_convolution(wide.head, narrow.head, kept, torch.arange(wide.head.out_channels))
    return narrow


def slim_reader(wide: ReaderNetwork, narrow: ReaderNetwork) -> ReaderNetwork:
    """Fill `narrow` with the strongest channels of `wide`; returns it."""
    kept = torch.arange(1)
    for old, new in zip(wide.features, narrow.features, strict=True):
        if isinstance(old, nn.Sequential):
            kept = _slim_block(old, new, kept)
    kept = _slim_block(wide.squeeze, narrow.squeeze, kept)
    _copy_convolution(wide.classify, narrow.classify, kept, torch.arange(wide.classify.out_channels))
    return narrow


def _slim_block(old: Any, new: Any, ins: Tensor) -> Tensor:
    """Convolution and normalisation of a block; returns the channels that were kept, in their order."""
    strength = old[0].weight.detach().flatten(1).norm(dim=1)
    strength = strength * (old[1].weight.detach().abs() / (old[1].running_var + old[1].eps).sqrt())
    outs = strength.topk(new[0].out_channels).indices.sort().values
    _copy_convolution(old[0], new[0], ins, outs)
    with torch.no_grad():
        for name in ("weight", "bias", "running_mean", "running_var"):
            getattr(new[1], name).copy_(getattr(old[1], name)[outs])
    return outs


def _copy_convolution(old: nn.Conv2d, new: nn.Conv2d, ins: Tensor, outs: Tensor) -> None:
    with torch.no_grad():
        new.weight.copy_(old.weight[outs][:, ins])
        if old.bias is not None and new.bias is not None:
            new.bias.copy_(old.bias[outs])
