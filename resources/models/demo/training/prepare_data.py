#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pack real speech for training, and set evaluation speech aside.

usage: prepare_data.py --manifest manifest.tsv [--noise-manifest noise.tsv] --hold-out 1673,1988,... --out DIR
                       [--bitrate 16] [--eval-bitrate 48]

The manifest is a TSV with the columns path, seconds, transcript, licence, speaker, source, flag (16 kHz mono
WAV). Writes DIR/NAME.opus (many utterances per file, 0.1 s of silence between them) and DIR/index.jsonl with
one line per utterance: pack, off and len (samples at 16 kHz), text, source, speaker, style ("L" lower case
without punctuation, "P" cased and punctuated, "N" noise), split ("train" or "eval"). Held-out speakers are
never in a training pack: 16 utterances of each go to the evaluation pack, the others nowhere. Needs numpy
and opusenc.
"""

import argparse
import csv
import json
import os
import re
import subprocess
import wave
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

SAMPLE_RATE = 16000
FRAME = 160  # samples
GAP = np.zeros(1600, np.int16)  # between utterances of a pack
NOISE_SECONDS, NOISE_A_CLASS = 8, 14
HELD_OUT_UTTERANCES = 16  # a speaker

# Unrelated short clips, kept out of training: for evaluation only.
EVALUATION_CLIPS = (
    {"new_home_in_the_stars", "arctic_a0024_deepspeech"}
    | {f"librivox_{number}" for number in ("0870", "0880", "0890", "0920", "0930")}
    | {f"sb_spk{speaker}_snt{sentence}" for speaker in (1, 2) for sentence in (1, 2, 3, 4, 5)}
    | {f"arctic_aew_a000{number}" for number in (1, 2, 3)}
    | {f"arctic_axb_a000{number}" for number in (4, 5, 6)}
    | {f"arctic_xxx_a00{number:02}" for number in (7, 8, 9, 10)}
)
# The sources used for training, and the style of their transcripts.
TRAINING_SOURCES = {
    "librispeech_dev_clean": "L",
    "librispeech_train_clean_100": "L",
    "kathleen_arctic": "P",
    "ljspeech": "P",
    "matthes_ljprompts": "P",
    "hifitts_6097": "P",
    "fsdd": "P",
    "moonshine_alnum": "P",
}


@dataclass
class Job:
    """One utterance to be packed."""

    split: str  # "train" or "eval"
    style: str  # "P", "L" or "N"
    source: str
    row: dict  # of the manifest


def read_wav(path):
    with wave.open(path) as file:
        form = (file.getframerate(), file.getnchannels(), file.getsampwidth())
        assert form == (SAMPLE_RATE, 1, 2), f"expected 16 kHz mono 16-bit, found {form} in {path}"
        return np.frombuffer(file.readframes(file.getnframes()), "<i2")


def read_tsv(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def clip_name(row):
    return os.path.splitext(os.path.basename(row["path"]))[0]


def trim(samples):
    """Cut leading and trailing silence down to 0.15 s."""
    if len(samples) < 4000:
        return samples
    frames = samples[: len(samples) // FRAME * FRAME].astype(np.float32).reshape(-1, FRAME)
    level = np.sqrt((frames**2).mean(1))
    loud = np.where(level > max(40.0, level.max() * 0.02))[0]
    if not len(loud):
        return samples
    return samples[max(0, loud[0] * FRAME - 2400) : (loud[-1] + 1) * FRAME + 2400]


def noise_rows(path):
    """The CC0 sounds of a noise manifest, as rows of the main one; no impulses, no crying babies."""
    rows = []
    for row in read_tsv(path):
        kind = row["class"]
        if "impulse" in kind or kind == "baby_cry" or not row["licence"].startswith("CC0"):
            continue
        rows.append(dict(row, transcript="", speaker="", source="noise", kind=kind))
    return rows


def split_and_style(row):
    """("train" or "eval", style) of a row, or None for one that isn't used."""
    source = row["source"]
    if source == "clips":
        if clip_name(row) not in EVALUATION_CLIPS:
            return None
        return "eval", ("P" if re.search("[A-Z]", row["transcript"]) else "L")
    if source == "noise":
        return "train", "N"
    return ("train", TRAINING_SOURCES[source]) if source in TRAINING_SOURCES else None


