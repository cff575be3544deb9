"""Distillation: a thinner network learns to say what a trained one says (Hinton, Vinyals and Dean, Distilling the
Knowledge in a Neural Network, 2015).

That is sooner learned than reading anew, and what is fitted to the trained network's doubts fits the thin one's too.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import torch
from torch.nn import functional

from training.fitting import fit, torch_device
from training.reader import BATCH, Crops, batch_of

if TYPE_CHECKING:
    from torch import Tensor

    from training.course import Course
    from training.networks import ReaderNetwork

LOGITS, TRUTH = 0.01, 0.3  # how much the teacher's logits, and what is right, count beside the teacher's chances


def distil(teacher: ReaderNetwork, thin: ReaderNetwork, crops: Crops, course: Course) -> ReaderNetwork:
    """Teach `thin` to say of every crop of a letter what `teacher` says, and to be right; returns it."""
    teacher.to(torch_device()).eval()

    def teach(pictures: Tensor, classes: Tensor) -> Tensor:
        with torch.no_grad(), torch.autocast(torch_device(), torch.bfloat16):
            said = teacher(pictures).float()
        return torch.column_stack([said, classes])

    fit(thin, partial(batch_of, crops, "letters", BATCH), loss, course, teach)
    teacher.to("cpu")
    return thin


def loss(output: Tensor, told: Tensor) -> Tensor:
    """How far apart the classes' chances are from the teacher's (Kullback and Leibler), with a little of how far apart
    the logits are and of the cross-entropy of what is right. `told` is the teacher's logits, and the right class."""
    said, right = told[:, :-1], told[:, -1].long()
    apart = functional.kl_div(output.log_softmax(1), said.log_softmax(1), log_target=True, reduction="batchmean")
    logits = functional.smooth_l1_loss(output, said)
    return apart + LOGITS * logits + TRUTH * functional.cross_entropy(output, right)
