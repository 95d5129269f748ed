#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the decoder of a golden model attends to among the audio rows while it says each token.

usage: make_attention.py tiny-b short
needs transformers 5.17 or newer, torch and safetensors

Writes FOLDER/attention-NAME.safetensors: "attention" [layers, heads, tokens, audio rows], float32, where a
row's sum is 1. A token's row is that of the token before it, which the model reads to say it.
"""

import argparse
import json

import torch
from safetensors.torch import load_file, save_file
from transformers import GlmAsrForConditionalGeneration


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("name")
    parser.add_argument("--tokens", type=int, default=24)
    arguments = parser.parse_args()
    golden = load_file(f"{arguments.folder}/golden-{arguments.name}.safetensors")
    with open(f"{arguments.folder}/config.json", encoding="utf-8") as file:
        audio_token = json.load(file)["audio_token_id"]
    model = GlmAsrForConditionalGeneration.from_pretrained(
        arguments.folder, attn_implementation="eager", dtype=torch.float32
    ).eval()
    prompt = golden["input_ids"].long().flatten()
    said = golden["generated"].long().flatten()[: arguments.tokens]
    places = (prompt == audio_token).nonzero().flatten()
    embedded = model.get_input_embeddings()(torch.cat([prompt, said[:-1]]))
    embedded[places] = golden["audio_embeds"].reshape(-1, embedded.shape[-1])[: len(places)]
    with torch.no_grad():
        read = model.model.language_model(inputs_embeds=embedded[None], output_attentions=True)
    weights = torch.stack([layer[0] for layer in read.attentions])[:, :, len(prompt) - 1 :, places]
    weights = weights / weights.sum(-1, keepdim=True)
    save_file(
        {"attention": weights.contiguous()}, f"{arguments.folder}/attention-{arguments.name}.safetensors"
    )
    print(tuple(weights.shape))


main()