def choose(rows, held_out):
    """The utterances to be packed."""
    jobs, by_speaker, noises = [], {}, {}
    for row in rows:
        if row["source"] == "librispeech_dev_clean" and row["speaker"] in held_out:
            by_speaker.setdefault(row["speaker"], []).append(row)
            continue
        use = split_and_style(row)
        if use is None or not 0.2 <= float(row["seconds"]) <= 29:
            continue
        if row["source"] == "noise":
            if noises.get(row["kind"], 0) >= NOISE_A_CLASS:
                continue
            noises[row["kind"]] = noises.get(row["kind"], 0) + 1
        jobs.append(Job(*use, row["source"], row))
    for rows_of_speaker in by_speaker.values():
        usable = [row for row in rows_of_speaker if 2.0 <= float(row["seconds"]) <= 28]
        step = len(usable) / HELD_OUT_UTTERANCES
        for k in range(HELD_OUT_UTTERANCES):
            jobs.append(Job("eval", "L", "librispeech_heldout", usable[int(k * step)]))
    return jobs


def samples_of(job):
    samples = read_wav(job.row["path"])
    if job.style == "N":
        return samples[: SAMPLE_RATE * NOISE_SECONDS]
    return trim(samples) if job.split == "train" else samples


def pack(jobs, pack_seconds):
    """The packs, {name: (split, samples)}, and the index of what lies where."""
    index, packs, open_packs = [], {}, {}

    def close(key):
        name, pieces = open_packs.pop(key)
        packs[name] = (key[0], np.concatenate(pieces))

    for job in jobs:
        key = (job.split, job.source if job.split == "train" else "all")
        samples = samples_of(job)
        if key not in open_packs:
            open_packs[key] = (f"{job.split}-{key[1]}-{len(packs) + len(open_packs)}", [])
        name, pieces = open_packs[key]
        offset = sum(map(len, pieces))
        pieces += [samples, GAP]
        text = job.row["transcript"].strip()
        index.append(
            {
                "pack": name,
                "off": offset,
                "len": len(samples),
                "text": text.lower() if job.style == "L" else text,
                "source": job.source,
                "speaker": job.row["speaker"],
                "style": job.style,
                "split": job.split,
                "licence": job.row["licence"],
                "id": clip_name(job.row),
            }
        )
        if offset + len(samples) > pack_seconds * SAMPLE_RATE:
            close(key)
    for key in list(open_packs):
        close(key)
    return packs, index


def encode(path, samples, bitrate):
    """Writes an Opus file; gives back its size."""
    raw = ["--raw", "--raw-rate", str(SAMPLE_RATE), "--raw-chan", "1", "--raw-bits", "16"]
    coding = ["--bitrate", bitrate, "--speech", "--framesize", "40", "--discard-comments"]
    command = ["opusenc", "--quiet", *raw, *coding, "-", path]
    subprocess.run(command, input=samples.tobytes(), check=True)
    return os.path.getsize(path)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--manifest", required=True)
    parser.add_argument("--noise-manifest")
    parser.add_argument("--hold-out", required=True, help="LibriSpeech speakers, separated by commas")
    parser.add_argument("--out", required=True)
    parser.add_argument("--bitrate", default="16", help="kbit/s of training packs")
    parser.add_argument("--eval-bitrate", default="48")
    parser.add_argument("--pack-seconds", type=float, default=900)
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)

    rows = read_tsv(args.manifest) + (noise_rows(args.noise_manifest) if args.noise_manifest else [])
    packs, index = pack(choose(rows, set(args.hold_out.split(","))), args.pack_seconds)

    def write(item):
        name, (split, samples) = item
        bitrate = args.eval_bitrate if split == "eval" else args.bitrate
        return encode(os.path.join(args.out, name + ".opus"), samples, bitrate)

    with ThreadPoolExecutor(2) as threads:
        total = sum(threads.map(write, packs.items()))
    with open(os.path.join(args.out, "index.jsonl"), "w", encoding="utf-8") as file:
        for row in index:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    hours = {}
    for row in index:
        key = (row["split"], row["source"], row["licence"])
        hours[key] = hours.get(key, 0) + row["len"] / (3600 * SAMPLE_RATE)
    for key, value in sorted(hours.items()):
        print(*key, f"{value:.3f} h", sep="\t")
    print(len(packs), "packs", total, "bytes")


if __name__ == "__main__":
    main()
