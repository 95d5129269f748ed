#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How far the word times of alignment heads are from known ones, on a processor.

usage: evaluate_align.py prepare --lib LIB --espeak-data DIR --real DIR --text evaluation-4.tsv --out WINDOWS.pt
       evaluate_align.py measure --windows WINDOWS.pt --encoder WEIGHTS --heads FILE... [--save HEAD.safetensors]

"prepare" lays sentences out in windows of 30 s with pauses between: those of a voice by flite, by espeak-ng (the
variants klatt3 and croak were in no training), and the recordings set aside (prepare_data.py's). It keeps the
words' times: flite's are exact; of espeak-ng's only the starts that it names, and no ends; of recordings those
that pocketsphinx (PyPI, its own en-us model) finds by itself.

"measure" aligns the known text and prints, by set, the median and the 90th percentile of the distance of starts
and of ends, in ms. How late a head is in the median is found on every other window of flite's voices and taken
off everywhere; the figures are those of the other windows, and after each pair what is still late in the median.
HEADS are train_align.py's or a side file. --save writes the side file of the first.
"""

import argparse
import json
import os
import random

import numpy as np
import torch
import torch.nn.functional as F

import align_head
import audio
import common
import train_align
import words
from model import GlmAsr
from speech import Espeak, Flite, trim

SECOND = audio.SAMPLE_RATE
VOICES = ["flite-slt", "flite-rms", "flite-awb", "flite-kal16"]
VOICES += ["espeak-en-us", "espeak-en-gb-x-rp", "espeak-en-us+f3", "espeak-en-us+klatt3", "espeak-en+croak"]


def sentences_with_times(flite, espeak, voice, texts):
    """(samples, tokens, [[start, end]]) by a voice; an unknown time is -1."""
    synthesizer, name = voice.split("-", 1)
    for text in texts:
        tokens = text.split()
        if synthesizer == "flite":
            samples, times = flite.say(text, name)
        else:
            spoken = espeak.say(text, name)
            if not spoken:
                continue
            samples, times = spoken
            if times:
                named = {len(text[: place + 1].split()) - 1: sample for place, sample in reversed(espeak.starts)}
                times = [
                    [round(named[i] * SECOND / espeak.rate) if i in named else -1, -1] for i in range(len(tokens))
                ]
        if times and len(times) == len(tokens):
            yield samples, tokens, times


def recordings_with_times(real_dir):
    """{speaker: [(samples, tokens, times), ...]} of the speech set aside, by pocketsphinx."""
    from pocketsphinx import Decoder

    recorded = np.load(os.path.join(real_dir, "samples.npy"), mmap_mode="r")
    with open(os.path.join(real_dir, "index.jsonl"), encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["split"] == "eval" and row["style"] != "N"]
    decoder, found = Decoder(samprate=SECOND, loglevel="FATAL"), {}
    for row in rows:
        samples, tokens = np.array(recorded[row["off"] : row["off"] + row["len"]]), row["text"].split()
        known = [token for token in tokens if decoder.lookup_word(token)]
        if len(known) < len(tokens):
            continue
        decoder.set_align_text(" ".join(tokens))
        decoder.start_utt()
        decoder.process_raw(samples.tobytes(), full_utt=True)
        decoder.end_utt()
        spans = [
            (segment.word.split("(")[0], segment.start_frame, segment.end_frame + 1)
            for segment in decoder.seg() or ()
            if not segment.word.startswith(("<", "["))
        ]
        if [word for word, _, _ in spans] == tokens:
            times = [[start * SECOND // 100, end * SECOND // 100] for _, start, end in spans]
            found.setdefault(row["speaker"], []).append((samples, tokens, times))
    return found


def windows_of(items, rng):
    """Items laid out in windows: (samples [480000], tokens, times)."""
    laid, tokens, times, at = np.zeros(audio.WINDOW, np.int16), [], [], rng.randint(0, SECOND)
    for samples, its_tokens, its_times in items:
        if at + len(samples) > audio.WINDOW:
            yield laid, tokens, times
            laid, tokens, times, at = np.zeros(audio.WINDOW, np.int16), [], [], rng.randint(0, SECOND)
        if len(samples) > audio.WINDOW - at:
            continue
        laid[at : at + len(samples)] = samples
        tokens += its_tokens
        times += [[t + at if t >= 0 else -1 for t in pair] for pair in its_times]
        at += len(samples) + int(rng.uniform(0.05, 1.0) * SECOND)
    if tokens:
        yield laid, tokens, times


def prepare(args):
    flite, espeak = Flite(args.lib), Espeak(args.lib, args.espeak_data)
    with open(args.text, encoding="utf-8") as file:
        texts = list(dict.fromkeys(line.rstrip("\n").split("\t")[1] for line in file))
    rng, sets = random.Random(1), {}
    for voice in VOICES:
        some = rng.sample(texts, args.sentences)
        sets[voice] = list(windows_of(sentences_with_times(flite, espeak, voice, some), rng))
    for speaker, items in recordings_with_times(args.real).items():
        sets[speaker] = list(windows_of(items, rng))
    for name, windows in sets.items():
        known = sum(start >= 0 for _, _, times in windows for start, _ in times)
        print(name, len(windows), "windows,", known, "words of known start", flush=True)
    torch.save(sets, args.out)


def layers_of(tower, samples, layers):
    """{layer: [1500, D]} of a window, as train_align.Listener's."""
    mel = audio.log_mel(torch.from_numpy(samples[None].astype(np.float32) / 32768), audio.mel_filters())
    kept, hooks = {}, []
    for layer in layers:
        if layer:
            hooks.append(
                tower.layers[layer - 1].register_forward_hook(
                    lambda _, __, out, layer=layer: kept.update({layer: F.layer_norm(out, out.shape[-1:])[0]})
                )
            )
    with torch.inference_mode():
        kept[0] = tower(mel)[0][0]
    for hook in hooks:
        hook.remove()
    return kept


def read_head(path):
    """(head, log prior, share, layer) of train_align.py's file or of a side file."""
    if path.endswith(".safetensors"):
        head, layer, log_prior, share, _ = align_head.load(path)
        return head, log_prior, share, layer
    content = torch.load(path, map_location="cpu")
    head = align_head.AlignmentHead(common.AUDIO["hidden"])
    head.load_state_dict(content["state"])
    return head.eval(), content["prior"].log().numpy(), None, content["kind"]["layer"]


def differences(found, times):
    """(starts, ends) in ms: how late each word was found, where its time is known."""
    starts, ends = [], []
    for (first, last), (start, end) in zip(found, times):
        if start >= 0:
            starts.append((first * 320 - 160 - start) / 16)
        if end >= 0:
            ends.append((last * 320 - 160 - end) / 16)
    return starts, ends


def aligned(scores, tokens, times):
    """(starts, ends) of a window; words without letters are left out."""
    spelt = [align_head.spelt(token) for token in tokens]
    kept = [i for i, letters in enumerate(spelt) if letters]
    found = align_head.align(scores, [spelt[i] for i in kept])
    return differences(found, [times[i] for i in kept]) if found else ([], [])


def moved(scores, tokens, vocabulary, share, rng):
    """How far, in ms, the starts and ends of words move when a share of the others is replaced by other words."""
    spelt = [align_head.spelt(token) for token in tokens]
    kept = [letters for letters in spelt if letters]
    changed = [rng.random() < share for _ in kept]
    others = [
        (align_head.spelt(rng.choice(vocabulary)) or letters) if other else letters
        for letters, other in zip(kept, changed)
    ]
    before, after = align_head.align(scores, kept), align_head.align(scores, others)
    if not before or not after:
        return []
    pairs = [pair for pair, other in zip(zip(before, after), changed) if not other]
    return [abs(a - b) * 20 for one, two in pairs for a, b in zip(one, two)]


def figures(of_windows, late):
    """[median, 90th percentile] of starts and of ends, in ms, after taking off `late`."""
    out = []
    for k in range(2):
        values = np.array([value for window in of_windows for value in window[k]])
        if len(values):
            out += [*np.percentile(np.abs(values - late[k]), [50, 90]), np.median(values - late[k])]
    return out


def measure(args):
    sets = torch.load(args.windows, weights_only=False)
    model = GlmAsr(common.AUDIO, common.TEXT)
    model.load_state_dict({k: v.float() for k, v in train_align.weights_of(args.encoder).items()}, strict=False)
    tower, heads = model.eval().audio_tower, [read_head(path) for path in args.heads]
    layers = {layer for _, _, _, layer in heads}
    shares = args.prior_share
    results = {}  # (head, share) -> set -> per window
    vocabulary = sorted({token for windows in sets.values() for _, tokens, _ in windows for token in tokens})
    rng, moves = random.Random(2), []
    for name, windows in sets.items():
        for samples, tokens, times in windows:
            known = layers_of(tower, samples, layers)
            for path, (head, log_prior, own, layer) in zip(args.heads, heads):
                with torch.inference_mode():
                    scores = head(known[layer][None])[0].log_softmax(-1).numpy()
                for share in [own] if own is not None else shares:
                    one = aligned(scores - share * log_prior, tokens, times)
                    results.setdefault((path, share), {}).setdefault(name, []).append(one)
                    if args.replace and path == args.heads[0]:
                        moves += moved(scores - share * log_prior, tokens, vocabulary, args.replace, rng)
        print("heard", name, flush=True)
    if moves:
        spread = " ".join(f"{value:.0f}" for value in np.percentile(moves, [50, 90, 95, 99]))
        far = np.mean(np.array(moves) > 100)
        print(f"{args.replace:.0%} of the words replaced: {len(moves)} edges of the others move by {spread} ms"
              f" (50, 90, 95, 99%), {far:.2%} by more than 100 ms")
    for (path, share), by_set in results.items():
        calibration = [w for name in by_set if name.startswith("flite") for w in by_set[name][::2]]
        late = [float(np.median([v for w in calibration for v in w[k]])) for k in range(2)]
        print(f"\n{os.path.basename(path)} prior share {share}:", end=" ")
        print(f"late by {late[0]:.1f} (starts) and {late[1]:.1f} ms (ends)")
        groups = {"flite": [], "espeak": [], "strangers": []}
        for name, windows in by_set.items():
            tested = windows[1::2] if name.startswith("flite") else windows
            groups[name.split("-")[0] if "-" in name else "strangers"] += tested
            print(f"  {name:22}", " ".join(f"{value:6.1f}" for value in figures(tested, late)))
        for name, tested in groups.items():
            print(f"  = {name:20}", " ".join(f"{value:6.1f}" for value in figures(tested, late)))
    if args.save:
        head, log_prior, _, layer = heads[0]
        share = shares[0]
        calibration = [
            w for name, ws in results[(args.heads[0], share)].items() if name.startswith("flite") for w in ws[::2]
        ]
        late = [float(np.median([v for w in calibration for v in w[k]])) / 1000 for k in range(2)]
        align_head.save(head, args.save, layer, np.exp(log_prior), share, {"start": late[0], "end": late[1]})


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("prepare")
    for name in ("lib", "espeak-data", "real", "text", "out"):
        one.add_argument("--" + name, required=True)
    one.add_argument("--sentences", type=int, default=40)
    one.set_defaults(run=prepare)
    two = commands.add_parser("measure")
    two.add_argument("--windows", required=True)
    two.add_argument("--encoder", required=True)
    two.add_argument("--heads", nargs="+", required=True)
    two.add_argument("--prior-share", type=float, nargs="+", default=[0.0, 0.4])
    two.add_argument("--replace", type=float, default=0.0, help="share of words to replace, for the first head")
    two.add_argument("--save")
    two.set_defaults(run=measure)
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.run(args)


if __name__ == "__main__":
    main()
