# SPDX-License-Identifier: Apache-2.0
"""A linear layer: y[r, o] = Σ over i of x[r, i] · weight[o, i] + bias[o], with operands rounded to TF32."""

import cuda.tile as ct

from signatures import Matrix, Tile, Vector

ROWS, OUTS, DEPTH = 64, 64, 32


@ct.kernel
def linear(y, x, weight, bias):
    """A block computes one tile of y. bias has no values if there is none."""
    row, out = ct.bid(0), ct.bid(1)
    sums = ct.zeros((ROWS, OUTS), dtype=ct.float32)
    for i in range(ct.cdiv(x.shape[1], DEPTH)):
        a = ct.load(x, (row, i), (ROWS, DEPTH), padding_mode=ct.PaddingMode.ZERO)
        b = ct.load(weight, (i, out), (DEPTH, OUTS), order=(1, 0), padding_mode=ct.PaddingMode.ZERO)
        sums = ct.mma(a.astype(ct.tfloat32), b.astype(ct.tfloat32), sums)
    if bias.shape[0] > 0:
        b = ct.load(bias, (out,), (OUTS,), padding_mode=ct.PaddingMode.ZERO)
        sums = sums + ct.reshape(b, (1, OUTS))
    ct.store(y, (row, out), sums)


EXERCISE = "linear"
KERNEL = linear
PARAMETERS = {"y": Matrix(), "x": Matrix(), "weight": Matrix(), "bias": Vector()}
RESULT = Tile(ROWS, OUTS)
