#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Train alignment heads (align_head.py) on encoders that stay as they are, on one GPU.

usage: train_align.py --real DIR --pool POOL --text sentences.txt.gz --lexicon phones.json --out DIR
                      --encoder NAME=WEIGHTS... [--steps 700] [--batch 64]

The first four are train.py's. WEIGHTS is a checkpoint folder or a state.pt. For every encoder and every one of
HEADS, OUT/NAME-HEAD.pt gets the head's weights, prior and layer; OUT/NAME-tokens.pt a CTC head of tokens, on
frames of 80 ms.

What a head learns from: synthetic speech, whose words' times are exact, says in which frames which word is, and
where none is. How the letters share a word's frames is summed over, without silence among them. Recordings say
only which letters follow one another: CTC with label priors (Huang et al. 2024, arXiv:2406.02560), so that
letters last. A head marked as not supervised learns from that alone.
"""

import argparse
import math
import os
import time
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import align_head
import audio
import common
import data
import train
from data import Phonemes
from model import GlmAsr
from pool import Pool

FRAMES = audio.WINDOW // align_head.FRAME_SAMPLES
LONGEST_WORD = 120  # frames
MOST_LETTERS = 24  # of a word
MOST_WINDOW_LETTERS = 700
PRIOR_DECAY = 0.98


@dataclass
class Kind:
    """A head: after which layer (0: the tower's output), whether words' times teach it, the priors' share."""

    layer: int
    supervised: bool
    prior_share: float


HEADS = {
    "ctc": Kind(0, False, 0.4),
    "words": Kind(0, True, 0.4),
    "words8": Kind(8, True, 0.4),
    "words6": Kind(6, True, 0.4),
}


@dataclass
class Targets:
    """What the rows of a batch say about letters."""

    words: np.ndarray  # [N, 3]: row, first frame, frames
    letters: np.ndarray  # [N, MOST_LETTERS]
    letter_counts: np.ndarray  # [N]
    still: np.ndarray  # [B, FRAMES] bool: surely no word
    window_letters: np.ndarray  # [B, MOST_WINDOW_LETTERS]
    window_counts: np.ndarray  # [B]; 0 where the text cannot be spelt
    inexact: np.ndarray  # [B] bool: rows with words whose times are not exact


def frame_of(sample):
    """The first frame whose middle lies at a sample or after it."""
    return min(FRAMES, max(0, math.ceil(sample / align_head.FRAME_SAMPLES)))


class AlignmentSampler(data.Sampler):
    """Batches of single windows, each with its Targets."""

    def batch(self, windows, noise_share=0.15):
        batch = super().batch(1, noise_share)
        return batch, self.targets()

    def targets(self):
        places, letters = [], []
        count = len(self.rows)
        still = np.zeros((count, FRAMES), bool)
        window_letters = np.zeros((count, MOST_WINDOW_LETTERS), np.int64)
        window_counts, inexact = np.zeros(count, np.int64), np.zeros(count, bool)
        for b, row in enumerate(self.rows):
            for start, end in row.still:
                still[b, frame_of(start) : frame_of(end)] = True
            exact = 0
            for token, start, end, is_exact in row.spoken:
                found, first, last = align_head.spelt(token), frame_of(start), frame_of(end)
                if is_exact:
                    exact += 1
                    if found and len(found) <= min(MOST_LETTERS, last - first) <= last - first <= LONGEST_WORD:
                        places.append((b, first, last - first))
                        letters.append(found)
            tokens = [token for token in row.text.split() if any(map(str.isalnum, token))]
            inexact[b] = exact < len(tokens)
            spelt = [align_head.spelt(token) for token in tokens]
            if all(spelt):
                data.put(window_letters, window_counts, b, [letter for word in spelt for letter in word])
        padded = np.zeros((len(letters), MOST_LETTERS), np.int64)
        for row, word in zip(padded, letters):
            row[: len(word)] = word
        return Targets(
            np.array(places, np.int64).reshape(-1, 3),
            padded,
            np.array([len(word) for word in letters], np.int64),
            still,
            window_letters,
            window_counts,
            inexact,
        )


def weights_of(path):
    if os.path.isdir(path):
        return train.load_file(os.path.join(path, "model.safetensors"))
    return torch.load(path, map_location="cpu")


class Listener:
    """An encoder that stays as it is, and the heads on it."""

    def __init__(self, path, device, compiled):
        state = {name: value.float() for name, value in weights_of(path).items()}
        self.model = GlmAsr(common.AUDIO, common.TEXT)
        missing = self.model.load_state_dict(state, strict=False).missing_keys
        assert not any(map(train.is_delivered, missing)), missing
        self.tower = self.model.to(device).eval().audio_tower
        if compiled:
            for layer in self.tower.layers:
                layer.compile(dynamic=False)
        width = common.AUDIO["hidden"]
        self.heads = nn.ModuleDict({name: align_head.AlignmentHead(width) for name in HEADS}).to(device)
        self.tokens = nn.Linear(width * 4, common.VOCAB_SIZE).to(device)
        self.prior = torch.full((len(HEADS), 27), 1 / 27, device=device)

    def parameters(self):
        return [*self.heads.parameters(), *self.tokens.parameters()]

    @torch.no_grad()
    def layers(self, mel):
        """{layer: [B, T, D]}; 0 is the tower's output, the others are normalized without a weight."""
        kept, hooks = {}, []
        for kind in HEADS.values():
            if kind.layer:
                hooks.append(
                    self.tower.layers[kind.layer - 1].register_forward_hook(
                        lambda _, __, out, layer=kind.layer: kept.update(
                            {layer: F.layer_norm(out, out.shape[-1:])}
                        )
                    )
                )
        kept[0] = self.tower(mel)[0]
        for hook in hooks:
            hook.remove()
        return kept

    def scores(self, layers):
        """(log probabilities [H, B, T, 27], scores of tokens [B, 375, V])."""
        found = [self.heads[name](layers[kind.layer]) for name, kind in HEADS.items()]
        tokens = self.tokens(layers[0].reshape(len(found[0]), -1, self.tokens.in_features))
        return torch.stack(found).float().log_softmax(-1), tokens

    def save(self, stem):
        for i, (name, kind) in enumerate(HEADS.items()):
            content = {"state": self.heads[name].state_dict(), "prior": self.prior[i].cpu(), "kind": vars(kind)}
            torch.save(content, f"{stem}-{name}.pt")
        state = {name: value.to(torch.bfloat16) for name, value in self.tokens.state_dict().items()}
        torch.save(state, stem + "-tokens.pt")


def soft_cross_entropy(log_probabilities, wanted):
    """Both [..., 27]; the sum over frames, and how many are wanted."""
    return -(wanted * log_probabilities).sum(), wanted.sum()


def loss_of_words(log_probabilities, targets, to_device):
    """Cross-entropy a frame [1] of heads [H, B, T, 27] within words and where no word is."""
    heads = len(log_probabilities)
    still = to_device(targets.still)
    sum_still = -(log_probabilities[..., align_head.STILL] * still).sum()
    frames = still.sum() * heads
    if not len(targets.words):
        return sum_still / frames
    rows, first, count = (to_device(column.copy()) for column in targets.words.T)
    longest = int(targets.words[:, 2].max())
    index = (first[:, None] + torch.arange(longest, device=first.device)).clamp(max=FRAMES - 1)
    picked = log_probabilities[:, rows[:, None], index]  # [H, N, longest, 27]
    scores = picked.detach().clone()
    scores[..., align_head.STILL] = align_head.NEVER
    flat = scores.flatten(0, 1).transpose(0, 1).contiguous()
    wanted, _ = align_head.posteriors(
        flat,
        to_device(np.tile(targets.letters, (heads, 1))),
        torch.from_numpy(np.tile(targets.words[:, 2], heads)),
        torch.from_numpy(np.tile(targets.letter_counts, heads)),
        align_head.STILL,
    )
    total, counted = soft_cross_entropy(picked.flatten(0, 1).transpose(0, 1), wanted)
    return (sum_still + total) / (frames + counted)


def loss_of_windows(log_probabilities, prior, kinds, targets, to_device):
    """CTC with label priors, as cross-entropy a frame, of heads [H, B, T, 27]: of all rows, or where words' times
    teach a head, of those that have none.
    """
    usable = targets.window_counts > 0
    parts, letters, counts = [], [], []
    for i, kind in enumerate(kinds):
        rows = np.flatnonzero(usable & targets.inexact if kind.supervised else usable)
        scores = log_probabilities[i, to_device(rows)]
        parts.append((scores, scores.detach() - kind.prior_share * prior[i].log()))
        letters.append(targets.window_letters[rows])
        counts.append(targets.window_counts[rows])
    flat = torch.cat([scores for _, scores in parts]).transpose(0, 1).contiguous()
    counts = np.concatenate(counts)
    if not len(counts):
        return flat.sum()
    frames = torch.full((len(counts),), FRAMES)
    wanted, _ = align_head.posteriors(
        flat, to_device(np.concatenate(letters)), frames, torch.from_numpy(counts), align_head.STILL
    )
    total, counted = soft_cross_entropy(torch.cat([scores for scores, _ in parts]).transpose(0, 1), wanted)
    return total / counted.clamp(min=1)


def loss_of_tokens(logits, batch, to_device):
    """As in train.py."""
    losses = F.ctc_loss(
        logits.float().log_softmax(-1).transpose(0, 1),
        to_device(batch.ctc_targets),
        torch.from_numpy(batch.audio_tokens),
        torch.from_numpy(batch.ctc_lengths),
        blank=logits.shape[-1] - 1,
        reduction="none",
        zero_infinity=True,
    )
    return losses.sum() / max(1, int(batch.ctc_lengths.sum()))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("real", "pool", "text", "lexicon", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--encoder", nargs="+", required=True)
    parser.add_argument("--steps", type=int, default=700)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--real-share", type=float, default=0.45)
    parser.add_argument("--neural-share", type=float, default=0.0)
    parser.add_argument("--pool-hours", type=float, default=400)
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    cuda, started = args.device == "cuda", time.time()
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True

    def to_device(array):
        tensor = torch.from_numpy(array)
        return tensor.pin_memory().to(args.device, non_blocking=True) if cuda else tensor

    listeners = {}
    for named in args.encoder:
        name, path = named.split("=", 1)
        listeners[name] = Listener(path, args.device, cuda)
    pool = Pool(args.real, args.text, args.pool, args.pool_hours, args.device)
    feeder = train.Feeder(pool, common.tokenizer(), Phonemes(args.lexicon), args, int(started), AlignmentSampler)
    parameters = [p for listener in listeners.values() for p in listener.parameters()]
    adam = torch.optim.AdamW(parameters, lr=args.lr, betas=(0.9, 0.98), weight_decay=0.01)
    augment, kinds = audio.Augment(args.device), list(HEADS.values())
    supervised = [i for i, kind in enumerate(kinds) if kind.supervised]
    gather = torch.compile(audio.gather, dynamic=False) if cuda else audio.gather
    for step in range(args.steps):
        batch, targets = feeder.batches.get()
        mel = audio.augmented_features(pool.samples, batch, augment, to_device, gather, masked=False)
        total, figures = 0.0, []
        for listener in listeners.values():
            with torch.autocast(args.device, torch.bfloat16, enabled=cuda):
                found, tokens = listener.scores(listener.layers(mel))
            with torch.no_grad():
                mean = found.exp().mean((1, 2))
                decay = min(PRIOR_DECAY, step / (step + 2))
                listener.prior.lerp_(mean, 1 - decay)
            of_words = loss_of_words(found[supervised], targets, to_device)
            of_windows = loss_of_windows(found, listener.prior, kinds, targets, to_device)
            of_tokens = loss_of_tokens(tokens, batch, to_device)
            total = total + of_words + of_windows + 0.3 * of_tokens
            figures += [of_words, of_windows, of_tokens]
        total.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 5.0)
        scale = min(1.0, (step + 1) / 30) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / args.steps)))
        for group in adam.param_groups:
            group["lr"] = args.lr * scale
        adam.step()
        adam.zero_grad(set_to_none=True)
        if step % 50 == 0 or step < 3:
            numbers = " ".join(f"{figure.item():.3f}" for figure in figures)
            print(f"[{time.time() - started:.0f}] step {step} words, windows, tokens {numbers}", flush=True)
    for name, listener in listeners.items():
        listener.save(os.path.join(args.out, name))
    print(f"[{time.time() - started:.0f}] saved", flush=True)
    train.leave()


if __name__ == "__main__":
    main()
