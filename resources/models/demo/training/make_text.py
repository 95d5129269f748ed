#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sentences for speech synthesis: public-domain prose, and what is made of it, of templates and a word list.

usage: make_text.py --speech DIR --evaluation FILE... --words FILE --lib DIR --espeak-data DIR
                    --out sentences.txt.gz [--written FILE...] [--from-a-book 3000] [--made 1.0] [BOOK...]

Takes plain-text files; those of --written, with sentences of our own, hold one a line. A sentence that shares
five words in a row with an evaluation text (split "dev" of DIR/manifest.tsv, the TSVs of --evaluation, the
project's samples) is dropped. One sentence per line.

Words that are put at random places are words of --words of which espeak-ng says no two alike: which of
several is meant, only a sentence that makes sense can teach.
"""

import argparse
import csv
import gzip
import random
import re
import unicodedata
from pathlib import Path

import words
from lexicon import spelt
from speech import Espeak
from templates import fill_templates

SAMPLES = Path(__file__).resolve().parents[3] / "audio"
ASCII_FORMS = {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2014": "--"}
# Both spellings sound alike: one of them.
BRITISH = re.compile(
    r"\b((?:dis|en|mis|un)?(?:ard|arm|behavi|clam|col|dem?ean|endeav|fav|ferv|fl?av|harb|hon|hum|lab|neighb|od|parl"
    r"|ranc|rig|rum|sav|savi|splend|succ|tum|val|vap|vig))our(?=[a-z]*\b)",
    re.IGNORECASE,
)
ABBREVIATIONS = r"\b(Mr|Mrs|Dr|Ms|St|Messrs|Esq|Jr|Capt|Col|Gen|Rev|Hon|Prof)\."
OVERLAP_WORDS = 5
LONGEST = 28  # words of a sentence
# Sentences of each made kind, times --made.
TEMPLATES, SUBSTITUTED, WORD_LISTS, CLAUSES = 8000, 25000, 8000, 8000


def runs_of_words(text):
    """Every OVERLAP_WORDS words in a row; the whole text where it is shorter."""
    sequence = words.plain(text).split()
    count = max(1, len(sequence) - OVERLAP_WORDS + 1)
    return [tuple(sequence[i : i + OVERLAP_WORDS]) for i in range(count)]


def book_text(raw):
    """A book's text in ASCII, without Project Gutenberg's frame and verse numbers."""
    text = unicodedata.normalize("NFKD", raw.replace("\r", ""))
    for original, ascii_form in ASCII_FORMS.items():
        text = text.replace(original, ascii_form)
    text = "".join(character for character in text if ord(character) < 128)
    text = re.sub(r"\b([Tt]o)-(day|morrow|night)\b", r"\1\2", BRITISH.sub(r"\1or", text))
    start = re.search(r"\*\*\* ?START OF.*?\*\*\*", text, re.S)
    text = text[start.end() :] if start else text[3000:]
    end = re.search(r"\*\*\* ?END OF|End of (the )?Project Gutenberg", text)
    text = text[: end.start()] if end else text
    return re.sub(r"(?m)^[IV0-9]*[A-Za-z ]* \d+:\d+: ", "", text)


def book_sentences(raw):
    """The sentences of a book's running text, tidied."""
    for block in re.split(r"\n\s*\n", book_text(raw)):
        paragraph = " ".join(block.split()).replace("_", "")
        heading = r"Gutenberg|CHAPTER|Chapter [IVXL0-9]|\[|http|@|\*"
        if len(paragraph) < 30 or paragraph.upper() == paragraph:
            continue
        paragraph = re.sub(ABBREVIATIONS, r"\1<dot>", paragraph)
        for sentence in re.split(r'(?<=[.!?])"?\s+"?(?=[A-Z])', paragraph):
            if re.search(heading, sentence):
                continue
            sentence = sentence.replace("<dot>", ".").replace('"', "").replace("--", ", ").replace(" ,", ",")
            sentence = re.sub(r",\s*,", ",", sentence.strip(" '"))
            sentence = re.sub(r"\s+", " ", re.sub(r",([.!?])", r"\1", sentence))
            yield from [sentence] if len(sentence.split()) <= LONGEST else parts(sentence)


def parts(sentence):
    """The parts of a long sentence, each a sentence of its own."""
    for part in re.split(
        r"[;:,] (?=(?:and|but|or|for|that|which|who|when|if|as|so|because|though) )|[;:] ", sentence
    ):
        yield part[:1].upper() + part[1:].rstrip(".!?") + "."


def is_usable(sentence):
    """Whether a sentence is one that a synthesizer reads well."""
    if not re.fullmatch(r"[A-Z][A-Za-z',;:!? .-]+[.!?]", sentence):
        return False
    if not 3 <= len(sentence.split()) <= LONGEST or len(sentence) > 190:
        return False
    if any(word.isupper() and len(word) > 1 for word in re.findall(r"[A-Za-z]+", sentence)):
        return False
    if sentence.count("'") % 2 and re.search(r"(^|\s)'", sentence):
        return False
    return not re.search(r"\b[A-Z]\.|\.\.|(^| )'|' |[-;:,]$| -|- |[a-z][A-Z]|[.!?],|Yahweh", sentence)


def read_book(path):
    raw = Path(path).read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def evaluation_texts(speech, evaluation):
    with open(speech / "manifest.tsv", encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        yield from (row["transcript"] for row in rows if row["split"] == "dev")
    for path in evaluation:
        yield from (line.split("\t")[1] for line in path.read_text().splitlines())
    yield from (path.read_text() for path in SAMPLES.glob("*.txt"))


def said_alone(vocabulary, espeak):
    """The words that sound like no other word of the vocabulary."""
    alike = {}
    for word in vocabulary:
        alike.setdefault(tuple(spelt(espeak, word)), []).append(word)
    return [group[0] for group in alike.values() if len({word.lower() for word in group}) == 1]


def substituted(rng, sentences, vocabulary):
    """Sentences in which long words gave way to random ones: rare words and names in running speech."""
    while True:
        tokens = rng.choice(sentences).split()
        places = [i for i, token in enumerate(tokens) if re.fullmatch(r"[a-z]{5,}[,.;!?]?", token)]
        for i in rng.sample(places, min(len(places), rng.randint(1, 5))):
            word = rng.choice(vocabulary)
            possessive = "'s" if word[0].isupper() and not word.endswith("s") and rng.random() < 0.2 else ""
            tokens[i] = word + possessive + re.sub("[a-z]", "", tokens[i])
        yield " ".join(tokens)


def word_lists(rng, vocabulary):
    """One to seven random words."""
    while True:
        separator = rng.choice([", ", " "])
        text = separator.join(rng.choices(vocabulary, k=rng.choice([1, 1, 1, 2, 2, 3, 4, 5, 6, 7])))
        yield text[0].upper() + text[1:] + "."


def clauses(rng, sentences):
    """Parts of sentences, one to six words."""
    while True:
        part = rng.choice(re.split(r"[,;:.!?]", rng.choice(sentences))).split()
        length = rng.randint(1, 6)
        first = rng.randrange(max(1, len(part) - length + 1))
        text = " ".join(part[first : first + length])
        if text:
            yield text[0].upper() + text[1:] + "."


class Collection:
    """Sentences without repeats and without overlap with the banned texts."""

    def __init__(self, banned_texts):
        self.banned = {run for text in banned_texts for run in runs_of_words(text)}
        self.seen, self.sentences, self.dropped = set(), [], 0

    def add(self, sentence):
        if any(run in self.banned for run in runs_of_words(sentence)):
            self.dropped += 1
            return
        key = words.plain(sentence)
        if key not in self.seen:
            self.seen.add(key)
            self.sentences.append(sentence)

    def add_some(self, name, source, count):
        before = len(self.sentences)
        for _, sentence in zip(range(count), source):
            self.add(sentence)
        print(name, len(self.sentences) - before)


def add_made(collection, rng, args):
    """Adds sentences made of templates, of those in the collection and of single words."""
    prose = list(collection.sentences)
    vocabulary = re.findall(r"(?m)^[A-Za-z][a-z]{2,13}$", args.words.read_text())
    vocabulary = said_alone(vocabulary, Espeak(args.lib, args.espeak_data))
    for name, source, count in (
        ("templates", fill_templates(rng, TEMPLATES), TEMPLATES),
        ("substituted", substituted(rng, prose, vocabulary), SUBSTITUTED),
        ("word lists", word_lists(rng, vocabulary), WORD_LISTS),
        ("clauses", clauses(rng, prose), CLAUSES),
    ):
        collection.add_some(name, source, round(count * args.made))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("books", nargs="*")
    parser.add_argument("--speech", type=Path, required=True)
    parser.add_argument("--evaluation", type=Path, nargs="+", required=True)
    parser.add_argument("--words", type=Path, required=True)
    parser.add_argument("--lib", required=True, help="folder of libespeak-ng")
    parser.add_argument("--espeak-data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--written", type=Path, nargs="+", default=[])
    parser.add_argument("--from-a-book", type=int, default=3000, help="sentences at most")
    parser.add_argument("--made", type=float, default=1.0, help="share of the usual number of made sentences")
    args = parser.parse_args()

    rng = random.Random(1)
    collection = Collection(evaluation_texts(args.speech, args.evaluation))
    for book in args.books:
        found = list(filter(is_usable, book_sentences(read_book(book))))
        rng.shuffle(found)
        collection.add_some(book, found, args.from_a_book)
    if args.made:
        add_made(collection, rng, args)
    for path in args.written:
        written = path.read_text().splitlines()
        collection.add_some(path, written, len(written))
    sentences = collection.sentences
    print("dropped", collection.dropped, "total", len(sentences))
    rng.shuffle(sentences)
    with gzip.open(args.out, "wt", encoding="utf-8") as file:
        file.write("\n".join(sentences) + "\n")


if __name__ == "__main__":
    main()
