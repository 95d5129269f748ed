#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Evaluate a checkpoint folder with Hugging Face transformers, in float32.

usage: evaluate.py --checkpoint DIR [--state state.pt] --real DIR --synthetic POOL... --out OUT
                   [--sets NAME,...]

With --state the folder is written first, from the weights of a training. --real is prepare_data.py's, of
which the rows of split "eval" count; a POOL holds synthesize.py's eval.npy and eval.json. Writes every clip
as OUT/SET-N.wav and OUT/results.json: by set the words, the wrong ones and [clip, reference, text], and how far
the training module's logits are from transformers'. Sets: the speakers; the same in text without
punctuation (-plain); beginnings of their recordings, cut within a word, with silence to 30 s (beginnings);
their recordings joined to full windows (windows); their words, up to 2 s (short); the synthetic voices, those
of a second POOL as VOICE-2; ten minutes of silence and noise (noise).
"""

import argparse
import json
import os
import random

import numpy as np
import soundfile
import torch
from safetensors.torch import load_file
from transformers import AutoProcessor, GlmAsrConfig

import audio
import common
import words
from data import PREFIX_TOKENS, WINDOW_TOKENS
from model import GlmAsr
from pool import read_chunk

SECOND = audio.SAMPLE_RATE
MOST_TOKENS = 220


def speech_sets(real_dir):
    """{set: [(samples, text), ...]} of the recorded speech set aside, and the noises set aside."""
    recorded = np.load(os.path.join(real_dir, "samples.npy"))
    with open(os.path.join(real_dir, "index.jsonl"), encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["split"] == "eval"]
    sets, noises, rng = {"beginnings": [], "windows": [], "short": []}, [], random.Random(1)
    joined, joined_text = np.zeros(0, np.int16), []
    for row in rows:
        samples, text = recorded[row["off"] : row["off"] + row["len"]], row["text"]
        if row["style"] == "N":
            noises.append(samples)
            continue
        for name in (row["speaker"], row["speaker"] + "-plain"):
            sets.setdefault(name, []).append((samples, text))
        if len(joined) + len(samples) > audio.WINDOW:
            sets["windows"].append((joined, " ".join(joined_text)))
            joined, joined_text = np.zeros(0, np.int16), []
        joined, joined_text = np.concatenate([joined, samples]), [*joined_text, text]
        if row["times"]:
            sets["beginnings"].append(beginning(rng, samples, text.split(), row["times"]))
            sets["short"].append(few_words(rng, samples, text.split(), row["times"]))
    return {name: [item for item in items if item] for name, items in sets.items()}, noises


def beginning(rng, samples, tokens, times):
    """A recording cut within a long word, then silence to the window's end; the text before the word."""
    long_words = [i for i, (start, end) in enumerate(times) if i > 2 and end - start > 0.3 * SECOND]
    if not long_words:
        return None
    cut = rng.choice(long_words)
    window = np.zeros(audio.WINDOW, np.int16)
    kept = times[cut][0] + int(0.4 * (times[cut][1] - times[cut][0]))
    window[:kept] = samples[:kept]
    return window, " ".join(tokens[:cut])


def few_words(rng, samples, tokens, times):
    """The words between two pauses, or a recording's end and a pause, where they last at most 2 s."""
    edges = [0] + [i for i in range(1, len(times)) if times[i][0] - times[i - 1][1] > 0.08 * SECOND]
    spans = zip(edges, [*edges[1:], len(times)])
    found = [
        span for span in spans if 0.3 * SECOND < times[span[1] - 1][1] - times[span[0]][0] < 1.8 * SECOND
    ]
    if not found:
        return None
    first, last = rng.choice(found)
    begin, end = max(0, times[first][0] - 800), times[last - 1][1] + 800
    return samples[begin:end], " ".join(tokens[first:last])


def synthetic_sets(pools):
    sets = {}
    for number, pool in enumerate(pools, 1):
        samples, utterances = read_chunk(os.path.join(pool, "eval.json"))
        for offset, length, text, _, voice in utterances:
            name = voice if number == 1 else f"{voice}-{number}"
            sets.setdefault(name, []).append((samples[offset : offset + length], text))
    return sets


