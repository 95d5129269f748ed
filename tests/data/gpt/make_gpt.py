#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small model of minGPT's shape and a small vocabulary, with what PyTorch, transformers and tokenizers make of them.

    make_gpt.py FOLDER

mingpt.pt           a state dict as minGPT's trainer saves it (torch.save): names with "transformer.", products as [out, in], a head of
                    its own, mask buffers; ten words, a context of six tokens, as in its adder
mingpt.safetensors  prompt [3], greedy [50] (each token chosen from the last six, as minGPT's generate does), logits [6, 10] of the first
                    six tokens, by transformers' GPT2LMHeadModel in float32
vocab.json, merges.txt   byte-level BPE, trained on lines.json's own words
lines.json          lines in eight scripts and more, each with its ids by the package tokenizers
"""
import json
import pathlib
import sys

import torch
from safetensors.torch import save_file
from tokenizers import ByteLevelBPETokenizer
from transformers import GPT2Config, GPT2LMHeadModel

VOCAB, CONTEXT, WIDTH, LAYERS, HEADS = 10, 6, 12, 2, 3
PRODUCTS = ("attn.c_attn.weight", "attn.c_proj.weight", "mlp.c_fc.weight", "mlp.c_proj.weight")

LINES = [
    "The quick brown fox doesn't jump over 13 lazy dogs; it's we'll, they've and I'd.",
    "Der schnelle braune Fuchs springt über den faulen Hund, größer als zwölf Äpfel.",
    "Быстрая коричневая лиса прыгает через ленивую собаку, и это уже 2026 год.",
    "Η γρήγορη καφέ αλεπού πηδάει πάνω από το τεμπέλικο σκυλί.",
    "الثعلب البني السريع يقفز فوق الكلب الكسول في سنة ٢٠٢٦.",
    "השועל החום המהיר קופץ מעל הכלב העצלן.",
    "तेज़ भूरी लोमड़ी आलसी कुत्ते के ऊपर से कूदती है।",
    "敏捷的棕色狐狸跳过了那只懒狗，今天是二〇二六年。",
    "すばやい茶色の狐がのろまな犬を飛び越える。",
    "빠른 갈색 여우가 게으른 개를 뛰어넘는다.",
    "สุนัขจิ้งจอกสีน้ำตาลกระโดดข้ามสุนัขขี้เกียจ",
    "for (int i = 0; i < 10; ++i) {\n\tsum += x[i];   // tabs\tand  blanks \n}\n",
    "  leading, trailing  ",
    "👩‍💻 naïve café — “quotes” … ½ ² ① \u00a0 \u2003 \u200b end",
    "a<|endoftext|>b",
    "",
]


def model():
    torch.manual_seed(7)
    config = GPT2Config(vocab_size=VOCAB, n_positions=CONTEXT, n_embd=WIDTH, n_layer=LAYERS, n_head=HEADS,
                        tie_word_embeddings=False, bos_token_id=None, eos_token_id=None)
    gpt = GPT2LMHeadModel(config).eval()
    with torch.no_grad():
        for name, value in gpt.named_parameters():
            gain = name.endswith("weight") and value.dim() == 1
            size = 0.3 if value.dim() == 1 else value.shape[0] ** -0.5 if name.endswith(PRODUCTS) else 0.5
            value.copy_(torch.randn(value.shape) * size + (1.0 if gain else 0.0))
    return gpt


def mingpt_state(gpt):
    state = gpt.state_dict()
    for name, value in list(state.items()):
        if name.endswith(PRODUCTS):
            state[name] = value.t().contiguous()
    for layer in range(LAYERS):
        state[f"transformer.h.{layer}.attn.bias"] = torch.tril(torch.ones(CONTEXT, CONTEXT)).view(1, 1, CONTEXT, CONTEXT)
    return state


def greedy(gpt, prompt, count):
    ids, least = list(prompt), float("inf")
    while len(ids) < len(prompt) + count:
        logits = gpt(torch.tensor([ids[-CONTEXT:]])).logits[0, -1]
        best = logits.topk(2).values
        least = min(least, float(best[0] - best[1]))
        ids.append(int(logits.argmax()))
    print("least margin", least)
    return ids[len(prompt):]


def vocabulary(folder):
    trained = ByteLevelBPETokenizer()
    trained.train_from_iterator(LINES * 4, vocab_size=480, min_frequency=5, special_tokens=["<|endoftext|>"])
    trained.save_model(str(folder))
    read = ByteLevelBPETokenizer(str(folder / "vocab.json"), str(folder / "merges.txt"))
    read.add_special_tokens(["<|endoftext|>"])
    lines = [json.dumps({"text": line, "ids": read.encode(line).ids}, ensure_ascii=False) for line in LINES]
    (folder / "lines.json").write_text("[" + ",\n".join(lines) + "]\n")


def main():
    folder = pathlib.Path(sys.argv[1])
    gpt = model()
    torch.save(mingpt_state(gpt), folder / "mingpt.pt")
    with torch.no_grad():
        prompt = [3, 1, 4]
        ids = greedy(gpt, prompt, 50)
        logits = gpt(torch.tensor([(prompt + ids)[:CONTEXT]])).logits[0]
    save_file({"prompt": torch.tensor(prompt, dtype=torch.int32), "greedy": torch.tensor(ids, dtype=torch.int32),
               "logits": logits}, folder / "mingpt.safetensors")
    vocabulary(folder)


main()
