#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Train the projector and the text model further while the audio tower stays as it is; a processor will do.

usage: tune_text.py listen --init DIR --real DIR --pool POOL --text sentences.txt.gz --out HEARD [--windows 3500]
       tune_text.py train --init DIR --heard HEARD... --out OUT [--epochs 3] [--batch 32]

DIR of --init is a checkpoint folder, --real prepare_data.py's; POOL is synthesize.py's, complete. "listen"
draws windows and keeps in the file HEARD what the audio tower gives for them; "train" lets the rest learn from
such files, epoch by epoch. It writes OUT/state.pt as train.py does, and says every 20 steps where it stands.
"""

import argparse
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

import audio
import common
from data import PREFIX_TOKENS, Sampler
from model import GlmAsr
from pool import Pool
from train import begin_with, is_delivered, learning_rate_scale, optimizers, update, with_wrong_tokens

WINDOWS_AT_ONCE = 8
PLAIN_SHARE = 0.7  # of the windows are not augmented
WARM_UP_STEPS = 20
AVERAGE_DECAY = 0.99


class WithoutPhonemes:
    """For a sampler of which no phonemes are asked."""

    @staticmethod
    def of(_):
        return []


class PlainSampler(Sampler):
    EMPTY, SHORT, FEW, CUT = 0.0, 0.3, 0.2, 0.1
    PLAIN = {True: 1.0, False: 1.0}


class ChangedSampler(Sampler):
    EMPTY, SHORT, FEW, CUT = 0.3, 0.3, 0.2, 0.1
    PLAIN = {True: 0.0, False: 0.0}


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    listening, training = commands.add_parser("listen"), commands.add_parser("train")
    for command in (listening, training):
        command.add_argument("--init", required=True)
        command.add_argument("--out", required=True)
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--device", default="cpu")
    for name in ("real", "pool", "text"):
        listening.add_argument("--" + name, required=True)
    listening.add_argument("--windows", type=int, default=3500)
    listening.add_argument("--real-share", type=float, default=0.25)
    listening.add_argument("--pool-hours", type=float, default=80)
    training.add_argument("--heard", nargs="+", required=True)
    training.add_argument("--epochs", type=int, default=3)
    training.add_argument("--batch", type=int, default=32, help="windows a step")
    training.add_argument("--lr", type=float, default=0.003, help="Muon, for matrices")
    training.add_argument("--adam-lr", type=float, default=3e-4, help="AdamW, for the rest")
    return parser.parse_args()


class Windows:
    """What the audio tower gave for each window, and the tokens around it.

    heard [N, 375, 4D] bf16, merged; ids, labels [N, S]; audio_tokens [N]; lengths [N]: tokens in all.
    """

    def __init__(self, count, width, tokens):
        self.heard = torch.zeros(count, 375, width, dtype=torch.bfloat16)
        self.ids = torch.zeros(count, tokens, dtype=torch.int16)
        self.labels = torch.full((count, tokens), -100, dtype=torch.int16)
        self.audio_tokens = torch.zeros(count, dtype=torch.int64)
        self.lengths = torch.zeros(count, dtype=torch.int64)

    def keep(self, first, heard, batch):
        rows = slice(first, first + len(batch.ids))
        self.heard[rows] = heard.to(torch.bfloat16).cpu()
        self.ids[rows] = torch.from_numpy(batch.ids).to(torch.int16)
        self.labels[rows] = torch.from_numpy(batch.labels).to(torch.int16)
        self.audio_tokens[rows] = torch.from_numpy(batch.audio_tokens)
        last = torch.arange(batch.ids.shape[1]) * (self.labels[rows] >= 0)
        self.lengths[rows] = last.amax(1) + 2  # its label lies one further on

    def save(self, path):
        torch.save(vars(self), path)

    @classmethod
    def load(cls, paths):
        """The windows of several files."""
        parts, joined = [torch.load(path) for path in paths], cls.__new__(cls)
        for name in list(parts[0]):
            setattr(joined, name, torch.cat([part.pop(name) for part in parts]))
        return joined

    def steps(self, size):
        """Indices of an epoch's steps: windows of much the same length together, in a random order."""
        steps = []
        for some in torch.randperm(len(self.heard)).split(16 * size):
            steps += some[self.lengths[some].argsort()].split(size)
        return [steps[i] for i in torch.randperm(len(steps))]


