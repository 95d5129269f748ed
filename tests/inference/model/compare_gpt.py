#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checkpoints with random weights in the shapes of the GPT family: tilescribe-cli generate beside transformers. Run by hand.

    compare_gpt.py CLI [--engine cpu] [--compute f32] NAME ...

For each NAME (nano, micro, mini, tile-small, tile-medium, tile-large, gpt2, gpt2-medium, gpt2-large, gpt2-xl) transformers makes a
GPT2LMHeadModel with random weights. Compared in float32: the logits behind three prompts (largest difference), and the greedy
continuation by 50 tokens. The small shapes are also saved as minGPT does (torch.save, products turned, a head of its own) and must
write the same. Fails if a text differs, or on an f32 engine a logit by more than 1e-4 of the largest one. Needs torch and
transformers.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
import torch
from transformers import GPT2Config, GPT2LMHeadModel

SHAPES = {  # layers, heads, width, context
    "nano": (3, 3, 48, 128), "micro": (4, 4, 128, 256), "mini": (6, 6, 192, 256),
    "tile-small": (4, 4, 64, 128), "tile-medium": (6, 4, 128, 256), "tile-large": (8, 8, 256, 512),
    "gpt2": (12, 12, 768, 1024), "gpt2-medium": (24, 16, 1024, 1024), "gpt2-large": (36, 20, 1280, 1024),
    "gpt2-xl": (48, 25, 1600, 1024)}
PRODUCTS = ("attn.c_attn.weight", "attn.c_proj.weight", "mlp.c_fc.weight", "mlp.c_proj.weight")
TOKENS = 50
TOLERANCE = 1e-4


def random_model(name):
    layers, heads, width, context = SHAPES[name]
    torch.manual_seed(len(name))
    config = GPT2Config(n_layer=layers, n_head=heads, n_embd=width, n_positions=context, bos_token_id=None, eos_token_id=None)
    model = GPT2LMHeadModel(config).eval()
    with torch.no_grad():  # the library's own spread gives the same token for ever
        for parameter, value in model.named_parameters():
            if value.dim() == 1:
                value.add_(0.1 * torch.randn_like(value))
            else:
                value.normal_(0.0, value.shape[0] ** -0.5 if parameter.endswith(PRODUCTS) else 0.1)
    return model


def save_as_mingpt(model, folder):
    state = {name: value.t().contiguous() if name.endswith(PRODUCTS) else value.clone()
             for name, value in model.state_dict().items()}
    torch.save(state, folder / "model.pt")
    (folder / "config.json").write_text(json.dumps({"model": {"n_head": model.config.n_head}}))


def write(arguments, model, folder, prompt):
    logits, result = folder / "logits", folder / "result.json"
    subprocess.run([arguments.cli, "generate", "--model", model, "--tokens", ",".join(map(str, prompt)), "--max-new-tokens",
                    str(TOKENS), "--engine", arguments.engine, "--compute", arguments.compute, "--logits", logits, "--json", result],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return numpy.fromfile(logits, numpy.float32), json.loads(result.read_text())


def transformers_text(model, prompt):
    """The greedy continuation, its least margin between the best two tokens, and tokens a second."""
    ids, cache, fed, least = list(prompt), None, torch.tensor([prompt]), float("inf")
    begin = None
    with torch.no_grad():
        for _ in range(TOKENS):
            out = model(fed, past_key_values=cache, use_cache=True)
            cache = out.past_key_values
            best = out.logits[0, -1].topk(2).values
            least = min(least, float(best[0] - best[1]))
            ids.append(int(out.logits[0, -1].argmax()))
            fed = torch.tensor([[ids[-1]]])
            begin = begin or time.perf_counter()
    return ids[len(prompt):], least, (TOKENS - 1) / (time.perf_counter() - begin)


def compare(arguments, name):
    model = random_model(name)
    rows, good = [], True
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        model.save_pretrained(folder / "hf")
        layouts = ["hf"]
        if SHAPES[name][2] <= 256:
            (folder / "mingpt").mkdir()
            save_as_mingpt(model, folder / "mingpt")
            layouts.append("mingpt")
        random = numpy.random.default_rng(5)
        for length in (1, 17, 70):
            prompt = random.integers(0, 50257, length).tolist()
            with torch.no_grad():
                wanted = model(torch.tensor([prompt])).logits[0, -1].numpy()
            ids, margin, speed = transformers_text(model, prompt)
            for layout in layouts:
                logits, result = write(arguments, folder / layout, folder, prompt)
                error = float(abs(logits - wanted).max() / abs(wanted).max())
                same = result["ids"] == ids
                good &= same and (error < TOLERANCE or arguments.compute != "f32")
                rows.append((length, layout, error, same, margin, len(set(ids)), result["tokens_per_s"], speed))
    for length, layout, error, same, margin, different, ours, theirs in rows:
        print(f"{name:12} prompt {length:3} {layout:6} logits {error:.1e}  text {'equal' if same else 'DIFFERS'} (least margin {margin:.1e}, "
              f"{different} different ids)  {ours:.0f} tokens/s, transformers {theirs:.0f}", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("names", nargs="+", choices=SHAPES)
    parser.add_argument("--engine", default="cpu")
    parser.add_argument("--compute", default="f32")
    arguments = parser.parse_args()
    results = [compare(arguments, name) for name in arguments.names]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
