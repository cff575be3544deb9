"""The one way the networks are trained: AdamW, in bfloat16 on a CPU, the learning rate rising shortly and then falling
along a cosine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

if TYPE_CHECKING:
    from collections.abc import Callable

    from torch import Tensor, nn

WARM_UP = 100  # steps


def fit(
    network: nn.Module, batch: Callable[[int], tuple[Any, Any]], loss: Callable[[Tensor, Tensor], Tensor], *,
    name: str, steps: int, rate: float, report: Callable[[str], None],
) -> None:  # fmt: skip
    """Train a network in place for so many steps.

    `batch` gives for the number of a step the inputs, float32 (n, 1, height, width), and what is wanted of them, as
    arrays; `loss` takes the network's output and that. Seed before: `torch.manual_seed`.
    """
    network.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
    network.train()
    running = 0.0
    for step in range(steps):
        spent = step / steps
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / WARM_UP) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
        inputs, wanted = batch(step)
        with torch.autocast("cpu", torch.bfloat16):
            output = network(torch.from_numpy(inputs).to(memory_format=torch.channels_last))
        amount = loss(output.float(), torch.from_numpy(wanted))
        optimiser.zero_grad()
        amount.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        running = amount.item() if step == 0 else 0.98 * running + 0.02 * amount.item()
        if step % 100 == 0:
            report(f"{name} step {step}, {spent:.0%}, loss {running:.4f}")
    network.eval()
