#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A back-off word trigram of sentences and books, for the search with the demo model.

usage: make_ngram.py --text FILE[:TIMES]... --without FILE... --out words.safetensors
                     [--vocabulary 65000] [--least 2] [--bigrams 750000] [--trigrams 1200000]
                     [--letters 0.15] [--word 1.6] [--ngram 0.35] [--unknown 15] [--beam 8]

A text is a book (plain text, an empty line between paragraphs) or has one sentence a line. Its sentences
count TIMES times; one of 8 words or more counts once among the texts of the same TIMES. A sentence with
digits is left out, and so is one that shares six words in a row with a sentence of --without, or is one of
them: these measure the model (one a line, in the last column of a TSV). A word outside the vocabulary is
<unk>.

Modified Kneser-Ney smoothing, interpolated (Chen and Goodman 1998); a discount is in proportion to the mean
of the TIMES of what it is taken off. What is kept is a back-off model: the n-grams whose loss would change
the model most (relative entropy, Stolcke 1998); a trigram's context is always among the bigrams. Back-off
weights follow from the stored values, so that each context sums to 1. There is no sign for the end of a
sentence.

The file: `words`, each with a line end, sorted, with the ids from 2 (0 is <s>, which is only a context, 1 is
<unk>); the logarithm of a probability or of a back-off weight is the stored value times -log_step. Bigrams
stand in the order of their first word and then of their second, trigrams in the order of their context and
then of their last word; the counts say how many belong to a word or to a bigram.
"""

import argparse
import json
import re
from array import array
from collections import defaultdict
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

import words
from make_text import ABBREVIATIONS, book_text, read_book

LOG_STEP = 0.0625
START, UNKNOWN, FIRST_WORD = 0, 1, 2
OVERLAP_WORDS = 6
LONG = 8  # words of a sentence that counts once
HEADING = r"(?i)\s*(chapter|book|part|volume|letter|section|scene|act)\b.{0,60}$|.*(gutenberg|https?:|www\.)"
SENTENCE_END = r"(?<=\w\w)[.!?]+[\"')\]]*\s+(?=[\"'(\[]*[A-Z])"


def paragraphs(raw):
    """The paragraphs of a book, or the lines of a text without empty lines."""
    if not re.search(r"\n[ \t\r]*\n", raw):
        return raw.splitlines()
    return re.split(r"\n\s*\n", book_text(raw).replace("_", ""))


def plain_sentences(raw):
    """The sentences of a text in normal form, without those that have digits."""
    for paragraph in paragraphs(raw):
        if paragraph.upper() == paragraph or re.match(HEADING, paragraph):
            continue
        for sentence in re.split(SENTENCE_END, re.sub(ABBREVIATIONS, r"\1", paragraph)):
            sentence = words.plain(sentence)
            if sentence and not re.search("[0-9]", sentence):
                yield sentence


def measured_sentences(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [found for line in lines if (found := words.plain(line.split("\t")[-1]))]


class Corpus:
    """Sentences as numbers: START and then the numbers of the words, in the order in which they were met."""

    def __init__(self, measured):
        self.number = defaultdict()
        self.number.default_factory = self.number.__len__
        self.number["<s>"], self.number["<unk>"]  # numbers 0 and 1
        self.measured = set(measured)
        runs = [self.runs(self.numbers(sentence)) for sentence in measured]
        self.banned = np.unique(np.concatenate(runs)) if runs else np.zeros(0, np.uint64)
        self.seen, self.streams = set(), defaultdict(list)
        self.repeated = self.left_out = 0

    def numbers(self, sentence):
        return np.array([self.number[word] for word in sentence.split()], np.uint32)

    @staticmethod
    def runs(stream):
        """A hash of every OVERLAP_WORDS numbers in a row."""
        count = max(0, len(stream) - OVERLAP_WORDS + 1)
        found = np.zeros(count, np.uint64)
        for i in range(OVERLAP_WORDS):
            found = found * np.uint64(0x9E3779B97F4A7C15) + stream[i : i + count].astype(np.uint64)
        return found

    def add(self, path, times):
        number, stream = self.number, array("I")
        for sentence in plain_sentences(read_book(path)):
            tokens = sentence.split()
            if len(tokens) >= LONG:
                key = (hash(sentence), times)
                if key in self.seen:
                    self.repeated += 1
                    continue
                self.seen.add(key)
            if sentence in self.measured:
                self.left_out += 1
                continue
            stream.append(START)
            stream.extend([number[token] for token in tokens])
        before, found = self.left_out, self.without_measured(np.array(stream, np.uint32))
        if self.left_out - before > 5:
            print(f"{path}: {self.left_out - before} sentences overlap with those of --without")
        self.streams[times].append(found)

    def without_measured(self, stream):
        """The sentences that share no run of words with a measured one."""
        sentence = np.cumsum(stream == START) - 1
        shared = np.isin(self.runs(stream), self.banned)
        hits = np.unique(sentence[: len(shared)][shared])
        self.left_out += len(hits)
        return stream[~np.isin(sentence, hits)]

    def joined(self):
        """{times: numbers of all its sentences}"""
        return {times: np.concatenate(streams) for times, streams in self.streams.items()}


def choose_vocabulary(corpus, streams, most, least):
    """The words from id 2 on, sorted, and the id of every number."""
    counts = {times: np.bincount(stream, minlength=len(corpus.number)) for times, stream in streams.items()}
    weighted = sum(times * count for times, count in counts.items())
    often = sum(counts.values()) >= least
    often[:FIRST_WORD] = False
    found = np.flatnonzero(often)
    found = found[np.argsort(-weighted[found], kind="stable")][:most]
    by_number = list(corpus.number)
    vocabulary = sorted(by_number[number] for number in found)
    ids = np.full(len(by_number), UNKNOWN, np.uint64)
    ids[START] = START
    ids[[corpus.number[word] for word in vocabulary]] = np.arange(FIRST_WORD, FIRST_WORD + len(vocabulary))
    total = weighted[FIRST_WORD:].sum()
    print(f"words {sum(count[FIRST_WORD:].sum() for count in counts.values()):,}, with TIMES {total:,};"
          f" different {len(by_number):,}, kept {len(vocabulary):,},"
          f" <unk> {1 - weighted[found].sum() / total:.2%}")
    return vocabulary, ids


def merged(keys, *values):
    """Sorted different keys, and the sums of the values of each."""
    unique, where = np.unique(keys, return_inverse=True)
    return unique, *(np.bincount(where, value, len(unique)) for value in values)


def count_ngrams(streams, order):
    """Sorted keys, 16 bits a word, how often each was met, and the same with TIMES."""
    found = []
    for times, stream in streams.items():
        key, valid = np.zeros(max(0, len(stream) - order + 1), np.uint64), True
        for i in range(order):
            part = stream[i : i + len(key)]
            key = (key << np.uint64(16)) | part
            valid = valid & (part != START) if i else np.ones(len(key), bool)
        unique, count = np.unique(key[valid], return_counts=True)
        found.append((unique, count, count * times))
    return merged(*(np.concatenate(column) for column in zip(*found)))


def discounts(count, weight):
    """What is taken off each weight: the discount of its count, times the mean of its TIMES."""
    n = [max(1, int((count == i).sum())) for i in range(1, 5)]
    y = n[0] / (n[0] + 2 * n[1])
    by_count = np.array([0.0] + [max(0.05, i - (i + 1) * y * n[i] / n[i - 1]) for i in range(1, 4)])
    return by_count[np.minimum(count, 3).astype(int)] * weight / count


def suffix(key, order):
    """The key of an n-gram's last order words."""
    return key & np.uint64((1 << 16 * order) - 1)


