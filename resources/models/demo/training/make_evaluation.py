#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The second set of sentences for the synthetic voices: a hundred each, from texts that no training saw.

usage: make_evaluation.py --speech DIR --book FILE --out evaluation-2.tsv

Half of them are drawn from the transcripts of the held-out speakers (split "dev" of DIR/manifest.tsv) of at
most 25 words, the same ones for every voice; the other half, of 6 words and more, from a book that is left out
of the training text, others for every voice. Writes lines of voice and sentence.
"""

import argparse
import csv
import random
from pathlib import Path

from make_text import book_sentences, is_usable, read_book

VOICES = "flite-slt flite-rms flite-awb flite-kal16 espeak-en-us espeak-en-gb-x-rp espeak-en-us+f3".split()
HALF = 50  # sentences
LONGEST_TRANSCRIPT, SHORTEST_SENTENCE = 25, 6  # words


def transcripts(speech):
    with open(speech / "manifest.tsv", encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        texts = sorted({row["transcript"].strip() for row in rows if row["split"] == "dev"})
    return [text.capitalize() + "." for text in texts if len(text.split()) <= LONGEST_TRANSCRIPT]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--speech", type=Path, required=True)
    parser.add_argument("--book", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()

    rng = random.Random(2)
    spoken = rng.sample(transcripts(args.speech), HALF)
    found = sorted(set(filter(is_usable, book_sentences(read_book(args.book)))))
    found = [sentence for sentence in found if len(sentence.split()) >= SHORTEST_SENTENCE]
    written = rng.sample(found, HALF * len(VOICES))
    with open(args.out, "w", encoding="utf-8") as file:
        for i, voice in enumerate(VOICES):
            for sentence in spoken + written[HALF * i : HALF * (i + 1)]:
                file.write(f"{voice}\t{sentence}\n")


if __name__ == "__main__":
    main()
