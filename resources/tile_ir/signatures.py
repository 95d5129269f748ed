# SPDX-License-Identifier: Apache-2.0
"""What a kernel tells compile.py of its parameters and of its result.

Tilescribe passes float32 matrices with the steps of their two dimensions; the second step is always 1. A
signature assumes nothing else. In an aligned signature addresses are multiples of 16 bytes, and rows begin at
multiples of 4 values: then the compiler may use wider loads and the tensor copy engine."""

from dataclasses import dataclass

import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, ScalarConstraint

VALUES, BYTES = 4, 16


def _array(dimensions, aligned, shares):
    return ArrayConstraint(
        ct.float32, dimensions, index_dtype=ct.int32, stride_lower_bound_incl=0,
        alias_groups=[shares] if shares else [], may_alias_internally=False,
        stride_constant=[None] * (dimensions - 1) + [1],
        stride_divisible_by=[VALUES] * (dimensions - 1) + [1] if aligned else 1,
        base_addr_divisible_by=BYTES if aligned else 4)


@dataclass
class Matrix:
    """A matrix [rows, columns]. Those that share a name may be the same memory."""
    shares: str = ""

    def constraint(self, aligned):
        return _array(2, aligned, self.shares)


@dataclass
class Vector:
    """A vector, which may have no values."""

    def constraint(self, aligned):
        return _array(1, aligned, "")


@dataclass
class Float:
    """A float32."""

    def constraint(self, aligned):
        return ScalarConstraint(ct.float32)


@dataclass
class Tile:
    """The part of the result that a block computes: so many rows, and so many columns or whole rows."""
    rows: int
    columns: int = 0
