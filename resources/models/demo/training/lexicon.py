#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The phonemes of every word of the training texts, by espeak-ng.

usage: lexicon.py --text sentences.txt.gz --index index.jsonl --lib LIBDIR --espeak-data DIR --out phones.json

Writes {"symbols": [IPA letter, ...], "words": {word: [index of a symbol, ...]}}.
"""

import argparse
import gzip
import json

import words
from speech import Espeak

NOT_SPOKEN = set("ˈˌː ‍()_|-")  # stress, length, joiners and marks of a change of language


def spelt(espeak, word):
    """The IPA letters of a word's phonemes."""
    return [letter for letter in espeak.phonemes(word) if letter not in NOT_SPOKEN]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("text", "index", "lib", "espeak-data", "out"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    with gzip.open(args.text, "rt", encoding="utf-8") as file:
        texts = file.read().splitlines()
    with open(args.index, encoding="utf-8") as file:
        texts += [json.loads(line)["text"] for line in file]
    espeak = Espeak(args.lib, args.espeak_data)
    found = sorted({word for text in texts for word in words.plain(text).split()})
    letters_of = {word: spelt(espeak, word) for word in found}
    symbols = sorted({letter for letters in letters_of.values() for letter in letters})
    numbers = {letter: i for i, letter in enumerate(symbols)}
    lexicon = {word: [numbers[letter] for letter in letters] for word, letters in letters_of.items()}
    with open(args.out, "w") as file:
        json.dump({"symbols": symbols, "words": lexicon}, file)
    print(len(lexicon), "words,", len(symbols), "phonemes:", "".join(symbols))


if __name__ == "__main__":
    main()