class Level:
    """All n-grams of one order: key, probability and values of their contexts."""

    def __init__(self, key, count, weight, context_weight, lower, order):
        self.key, self.order = key, order
        context = key >> np.uint64(16)
        self.contexts, first, self.of = np.unique(context, return_index=True, return_inverse=True)
        size = len(self.contexts)
        total = np.bincount(self.of, weight, size)
        taken = discounts(count, weight)
        self.backoff = np.bincount(self.of, taken, size) / total
        below = lower.probability[np.searchsorted(lower.key, suffix(key, order - 1))]
        self.below = below
        self.probability = (weight - taken) / total[self.of] + self.backoff[self.of] * below
        self.weight = np.bincount(self.of, context_weight, size) / context_weight.sum()

    def losses(self, below=None):
        """How much the model would change without each n-gram, for a lower order `below`."""
        size, p, below = len(self.contexts), self.probability, self.below if below is None else below
        rest_below = np.maximum(1 - np.bincount(self.of, below, size), 1e-9)[self.of]
        rest = np.maximum(1 - np.bincount(self.of, p, size), 1e-12)[self.of]
        backoff = (rest + p) / (rest_below + below)
        gain = np.log(backoff) - np.log(rest / rest_below)
        return self.weight[self.of] * (p * (np.log(p) - np.log(below * backoff)) - rest * gain)


class Unigrams:
    """Probabilities of single words, mixed with equal ones; none for <s>."""

    def __init__(self, key, count, weight, size):
        taken, total = discounts(count, weight), weight.sum()
        self.key = np.arange(size, dtype=np.uint64)
        self.probability = np.full(size, taken.sum() / total / (size - 1))
        self.probability[key.astype(int)] += (weight - taken) / total
        self.probability[START] = 0


