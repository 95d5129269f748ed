#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare Tilescribe's texts of the evaluation clips with those that evaluate.py got from transformers.

usage: compare.py --results OUT/results.json --texts DIR

evaluate.py writes the clips OUT/SET-N.wav; DIR holds SET-N.txt, as
`tilescribe-cli transcribe --compute f32 --output DIR OUT/*.wav` writes them. Prints a line a set: clips, equal
texts (but for white space), words and wrong words of both; then every pair of texts that differ. Exits with 1
where a clip has no text, or texts differ.
"""

import argparse
import json
import sys
from pathlib import Path

import words


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--texts", type=Path, required=True)
    args = parser.parse_args()

    results = json.loads(args.results.read_text(encoding="utf-8"))
    different, missing = [], 0
    for name, found in results.items():
        if not isinstance(found, dict) or name.endswith("-plain"):
            continue
        equal = wrong = 0
        for clip, reference, theirs in found["clips"]:
            path = args.texts / Path(clip).with_suffix(".txt").name
            if not path.exists():
                missing += 1
                continue
            ours = " ".join(path.read_text(encoding="utf-8").split())
            wrong += words.errors(reference, ours)[0]
            if ours == " ".join(theirs.split()):
                equal += 1
            else:
                different.append((clip, theirs, ours))
        print(
            f"{name}\t{len(found['clips'])} clips\t{equal} equal\t{found['words']} words"
            f"\t{found['wrong']} wrong there\t{wrong} wrong here"
        )
    for clip, theirs, ours in different:
        print(f"{clip}\n  there: {theirs}\n  here:  {ours}")
    print(len(different), "texts differ,", missing, "missing")
    sys.exit(1 if different or missing else 0)


if __name__ == "__main__":
    main()
