# SPDX-License-Identifier: Apache-2.0
"""Batches of windows, drawn from the pool's catalogue."""

import json
import random
from dataclasses import dataclass, field

import numpy as np

import audio
import common
import words

SECOND = audio.SAMPLE_RATE
FRAME_SAMPLES = 160
WINDOW_TOKENS = 375  # audio tokens of a full window
PREFIX_TOKENS = 3  # <|user|>, newline, <|begin_of_audio|>


class Phonemes:
    """Phoneme numbers of a plain text, by lexicon.py's lexicon."""

    def __init__(self, path):
        with open(path) as file:
            content = json.load(file)
        self.count, self.words = len(content["symbols"]), content["words"]

    def of(self, text):
        return [number for word in text.split() for number in self.words.get(word, ())]


@dataclass
class Row:
    """One training sample: what lies where in its windows, and its text."""

    segments: list  # (start, offset in the pool, length, speed, gain)
    text: str
    style: str  # key of common.INSTRUCTIONS
    valid: int  # samples that count as audio; silence after
    plain: bool = False  # as it was recorded: no augmentation but of the level
    spoken: list = field(default_factory=list)  # (token, start, end, exact): words whose times are known
    still: list = field(default_factory=list)  # (start, end): where surely no word is


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
    plain: np.ndarray  # [B * windows] bool
    audio_tokens: np.ndarray  # [B]
    ctc_targets: np.ndarray  # [B, 320 * windows] tokens of the plain text
    ctc_lengths: np.ndarray  # [B]
    phonemes: np.ndarray  # [B, 560 * windows]
    phoneme_lengths: np.ndarray  # [B]


class Prompt:
    """Token ids around the audio, by style."""

    def __init__(self, tokenizer):
        def ids_of(text):
            return tokenizer.encode(text, add_special_tokens=False).ids

        self.prefix = ids_of("<|user|>\n<|begin_of_audio|>")
        assert len(self.prefix) == PREFIX_TOKENS
        self.suffix = {
            style: ids_of("<|end_of_audio|><|user|>\n" + instruction + "<|assistant|>\n")
            for style, instruction in common.INSTRUCTIONS.items()
        }
        self.pad, self.end = tokenizer.token_to_id("<|pad|>"), tokenizer.token_to_id("<|user|>")

    def ids(self, audio_tokens, style):
        return self.prefix + [self.pad] * audio_tokens + self.suffix[style]


