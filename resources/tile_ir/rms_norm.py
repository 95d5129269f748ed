# SPDX-License-Identifier: Apache-2.0
"""RMSNorm: out[r, c] = x[r, c] / √(mean of x[r, :]² + eps) · gain[c] (Zhang and Sennrich 2019)."""

import cuda.tile as ct

from signatures import Float, Matrix, Tile, Vector

COLS = 1024


@ct.kernel
def rms_norm(out, x, gain, eps):
    """A block computes one row of out, in pieces of COLS columns."""
    row = ct.bid(0)
    pieces = ct.cdiv(x.shape[1], COLS)
    squares = ct.zeros((1, COLS), dtype=ct.float32)
    for i in range(pieces):
        v = ct.load(x, (row, i), (1, COLS), padding_mode=ct.PaddingMode.ZERO)
        squares += v * v
    mean = ct.sum(squares, axis=1, keepdims=True) / x.shape[1]
    scale = ct.rsqrt(mean + eps)
    for i in range(pieces):
        v = ct.load(x, (row, i), (1, COLS), padding_mode=ct.PaddingMode.ZERO)
        g = ct.load(gain, (i,), (COLS,), padding_mode=ct.PaddingMode.ZERO)
        ct.store(out, (row, i), v * scale * ct.reshape(g, (1, COLS)))


EXERCISE = "rms_norm"
KERNEL = rms_norm
PARAMETERS = {"out": Matrix(), "x": Matrix(), "gain": Vector(), "eps": Float()}
RESULT = Tile(1)
