#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lay recorded speech and noise out for training, with the time of every word.

usage: prepare_data.py --speech DIR --lib LIBDIR --out OUT

DIR holds manifest.tsv (path, seconds, transcript, split, speaker, source) and noise.tsv (path, class). Rows
of split "dev" are for evaluation only, as is every sixth noise of a class; noises.py makes more noises. Writes
OUT/samples.npy (int16, 16 kHz, one recording after another) and OUT/index.jsonl, a line a recording: off and
len (samples), text, times (of text.split(), in samples, or null), source, speaker, style ("L" lower case
without punctuation, "P" cased and punctuated, "N" noise), split ("train" or "eval"), id.

LIBDIR holds flite's libraries. Needs numpy, scipy, numba and soundfile.
"""

import argparse
import csv
import json
import multiprocessing
from pathlib import Path

import numpy as np
import soundfile

import align
import words
from noises import made_noises
from speech import Flite

SAMPLE_RATE = 16000
FRAME = 160  # samples
NOISE_SECONDS = 8
MADE_NOISES = 250
# Upper-case transcripts without punctuation.
UNPUNCTUATED = {"librispeech_dev_clean", "librispeech_train_clean_100", "speechocean762"}
BAD_COST = 5.6  # an alignment's; two in a hundred of speechocean762's are above it, none of LibriSpeech's


def read_tsv(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def read_audio(path):
    samples, rate = soundfile.read(path, dtype="int16")
    assert rate == SAMPLE_RATE and samples.ndim == 1, path
    return samples


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


def speech_jobs(manifest):
    """(index row, path) of the utterances used."""
    for row in read_tsv(manifest):
        if not 0.2 <= float(row["seconds"]) <= 29:
            continue
        style = "L" if row["source"] in UNPUNCTUATED else "P"
        text = row["transcript"].strip()
        yield (
            {
                "split": "eval" if row["split"] == "dev" else "train",
                "style": style,
                "source": row["source"],
                "speaker": row["speaker"],
                "text": text.lower() if style == "L" else text,
                "id": Path(row["path"]).stem,
            },
            manifest.parent / row["path"],
        )


def noise_jobs(manifest):
    seen = {}
    for row in read_tsv(manifest):
        kind = row["class"]
        seen[kind] = seen.get(kind, 0) + 1
        yield (
            {
                "split": "eval" if seen[kind] % 6 == 0 else "train",
                "style": "N",
                "source": "noise",
                "speaker": kind,
                "text": "",
                "id": Path(row["path"]).stem,
            },
            manifest.parent / row["path"],
        )


def word_times(flite, text, samples):
    """The times of text.split() in a recording, None where they are doubtful."""
    spoken, spoken_times = flite.say(words.plain(text), "kal16")
    if spoken_times is None or len(samples) < 4800:
        return None
    times, cost = align.word_times(samples, spoken, spoken_times)
    if cost > BAD_COST:
        return None
    of_words = [(word, *time) for word, time in zip(words.plain(text).split(), times)]
    found = words.times_of_tokens(text, of_words)
    return found and [[int(start), int(end)] for start, end in found]


def start_process(library_dir):
    global flite
    flite = Flite(library_dir)


def read(job):
    """(index row, samples) of a job."""
    row, path = job
    samples = read_audio(path)
    if row["style"] == "N":
        return dict(row, times=None), samples[: SAMPLE_RATE * NOISE_SECONDS]
    if row["split"] == "train":
        samples = trim(samples)
    return dict(row, times=word_times(flite, row["text"], samples)), samples


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--speech", type=Path, required=True)
    parser.add_argument("--lib", required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)

    jobs = [*speech_jobs(args.speech / "manifest.tsv"), *noise_jobs(args.speech / "noise.tsv")]
    pieces, rows, offset, hours = [], [], 0, {}
    with multiprocessing.Pool(None, start_process, [args.lib]) as processes:
        for row, samples in processes.imap(read, jobs, 16):
            rows.append(dict(row, off=offset, len=len(samples)))
            pieces.append(samples)
            offset += len(samples)
            key = (row["split"], row["source"])
            hours[key] = hours.get(key, 0) + len(samples) / (3600 * SAMPLE_RATE)
    for name, samples in made_noises(MADE_NOISES):
        row = {"split": "train", "style": "N", "source": "made", "speaker": "made", "text": "", "id": name}
        rows.append(dict(row, times=None, off=offset, len=len(samples)))
        pieces.append(samples)
        offset += len(samples)
    np.save(args.out / "samples.npy", np.concatenate(pieces))
    with open(args.out / "index.jsonl", "w", encoding="utf-8") as index:
        index.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    for key, value in sorted(hours.items()):
        print(*key, f"{value:.3f} h", sep="\t")
    untimed = sum(row["times"] is None and row["style"] != "N" for row in rows)
    print(len(rows), "recordings,", untimed, "with words of unknown times")


if __name__ == "__main__":
    main()
