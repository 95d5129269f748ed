#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Endless synthetic speech, by flite (four voices) and espeak-ng (accents, variants, pitches, rates).

usage: synthesize.py --text sentences.txt.gz --lib LIBDIR --espeak-data DIR --out POOL [--workers 12]
                     [--seed 1] [--seconds N]
       synthesize.py ... --eval N

With --eval, N sentences of each voice go into POOL/eval.npy and eval.json, from sentences set aside for it.

LIBDIR holds libflite*.so.1 and libespeak-ng.so.1 (LD_LIBRARY_PATH must name it too). Each worker writes
chunks POOL/SEED-WORKER-N.npy (int16, 16 kHz, utterances one after another) and .json (a list of [offset,
length, text, voice]); the .json appears last, so that a reader takes only complete chunks. Needs numpy and
scipy.
"""

import argparse
import ctypes
import gzip
import json
import multiprocessing
import os
import random
import time

import numpy as np
from scipy.signal import resample_poly

SAMPLE_RATE = 16000
FRAME = 160  # samples
LONGEST_SECONDS = 20

FLITE_PITCHES = {"slt": 167, "rms": 100, "awb": 133, "kal16": 105}  # mean, Hz
FLITE_DRAW = ["slt", "rms", "awb", "slt", "rms", "awb", "kal16"]
ESPEAK_ACCENTS = (
    ["en-us"] * 6
    + ["en"] * 3
    + ["en-gb-x-rp"] * 2
    + ["en-gb-scotland", "en-us-nyc", "en-gb-x-gbcwmd", "en-gb-x-gbclan", "en-029"]
)
ESPEAK_VARIANTS = ["", "", ""] + (
    "m1 m2 m3 m4 m5 m6 m7 m8 f1 f2 f3 f4 f5 Alex Alicia Andrea Andy Annie Denis Gene Gene2 Hugo Jacky Lee"
    " Marco Mario Michael Mike Reed adam anika announcer belinda benjamin boris david ed edward ian iven john"
    " klatt klatt2 klatt4 linda max michel miguel norbert pablo paul pedro quincy rob robert sandro shelby"
    " steph steph2 travis victor zac"
).split()
EVALUATION_VOICES = [
    ("flite", "slt"),
    ("flite", "rms"),
    ("flite", "awb"),
    ("flite", "kal16"),
    ("espeak", "en-us"),
    ("espeak", "en-gb-x-rp"),
    ("espeak", "en-us+f3"),
]


class FliteWave(ctypes.Structure):
    """cst_wave of flite.h."""

    _fields_ = [
        ("type", ctypes.c_char_p),
        ("sample_rate", ctypes.c_int),
        ("num_samples", ctypes.c_int),
        ("num_channels", ctypes.c_int),
        ("samples", ctypes.POINTER(ctypes.c_short)),
    ]


class FliteVoice(ctypes.Structure):
    """The beginning of cst_voice."""

    _fields_ = [("name", ctypes.c_char_p), ("features", ctypes.c_void_p)]


class Flite:
    def __init__(self, library_dir):
        def load(name):
            return ctypes.CDLL(os.path.join(library_dir, name), mode=ctypes.RTLD_GLOBAL)

        self.library = load("libflite.so.1")
        load("libflite_usenglish.so.1")
        load("libflite_cmulex.so.1")
        self.library.flite_init()
        self.library.flite_text_to_wave.restype = ctypes.POINTER(FliteWave)
        self.library.flite_text_to_wave.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        self.library.delete_wave.argtypes = [ctypes.POINTER(FliteWave)]
        self.library.feat_set_float.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_float]
        self.voices = {}
        for name in FLITE_PITCHES:
            register = getattr(load(f"libflite_cmu_us_{name}.so.1"), f"register_cmu_us_{name}")
            register.restype = ctypes.POINTER(FliteVoice)
            register.argtypes = [ctypes.c_char_p]
            self.voices[name] = register(None)

    def say(self, text, voice_name, rng=None):
        """Samples of a sentence; with rng in a random rate and pitch."""
        voice = self.voices[voice_name]
        features = voice.contents.features
        stretch, pitch, pitch_range = 1.0, 1.0, 1.0
        if rng is not None:
            stretch, pitch, pitch_range = (
                rng.uniform(0.75, 1.3),
                rng.uniform(0.75, 1.35),
                rng.uniform(0.6, 1.6),
            )
        self.library.feat_set_float(features, b"duration_stretch", stretch)
        if voice_name == "kal16":
            self.library.feat_set_float(features, b"int_f0_target_mean", FLITE_PITCHES[voice_name] * pitch)
            self.library.feat_set_float(features, b"int_f0_target_stddev", 15 * pitch_range)
        else:
            self.library.feat_set_float(features, b"f0_shift", pitch)
        wave = self.library.flite_text_to_wave(text.encode(), ctypes.cast(voice, ctypes.c_void_p))
        samples = np.ctypeslib.as_array(wave.contents.samples, (wave.contents.num_samples,)).copy()
        rate = wave.contents.sample_rate
        self.library.delete_wave(wave)
        assert rate == SAMPLE_RATE, rate
        return samples


class Espeak:
    RATE, PITCH, RANGE = 1, 3, 4  # espeak_PARAMETER
    SYNCHRONOUS_OUTPUT = 2  # AUDIO_OUTPUT_SYNCHRONOUS
    CHARS_UTF8, POSITION_CHARACTER = 1, 1
    CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)

    def __init__(self, library_dir, data_dir):
        self.library = ctypes.CDLL(os.path.join(library_dir, "libespeak-ng.so.1"))
        rate = self.library.espeak_Initialize(self.SYNCHRONOUS_OUTPUT, 0, data_dir.encode(), 0)
        assert rate == 22050, rate
        self.pieces = []

        def receive(samples, count, _events):
            if samples and count > 0:
                self.pieces.append(np.ctypeslib.as_array(samples, (count,)).copy())
            return 0

        self.callback = self.CALLBACK(receive)  # kept: the library holds only the address
        self.library.espeak_SetSynthCallback(self.callback)
        size, number = ctypes.c_size_t, ctypes.c_uint
        self.library.espeak_Synth.argtypes = [
            ctypes.c_char_p,
            size,
            number,
            ctypes.c_int,
            number,
            number,
            ctypes.c_void_p,
            ctypes.c_void_p,
        ]

    def say(self, text, voice_name, rng=None):
        """Samples of a sentence, None when the voice is unknown; with rng in a random rate and pitch."""
        if self.library.espeak_SetVoiceByName(voice_name.encode()) != 0:
            return None
        rate, pitch, pitch_range = 165, 50, 50
        if rng is not None:
            rate, pitch, pitch_range = rng.randint(120, 230), rng.randint(20, 80), rng.randint(20, 80)
        self.library.espeak_SetParameter(self.RATE, rate, 0)
        self.library.espeak_SetParameter(self.PITCH, pitch, 0)
        self.library.espeak_SetParameter(self.RANGE, pitch_range, 0)
        self.pieces = []
        encoded = text.encode()
        self.library.espeak_Synth(
            encoded, len(encoded) + 1, 0, self.POSITION_CHARACTER, 0, self.CHARS_UTF8, None, None
        )
        if not self.pieces:
            return None
        samples = np.concatenate(self.pieces).astype(np.float32)
        return np.clip(resample_poly(samples, 320, 441), -32767, 32767).astype(np.int16)


def trim(samples):
    """Cut leading and trailing silence down to 0.1 s; None for less than 0.2 s of speech."""
    if samples is None or len(samples) < 3200:
        return None
    level = np.abs(samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)).max(1)
    loud = np.where(level > max(50, int(level.max()) * 0.02))[0]
    if len(loud) < 20:
        return None
    return samples[max(0, loud[0] * FRAME - 1600) : (loud[-1] + 1) * FRAME + 1600]


class Chunk:
    """Utterances one after another, and what lies where."""

    def __init__(self):
        self.pieces, self.contents, self.length = [], [], 0

    def add(self, samples, text, voice):
        self.pieces.append(samples)
        self.contents.append([self.length, len(samples), text, voice])
        self.length += len(samples)

    def write(self, stem):
        """STEM.npy, then STEM.json at once."""
        np.save(stem + ".npy", np.concatenate(self.pieces))
        with open(stem + ".tmp", "w") as file:
            json.dump(self.contents, file)
        os.rename(stem + ".tmp", stem + ".json")


def work(number, args, sentences):
    """One worker: chunks until the time is up."""
    rng = random.Random(args.seed * 1000 + number)
    rng.shuffle(sentences)
    flite, espeak = Flite(args.lib), Espeak(args.lib, args.espeak_data)
    end = time.time() + args.seconds

    def say(text):
        if rng.random() < args.flite:
            voice = rng.choice(FLITE_DRAW)
            return flite.say(text, voice, rng), "flite-" + voice
        voice, variant = rng.choice(ESPEAK_ACCENTS), rng.choice(ESPEAK_VARIANTS)
        if variant:
            voice += "+" + variant
        return espeak.say(text, voice, rng), "espeak-" + voice

    chunks = sentence = 0
    while time.time() < end:
        # The first chunks are short and of different lengths, so that training can start at once.
        seconds = args.chunk if chunks else 20 * (1 + number % 4)
        chunk = Chunk()
        while chunk.length < seconds * SAMPLE_RATE and time.time() < end:
            text = sentences[sentence % len(sentences)]
            sentence += 1
            samples, voice = say(text)
            samples = trim(samples)
            if samples is not None and len(samples) <= LONGEST_SECONDS * SAMPLE_RATE:
                chunk.add(samples, text, voice)
        if not chunk.pieces:
            break
        chunk.write(os.path.join(args.out, f"{args.seed}-{number}-{chunks}"))
        chunks += 1


def write_evaluation(args, sentences):
    """args.eval sentences in each of EVALUATION_VOICES, every voice with sentences of its own."""
    synthesizers = {"flite": Flite(args.lib), "espeak": Espeak(args.lib, args.espeak_data)}
    chunk = Chunk()
    for i, (synthesizer, voice) in enumerate(EVALUATION_VOICES):
        for text in sentences[i * args.eval : (i + 1) * args.eval]:
            samples = trim(synthesizers[synthesizer].say(text, voice))
            if samples is not None:
                chunk.add(samples, text, f"{synthesizer}-{voice}")
    chunk.write(os.path.join(args.out, "eval"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("text", "lib", "espeak-data", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--workers", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--chunk", type=float, default=300, help="seconds of speech in a file")
    parser.add_argument("--flite", type=float, default=0.6, help="share of flite utterances")
    parser.add_argument("--eval", type=int, default=0)
    parser.add_argument("--n-eval", type=int, default=400, help="sentences set aside")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    with gzip.open(args.text, "rt", encoding="utf-8") as file:
        sentences = [line for line in file.read().split("\n") if line]
    if args.eval:
        write_evaluation(args, sentences[: args.n_eval])
        return
    workers = [
        multiprocessing.Process(target=work, args=(number, args, sentences[args.n_eval :]))
        for number in range(args.workers)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
