#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A decoder of another family for tests/inference/layers: random GPT-2 weights, and what transformers computes with them.

    make_gpt2.py gpt2.safetensors

The file holds, all float32 but for the ids (int32), with V tokens, C positions, E hidden, T tokens of a sequence:
  every weight under its published name, products as [out, in] (published files have them as [in, out])
  short_ids [T], long_ids [T]                 greedy continuations of prompts of 3 and 11 tokens, prompt included
  short_logits [T, V], long_logits [T, V]     at every position
"""
import sys

import jax
import numpy
from safetensors.numpy import save_file
from transformers import FlaxGPT2LMHeadModel, GPT2Config

CONFIG = GPT2Config(vocab_size=53, n_positions=24, n_embd=24, n_layer=2, n_head=3, tie_word_embeddings=True)
TOKENS = 20  # of a whole sequence


def random_weights(shapes, seed):
    """Values that keep activations near 1, biases and gains that are seen in the result."""
    random = numpy.random.default_rng(seed)

    def values(path, shape):
        name = path[-1].key
        size = {"bias": 0.3, "scale": 0.2, "embedding": 0.15}.get(name, shape.shape[0] ** -0.5)
        return (float(name == "scale") + size * random.standard_normal(shape.shape)).astype(numpy.float32)

    return jax.tree_util.tree_map_with_path(values, shapes)


def published(params):
    """Flax's tree of weights as tensors under their published names."""
    tensors = {}
    for path, value in jax.tree_util.tree_flatten_with_path(params)[0]:
        *folders, leaf = [part.key for part in path]
        names = {"kernel": "weight", "scale": "weight", "embedding": "weight"}
        tensors[".".join([*folders[1:], names.get(leaf, leaf)])] = numpy.ascontiguousarray(value)
    return tensors


def main():
    model = FlaxGPT2LMHeadModel(CONFIG, seed=0)
    params = random_weights(model.params, 13)
    tensors = published(params)
    with jax.default_matmul_precision("highest"):
        for name, prompt in {"short": [5, 0, 52], "long": [7, 7, 1, 30, 52, 18, 4, 9, 26, 3, 40]}.items():
            ids = list(prompt)
            while len(ids) < TOKENS:
                logits = model(numpy.array([ids]), params=params).logits[0]
                ids.append(int(logits[-1].argmax()))
            logits = numpy.asarray(model(numpy.array([ids]), params=params).logits[0])
            tensors[name + "_ids"] = numpy.array(ids, numpy.int32)
            tensors[name + "_logits"] = logits
            best = numpy.sort(logits, axis=1)
            print(name, ids, "least margin", (best[:, -1] - best[:, -2]).min())
    save_file(tensors, sys.argv[1])
    for name, tensor in tensors.items():
        print(name, tensor.dtype, tensor.shape)


main()