def lower_counts(key, count, weight, below, order):
    """The next lower order's counts: how many different words stand before, of <s> how often it was met."""
    kinds = merged(suffix(key, order), np.ones(len(key)), weight / count)
    at = np.searchsorted(kinds[0], below[0])
    met = (at < len(kinds[0])) & (kinds[0][np.minimum(at, len(kinds[0]) - 1)] == below[0])
    at = np.where(met, at, 0)
    started = ~met if order == 1 else ~met | (below[0] >> np.uint64(16) == START)
    return below[0], np.where(started, below[1], kinds[1][at]), np.where(started, below[2], kinds[2][at])


def estimate(streams, size):
    """Unigrams, bigrams and trigrams with their probabilities, none left out."""
    counts = [count_ngrams(streams, order) for order in (1, 2, 3)]
    unigrams, bigrams, trigrams = counts
    bigrams = lower_counts(*trigrams, bigrams, 2)
    unigrams = lower_counts(*counts[1], unigrams, 1)
    words_alone = unigrams[0] != START
    one = Unigrams(*(column[words_alone] for column in unigrams), size)
    two = Level(*bigrams, counts[1][2], one, 2)
    three = Level(*trigrams, trigrams[2], two, 3)
    print(f"bigrams {len(two.key):,}, trigrams {len(three.key):,}")
    return one, two, three


def stored(probability):
    """The values of probabilities or back-off weights in the file."""
    values = np.round(-np.log(np.maximum(probability, 1e-30)) / LOG_STEP)
    return np.clip(values, 0, 255).astype(np.uint8)


def loaded(values):
    return np.exp(-LOG_STEP * values.astype(float))


def largest(values, count):
    """Where the count largest values are, in ascending order."""
    return np.sort(np.argpartition(-values, min(count, len(values) - 1))[:count])


