#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Export a trained state as a checkpoint folder and evaluate it with Hugging Face transformers.

usage: evaluate.py --state state.pt --tokenizer tokenizer.json --checkpoint DIR --real DIR --index index.jsonl
                   --synth POOL --clips a.wav=text ... --out DIR [--quick] [--new 300]

Writes DIR/results.json: word error rates, every transcript, and how far our training module is from
transformers. A clip's text may be empty. --quick leaves out float32 and the synthetic voices.
"""

import argparse
import json
import os
import struct
import time

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer

import audio
import common
from data import PREFIX_TOKENS, WINDOW_TOKENS
from model import GlmAsr

STYLES = ("P", "L")
DTYPES = {"bf16": torch.bfloat16, "fp32": torch.float32}


def read_wav(path):
    """A 16 kHz WAV, int16 or float32, as the mean of its channels in [-1, 1)."""
    with open(path, "rb") as file:
        content = file.read()
    assert content[:4] == b"RIFF", f"expected a WAV file, found none at {path}"
    at, form, data = 12, None, b""
    while at + 8 <= len(content):
        name, size = content[at : at + 4], struct.unpack("<I", content[at + 4 : at + 8])[0]
        body = content[at + 8 : at + 8 + size]
        if name == b"fmt ":
            form = struct.unpack("<HHIIHH", body[:16])
        if name == b"data":
            data = body
        at += 8 + size + size % 2
    kind, channels, rate = form[:3]
    assert rate == audio.SAMPLE_RATE, f"expected 16 kHz, found {rate} Hz in {path}"
    if kind == 3:
        samples = np.frombuffer(data, "<f4").astype(np.float32)
    else:
        samples = np.frombuffer(data, "<i2").astype(np.float32) / 32768
    return samples.reshape(-1, channels).mean(1).astype(np.float32)


@torch.inference_mode()
def transcribe(model, processor, clips, instruction, new_tokens, batch=48):
    """Texts of clips of at most 30 s, in batches.

    Left-padded with <|endoftext|>: the tokenizer's own pad token is the audio placeholder.
    """
    texts = []
    dtype = next(model.parameters()).dtype
    end_of_text = processor.tokenizer.convert_tokens_to_ids("<|endoftext|>")
    for first in range(0, len(clips), batch):
        requests = [
            processor.apply_transcription_request(clip, prompt=instruction)
            for clip in clips[first : first + batch]
        ]
        assert len(requests) == 1 or all(request["input_features"].shape[0] == 1 for request in requests)
        longest = max(request["input_ids"].shape[1] for request in requests)

        def padded(name, value, requests=requests, longest=longest):
            rows = [F.pad(r[name], (longest - r[name].shape[1], 0), value=value) for r in requests]
            return torch.cat(rows).to(model.device)

        def joined(name, requests=requests):
            return torch.cat([request[name] for request in requests]).to(model.device)

        generated = model.generate(
            input_ids=padded("input_ids", end_of_text),
            attention_mask=padded("attention_mask", 0),
            input_features=joined("input_features").to(dtype),
            input_features_mask=joined("input_features_mask"),
            max_new_tokens=new_tokens,
            do_sample=False,
        )
        texts += processor.tokenizer.batch_decode(generated[:, longest:], skip_special_tokens=True)
    return texts


def evaluation_sets(args):
    """{set: [(name, samples, text)]}: held-out real speech and the synthetic voices."""
    sets, packs = {}, {}
    with open(args.index, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    for row in rows:
        if row["split"] != "eval":
            continue
        if row["pack"] not in packs:
            packs[row["pack"]] = np.load(os.path.join(args.real, row["pack"] + ".npy"))
        samples = packs[row["pack"]][row["off"] : row["off"] + row["len"]].astype(np.float32) / 32768
        sets.setdefault(row["source"], []).append((row["id"], samples, row["text"]))
    contents = os.path.join(args.synth, "eval.json")
    if os.path.exists(contents):
        pool = np.load(os.path.join(args.synth, "eval.npy"))
        with open(contents) as file:
            for offset, length, text, voice in json.load(file):
                samples = pool[offset : offset + length].astype(np.float32) / 32768
                sets.setdefault("synth " + voice, []).append((text[:20], samples, text))
    return sets


def feature_difference(processor, samples):
    """The largest difference between our log-mel and WhisperFeatureExtractor's."""
    window = torch.zeros(1, audio.WINDOW)
    window[0, : len(samples)] = torch.from_numpy(samples)
    theirs = processor.apply_transcription_request(samples)["input_features"]
    return float((audio.log_mel(window, audio.mel_filters()) - theirs).abs().max())


