# SPDX-License-Identifier: Apache-2.0
"""The Muon optimizer (Keller Jordan 2024): momentum with orthogonalized updates, for matrices."""

import torch


class Muon:
    """Matrices of one shape are updated together."""

    NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)  # coefficients of the quintic iteration

    def __init__(self, parameters, learning_rate, weight_decay, momentum=0.95):
        self.learning_rate, self.weight_decay, self.momentum = learning_rate, weight_decay, momentum
        self.groups = {}
        for parameter in parameters:
            self.groups.setdefault(tuple(parameter.shape), []).append(parameter)
        self.averages = {
            shape: torch.zeros(len(group), *shape, device=group[0].device)
            for shape, group in self.groups.items()
        }

    @torch.no_grad()
    def step(self, scale):
        """One update with the learning rate times scale."""
        a, b, c = self.NEWTON_SCHULZ
        for shape, group in self.groups.items():
            gradient = torch.stack([parameter.grad for parameter in group])
            average = self.averages[shape]
            average.lerp_(gradient, 1 - self.momentum)
            update = gradient.lerp(average, self.momentum).bfloat16()
            tall = shape[0] > shape[1]
            if tall:
                update = update.mT
            update = update / (update.norm(dim=(1, 2), keepdim=True) + 1e-7)
            for _ in range(5):
                gram = update @ update.mT
                update = a * update + (b * gram + c * gram @ gram) @ update
            if tall:
                update = update.mT
            rate = self.learning_rate * scale
            torch._foreach_mul_(group, 1 - rate * self.weight_decay)
            aspect = max(1, shape[0] / shape[1]) ** 0.5
            torch._foreach_add_(group, list(update.float().unbind(0)), alpha=-rate * aspect)
