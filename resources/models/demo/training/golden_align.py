#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the aligner hears in recordings, for the C++ tests.

usage: golden_align.py OUT.safetensors RECORDING.wav...

For NAME.wav (16 kHz, mono, 16 bit, less than 30 s) with its words in NAME.txt: NAME, float16 [frames, 27], the log
probabilities of the symbols; NAME_frames, int32 [words, 2], each word's first frame and the one after its last.
"""

import os
import sys
import wave

import numpy as np
import torch
from safetensors.torch import load_file, save_file

import align_head
import audio
import common
from evaluate_align import layers_of
from model import GlmAsr

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def main():
    model = GlmAsr(common.AUDIO, common.TEXT)
    state = load_file(os.path.join(FOLDER, "model.safetensors"))
    model.load_state_dict({name: value.float() for name, value in state.items()}, strict=False)
    head, layer, _, _, _ = align_head.load(os.path.join(FOLDER, "aligner.safetensors"))
    found = {}
    for path in sys.argv[2:]:
        with wave.open(path) as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
        window = np.zeros(audio.WINDOW, np.int16)
        window[: len(samples)] = samples
        with torch.inference_mode():
            scores = head(layers_of(model.eval().audio_tower, window, [layer])[layer][None])[0].log_softmax(-1)
        scores = scores[: -(-len(samples) // align_head.FRAME_SAMPLES)]
        with open(path.removesuffix(".wav") + ".txt", encoding="utf-8") as file:
            words = [align_head.spelt(word) for word in file.read().split()]
        name = os.path.basename(path).removesuffix(".wav")
        found[name] = scores.half().contiguous()
        found[name + "_frames"] = torch.tensor(align_head.align(scores.numpy(), words), dtype=torch.int32)
    save_file(found, sys.argv[1])


if __name__ == "__main__":
    main()
