"""A network as it is exported, taken up again to be taught on, and met on its way after.

An exported network has each normalisation counted into the convolution before it. Here they are parted again: the
statistics are measured on inputs like those it will be taught with, and scale and shift are chosen so that the network
says what it said.

What a network is taught on with it learns at the cost of what it knew. Weights between those before and after keep most
of both (Wortsman et al., Robust fine-tuning of zero-shot models, CVPR 2022).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from companion.errors import BadInput

if TYPE_CHECKING:
    from pathlib import Path


def take_up(network: nn.Module, path: Path, inputs: Any) -> None:
    """Fill a network with what the exported one in the file has learned.

    `inputs`: float32 (n, 1, height, width), some hundreds as it will be taught with. Raises BadInput when the file is
    of a network of another shape.
    """
    stored = _convolutions(path)
    layers = list(_layers(network))
    shapes = [tuple(convolution.weight.shape) for convolution, _ in layers]
    if shapes != [weight.shape for weight, _ in stored]:
        raise BadInput(f"{path} is of a network of another shape; expected its convolutions to be {shapes}")
    with torch.no_grad():
        for (convolution, norm), (weight, bias) in zip(layers, stored, strict=True):
            convolution.weight.copy_(torch.from_numpy(weight))
            if norm is None:
                convolution.bias.copy_(torch.from_numpy(bias))
            else:
                _set(norm, torch.from_numpy(bias), torch.zeros(len(bias)), torch.ones(len(bias)) - norm.eps)
    _measure(network, layers, inputs)


def _measure(network: nn.Module, layers: list[tuple[Any, Any]], inputs: Any) -> None:
    """Have every normalisation know what comes to it; what leaves it stays as it is."""
    seen: dict[Any, tuple[Tensor, Tensor]] = {}

    def remember(convolution: nn.Module, _inputs: Any, output: Tensor) -> None:
        seen[convolution] = output.mean((0, 2, 3)), output.var((0, 2, 3))

    hooks = [convolution.register_forward_hook(remember) for convolution, norm in layers if norm is not None]
    network.train()  # no room is given to small pictures then
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d | nn.Dropout):
            module.eval()
    with torch.no_grad():
        network(torch.from_numpy(inputs))
        for convolution, norm in layers:
            if norm is not None:
                mean, var = seen[convolution]
                _set(norm, norm.bias + mean, mean, var)
    for hook in hooks:
        hook.remove()


def _set(norm: Any, bias: Tensor, mean: Tensor, var: Tensor) -> None:
    """A normalisation that takes inputs of this mean and variance and adds `bias - mean` to them."""
    norm.weight.copy_((var + norm.eps).sqrt())
    norm.bias.copy_(bias)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(var)


def _layers(network: nn.Module) -> Any:
    """Every convolution in the order in which it is run, and the normalisation after it or None."""
    modules = list(network.modules())
    for module, after in zip(modules, [*modules[1:], None], strict=True):
        if isinstance(module, nn.Conv2d):
            yield module, after if isinstance(after, nn.BatchNorm2d) else None


def go_part_of_the_way(path: Path, before: Path, part: float) -> None:
    """Make each weight of an exported network what lies this part (0…1) of the way from what it was in another of the
    same shape to what it is."""
    model, begun = onnx.load(str(path)), onnx.load(str(before))
    pairs = list(zip(_stored(model.graph), _stored(begun.graph), strict=True))
    for now, then in pairs:
        was, became = (numpy_helper.to_array(one) for one in (then, now))
        now.CopyFrom(numpy_helper.from_array((1 - part) * was + part * became, now.name))
    onnx.save(model, str(path))


def _convolutions(path: Path) -> list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Weights and biases of the convolutions in a file, in the order in which they are run."""
    stored = [np.array(numpy_helper.to_array(one)) for one in _stored(onnx.load(str(path)).graph)]
    return list(zip(stored[::2], stored[1::2], strict=True))


def _stored(graph: Any) -> list[Any]:
    """The tensors of a graph that hold its convolutions: the weights of the first, its biases, and so on."""
    kept = {one.name: one for one in graph.initializer}
    for node in graph.node:  # of layers that are alike, one is stored and the others name it
        if node.op_type == "Identity" and node.input[0] in kept:
            kept[node.output[0]] = kept[node.input[0]]
    return [kept[node.input[part]] for node in graph.node if node.op_type == "Conv" for part in (1, 2)]