class BackOff:
    """The model in the file: n-grams that stayed, as stored."""

    def __init__(self, one, two, three, bigrams, trigrams):
        self.unigram_log = stored(one.probability)
        self.unigram_log[START] = 255
        # A bigram is worth what it tells and what the best trigrams tell of which it is the context.
        losses = three.losses()
        best = largest(losses, trigrams)
        context_of = np.searchsorted(two.key, three.contexts)
        worth = two.losses() + np.bincount(context_of[three.of[best]], losses[best], len(two.key))
        self.keep_bigrams(two, largest(worth, bigrams))
        # Once the bigrams are chosen, trigrams are measured against them.
        losses = three.losses(self.bigram_probability(suffix(three.key, 2)))
        losses[~self.found(self.bigram, three.contexts)[1][three.of]] = -np.inf
        self.keep_trigrams(three, largest(losses, min(trigrams, int(np.isfinite(losses).sum()))))
        contexts = len(np.unique(self.trigram >> np.uint64(16)))
        print(f"kept bigrams {len(self.bigram):,}, {contexts:,} of them for trigrams {len(self.trigram):,}")

    def keep_bigrams(self, two, kept):
        self.bigram, self.bigram_log = two.key[kept], stored(two.probability[kept])
        of = (self.bigram >> np.uint64(16)).astype(int)
        below = loaded(self.unigram_log[suffix(self.bigram, 1).astype(int)])
        self.unigram_backoff = self.rests(of, loaded(self.bigram_log), below, len(self.unigram_log))

    def keep_trigrams(self, three, kept):
        self.trigram, self.trigram_log = three.key[kept], stored(three.probability[kept])
        of = np.searchsorted(self.bigram, self.trigram >> np.uint64(16))
        below = self.bigram_probability(suffix(self.trigram, 2))
        self.bigram_backoff = self.rests(of, loaded(self.trigram_log), below, len(self.bigram))

    @staticmethod
    def rests(of, probability, below, size):
        """Back-off weights: what the stored n-grams of a context leave, over what they leave below."""
        left = np.maximum(1 - np.bincount(of, probability, size), 1e-4)
        return stored(left / np.maximum(1 - np.bincount(of, below, size), 1e-4))

    @staticmethod
    def found(keys, wanted):
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return at, keys[at] == wanted

    def bigram_probability(self, key):
        at, met = self.found(self.bigram, key)
        first, last = (key >> np.uint64(16)).astype(int), suffix(key, 1).astype(int)
        backed_off = loaded(self.unigram_backoff[first]) * loaded(self.unigram_log[last])
        return np.where(met, loaded(self.bigram_log[at]), backed_off)

    def probability(self, key):
        """Of the last word of every trigram."""
        at, met = self.found(self.trigram, key)
        context, known = self.found(self.bigram, key >> np.uint64(16))
        weight = np.where(known, loaded(self.bigram_backoff[context]), 1)
        return np.where(met, loaded(self.trigram_log[at]), weight * self.bigram_probability(suffix(key, 2)))

    def sums(self, count=50):
        """The least and the largest sum of a context's probabilities, of some with trigrams."""
        contexts = np.unique(self.trigram >> np.uint64(16))
        last = np.arange(1, len(self.unigram_log), dtype=np.uint64)
        some = contexts[:: max(1, len(contexts) // count)]
        found = [self.probability((context << np.uint64(16)) | last).sum() for context in some]
        return min(found), max(found)

    def perplexity(self, sentences, ids):
        """Of the words that it knows, and the share of the others."""
        logs = []
        for sentence in sentences:
            history = np.array([START] + [ids.get(word, UNKNOWN) for word in sentence.split()], np.uint64)
            first = self.bigram_probability(history[:-1][:1] << np.uint64(16) | history[1:2])
            key = history[:-2] << np.uint64(32) | history[1:-1] << np.uint64(16) | history[2:]
            logs.append(np.where(history[1:] == UNKNOWN, np.nan, np.log(np.r_[first, self.probability(key)])))
        logs = np.concatenate(logs)
        return float(np.exp(-np.nanmean(logs))), float(np.isnan(logs).mean()), len(logs)

    def save(self, path, vocabulary, weights):
        bigram_of = np.searchsorted(self.bigram, self.trigram >> np.uint64(16))
        first = (self.bigram >> np.uint64(16)).astype(int)
        tensors = {
            "words": np.frombuffer("".join(word + "\n" for word in vocabulary).encode(), np.uint8),
            "unigram_log": self.unigram_log,
            "unigram_backoff": self.unigram_backoff,
            "bigram_count": np.bincount(first, minlength=len(self.unigram_log)).astype(np.uint16),
            "bigram_word": suffix(self.bigram, 1).astype(np.uint16),
            "bigram_log": self.bigram_log,
            "bigram_backoff": self.bigram_backoff,
            "trigram_count": np.bincount(bigram_of, minlength=len(self.bigram)).astype(np.uint16),
            "trigram_word": suffix(self.trigram, 1).astype(np.uint16),
            "trigram_log": self.trigram_log,
        }
        metadata = {"format": "word-trigram 1", "log_step": str(LOG_STEP), "weights": json.dumps(weights)}
        save_file(tensors, path, metadata)
        path.chmod(0o644)
        print(f"{path}: {path.stat().st_size:,} bytes")


def text_and_times(value):
    path, colon, times = value.rpartition(":")
    return (Path(path), int(times)) if colon and times.isdigit() else (Path(value), 1)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--text", type=text_and_times, nargs="+", required=True, metavar="FILE[:TIMES]")
    parser.add_argument("--without", type=Path, nargs="+", default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--vocabulary", type=int, default=65000, help="words at most")
    parser.add_argument("--least", type=int, default=2, help="how often a word has to stand in the texts")
    parser.add_argument("--bigrams", type=int, default=750000)
    parser.add_argument("--trigrams", type=int, default=1200000)
    for name, value in (("letters", 0.15), ("word", 1.6), ("ngram", 0.35), ("unknown", 15.0), ("beam", 8)):
        parser.add_argument("--" + name, type=type(value), default=value)
    return parser.parse_args()


def main():
    args = arguments()
    measured = {path: measured_sentences(path) for path in args.without}
    corpus = Corpus([sentence for sentences in measured.values() for sentence in sentences])
    for path, times in args.text:
        corpus.add(path, times)
    print(f"left out: {corpus.left_out:,} sentences for --without, {corpus.repeated:,} repeated")
    streams = corpus.joined()
    vocabulary, ids = choose_vocabulary(corpus, streams, args.vocabulary, args.least)
    streams = {times: ids[stream] for times, stream in streams.items()}
    levels = estimate(streams, len(vocabulary) + FIRST_WORD)
    model = BackOff(*levels, args.bigrams, args.trigrams)
    print("contexts sum to {:.3f} to {:.3f}".format(*model.sums()))
    number = {word: i for i, word in enumerate(vocabulary, FIRST_WORD)}
    for path, sentences in measured.items():
        found, unknown, count = model.perplexity(sentences, number)
        print(f"{path}: perplexity {found:.1f}, {count:,} words, {unknown:.2%} unknown")
    weights = {name: getattr(args, name) for name in ("letters", "word", "ngram", "unknown", "beam")}
    model.save(args.out, vocabulary, weights)


if __name__ == "__main__":
    main()
