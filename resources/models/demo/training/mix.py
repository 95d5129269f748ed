#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The weights between two of one training: the one that went on and the one it began with.

usage: mix.py --first DIR --second state.pt --share 0.5 --out state.pt

SHARE of the second's weights, the rest from the checkpoint folder of the first, tensor by tensor; the result is
in bf16 and goes to evaluate.py --state. Means like this can err less than both where one training went on from
the other (Wortsman et al. 2022, arXiv:2109.01903).
"""

import argparse
import os

import torch
from safetensors.torch import load_file


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("first", "second", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--share", type=float, required=True)
    args = parser.parse_args()

    first = load_file(os.path.join(args.first, "model.safetensors"))
    second = torch.load(args.second, map_location="cpu")
    assert first.keys() == second.keys()
    mixed = {
        name: torch.lerp(first[name].float(), second[name].float(), args.share).to(torch.bfloat16)
        for name in first
    }
    torch.save(mixed, args.out)


if __name__ == "__main__":
    main()
