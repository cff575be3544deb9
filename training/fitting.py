"""The one way the networks are trained: AdamW, in bfloat16, the learning rate rising shortly and then falling along a
cosine, once or in several cycles (Loshchilov and Hutter, SGDR, 2017). What comes out is the mean of the weights at the
ends of the cycles (Izmailov et al., Averaging Weights Leads to Wider Optima and Better Generalization, 2018).

It takes long and may be cut off: what was learned is kept every few minutes, and the same course goes on from there.
What is left to chance comes from the course's name and the number of the step alone, so that a course that was cut off
ends with the same weights as one that was not. On a processor one thread teaches: several add up in another order, and
the weights would hang on how many cores there are; the others draw the batches. A GPU is used where PyTorch finds one;
it adds up in an order of its own.
"""

from __future__ import annotations

import math
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.optim.swa_utils import AveragedModel

from companion.errors import BadInput
from training.parallel import batches

if TYPE_CHECKING:
    from collections.abc import Callable

    from torch import Tensor, nn

    from training.course import Course

WARM_UP = 100  # steps
KEPT_EVERY = 500  # steps


def fit(
    network: nn.Module, batch: Callable[[np.random.Generator], tuple[Any, Any]],
    loss: Callable[[Tensor, Tensor], Tensor], course: Course, teach: Callable[[Tensor, Tensor], Tensor] | None = None,
) -> None:  # fmt: skip
    """Train a network in place, from where the course was cut off if it was.

    `batch` draws the inputs, float32 (n, 1, height, width), and what is wanted of them, as arrays; `loss` takes the
    network's output and that, or what `teach` makes of inputs and that.
    """
    torch.set_num_threads(1)
    device = torch_device()
    network.to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), course.rate, weight_decay=1e-3)
    ends = AveragedModel(network, use_buffers=True)
    network.train()
    running = torch.zeros((), device=device)
    first = _taken_up(network, optimiser, ends, course)
    drawn = batches(lambda step: batch(np.random.default_rng([course.seed, step])), range(first, course.steps))
    for step in range(first, course.steps):
        spent = course.spent(step)
        for group in optimiser.param_groups:
            group["lr"] = course.rate * min(1.0, (step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-5
        torch.manual_seed(step)
        inputs, wanted = (part.to(device) for part in next(drawn))
        with torch.autocast(device, torch.bfloat16):
            output = network(inputs.to(memory_format=torch.channels_last))
        amount = loss(output.float(), teach(inputs, wanted) if teach else wanted)
        optimiser.zero_grad()
        amount.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        running = 0.98 * running + 0.02 * amount.detach() if step > first else amount.detach()
        if step % 100 == 0:
            course.report(f"{course.name} step {step}, {step / course.steps:.0%}, loss {running.item():.4f}")
        if course.ends_cycle(step):
            ends.update_parameters(network)
        if (step + 1) % KEPT_EVERY == 0 or step + 1 == course.steps:
            _keep(network, optimiser, ends, step + 1, course)
    network.load_state_dict(ends.module.state_dict())
    network.to("cpu")


def torch_device() -> str:
    """What the networks are trained on."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def _keep(
    network: nn.Module, optimiser: torch.optim.Optimizer, ends: AveragedModel, steps: int, course: Course
) -> None:
    course.folder.mkdir(parents=True, exist_ok=True)
    unfinished = course.kept.with_suffix(".part")
    parts = {"network": network, "optimiser": optimiser, "ends": ends}
    torch.save({"steps": steps} | {name: part.state_dict() for name, part in parts.items()}, unfinished)
    unfinished.replace(course.kept)


def _taken_up(network: nn.Module, optimiser: torch.optim.Optimizer, ends: AveragedModel, course: Course) -> int:
    """Fill network, optimiser and mean with what is kept of the course; returns how many steps were done.

    Raises BadInput when it cannot be used.
    """
    if not course.kept.exists():
        return 0
    try:
        kept = torch.load(course.kept, weights_only=True)
        network.load_state_dict(kept["network"])
        optimiser.load_state_dict(kept["optimiser"])
        ends.load_state_dict(kept["ends"])
    except (RuntimeError, ValueError, LookupError, UnpicklingError, EOFError) as error:
        raise BadInput(f"{course.kept} is damaged or of another network; delete it to begin anew") from error
    course.report(f"{course.name}: {kept['steps']} of {course.steps} steps are done and kept in {course.kept}")
    return int(kept["steps"])