@torch.inference_mode()
def logit_difference(model, processor, training_module, samples):
    """The largest difference between our module's and transformers' logits at the last prompt position."""
    request = processor.apply_transcription_request(samples)
    request = {name: value.to(model.device) for name, value in request.items() if torch.is_tensor(value)}
    theirs = model(**request).logits[0, -1]
    windows, ids = request["input_features"].shape[0], request["input_ids"]
    room = PREFIX_TOKENS + WINDOW_TOKENS * windows  # the module wants room for full windows
    padded = F.pad(ids, (0, max(0, room - ids.shape[1])), value=0)
    hidden, _ = training_module(
        request["input_features"], padded, padded == model.config.audio_token_id, windows
    )
    ours = training_module.language_model.lm_head(hidden[0, ids.shape[1] - 1])
    return float((ours - theirs).abs().max())


class Results:
    """What results.json holds."""

    def __init__(self):
        self.started = time.time()
        self.rates, self.texts, self.checks = {}, {}, {}

    def say(self, *words):
        print(f"[{time.time() - self.started:.1f}]", *words, flush=True)

    def add_set(self, key, items, hypotheses):
        errors = [common.word_errors(text, found) for (_, _, text), found in zip(items, hypotheses)]
        wrong, words = (int(total) for total in np.array(errors).sum(0))
        rate = wrong / words
        self.rates[key] = {"wer": rate, "errors": wrong, "words": words, "utterances": len(items)}
        self.texts[key] = [(name, text, found) for (name, _, text), found in zip(items, hypotheses)]
        self.say(f"WER {key}: {100 * rate:.1f}% of {words}")

    def add_clip(self, key, name, reference, text):
        wrong, words = common.word_errors(reference, text)
        self.texts.setdefault(key, []).append((name, reference, text))
        self.say(f"{key} {name} [{wrong}/{words}]: {text}")

    def write(self, path):
        with open(path, "w") as file:
            json.dump(
                {"wer": self.rates, "text": self.texts, "check": self.checks},
                file,
                ensure_ascii=False,
                indent=0,
            )


def is_wanted(set_name, dtype_name, style, quick):
    """Whether a set is evaluated so: lower-case style and --quick only on real speech in bf16."""
    plain_case = set_name.startswith("synth") or dtype_name == "fp32"
    return not (plain_case and (quick or style == "L"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("state", "tokenizer", "checkpoint", "real", "index", "synth", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--clips", nargs="+", required=True, metavar="WAV=TEXT")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--new", type=int, default=300, help="tokens at most")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False

    results = Results()
    tokenizer = Tokenizer.from_file(args.tokenizer)
    common.export(tokenizer, torch.load(args.state, map_location="cpu"), args.checkpoint)
    state = load_file(os.path.join(args.checkpoint, "model.safetensors"))
    results.say(
        "exported", sum(value.numel() for value in state.values()), "parameters,", len(state), "tensors"
    )
    processor = common.processor(tokenizer)
    sets = evaluation_sets(args)
    clips = []
    for clip in args.clips:
        path, text = clip.split("=", 1)
        clips.append((os.path.basename(path), read_wav(path), text))
    results.say("feature difference to WhisperFeatureExtractor", feature_difference(processor, clips[0][1]))

    for dtype_name, dtype in DTYPES.items():
        model = common.transformers_model(tokenizer, state, dtype, device)
        for set_name, items in sets.items():
            for style in STYLES:
                if is_wanted(set_name, dtype_name, style, args.quick):
                    samples = [item[1] for item in items]
                    texts = transcribe(model, processor, samples, common.INSTRUCTIONS[style], args.new)
                    results.add_set(f"{set_name} | {dtype_name} | {style}", items, texts)
        for name, samples, reference in clips:
            for style in STYLES:
                text = transcribe(model, processor, [samples], common.INSTRUCTIONS[style], args.new)[0]
                results.add_clip(f"clip {dtype_name} {style}", name, reference, text)
    training_module = GlmAsr(common.AUDIO, common.TEXT).eval().to(device)  # beside the float32 model
    training_module.load_state_dict(state, strict=False)
    for name, samples, _ in clips:
        results.checks[name] = logit_difference(model, processor, training_module, samples)
        results.say(name, "largest logit difference to transformers", results.checks[name])
    results.write(os.path.join(args.out, "results.json"))


if __name__ == "__main__":
    main()
