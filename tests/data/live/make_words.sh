#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Words spoken one by one by flite and joined, so that it is known when each ends: words.flac (16 kHz, mono) and words.tsv
# (end in seconds, word). 80 ms lie between words, 1.2 s between sentences. Needs flite and Python with numpy and soundfile.
# usage: tests/data/live/make_words.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 - "$work" <<'PYTHON'
import subprocess, sys
import numpy as np
import soundfile as sf

SENTENCES = [
    "please bring a pencil and four sheets of paper to the meeting on tuesday morning",
    "we will talk about the weather the price of bread and the long road home",
    "the old clock on the wall struck nine and the children ran down the stairs",
    "when the work is done copy the transcript or save it for later",
]
RATE = 16000
work = sys.argv[1]
silence = lambda seconds: np.zeros(int(seconds * RATE), np.float32)
audio, rows = [silence(1.0)], []
length = len(audio[0])
for sentence in SENTENCES:
    for word in sentence.split():
        file = f"{work}/word.wav"
        subprocess.run(["flite", "-voice", "slt", "-t", word, "-o", file], check=True)
        samples, rate = sf.read(file, dtype="float32")
        assert rate == RATE
        loud = np.flatnonzero(np.abs(samples) > 0.02)
        spoken = samples[max(0, loud[0] - 160) : loud[-1] + 160]
        audio += [spoken, silence(0.08)]
        length += len(spoken)
        rows.append((length / RATE, word))
        length += len(audio[-1])
    audio.append(silence(1.2))
    length += len(audio[-1])
sf.write("words.flac", np.concatenate(audio), RATE, subtype="PCM_16")
with open("words.tsv", "w") as table:
    table.writelines(f"{end:.3f}\t{word}\n" for end, word in rows)
PYTHON