@torch.no_grad()
def listen(args, model):
    """Keeps what the audio tower gives for random windows."""
    pool = Pool(args.real, args.text, args.pool, args.pool_hours, args.device)
    pool.poll()
    print({source: round(hours, 2) for source, hours in pool.hours.items()}, flush=True)
    tokenizer = common.tokenizer()
    plain, changed = (
        kind(pool.catalogue, tokenizer, WithoutPhonemes, WINDOWS_AT_ONCE, args.seed * 2 + i, args.real_share)
        for i, kind in enumerate((PlainSampler, ChangedSampler))
    )
    augment, chosen = audio.Augment(args.device), np.random.default_rng(args.seed)

    def to_device(array):
        return torch.from_numpy(array).to(args.device)

    count = args.windows // WINDOWS_AT_ONCE * WINDOWS_AT_ONCE
    windows = Windows(count, common.AUDIO["hidden"] * 4, Sampler.TOKENS[1])
    began = time.time()
    for first in range(0, count, WINDOWS_AT_ONCE):
        batch = (plain if chosen.random() < PLAIN_SHARE else changed).batch(1)
        mel = audio.augmented_features(pool.samples, batch, augment, to_device)
        with torch.autocast(args.device, torch.bfloat16):
            heard, _ = model.audio_tower(mel)
        windows.keep(first, heard.reshape(len(heard), 375, -1), batch)
        if first % (50 * WINDOWS_AT_ONCE) == 0:
            print(f"[{time.time() - began:.0f}] heard {first + WINDOWS_AT_ONCE}", flush=True)
    windows.save(args.out)


class Tuner:
    """The part that learns, its optimizers and averaged weights."""

    def __init__(self, args, model):
        self.model = model
        named = [
            (name, p)
            for name, p in model.named_parameters()
            if name.startswith(("language_model", "multi_modal_projector"))
        ]
        self.learning = [p for _, p in named]
        self.muon, self.adam = optimizers(named, args)
        self.average = [p.detach().clone() for p in self.learning]

    def step(self, windows, chosen, scale):
        """One update over the chosen windows; gives back cross-entropy and accuracy."""
        model, length = self.model, int(windows.lengths[chosen].max())
        device = self.learning[0].device
        ids = windows.ids[chosen, :length].long().to(device)
        labels = windows.labels[chosen, :length].long().to(device)
        place = torch.arange(length, device=device)[None] - PREFIX_TOKENS
        is_audio = (place >= 0) & (place < windows.audio_tokens[chosen, None].to(device))
        rows, columns = torch.nonzero(labels >= 0, as_tuple=True)
        inputs = with_wrong_tokens(ids, rows, columns, 0.05)
        with torch.autocast(device.type, torch.bfloat16):
            heard = model.multi_modal_projector(windows.heard[chosen].to(device))
            hidden = model.language_model.model(model.embed(inputs, is_audio, heard))
            logits = model.language_model.lm_head(hidden[rows, columns]).float()
        targets = labels[rows, columns]
        loss = F.cross_entropy(logits, targets, label_smoothing=0.1)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.learning, 1.0)
        update(self.learning, self.average, self.muon, self.adam, scale, AVERAGE_DECAY)
        return loss.item(), (logits.argmax(-1) == targets).float().mean().item()

    def save(self, folder):
        """All that is delivered, the averages of what learned in place of it, bf16."""
        averaged = {id(p): mean for p, mean in zip(self.learning, self.average)}
        state = {
            name: averaged.get(id(p), p.detach()).to(torch.bfloat16).cpu()
            for name, p in self.model.named_parameters()
            if is_delivered(name)
        }
        torch.save(state, os.path.join(folder, "state.pt"))


def train(args, model):
    """Lets the rest learn from what was heard."""
    os.makedirs(args.out, exist_ok=True)
    windows, tuner = Windows.load(args.heard), Tuner(args, model)
    model.language_model.train()
    total = args.epochs * -(-len(windows.heard) // args.batch)
    began, step, sums = time.time(), 0, np.zeros(2)
    for epoch in range(args.epochs):
        for chosen in windows.steps(args.batch):
            scale = learning_rate_scale(step / total, step, 0.1, WARM_UP_STEPS)
            sums += tuner.step(windows, chosen, scale)
            step += 1
            if step % 20 == 0:
                loss, accuracy = sums / 20
                print(
                    f"[{time.time() - began:.0f}] epoch {epoch} step {step} of {total}"
                    f" ce {loss:.3f} acc {accuracy:.4f}",
                    flush=True,
                )
                sums[:] = 0
        tuner.save(args.out)


def main():
    args = parse_arguments()
    torch.manual_seed(args.seed)
    model = GlmAsr(common.AUDIO, common.TEXT)
    begin_with(model, args.init)
    model.to(args.device).eval()
    (listen if args.command == "listen" else train)(args, model)


if __name__ == "__main__":
    main()