class Sampler:
    """Draws batches of windows from a catalogue."""

    REAL_SHARES = {
        "libri": 0.52,
        "speechocean762": 0.24,
        "kathleen_arctic": 0.11,
        "ljspeech": 0.06,
        "hifitts_6097": 0.03,
        "characters": 0.04,
    }
    EMPTY, SHORT, FEW = 0.10, 0.30, 0.21  # shares of rows without speech, of one or two utterances, of a few
    CUT = 0.2  # share of rows that end within a word
    PLAIN = {True: 0.05, False: 0.4}  # share of rows without augmentation, of natural and of other voices
    SEGMENTS_A_WINDOW = 18
    NOISE_SEGMENTS = 8
    CHARACTERS_A_WINDOW = 620
    CTC_TOKENS_A_WINDOW, PHONEMES_A_WINDOW = 320, 560
    TOKENS = {1: 640, 2: 1264}  # length of a row of tokens, by windows

    def __init__(self, catalogue, tokenizer, phonemes, batch_windows, seed, real_share, neural_share=0.0):
        self.catalogue, self.tokenizer, self.phonemes = catalogue, tokenizer, phonemes
        self.batch_windows, self.real_share, self.neural_share = batch_windows, real_share, neural_share
        self.rng, self.prompt = random.Random(seed), Prompt(tokenizer)
        self.rows = []  # of the last batch

    def group(self):
        rng, place = self.rng, self.rng.random()
        if place < self.real_share:
            shares = {
                name: share for name, share in self.REAL_SHARES.items() if name in self.catalogue.groups
            }
            return rng.choices(list(shares), shares.values())[0]
        if place < self.real_share + self.neural_share and "neural" in self.catalogue.groups:
            return "neural"
        return "flite" if rng.random() < 0.55 else "espeak"

    def is_natural(self, group):
        """Whether its voices are people's or sound like theirs, so that changes of them help with strangers."""
        return group in self.REAL_SHARES or group == "neural"

    def utterance(self, group, speaker=None):
        """An utterance of a group and its speaker; speakers with more speech are a little more likely."""
        by_speaker = self.catalogue.groups[group]
        if speaker is None:
            speakers = list(by_speaker.keys())
            speaker = self.rng.choices(speakers, [len(by_speaker[s]) ** 0.7 for s in speakers])[0]
        return self.catalogue.utterances[self.rng.choice(by_speaker[speaker])], speaker

    def some_words(self, utterance):
        """(begin, end) of a random run of an utterance's words, from pause to pause or word to word."""
        times, rng = utterance.times, self.rng
        length = min(len(times), rng.randint(2, 12))
        first = rng.randint(0, len(times) - length)
        last = first + length - 1
        begin = 0 if first == 0 else (times[first - 1, 1] + times[first, 0]) // 2
        end = utterance.length if last == len(times) - 1 else (times[last, 1] + times[last + 1, 0]) // 2
        return int(begin), int(end)

    def cut_within_a_word(self, utterance, room):
        """Where to cut an utterance within a word, at most `room` samples in; None where nowhere."""
        times = utterance.times
        if times is None:
            return None
        long_words = times[times[:, 1] - times[:, 0] > 0.24 * SECOND]
        share = self.rng.uniform(0.15, 0.65)
        cuts = (long_words[:, 0] + share * (long_words[:, 1] - long_words[:, 0])).astype(int)
        cuts = cuts[cuts <= room]
        return int(self.rng.choice(list(cuts))) if len(cuts) else None

    @staticmethod
    def text_between(utterance, begin, end):
        """The words of an utterance that lie within [begin, end), with 40 ms of tolerance."""
        if begin == 0 and end == utterance.length:
            return utterance.text
        times, slack = utterance.times, int(0.04 * SECOND)
        inside = (times[:, 0] >= begin - slack) & (times[:, 1] <= end + slack)
        return " ".join(token for token, kept in zip(utterance.text.split(), inside) if kept)

    @staticmethod
    def spoken_between(utterance, begin, end, is_cut, place, exact):
        """What Row.spoken and Row.still say of a piece of an utterance; place gives the row's sample of one."""
        times, slack = utterance.times, int(0.04 * SECOND)
        inside = (times[:, 0] >= begin - slack) & (times[:, 1] <= end + slack)
        spoken, still, before = [], [], begin
        for token, (start, stop), kept in zip(utterance.text.split(), times.tolist(), inside):
            if kept:
                start, stop = max(start, begin), min(stop, end)
                spoken.append((token, place(start), place(stop), exact))
                still.append((place(before), place(start)))
                before = stop
        if not is_cut:
            still.append((place(before), place(end)))
        return spoken, still if exact else []

    def row(self, n_samples):
        """A sample of n_samples (one or two windows): filled with utterances, a few of them, or nothing."""
        rng, windows = self.rng, n_samples // audio.WINDOW
        kind = rng.random() if windows == 1 else 1.0
        if kind < self.EMPTY:
            valid = rng.choice([n_samples, rng.randint(4000, n_samples)])
            return Row([], "", rng.choice("PL"), valid, still=[(0, n_samples)])
        if kind < self.EMPTY + self.SHORT:
            limit = rng.choice([1, 1, 2])
        elif kind < self.EMPTY + self.SHORT + self.FEW:
            limit = rng.randint(2, 6)
        else:
            limit = self.SEGMENTS_A_WINDOW * windows
        group = self.group()
        mixed, same_speaker = rng.random() < 0.25, rng.random() < 0.6
        style = "L" if rng.random() < (0.3 if group == "libri" and not mixed else 0.2) else "P"
        is_cut = rng.random() < self.CUT
        is_plain = rng.random() < self.PLAIN[self.is_natural(group)]
        time = 0 if rng.random() < 0.25 else int(rng.uniform(0, 0.8) * SECOND)
        if limit < 7 and rng.random() < 0.15:
            time += int(rng.uniform(0, 5) * SECOND)
        segments, texts, characters, speaker, misses = [], [], 0, None, 0
        spoken, still, quiet_from = [], [], 0
        while len(segments) < limit and misses < 4:
            if mixed:
                group = self.group()
            utterance, speaker = self.utterance(group, speaker if same_speaker and not mixed else None)
            real = group in self.REAL_SHARES
            spread = (0.85, 1.18)
            speed = rng.uniform(*spread) if rng.random() < 0.8 and not is_plain else 1.0
            begin, end = 0, utterance.length
            if utterance.times is not None and rng.random() < (0.4 if real else 0.08):
                begin, end = self.some_words(utterance)
            room = int((n_samples - time) * speed)
            if is_cut and (len(segments) + 1 == limit or end - begin > room):
                cut = self.cut_within_a_word(utterance, room)
                if cut is not None:
                    begin, end = 0, cut
            text = self.text_between(utterance, begin, end)
            length = int((end - begin) / speed)
            if time + length > n_samples or characters + len(text) > self.CHARACTERS_A_WINDOW * windows:
                misses += 1
                continue
            gain = 10 ** ((-22 + rng.uniform(-6, 6)) / 20) / utterance.rms
            segments.append((time, utterance.offset + begin, end - begin, speed, gain))
            if utterance.times is not None:
                of_piece = self.spoken_between(
                    utterance,
                    begin,
                    end,
                    begin == 0 and end < utterance.length,
                    lambda sample, at=time, first=begin, rate=speed: at + (sample - first) / rate,
                    group in ("flite", "espeak"),
                )
                spoken += of_piece[0]
                still += of_piece[1]
            still.append((quiet_from, time))
            quiet_from = time + length
            texts.append(text)
            characters += len(text)
            pause = rng.uniform(0.1, 1.5) if rng.random() < 0.75 else rng.uniform(0.0, 0.15)
            if limit < 7 and rng.random() < 0.1:
                pause = rng.uniform(1, 6)
            time += length + int(pause * SECOND)
        if not segments:
            return Row([], "", style, rng.randint(4000, n_samples), still=[(0, n_samples)])
        text = " ".join(filter(None, texts))
        return Row(
            segments,
            text if style == "P" else words.plain(text),
            style,
            self.valid(segments, n_samples, limit),
            is_plain,
            spoken,
            [*still, (quiet_from, n_samples)],
        )

    def valid(self, segments, n_samples, limit):
        """Where the audio of a row ends: at once behind the speech, a little later, or with the window."""
        rng = self.rng
        start, _, length, speed, _ = segments[-1]
        spoken = start + int(length / speed)
        if n_samples > audio.WINDOW:
            return min(n_samples, max(spoken, audio.WINDOW + 8000))
        spoken = max(spoken, 1600)
        if rng.random() < (0.3 if limit >= 7 else 0.12):
            return n_samples
        if limit < 7 and rng.random() < 0.12:
            return rng.randint(spoken, n_samples)
        tail = 0 if rng.random() < 0.3 else int(rng.uniform(0, 1.2) * SECOND)
        return min(n_samples, spoken + tail)

    def batch(self, windows, noise_share=0.15):
        """A batch of rows of one or two windows; some windows get recorded noise."""
        n_rows, tokens = self.batch_windows // windows, self.TOKENS[windows]
        rows = self.rows = [self.row(audio.WINDOW * windows) for _ in range(n_rows)]
        batch = Batch(
            windows=windows,
            segments=unused_segments(n_rows, self.SEGMENTS_A_WINDOW * windows, audio.WINDOW * windows),
            noise=unused_segments(self.batch_windows, self.NOISE_SEGMENTS, audio.WINDOW),
            ids=np.full((n_rows, tokens), self.prompt.pad, np.int64),
            is_audio=np.zeros((n_rows, tokens), bool),
            labels=np.full((n_rows, tokens), -100, np.int64),
            valid=np.zeros(n_rows, np.int64),
            plain=np.repeat([row.plain for row in rows], windows),
            audio_tokens=np.zeros(n_rows, np.int64),
            ctc_targets=np.zeros((n_rows, self.CTC_TOKENS_A_WINDOW * windows), np.int64),
            ctc_lengths=np.zeros(n_rows, np.int64),
            phonemes=np.zeros((n_rows, self.PHONEMES_A_WINDOW * windows), np.int64),
            phoneme_lengths=np.zeros(n_rows, np.int64),
        )
        plain = [words.plain(row.text) for row in rows]
        encoded = self.tokenizer.encode_batch([row.text for row in rows] + plain, add_special_tokens=False)
        for b, row in enumerate(rows):
            self.fill_row(batch, b, row, encoded[b].ids)
            put(batch.ctc_targets, batch.ctc_lengths, b, encoded[n_rows + b].ids)
            put(batch.phonemes, batch.phoneme_lengths, b, self.phonemes.of(plain[b]))
        for window in range(self.batch_windows):
            noisy = windows == 1 and not rows[window].segments and self.rng.random() < 0.85
            if noisy or self.rng.random() < noise_share:
                self.fill_noise(batch, window)
        return batch

    def fill_row(self, batch, b, row, text_ids):
        for k, segment in enumerate(row.segments):
            batch.segments[:, b, k] = segment
        audio_tokens = count_audio_tokens(row.valid, batch.windows)
        head = self.prompt.ids(audio_tokens, row.style)
        ids = (head + text_ids + [self.prompt.end])[: batch.ids.shape[1]]
        batch.ids[b, : len(ids)] = ids
        batch.is_audio[b, PREFIX_TOKENS : PREFIX_TOKENS + audio_tokens] = True
        batch.labels[b, len(head) - 1 : len(ids) - 1] = ids[len(head) :]
        batch.valid[b] = row.valid
        batch.audio_tokens[b] = audio_tokens

    def fill_noise(self, batch, window):
        """Noise at random pitches, to the window's end: one again and again, or several, on end or with
        pauses between.
        """
        rng, time = self.rng, 0
        one, pauses = rng.random() < 0.4, rng.random() < 0.4
        offset, length = rng.choice(self.catalogue.noise)
        speed = rng.uniform(0.6, 1.6) if rng.random() < 0.7 else 1.0
        for k in range(self.NOISE_SEGMENTS):
            if k and not one:
                offset, length = rng.choice(self.catalogue.noise)
                speed = rng.uniform(0.6, 1.6)
            if pauses:
                time += rng.randint(0, 6 * SECOND)
            if time >= audio.WINDOW:
                break
            gain = 1 / 32768 if one else 10 ** rng.uniform(-1, 0) / 32768
            batch.noise[:, window, k] = (time, offset, length, speed, gain)
            time += int(length / speed)


def put(targets, lengths, b, numbers):
    numbers = numbers[: targets.shape[1]]
    targets[b, : len(numbers)] = numbers
    lengths[b] = len(numbers)


def unused_segments(rows, count, n_samples):
    """Segments [5, rows, count] for audio.gather that lie behind the end."""
    segments = np.zeros((5, rows, count))
    segments[0], segments[2], segments[3] = n_samples, 1, 1.0
    return segments


def count_audio_tokens(samples, windows=1):
    """Audio tokens of `samples` in one window, or in two of which the first is full."""
    frames = -(-samples // FRAME_SAMPLES) - 3000 * (windows - 1)
    return WINDOW_TOKENS * (windows - 1) + ((frames - 1) // 2 + 1 - 4) // 4 + 1


def feed(sampler, news, batches):
    """The work of a process: batches without end; `news` brings entries for its copy of the catalogue."""
    count = 0
    while True:
        while not news.empty():
            for entry in news.get():
                sampler.catalogue.add(*entry)
        count += 1
        batches.put(sampler.batch(1 if count % 16 else 2))  # every 16th of two windows a row
