# SPDX-License-Identifier: Apache-2.0
"""GELU, exact: y = x/2 · (1 + erf(x/√2)) (Hendrycks and Gimpel 2016)."""

import cuda.tile as ct

from signatures import Matrix, Tile

ROWS, COLS = 4, 512


@ct.kernel
def gelu(y, x):
    """A block computes one tile of y. y may be x."""
    row, col = ct.bid(0), ct.bid(1)
    v = ct.load(x, (row, col), (ROWS, COLS), padding_mode=ct.PaddingMode.ZERO)
    z = ct.abs(v) * 0.70710678118654752
    # erfc(z) for z ≥ 0 by formula 7.1.26 of Abramowitz and Stegun; its error is at most 1.5e-7.
    t = 1.0 / (1.0 + 0.3275911 * z)
    sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    tail = 0.5 * v * sum * ct.exp(-z * z)
    ct.store(y, (row, col), ct.where(v < 0.0, tail, v - tail))


EXERCISE = "gelu"
KERNEL = gelu
PARAMETERS = {"y": Matrix(shares="x"), "x": Matrix(shares="x")}
RESULT = Tile(ROWS, COLS)
