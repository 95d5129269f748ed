# SPDX-License-Identifier: Apache-2.0
"""The alignment head: letters on the encoder's frames of 20 ms, and the times of words that they give.

Frame i stands for the audio around i * 20 ms. The symbols are the letters a to z and, last, what is no letter:
silence. A word is its letters, the same one twice in a row taken once; within a word nothing but its letters is
heard, between words there may be silence.
"""

import json
import re

import numpy as np
import torch
import torch.nn.functional as F
from numba import njit
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn

import words

LETTERS = "abcdefghijklmnopqrstuvwxyz"
STILL = len(LETTERS)  # the number of silence
FRAME_SAMPLES = 320
SAMPLE_RATE = 16000
NEVER = -1e4
OTHER_SPEECH = 2.0  # what a frame of speech between words costs, behind its best letter


class AlignmentHead(nn.Module):
    """[B, T, width] of an encoder layer's output, normalized over its width without a weight, to scores
    [B, T, 27]: a convolution over five frames, GELU, a matrix.
    """

    def __init__(self, width=256, inner=128, taps=5):
        super().__init__()
        self.conv = nn.Conv1d(width, inner, taps, padding=taps // 2)
        self.out = nn.Linear(inner, len(LETTERS) + 1)

    def forward(self, x):
        return self.out(F.gelu(self.conv(x.transpose(1, 2))).transpose(1, 2))


def save(head, path, layer, prior, share, late):
    """The side file: weights in float32 and, as metadata, what the aligner needs besides them.

    layer: the head reads the output of the encoder's first `layer` layers; prior [27]: how often each symbol is;
    share: of its logarithm that is taken off the scores; late: seconds that starts and ends are found late in the
    median, {"start", "end"}.
    """
    about = {
        "format": "pt",
        "layer": str(layer),
        "symbols": json.dumps([*LETTERS, ""]),
        "frame_seconds": str(FRAME_SAMPLES / SAMPLE_RATE),
        "prior_share": str(share),
        "late_seconds": json.dumps(late),
    }
    weights = {name: value.detach().float().cpu().contiguous() for name, value in head.state_dict().items()}
    weights["log_prior"] = torch.as_tensor(prior, dtype=torch.float32).log().cpu().contiguous()
    save_file(weights, path, metadata=about)


def load(path):
    """(head, layer, log prior [27], its share, late) of a side file."""
    with safe_open(path, "pt") as file:
        about, weights = file.metadata(), {name: file.get_tensor(name) for name in file.keys()}
    log_prior = weights.pop("log_prior")
    inner, width, taps = weights["conv.weight"].shape
    head = AlignmentHead(width, inner, taps)
    head.load_state_dict(weights)
    late = json.loads(about["late_seconds"])
    return head.eval(), int(about["layer"]), log_prior.numpy(), float(about["prior_share"]), late


def spelt(token):
    """The letters of a token by their numbers, the same twice in a row once; None where it has none or digits."""
    letters = words.plain(token).replace(" ", "").replace("'", "")
    if not letters or not letters.isalpha():
        return None
    return [LETTERS.index(letter) for letter in re.sub(r"(.)\1+", r"\1", letters)]


@njit(cache=True)
def best_path(scores, symbols, first_of_word):
    """The state of every frame [T] on the best way through scores [T, 27].

    symbols [S]: letters, with silence before every word and at the end; silence may be left out, letters not.
    first_of_word [S]: whether a state is a word's first letter.
    """
    frames, states = len(scores), len(symbols)
    best = np.full(states, -1e30)
    came = np.zeros((frames, states), np.uint8)
    best[0] = scores[0, symbols[0]]
    best[1] = scores[0, symbols[1]]
    for t in range(1, frames):
        for s in range(states - 1, -1, -1):
            score, step = best[s], 0
            if s >= 1 and best[s - 1] > score:
                score, step = best[s - 1], 1
            if s >= 2 and first_of_word[s] and best[s - 2] > score:
                score, step = best[s - 2], 2
            best[s] = score + scores[t, symbols[s]]
            came[t, s] = step
    state = states - 1 if best[states - 1] > best[states - 2] else states - 2
    path = np.empty(frames, np.int64)
    for t in range(frames - 1, -1, -1):
        path[t] = state
        state -= came[t, state]
    return path


def align(scores, spelt_words):
    """[(first frame, frame after the last)] of words, each a list of letters, in scores [T, 27]; None where the
    letters outnumber the frames.
    """
    symbols, owner, first = [STILL], [-1], [False]
    for number, letters in enumerate(spelt_words):
        symbols += [*letters, STILL]
        owner += [number] * len(letters) + [-1]
        first += [True] + [False] * len(letters)
    if len(symbols) < 3 or sum(map(len, spelt_words)) > len(scores):
        return None
    scores = scores.astype(np.float64)
    scores[:, STILL] = np.maximum(scores[:, STILL], scores[:, :STILL].max(1) - OTHER_SPEECH)
    path = best_path(scores, np.array(symbols), np.array(first))
    owners = np.array(owner)[path]
    found = [np.flatnonzero(owners == number) for number in range(len(spelt_words))]
    return [(int(frames[0]), int(frames[-1]) + 1) for frames in found]


def posteriors(scores, targets, frames, lengths, blank):
    """(how probable each symbol is in each frame [T, N, C], losses [N]) under CTC, for scores [T, N, C] that need
    not be normalized. Targets without a possible way get zeros.

    PyTorch's gradient takes for granted that log_softmax stands before it: what that adds is taken off again.
    """
    scores = scores.detach().requires_grad_()
    with torch.enable_grad():
        losses = F.ctc_loss(scores, targets, frames, lengths, blank, "none", zero_infinity=True)
        (gradient,) = torch.autograd.grad(losses.sum(), scores)
    within = torch.arange(scores.shape[0], device=scores.device)[:, None] < frames.to(scores.device)[None]
    possible = within & (losses != 0)[None]
    found = torch.where(possible[..., None], scores.detach().exp() - gradient, 0.0)
    return found, losses.detach()