def noise_set(noises):
    """20 windows without speech: zeros, white and brown noise, hum, clicks and recordings at -20 and -40 dBFS."""
    rng = np.random.default_rng(1)
    time = np.arange(audio.WINDOW) / SECOND

    def brown():
        found = np.cumsum(rng.standard_normal(audio.WINDOW))
        return found - np.convolve(np.pad(found, 800, "edge"), np.ones(1601) / 1601, "valid")

    def clicks():
        found = np.zeros(audio.WINDOW)
        for at in rng.integers(0, audio.WINDOW - 400, 90):
            found[at : at + 400] += rng.standard_normal(400) * np.exp(-np.arange(400) / 60)
        return found

    def hum():
        return sum(np.sin(2 * np.pi * 50 * k * time) / k for k in range(1, 8))

    def recorded(first):
        joined = np.concatenate([noise.astype(float) for noise in noises[first:] + noises[:first]])
        return np.resize(joined, audio.WINDOW)

    windows = [np.zeros(audio.WINDOW)] * 2
    kinds = [rng.standard_normal(audio.WINDOW), brown(), clicks(), hum()]
    kinds += [recorded(first) for first in range(0, len(noises), max(1, len(noises) // 5))][:5]
    for wave in kinds:
        for decibels in (-20, -40):
            scale = 10 ** (decibels / 20) / np.sqrt((wave**2).mean())
            windows.append(np.clip(wave * scale, -1, 1) * 32767)
    return [(window.astype(np.int16), "") for window in windows]


@torch.inference_mode()
def transcribe(model, processor, samples, instruction):
    request = processor.apply_transcription_request(samples.astype(np.float32) / 32768, prompt=instruction)
    request = {name: value.to(model.device) for name, value in request.items() if torch.is_tensor(value)}
    generated = model.generate(**request, max_new_tokens=MOST_TOKENS, do_sample=False)
    return processor.tokenizer.decode(generated[0, request["input_ids"].shape[1] :], skip_special_tokens=True)


@torch.inference_mode()
def logit_difference(model, processor, state, samples):
    """The largest difference between our module's and transformers' logits at the last prompt position."""
    module = GlmAsr(common.AUDIO, common.TEXT).eval()
    module.load_state_dict({name: value.float() for name, value in state.items()}, strict=False)
    request = processor.apply_transcription_request(samples.astype(np.float32) / 32768)
    request = {name: value for name, value in request.items() if torch.is_tensor(value)}
    ids = request["input_ids"]
    padded = torch.nn.functional.pad(ids, (0, max(0, PREFIX_TOKENS + WINDOW_TOKENS - ids.shape[1])))
    hidden, _, _ = module(request["input_features"], padded, padded == model.config.audio_token_id, 1)
    ours = module.language_model.lm_head(hidden[0, ids.shape[1] - 1])
    return float((ours - model(**request).logits[0, -1]).abs().max())


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("checkpoint", "real", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--synthetic", nargs="+", required=True)
    parser.add_argument("--state")
    parser.add_argument("--sets", help="only these")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    if args.state:
        common.export(torch.load(args.state, map_location="cpu"), args.checkpoint)

    processor = AutoProcessor.from_pretrained(args.checkpoint)
    state = load_file(os.path.join(args.checkpoint, "model.safetensors"))
    configuration = GlmAsrConfig.from_pretrained(args.checkpoint)
    model = common.transformers_model(configuration, state, torch.float32, "cpu")
    sets, noises = speech_sets(args.real)
    sets |= synthetic_sets(args.synthetic)
    sets["noise"] = noise_set(noises)
    results = {}
    if configuration.audio_config.hidden_size == common.AUDIO["hidden"]:
        results["logit difference"] = logit_difference(model, processor, state, sets["short"][0][0])
    wanted = args.sets.split(",") if args.sets else list(sets)
    for name in wanted:
        instruction = common.INSTRUCTIONS["L" if name.endswith("-plain") else "P"]
        clips, wrong, count = [], 0, 0
        for i, (samples, reference) in enumerate(sets[name]):
            clip = f"{name}-{i}.wav"
            soundfile.write(os.path.join(args.out, clip), samples, SECOND)
            text = transcribe(model, processor, samples, instruction)
            errors, expected = words.errors(reference, text)
            wrong, count = wrong + errors, count + expected
            clips.append((clip, reference, text))
        results[name] = {"words": count, "wrong": wrong, "clips": clips}
        print(name, f"{wrong} of {count} words wrong, {len(clips)} clips", flush=True)
    with open(os.path.join(args.out, "results.json"), "w", encoding="utf-8") as file:
        json.dump(results, file, ensure_ascii=False, indent=0)


if __name__ == "__main__":
    main()
