#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hours of synthetic speech, by flite (four voices) and espeak-ng (accents, variants, pitches, rates).

usage: synthesize.py --text sentences.txt.gz --lib LIBDIR --espeak-data DIR --out POOL [--workers 12]
                     [--seed 1] [--hours 330] [--as-it-is 0.5]
       synthesize.py --text evaluation.tsv --lib LIBDIR --espeak-data DIR --out POOL --evaluation

With --evaluation the lines of a TSV (voice, sentence) are spoken once, each in its voice, into POOL/eval.npy
and eval.json.

LIBDIR holds libflite*.so.1 and libespeak-ng.so.1 (LD_LIBRARY_PATH must name it too). Each worker writes
chunks POOL/SEED-WORKER-N.npy (int16, 16 kHz, utterances one after another) and .json (a list of [offset,
length, text, times of its tokens or null, voice]); the .json appears last, so that a reader takes only
complete chunks. Needs numpy and scipy.
"""

import argparse
import gzip
import json
import multiprocessing
import os
import random

import numpy as np

from speech import FLITE_PITCHES, SAMPLE_RATE, Espeak, Flite, trim

LONGEST_SECONDS = 20
CHUNK_SECONDS = 300
FLITE_SHARE = 0.6  # of the utterances
ESPEAK_ACCENTS = (
    ["en-us"] * 6
    + ["en"] * 3
    + ["en-gb-x-rp"] * 2
    + ["en-gb-scotland", "en-us-nyc", "en-gb-x-gbcwmd", "en-gb-x-gbclan", "en-029"]
)
ESPEAK_VARIANTS = [""] * 20 + (
    "m1 m2 m3 m4 m5 m6 m7 m8 f1 f2 f3 f4 f5 Alex Alicia Andrea Andy Annie Denis Gene Gene2 Hugo Jacky Lee"
    " Marco Mario Michael Mike Reed adam anika announcer belinda benjamin boris david ed edward ian iven john"
    " klatt klatt2 klatt4 linda max michel miguel norbert pablo paul pedro quincy rob robert sandro shelby"
    " steph steph2 travis victor zac"
).split()


class Chunk:
    """Utterances one after another, and what lies where."""

    def __init__(self):
        self.pieces, self.contents, self.length = [], [], 0

    def add(self, spoken, text, voice):
        """Takes a synthesizer's (samples, times), unless it is too short or too long."""
        found = spoken and trim(*spoken)
        if not found or len(found[0]) > LONGEST_SECONDS * SAMPLE_RATE:
            return
        samples, times = found
        self.pieces.append(samples)
        self.contents.append([self.length, len(samples), text, times, voice])
        self.length += len(samples)

    def write(self, stem):
        """STEM.npy, then STEM.json at once."""
        np.save(stem + ".npy", np.concatenate(self.pieces))
        with open(stem + ".tmp", "w") as file:
            json.dump(self.contents, file)
        os.rename(stem + ".tmp", stem + ".json")


class Speaker:
    """Both synthesizers; say() speaks in a voice of FLITE-NAME or ESPEAK-NAME."""

    def __init__(self, args):
        self.flite, self.espeak = Flite(args.lib), Espeak(args.lib, args.espeak_data)

    def say(self, text, voice, rng=None):
        synthesizer, name = voice.split("-", 1)
        return (self.flite if synthesizer == "flite" else self.espeak).say(text, name, rng)


def random_voice(rng):
    if rng.random() < FLITE_SHARE:
        return "flite-" + rng.choice(list(FLITE_PITCHES))
    accent, variant = rng.choice(ESPEAK_ACCENTS), rng.choice(ESPEAK_VARIANTS)
    return "espeak-" + accent + ("+" + variant if variant else "")


def work(number, args, sentences):
    """One worker: chunks, until it has done its share of the hours. It begins with its share of the sentences."""
    random.Random(args.seed).shuffle(sentences)
    rng = random.Random(args.seed * 1000 + number)
    speaker = Speaker(args)
    left = args.hours * 3600 * SAMPLE_RATE / args.workers
    chunks, sentence = 0, len(sentences) * number // args.workers
    while left > 0:
        # The first chunks are short and of different lengths, so that training can start at once.
        seconds = CHUNK_SECONDS if chunks else 20 * (1 + number % 4)
        chunk = Chunk()
        while chunk.length < seconds * SAMPLE_RATE:
            text, voice = sentences[sentence % len(sentences)], random_voice(rng)
            sentence += 1
            spoken = speaker.say(text, voice, None if rng.random() < args.as_it_is else rng)
            chunk.add(spoken, text, voice)
        chunk.write(os.path.join(args.out, f"{args.seed}-{number}-{chunks}"))
        chunks, left = chunks + 1, left - chunk.length


def write_evaluation(args):
    speaker, chunk = Speaker(args), Chunk()
    with open(args.text, encoding="utf-8") as file:
        for line in file:
            voice, text = line.rstrip("\n").split("\t")
            chunk.add(speaker.say(text, voice), text, voice)
    chunk.write(os.path.join(args.out, "eval"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("text", "lib", "espeak-data", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--workers", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=330)
    parser.add_argument(
        "--as-it-is", type=float, default=0.5, help="share of the utterances in a voice's own rate and pitch"
    )
    parser.add_argument("--evaluation", action="store_true")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    if args.evaluation:
        write_evaluation(args)
        return
    with gzip.open(args.text, "rt", encoding="utf-8") as file:
        sentences = file.read().splitlines()
    workers = [
        multiprocessing.Process(target=work, args=(number, args, sentences)) for number in range(args.workers)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
