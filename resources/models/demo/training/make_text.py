#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sentences for speech synthesis: public-domain prose plus everyday and technical sentences from templates.

usage: make_text.py --index index.jsonl --out sentences.txt.gz [--exclude "text" ...] BOOK.txt [BOOK.txt ...]

Takes Project Gutenberg plain-text files. A sentence that shares five words in a row with an evaluation
transcript (split "eval" of index.jsonl, or --exclude) is dropped. One sentence per line.
"""

import argparse
import gzip
import json
import random
import re
import unicodedata
from pathlib import Path

from templates import fill_templates

ASCII_FORMS = {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2014": "--"}
ABBREVIATIONS = r"\b(Mr|Mrs|Dr|Ms|St|Messrs|Esq|Jr|Capt|Col|Gen|Rev|Hon|Prof)\."
OVERLAP_WORDS = 5


def words(text):
    return re.sub(r"[^a-z' ]", " ", text.lower().replace("-", " ")).split()


def runs_of_words(text):
    """Every OVERLAP_WORDS words in a row; the whole text where it is shorter."""
    sequence = words(text)
    count = max(1, len(sequence) - OVERLAP_WORDS + 1)
    return [tuple(sequence[i : i + OVERLAP_WORDS]) for i in range(count)]


def book_text(raw):
    """A book's text in ASCII, without Project Gutenberg's frame."""
    text = unicodedata.normalize("NFKD", raw.replace("\r", ""))
    for original, ascii_form in ASCII_FORMS.items():
        text = text.replace(original, ascii_form)
    text = "".join(character for character in text if ord(character) < 128)
    start = re.search(r"\*\*\* ?START OF.*?\*\*\*", text, re.S)
    text = text[start.end() :] if start else text[3000:]
    end = re.search(r"\*\*\* ?END OF|End of (the )?Project Gutenberg", text)
    return text[: end.start()] if end else text


def book_sentences(raw):
    """The sentences of a book's running text, tidied."""
    for block in re.split(r"\n\s*\n", book_text(raw)):
        paragraph = " ".join(block.split()).replace("_", "")
        heading = r"Gutenberg|CHAPTER|Chapter [IVXL0-9]|\[|http|@|\*"
        if len(paragraph) < 30 or paragraph.upper() == paragraph or re.search(heading, paragraph):
            continue
        paragraph = re.sub(ABBREVIATIONS, r"\1<dot>", paragraph)
        for sentence in re.split(r'(?<=[.!?])"?\s+"?(?=[A-Z])', paragraph):
            sentence = sentence.replace("<dot>", ".").replace('"', "").replace("--", ", ").replace(" ,", ",")
            sentence = re.sub(r",\s*,", ",", sentence.strip(" '"))
            sentence = re.sub(r",([.!?])", r"\1", sentence)
            yield re.sub(r"\s+", " ", sentence)


def is_usable(sentence):
    """Whether a sentence is one that a synthesizer reads well: 3 to 25 plain words."""
    if not re.fullmatch(r"[A-Z][A-Za-z',;:!? .-]+[.!?]", sentence):
        return False
    if not 3 <= len(sentence.split()) <= 25 or len(sentence) > 170:
        return False
    if any(word.isupper() and len(word) > 1 for word in re.findall(r"[A-Za-z]+", sentence)):
        return False
    if sentence.count("'") % 2 and re.search(r"(^|\s)'", sentence):
        return False
    return not re.search(r"\b[A-Z]\.|\.\.|(^| )'|' |[-;:,]$| -|- ", sentence)


def read_book(path):
    raw = Path(path).read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def evaluation_texts(index_path):
    with open(index_path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [row["text"] for row in rows if row["split"] == "eval"]


class Collection:
    """Sentences without repeats and without overlap with the banned texts."""

    def __init__(self, banned_texts):
        self.banned = {run for text in banned_texts for run in runs_of_words(text)}
        self.seen, self.sentences, self.dropped = set(), [], 0

    def add(self, sentence):
        if any(run in self.banned for run in runs_of_words(sentence)):
            self.dropped += 1
            return
        key = " ".join(words(sentence))
        if key not in self.seen:
            self.seen.add(key)
            self.sentences.append(sentence)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("books", nargs="+")
    parser.add_argument("--index", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--exclude", action="append", default=[])
    parser.add_argument("--templates", type=int, default=45000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    rng = random.Random(args.seed)
    collection = Collection(evaluation_texts(args.index) + args.exclude)
    for book in args.books:
        before = len(collection.sentences)
        for sentence in filter(is_usable, book_sentences(read_book(book))):
            collection.add(sentence)
        print(book, len(collection.sentences) - before)
    before = len(collection.sentences)
    for sentence in fill_templates(rng, args.templates):
        collection.add(sentence)
    sentences = collection.sentences
    print("templates", len(sentences) - before, "dropped", collection.dropped, "total", len(sentences))
    rng.shuffle(sentences)
    with gzip.open(args.out, "wt", encoding="utf-8") as file:
        file.write("\n".join(sentences) + "\n")


if __name__ == "__main__":
    main()
