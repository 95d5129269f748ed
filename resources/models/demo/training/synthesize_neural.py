#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hours of synthetic speech by Kokoro-82M, for the pool that synthesize.py fills too.

usage: synthesize_neural.py --text sentences.txt.gz --lib LIBDIR --espeak-data DIR --kokoro DIR --out POOL
                            [--workers 4] [--seed 1] [--hours 60] [--voices 240] [--device cuda]

--kokoro is what neural.py's Speaker reads, with voices/*.bin (README.md). Every voice is one of Kokoro's or a
random blend of up to three, its sound and its melody often from two blends. A voice says one to six sentences on
end at one rate and pitch; each becomes an utterance neural-SEED-VOICE of a chunk as synthesize.py writes them.
LD_LIBRARY_PATH must name LIBDIR.
"""

import argparse
import glob
import gzip
import multiprocessing
import os
import random
import time

import numpy as np
import torch

from neural import MOST_PHONEMES, STYLE, Speaker
from speech import SAMPLE_RATE, Espeak
from synthesize import CHUNK_SECONDS, Chunk

ACCENTS = {"a": "en-us", "b": "en"}  # by the first letter of a voice's name
FOREIGN_SHARE = 0.15  # of the parts of blends: voices of other languages, which speak English with an accent
AS_IT_IS = 0.3  # share of the utterances in a voice's own rate and pitch


def read_voices(folder):
    """{name: [510, 2 STYLE]}"""
    return {
        os.path.basename(path)[: -len(".bin")]: np.fromfile(path, np.float32).reshape(-1, 2 * STYLE)
        for path in sorted(glob.glob(os.path.join(folder, "voices", "*.bin")))
    }


def blend(voices, rng):
    """(names, weights) of a random blend; in two of five cases of one voice."""
    english = [name for name in voices if name[0] in ACCENTS]
    foreign = [name for name in voices if name[0] not in ACCENTS]
    count = rng.choice([1, 1, 2, 2, 3])
    names = [
        rng.choice(foreign if foreign and rng.random() < FOREIGN_SHARE else english) for _ in range(count)
    ]
    weights = np.array([rng.expovariate(1) + 0.2 for _ in names])
    return names, weights / weights.sum()


def make_voice(voices, rng):
    """(accent, [510, 2 STYLE]) of a new voice."""

    def mean(names, weights):
        return sum(weight * voices[name] for name, weight in zip(names, weights))

    sound = blend(voices, rng)
    melody = blend(voices, rng) if rng.random() < 0.5 else sound
    accent = next((ACCENTS[name[0]] for name in sound[0] + melody[0] if name[0] in ACCENTS), "en-us")
    pack = np.concatenate([mean(*sound)[:, :STYLE], mean(*melody)[:, STYLE:]], 1)
    return accent, pack.astype(np.float32)


class Sentences:
    """Sentences in turn, from a worker's own place on, in phonemes."""

    def __init__(self, texts, first, speaker):
        self.texts, self.next, self.speaker = texts, first, speaker

    def take(self, accent, count):
        """[(text, phonemes)] of the next sentences that can be said on end."""
        taken, phonemes = [], 0
        while len(taken) < count:
            text = self.texts[self.next % len(self.texts)]
            spelt = self.speaker.spell(text, accent)
            size = sum(len(word) + 1 for word in spelt or ())
            if phonemes + size > MOST_PHONEMES and taken:
                break
            self.next += 1
            if spelt and all(spelt) and size <= MOST_PHONEMES:
                taken.append((text, spelt))
                phonemes += size
        return taken


def work(number, args, texts):
    """One worker: chunks, until it has done its share of the hours."""
    torch.set_num_threads(1)
    random.Random(args.seed).shuffle(texts)
    voices, voice_rng = read_voices(args.kokoro), random.Random(args.seed)
    made = [make_voice(voices, voice_rng) for _ in range(args.voices)]
    rng = random.Random(args.seed * 1000 + number)
    speaker = Speaker(args.kokoro, Espeak(args.lib, args.espeak_data), args.device)
    sentences = Sentences(texts, len(texts) * number // args.workers, speaker)
    left, chunks = args.hours * 3600 * SAMPLE_RATE / args.workers, 0
    while left > 0:
        seconds, started = CHUNK_SECONDS if chunks else min(60, CHUNK_SECONDS), time.time()
        chunk = Chunk()
        while chunk.length < min(left, seconds * SAMPLE_RATE):
            voice = rng.randrange(len(made))
            accent, pack = made[voice]
            taken = sentences.take(accent, rng.randint(1, 6))
            plain = rng.random() < AS_IT_IS
            speed, pitch = (1, 1) if plain else (rng.uniform(0.85, 1.2), rng.uniform(0.9, 1.12))
            for (text, _), spoken in zip(taken, speaker.say([s for _, s in taken], pack, speed, pitch)):
                chunk.add(spoken, text, f"neural-{args.seed}-{voice}")
        chunk.write(os.path.join(args.out, f"neural-{args.seed}-{number}-{chunks}"))
        chunks, left = chunks + 1, left - chunk.length
        spoken = chunk.length / SAMPLE_RATE
        print(f"worker {number} chunk {chunks}: {spoken:.0f} s in {time.time() - started:.1f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("text", "lib", "espeak-data", "kokoro", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=60)
    parser.add_argument("--voices", type=int, default=240)
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    with gzip.open(args.text, "rt", encoding="utf-8") as file:
        texts = file.read().splitlines()
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=work, args=(number, args, texts)) for number in range(args.workers)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
