# SPDX-License-Identifier: Apache-2.0
"""Training data: a pool of utterances on the GPU, and batches of windows drawn from it."""

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
import common

SAMPLES_PER_HOUR = 3600 * audio.SAMPLE_RATE
FRAME_SAMPLES = 160
WINDOW_TOKENS = 375  # audio tokens of a full window
PREFIX_TOKENS = 3  # <|user|>, newline, <|begin_of_audio|>


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
        words = text.split()
        last = len(words) - 1
        out = []
        for i, word in enumerate(words):
            if word in written and i < last:
                out.append(written[word])
            else:
                out.append(word.capitalize() if word in names else word)
        if out:
            out[0] = out[0][0].upper() + out[0][1:]
        return " ".join(out) + "."

    return cased


@dataclass
class Utterance:
    offset: int  # in the pool
    length: int  # samples
    rms: float
    punctuated: str
    plain: str  # lower case, no punctuation


class Pool:
    """Utterances by group and speaker; their audio in one int16 tensor on the GPU."""

    def __init__(self, real_dir, index_path, text_path, synthetic_dir, hours, device):
        self.device, self.capacity = device, int(hours * SAMPLES_PER_HOUR)
        self.samples = torch.zeros(self.capacity, dtype=torch.int16, device=device)
        self.used = 0
        self.utterances = []
        self.groups = {}  # group -> speaker -> indices of utterances
        self.noise = []  # (offset, length)
        self.hours = {}  # by source
        self.synthetic_dir, self.seen = synthetic_dir, set()
        with gzip.open(text_path, "rt") as file:
            cased = truecaser(file.read().split("\n"))
        self.load_real(real_dir, index_path, cased)

    def load_real(self, real_dir, index_path, cased):
        packs, characters = {}, {}
        with open(index_path, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        for row in rows:
            if row["split"] != "train":
                continue
            if row["pack"] not in packs:
                packs[row["pack"]] = np.load(os.path.join(real_dir, row["pack"] + ".npy"))
            samples = packs[row["pack"]][row["off"] : row["off"] + row["len"]]
            if len(samples) < 1600:
                continue
            source, text = row["source"], row["text"]
            if source == "noise":
                self.noise.append(self.store(samples))
            elif source in ("fsdd", "moonshine_alnum"):
                characters.setdefault((source, row["speaker"]), []).append((samples, text))
            else:
                group = "libri" if source.startswith("libri") else source
                punctuated = cased(text) if row["style"] == "L" else text
                self.add(group, row["speaker"], samples, punctuated, common.plain(text))
                self.count(source, len(samples))
        self.string_characters_together(characters)

    def string_characters_together(self, characters):
        """Sequences of one to eight spoken digits and letters."""
        rng = random.Random(5)
        for (source, speaker), items in characters.items():
            self.count(source, sum(len(samples) for samples, _ in items))
            for _ in range(max(40, len(items) // 2)):
                number = rng.randint(1, 8)
                pieces, words = [], []
                for samples, text in rng.choices(items, k=number):
                    pause = int(rng.uniform(0.05, 0.5) * audio.SAMPLE_RATE)
                    pieces += [samples, np.zeros(pause, np.int16)]
                    words.append(text)
                text = " ".join(words)
                self.add(
                    "digits",
                    speaker,
                    np.concatenate(pieces[:-1]),
                    text.capitalize() + ".",
                    common.plain(text),
                )

    def count(self, source, samples):
        self.hours[source] = self.hours.get(source, 0) + samples / SAMPLES_PER_HOUR

    def store(self, samples):
        """Copies samples into the pool; gives back (offset, length), or None when it is full."""
        if self.used + len(samples) > self.capacity:
            return None
        offset = self.used
        on_device = torch.from_numpy(np.ascontiguousarray(samples)).to(self.device)
        self.samples[offset : offset + len(samples)] = on_device
        self.used += len(samples)
        return offset, len(samples)

    def add(self, group, speaker, samples, punctuated, plain, place=None):
        """Adds an utterance; place is where its samples are already stored."""
        place = place or self.store(samples)
        if place is None:
            return
        rms = float(np.sqrt((samples[::16].astype(np.float32) ** 2).mean())) + 20.0
        self.utterances.append(Utterance(*place, rms, punctuated, plain))
        self.groups.setdefault(group, {}).setdefault(speaker, []).append(len(self.utterances) - 1)

    def poll(self):
        """Takes in the chunks that synthesize.py has written since; whether there were any, and room."""
        new = [
            path
            for path in glob.glob(os.path.join(self.synthetic_dir, "*.json"))
            if path not in self.seen and os.path.basename(path) != "eval.json"
        ]
        random.shuffle(new)
        for path in new:
            self.seen.add(path)
            samples = np.load(path[: -len(".json")] + ".npy")
            place = self.store(samples)
            if place is None:
                return False
            with open(path) as file:
                utterances = json.load(file)
            for offset, length, text, voice in utterances:
                group = voice.split("-")[0]
                speaker = voice if group == "flite" else voice.split("-", 1)[1]
                piece = samples[offset : offset + length]
                self.add(group, speaker, piece, text, common.plain(text), (place[0] + offset, length))
                self.count(group, length)
        return bool(new)


@dataclass
class Row:
    """One training sample: what lies where in its windows, and its text."""

    segments: list  # (start, offset in the pool, length, speed, gain)
    text: str
    style: str  # key of common.INSTRUCTIONS
    valid: int  # samples that count as audio; silence after
    empty: bool  # no speech


@dataclass
class Batch:
    """Arrays of a training step. B rows of `windows` windows each, S tokens, K segments."""

    windows: int
    segments: np.ndarray  # [5, B, K]: start, offset, length, speed, gain
    noise: np.ndarray  # [5, B * windows, 6], the same
    ids: np.ndarray  # [B, S]
    is_audio: np.ndarray  # [B, S] bool
    labels: np.ndarray  # [B, S]: the next token, -100 where it doesn't count
    valid: np.ndarray  # [B] samples
    ctc_targets: np.ndarray  # [B, 320 * windows]
    ctc_lengths: np.ndarray  # [B]
    audio_tokens: np.ndarray  # [B]


class Sampler:
    """Draws batches of windows from a pool."""

    REAL_SHARES = {
        "libri": 0.70,
        "kathleen_arctic": 0.11,
        "ljspeech": 0.05,
        "matthes_ljprompts": 0.06,
        "hifitts_6097": 0.03,
        "digits": 0.05,
    }
    SEGMENTS_A_WINDOW = 18
    NOISE_SEGMENTS = 6
    CHARACTERS_A_WINDOW = 620
    CTC_TOKENS_A_WINDOW = 320
    TOKENS = {1: 640, 2: 1264}  # length of a row of tokens, by windows

    def __init__(self, pool, tokenizer, batch_windows, seed, real_share):
        self.pool, self.tokenizer = pool, tokenizer
        self.batch_windows, self.real_share = batch_windows, real_share
        self.rng = random.Random(seed)

        def ids_of(text):
            return tokenizer.encode(text, add_special_tokens=False).ids

        self.prefix = ids_of("<|user|>\n<|begin_of_audio|>")
        assert len(self.prefix) == PREFIX_TOKENS
        self.suffix = {
            style: ids_of("<|end_of_audio|><|user|>\n" + instruction + "<|assistant|>\n")
            for style, instruction in common.INSTRUCTIONS.items()
        }
        self.pad, self.end = tokenizer.token_to_id("<|pad|>"), tokenizer.token_to_id("<|user|>")

    def group(self):
        rng = self.rng
        if rng.random() < self.real_share:
            return rng.choices(list(self.REAL_SHARES), self.REAL_SHARES.values())[0]
        return "flite" if rng.random() < 0.5 else "espeak"

    def utterance(self, group, speaker=None):
        """An utterance of a group and its speaker; speakers with more speech are a little more likely."""
        by_speaker = self.pool.groups[group]
        if speaker is None:
            speakers = list(by_speaker.keys())
            speaker = self.rng.choices(speakers, [len(by_speaker[s]) ** 0.7 for s in speakers])[0]
        return self.pool.utterances[self.rng.choice(by_speaker[speaker])], speaker

    def row(self, n_samples):
        """A sample of n_samples (one or two windows): filled with utterances, a short one, or nothing."""
        rng = self.rng
        kind = rng.random()
        two_windows = n_samples > audio.WINDOW
        if kind < 0.025 and not two_windows:
            valid = rng.choice([n_samples, rng.randint(8000, n_samples)])
            return Row([], "", rng.choice("PL"), valid, True)
        short = kind < 0.33 and not two_windows
        windows = n_samples // audio.WINDOW
        limit = rng.choice([1, 1, 2]) if short else self.SEGMENTS_A_WINDOW * windows
        group = self.group()
        mixed, same_speaker = rng.random() < 0.25, rng.random() < 0.6
        plain_share = 0.6 if group == "libri" and not mixed else 0.3
        style = "L" if rng.random() < plain_share else "P"
        time = 0 if rng.random() < 0.15 else int(rng.uniform(0, 0.8) * audio.SAMPLE_RATE)
        segments, texts, characters, speaker, misses = [], [], 0, None, 0
        while len(segments) < limit and misses < 4:
            if mixed:
                group = self.group()
            utterance, speaker = self.utterance(group, speaker if same_speaker and not mixed else None)
            speed = rng.uniform(0.87, 1.15) if rng.random() < 0.8 else 1.0
            length = int(utterance.length / speed)
            characters_after = characters + len(utterance.punctuated)
            if time + length > n_samples - 800 or characters_after > self.CHARACTERS_A_WINDOW * windows:
                misses += 1
                continue
            gain = 10 ** ((-22 + rng.uniform(-6, 6)) / 20) / utterance.rms
            segments.append((time, utterance.offset, utterance.length, speed, gain))
            texts.append(utterance.punctuated if style == "P" else utterance.plain)
            characters = characters_after
            pause = rng.uniform(0.1, 1.5) if rng.random() < 0.8 else rng.uniform(0.02, 0.2)
            time += length + int(pause * audio.SAMPLE_RATE)
        if not segments:
            return Row([], "", style, rng.randint(8000, n_samples), True)
        start, _, length, speed, _ = segments[-1]
        tail = 0 if rng.random() < 0.2 else int(rng.uniform(0, 1.2) * audio.SAMPLE_RATE)
        valid = min(n_samples, start + int(length / speed) + tail)
        if not short and rng.random() < 0.4:
            valid = n_samples
        if short and rng.random() < 0.15:
            valid = rng.randint(valid, n_samples)  # a long silent tail
        if two_windows:
            valid = max(valid, audio.WINDOW + 8000)
        return Row(segments, " ".join(texts), style, valid, False)

    def batch(self, windows, noise_share=0.15):
        """A batch of rows of one or two windows; some windows get recorded noise."""
        n_rows, tokens = self.batch_windows // windows, self.TOKENS[windows]
        rows = [self.row(audio.WINDOW * windows) for _ in range(n_rows)]
        batch = Batch(
            windows=windows,
            segments=unused_segments(n_rows, self.SEGMENTS_A_WINDOW * windows, audio.WINDOW * windows),
            noise=unused_segments(self.batch_windows, self.NOISE_SEGMENTS, audio.WINDOW),
            ids=np.full((n_rows, tokens), self.pad, np.int64),
            is_audio=np.zeros((n_rows, tokens), bool),
            labels=np.full((n_rows, tokens), -100, np.int64),
            valid=np.zeros(n_rows, np.int64),
            ctc_targets=np.zeros((n_rows, self.CTC_TOKENS_A_WINDOW * windows), np.int64),
            ctc_lengths=np.zeros(n_rows, np.int64),
            audio_tokens=np.zeros(n_rows, np.int64),
        )
        texts = [row.text for row in rows] + [common.plain(row.text) for row in rows]
        encoded = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        for b, row in enumerate(rows):
            self.fill_row(batch, b, row, encoded[b].ids, encoded[n_rows + b].ids)
        for window in range(self.batch_windows):
            silent = windows == 1 and rows[window].empty and self.rng.random() < 0.6
            if silent or self.rng.random() < noise_share:
                self.fill_noise(batch, window)
        return batch

    def fill_row(self, batch, b, row, text_ids, plain_ids):
        for k, segment in enumerate(row.segments):
            batch.segments[:, b, k] = segment
        audio_tokens = count_audio_tokens(row.valid, batch.windows)
        head = self.prefix + [self.pad] * audio_tokens + self.suffix[row.style]
        ids = (head + text_ids + [self.end])[: batch.ids.shape[1]]
        batch.ids[b, : len(ids)] = ids
        batch.is_audio[b, PREFIX_TOKENS : PREFIX_TOKENS + audio_tokens] = True
        batch.labels[b, len(head) - 1 : len(ids) - 1] = ids[len(head) :]
        batch.valid[b] = row.valid
        batch.audio_tokens[b] = audio_tokens
        targets = plain_ids[: batch.ctc_targets.shape[1]]
        batch.ctc_targets[b, : len(targets)] = targets
        batch.ctc_lengths[b] = len(targets)

    def fill_noise(self, batch, window):
        """One recorded noise, repeated to the window's end."""
        offset, length = self.rng.choice(self.pool.noise)
        for k in range(self.NOISE_SEGMENTS):
            if k * length >= audio.WINDOW:
                break
            batch.noise[:, window, k] = (k * length, offset, length, 1.0, 1 / 32768)


def unused_segments(rows, count, n_samples):
    """Segments [5, rows, count] for audio.gather that lie behind the end."""
    segments = np.zeros((5, rows, count))
    segments[0], segments[2], segments[3] = n_samples, 1, 1.0
    return segments


def count_audio_tokens(samples, windows):
    """Audio tokens of `samples` in one window, or in two of which the first is full."""
    frames = -(-samples // FRAME_SAMPLES) - 3000 * (windows - 1)
    return WINDOW_TOKENS * (windows - 1) + ((frames - 1) // 2 + 1 - 4) // 4 + 1
