#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tilescribe-cli bench prompts` beside PyTorch, for each batch and length, in turn on one NVIDIA GPU. Run by hand.

usage: peer_gpt.py CLI [--shape tile-medium] [--compute bf16] [--engine cuda] [--rounds 3]

PyTorch runs transformers' GPT2LMHeadModel of the shape with random weights, without gradients, with its fused attention and no
cache, and makes the logits behind each prompt, as ours does. Both read 1 to 32 prompts of 8 tokens to the whole context, and are
timed from the call until the GPU is done: medians of 20 runs, and of the rounds. Needs torch and transformers.
"""
import argparse
import json
import statistics
import subprocess
import time

import torch
from transformers import GPT2Config, GPT2LMHeadModel

SHAPES = {"tile-medium": (6, 4, 128, 256), "gpt2": (12, 12, 768, 1024)}  # layers, heads, width, context
BATCHES = [1, 2, 4, 8, 16, 32]
RUNS = 20


def peer(model, batch, length):
    ids = torch.randint(0, model.config.vocab_size, (batch, length), device="cuda")
    times = []
    with torch.inference_mode():
        for run in range(RUNS + 3):
            torch.cuda.synchronize()
            begin = time.perf_counter()
            model(ids, use_cache=False, logits_to_keep=1)
            torch.cuda.synchronize()
            times.append(1e3 * (time.perf_counter() - begin))
    return statistics.median(times[3:])


def ours(given, lengths):
    command = [given.cli, "bench", "prompts", "--model", "random:" + ("" if given.shape == "gpt2" else "gpt-") + given.shape,
               "--engine", given.engine, "--compute", given.compute, "--batch", ",".join(map(str, BATCHES)),
               "--length", ",".join(map(str, lengths)), "--runs", str(RUNS), "--json", "-"]
    rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["rows"]
    return {(row["prompts"], row["length"]): row["ms"] for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--shape", choices=SHAPES, default="tile-medium")
    parser.add_argument("--engine", default="cuda")
    parser.add_argument("--compute", choices=["bf16", "tf32", "f32"], default="bf16")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()

    layers, heads, width, context = SHAPES[given.shape]
    lengths = [context >> shift for shift in range(5, -1, -1)]
    torch.backends.cuda.matmul.allow_tf32 = given.compute == "tf32"
    config = GPT2Config(n_layer=layers, n_head=heads, n_embd=width, n_positions=context, attn_implementation="sdpa")
    model = GPT2LMHeadModel(config).eval().to("cuda", torch.bfloat16 if given.compute == "bf16" else torch.float32)

    cells = {(batch, length): ([], []) for batch in BATCHES for length in lengths}
    for _ in range(given.rounds):
        for cell, ms in ours(given, lengths).items():
            cells[cell][0].append(ms)
        for cell in cells:
            cells[cell][1].append(peer(model, *cell))
    print(f"{torch.cuda.get_device_name()}, {given.shape}, {given.engine} {given.compute}; ms of ours / of PyTorch {torch.__version__}, "
          "times faster")
    print("prompts " + "".join(f"{length:>8} tokens    " for length in lengths))
    ratios = []
    for batch in BATCHES:
        line = f"{batch:>7} "
        for length in lengths:
            own, other = (statistics.median(times) for times in cells[batch, length])
            ratios.append(other / own)
            line += f"{own:6.3f}/{other:6.3f} {ratios[-1]:5.2f}"
        print(line)
    print(f"faster at {sum(ratio > 1 for ratio in ratios)} of {len(ratios)}; least {min(ratios):.2f}, "
          f"median {statistics.median(ratios):.2f} times")


if __name__ == "__main__":
    main()
