# SPDX-License-Identifier: Apache-2.0
"""The pool of utterances on the GPU that training draws from, and the catalogue of what is in it."""

import glob
import gzip
import json
import os
import random
import re
from dataclasses import dataclass

import numpy as np
import torch

import audio

SECOND = audio.SAMPLE_RATE


def truecaser(sentences):
    """A function that gives lower-case text capitals and a full stop, as the words inside `sentences` do."""
    lower, upper = {}, {}
    for sentence in sentences:
        for word in re.findall(r"[A-Za-z][A-Za-z']*", sentence)[1:]:
            counts = upper if word[0].isupper() else lower
            counts[word.lower()] = counts.get(word.lower(), 0) + 1
    names = {word for word, n in upper.items() if n >= 3 and n > 3 * lower.get(word, 0)}
    names |= {"i", "i'm", "i'll", "i've", "i'd"}
    written = {"mister": "Mr.", "missus": "Mrs.", "doctor": "Dr."}

    def cased(text):
        tokens = text.split()
        last = len(tokens) - 1
        out = []
        for i, token in enumerate(tokens):
            if token in written and i < last:
                out.append(written[token])
            else:
                out.append(token.capitalize() if token in names else token)
        if out:
            out[0] = out[0][0].upper() + out[0][1:]
        return " ".join(out) + "."

    return cased


@dataclass
class Utterance:
    offset: int  # in the pool
    length: int  # samples
    rms: float
    text: str  # punctuated
    times: np.ndarray | None  # [tokens of text, 2] samples: where each begins and ends


class Catalogue:
    """What lies where in the pool: utterances by group and speaker, and noise."""

    def __init__(self):
        self.utterances = []
        self.groups = {}  # group -> speaker -> indices of utterances
        self.noise = []  # (offset, length)

    def add(self, group, speaker, utterance):
        self.utterances.append(utterance)
        self.groups.setdefault(group, {}).setdefault(speaker, []).append(len(self.utterances) - 1)


class Pool:
    """The audio of all utterances in one int16 tensor on the GPU."""

    def __init__(self, real_dir, text_path, synthetic_dir, hours, device, held_out=()):
        self.device, self.capacity = device, int(hours * 3600 * SECOND)
        self.samples = torch.zeros(self.capacity, dtype=torch.int16, device=device)
        self.used = 0
        self.catalogue = Catalogue()
        self.hours = {}  # by source
        self.evaluation = []  # (set, samples, text)
        self.synthetic_dir, self.seen = synthetic_dir, set()
        with gzip.open(text_path, "rt") as file:
            cased = truecaser(file.read().splitlines())
        self.load_real(real_dir, cased, held_out)

    def load_real(self, real_dir, cased, held_out):
        characters, recorded = {}, np.load(os.path.join(real_dir, "samples.npy"), mmap_mode="r")
        with open(os.path.join(real_dir, "index.jsonl"), encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        for row in rows:
            samples = np.array(recorded[row["off"] : row["off"] + row["len"]])
            source, speaker, text = row["source"], row["speaker"], row["text"]
            if row["split"] == "eval" or speaker in held_out:
                if row["style"] != "N":
                    self.evaluation.append((speaker if source.startswith("libri") else source, samples, text))
                continue
            if len(samples) < 1600:
                continue
            if row["style"] == "N":
                self.catalogue.noise.append(self.store(samples))
            elif source == "moonshine_alnum":
                characters.setdefault(speaker, []).append((samples, text))
            else:
                group = "libri" if source.startswith("libri") else source
                punctuated = cased(text) if row["style"] == "L" else text
                self.add(group, speaker, samples, punctuated, row["times"], self.store(samples))
                self.count(source, len(samples))
        self.string_characters_together(characters)

    def string_characters_together(self, characters):
        """Sequences of one to eight spoken digits and letters."""
        rng = random.Random(5)
        for speaker, items in characters.items():
            self.count("moonshine_alnum", sum(len(samples) for samples, _ in items))
            for _ in range(2 * len(items)):
                pieces, texts, times, at = [], [], [], 0
                for samples, text in rng.choices(items, k=rng.choice([1, 1, 2, 3, 4, 5, 6, 7, 8])):
                    pause = int(rng.uniform(0.05, 0.5) * SECOND)
                    pieces += [samples, np.zeros(pause, np.int16)]
                    texts.append(text)
                    times.append([at, at + len(samples)])
                    at += len(samples) + pause
                text = " ".join(texts)
                text = text[0].upper() + text[1:] + "."
                samples = np.concatenate(pieces[:-1])
                self.add("characters", speaker, samples, text, times, self.store(samples))

    def count(self, source, samples):
        self.hours[source] = self.hours.get(source, 0) + samples / (3600 * SECOND)

    def store(self, samples):
        """Copies samples into the pool; gives back (offset, length), or None when it is full."""
        if self.used + len(samples) > self.capacity:
            return None
        offset = self.used
        on_device = torch.from_numpy(np.ascontiguousarray(samples)).to(self.device)
        self.samples[offset : offset + len(samples)] = on_device
        self.used += len(samples)
        return offset, len(samples)

    def add(self, group, speaker, samples, text, times, place):
        """Lists an utterance whose samples are stored at place; gives back its entry."""
        rms = float(np.sqrt((samples[::16].astype(np.float32) ** 2).mean())) + 20.0
        times = np.array(times, np.int32) if times else None
        entry = group, speaker, Utterance(*place, rms, text, times)
        self.catalogue.add(*entry)
        return entry

    def poll(self):
        """Takes in the chunks that synthesize.py has written since; gives back the new entries."""
        new = [
            path
            for path in glob.glob(os.path.join(self.synthetic_dir, "*.json"))
            if path not in self.seen and os.path.basename(path) != "eval.json"
        ]
        entries = []
        for path in new:
            self.seen.add(path)
            samples, utterances = read_chunk(path)
            place = self.store(samples)
            if place is None:
                break
            for offset, length, text, times, voice in utterances:
                group, name = voice.split("-", 1)
                piece = samples[offset : offset + length]
                entries.append(self.add(group, name, piece, text, times, (place[0] + offset, length)))
                self.count(group, length)
        return entries

    def add_synthetic_evaluation(self):
        samples, utterances = read_chunk(os.path.join(self.synthetic_dir, "eval.json"))
        for offset, length, text, _, voice in utterances:
            self.evaluation.append((voice, samples[offset : offset + length], text))


def read_chunk(path):
    """(samples, [[offset, length, text, times, voice], ...]) of a chunk of synthesize.py."""
    with open(path) as file:
        return np.load(path[: -len(".json")] + ".npy"), json.load(file)
