#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Train the demo model from scratch on one GPU.

usage: train.py --real DIR --index index.jsonl --pool POOL --text sentences.txt.gz --work DIR --out DIR
                --deadline UNIX_TIME --total SECONDS [--batch 64]

--real holds the decoded packs; POOL is filled by synthesize.py while this runs. The schedule counts training
seconds: --total is the planned sum over all calls; WORK/ckpt.pt is read if it is there and written at the
end. OUT receives state.pt (averaged weights, bf16, published tensor names) and train.json.
"""

import argparse
import gzip
import json
import math
import os
import queue
import threading
import time

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

import audio
import common
from data import Pool, Sampler
from model import GlmAsr
from muon import Muon

WARM_UP_STEPS = 200
TIMED_AFTER = 12  # steps of a call before its training time counts: compilation is over then
AVERAGE_DECAY = 0.9985


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("real", "index", "pool", "text", "work", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--deadline", type=float, required=True)
    parser.add_argument("--total", type=float, required=True)
    parser.add_argument("--batch", type=int, default=64, help="windows a step")
    parser.add_argument("--pool-hours", type=float, default=420)
    parser.add_argument("--lr", type=float, default=0.015, help="Muon, for matrices")
    parser.add_argument("--adam-lr", type=float, default=1.5e-3, help="AdamW, for the rest")
    parser.add_argument("--real-share", type=float, default=0.4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--max-steps", type=int, default=10**9)
    return parser.parse_args()


def load_tokenizer(text_path, work_dir):
    """The tokenizer in WORK, trained on the sentences the first time."""
    path = os.path.join(work_dir, "tokenizer.json")
    if not os.path.exists(path):
        with gzip.open(text_path, "rt") as file:
            sentences = [line for line in file.read().split("\n") if line]
        plain = [common.plain(sentence) for sentence in sentences[:60000]]
        instructions = list(common.INSTRUCTIONS.values()) * 2000
        common.train_tokenizer(sentences[:90000] + plain + instructions).save(path)
    return Tokenizer.from_file(path)


def learning_rate_scale(progress, step):
    """Linear warm-up, flat to a quarter of the training time, then a cosine to 1%."""
    warm = min(1.0, (step + 1) / WARM_UP_STEPS)
    if progress < 0.25:
        return warm
    cosine = 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - 0.25) / 0.75)))
    return warm * (cosine * 0.99 + 0.01)


class Feeder:
    """Threads that take in new synthetic speech and keep a queue of batches full."""

    def __init__(self, pool, tokenizer, args, seed):
        self.pool, self.tokenizer, self.args = pool, tokenizer, args
        self.stop, self.batches = threading.Event(), queue.Queue(16)
        threading.Thread(target=self.poll, daemon=True).start()
        while not ("flite" in pool.groups and "espeak" in pool.groups):
            time.sleep(0.2)
        for i in range(2):
            threading.Thread(target=self.feed, args=(seed * 10 + i,), daemon=True).start()

    def poll(self):
        while not self.stop.is_set():
            try:
                found = self.pool.poll()
            except Exception as error:  # a chunk that can't be read must not end the training
                print("poll", repr(error), flush=True)
                found = False
            if not found:
                time.sleep(1.0)

    def feed(self, seed):
        sampler = Sampler(self.pool, self.tokenizer, self.args.batch, seed, self.args.real_share)
        count = 0
        while not self.stop.is_set():
            try:
                batch = sampler.batch(2 if count % 8 == 7 else 1)  # every eighth of two windows a row
            except Exception as error:  # the pool grows in another thread
                print("feeder", repr(error), flush=True)
                time.sleep(0.5)
                continue
            count += 1
            while not self.stop.is_set():
                try:
                    self.batches.put(batch, timeout=1)
                    break
                except queue.Full:
                    pass


class Trainer:
    """Model, optimizers, averaged weights, and one step over a batch."""

    def __init__(self, args, pool):
        self.args, self.pool = args, pool
        self.device, self.cuda = args.device, args.device == "cuda"
        self.model = GlmAsr(common.AUDIO, common.TEXT).to(self.device).train()
        self.augment = audio.Augment(self.device)
        named = list(self.model.named_parameters())
        matrices = [p for name, p in named if p.ndim == 2 and ("layers" in name or "projector" in name)]
        matrix_ids = {id(p) for p in matrices}
        rest = [p for _, p in named if id(p) not in matrix_ids]
        self.parameters = [p for _, p in named]
        self.muon = Muon(matrices, args.lr, 0.03)
        self.adam = torch.optim.AdamW(
            rest,
            lr=args.adam_lr,
            betas=(0.9, 0.98),
            weight_decay=0.01,
            **({"fused": True} if self.cuda else {}),
        )
        self.average = [p.detach().clone() for p in self.parameters]
        self.step_number, self.seconds = 0, 0.0  # over all calls
        self.checkpoint = os.path.join(args.work, "ckpt.pt")
        if os.path.exists(self.checkpoint):
            self.resume()
        if self.cuda and not args.no_compile:
            for layer in [*self.model.audio_tower.layers, *self.model.language_model.model.layers]:
                layer.compile(dynamic=False)

    def resume(self):
        saved = torch.load(self.checkpoint, map_location=self.device, weights_only=False)
        self.model.load_state_dict(saved["model"])
        self.adam.load_state_dict(saved["adam"])
        self.step_number, self.seconds = saved["step"], saved["used"]
        for mine, stored in zip(self.average, saved["ema"]):
            mine.copy_(stored)
        for shape, average in self.muon.averages.items():
            average.copy_(saved["muon"][shape])
        print("resumed at step", self.step_number, "after", round(self.seconds), "s", flush=True)

    def delivered_size(self):
        return sum(p.numel() for name, p in self.model.named_parameters() if not name.startswith("ctc"))

    def to_device(self, array):
        tensor = torch.from_numpy(array)
        return tensor.pin_memory().to(self.device, non_blocking=True) if self.cuda else tensor

    @torch.no_grad()
    def features(self, batch):
        """Augmented log-mel features [batch windows, 128, 3000]."""
        windows, rows = batch.windows, self.args.batch

        def laid_out(segments, n_samples):
            start, offset, length, speed, gain = self.to_device(segments)
            return audio.gather(
                self.pool.samples, start.int(), offset.long(), length.long(), speed, gain.float(), n_samples
            )

        samples, speech = laid_out(batch.segments, audio.WINDOW * windows)
        samples, speech = samples.view(rows, audio.WINDOW), speech.view(rows, audio.WINDOW)
        window_start = audio.WINDOW * torch.arange(windows, device=self.device)
        valid = (self.to_device(batch.valid)[:, None] - window_start[None]).clamp(0, audio.WINDOW).view(rows)
        noise, _ = laid_out(batch.noise, audio.WINDOW)
        samples = self.augment(samples, speech, noise, valid)
        return self.augment.spec_augment(self.augment.features(samples), 2, 27, 16, 50)

    def step(self, batch, progress):
        """One update. Gives back [4]: cross-entropy, CTC loss, next-token accuracy, gradient norm."""
        mel = self.features(batch)
        ids, is_audio = self.to_device(batch.ids), self.to_device(batch.is_audio)
        labels, ctc_targets = self.to_device(batch.labels), self.to_device(batch.ctc_targets)
        rows, columns = (self.to_device(index) for index in np.nonzero(batch.labels >= 0))
        targets = labels[rows, columns]
        inputs = self.with_wrong_tokens(ids, rows, columns, 0.10 * (1 - progress) + 0.03)
        with torch.autocast(self.device, torch.bfloat16, enabled=self.cuda):
            hidden, ctc_logits = self.model(mel, inputs, is_audio, batch.windows)
            logits = self.model.language_model.lm_head(hidden[rows, columns])
        cross_entropy = F.cross_entropy(logits.float(), targets, label_smoothing=0.1)
        ctc = self.ctc_loss(ctc_logits, ctc_targets, batch)
        ctc_weight = 0.3 if progress < 0.5 else 0.3 - 0.4 * (progress - 0.5)
        (cross_entropy + ctc_weight * ctc).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.update(learning_rate_scale(progress, self.step_number))
        with torch.no_grad():
            accuracy = (logits.argmax(-1) == targets).float().mean()
            return torch.stack([cross_entropy.detach(), ctc.detach(), accuracy, norm.detach()])

    def with_wrong_tokens(self, ids, rows, columns, share):
        """ids with a share of the text's tokens replaced: so it learns to go on after an error of its own."""
        inputs = ids.clone()
        columns = (columns + 1).clamp(max=ids.shape[1] - 1)
        hit = torch.rand(len(rows), device=self.device) < share
        wrong = torch.randint(0, 1000, (len(rows),), device=self.device)
        inputs[rows, columns] = torch.where(hit, wrong, inputs[rows, columns])
        return inputs

    def ctc_loss(self, logits, targets, batch):
        losses = F.ctc_loss(
            logits.float().log_softmax(-1).transpose(0, 1),
            targets,
            torch.from_numpy(batch.audio_tokens),
            torch.from_numpy(batch.ctc_lengths),
            blank=common.VOCAB_SIZE - 1,
            reduction="none",
            zero_infinity=True,
        )
        return losses.sum() / max(1, int(batch.ctc_lengths.sum()))

    def update(self, scale):
        for group in self.adam.param_groups:
            group["lr"] = self.args.adam_lr * scale
        self.muon.step(scale)
        self.adam.step()
        for parameter in self.parameters:
            parameter.grad = None
        with torch.no_grad():
            decay = min(AVERAGE_DECAY, (self.step_number + 1) / (self.step_number + 10))
            torch._foreach_lerp_(self.average, self.parameters, 1 - decay)
        self.step_number += 1

    def save(self):
        torch.save(
            {
                "model": self.model.state_dict(),
                "ema": self.average,
                "adam": self.adam.state_dict(),
                "muon": self.muon.averages,
                "step": self.step_number,
                "used": self.seconds,
            },
            self.checkpoint,
        )
        names = [name for name, _ in self.model.named_parameters()]
        state = {
            name: value.to(torch.bfloat16).cpu()
            for name, value in zip(names, self.average)
            if not name.startswith("ctc")
        }
        torch.save(state, os.path.join(self.args.out, "state.pt"))
        summary = {
            "step": self.step_number,
            "train_seconds": self.seconds,
            "batch_windows": self.args.batch,
            "hours": self.pool.hours,
            "parameters": self.delivered_size(),
            "windows": self.step_number * self.args.batch,
        }
        with open(os.path.join(self.args.out, "train.json"), "w") as file:
            json.dump(summary, file)


class Log:
    """A line every 50 steps: means since the last line."""

    def __init__(self, started, device):
        self.started, self.last, self.steps = started, time.time(), 0
        self.sums = torch.zeros(4, device=device)

    def add(self, figures):
        self.sums += figures
        self.steps += 1

    def write(self, trainer, progress, waiting):
        ce, ctc, accuracy, norm = (self.sums / self.steps).tolist()
        now = time.time()
        milliseconds = (now - self.last) / self.steps * 1000
        pool = " ".join(f"{k}:{v:.1f}" for k, v in trainer.pool.hours.items() if k in ("flite", "espeak"))
        memory = f" mem {torch.cuda.max_memory_allocated() / 2 ** 30:.0f}G" if trainer.cuda else ""
        print(
            f"[{now - self.started:.0f}] step {trainer.step_number} p {progress:.3f} ce {ce:.3f}"
            f" ctc {ctc:.3f} acc {accuracy:.3f} gn {norm:.2f} {milliseconds:.0f} ms/step"
            f" queue {waiting} pool {pool}{memory}",
            flush=True,
        )
        self.sums.zero_()
        self.steps, self.last = 0, now


def train(trainer, feeder, started):
    """Steps until the deadline; the trainer's seconds count from the step at which the call is warm."""
    args, first, warm = trainer.args, trainer.step_number, None
    before = trainer.seconds
    log = Log(started, trainer.device)
    while time.time() < args.deadline and trainer.step_number - first < args.max_steps:
        batch = feeder.batches.get()
        progress = min(1.0, (before + (time.time() - warm if warm else 0)) / args.total)
        log.add(trainer.step(batch, progress))
        steps = trainer.step_number - first
        if warm is None and steps >= TIMED_AFTER:
            if trainer.cuda:
                torch.cuda.synchronize()
            warm = time.time()
            print(f"[{warm - started:.1f}] warm", flush=True)
        if trainer.step_number % 50 == 0 or steps in (1, 2, 10):
            log.write(trainer, progress, feeder.batches.qsize())
    feeder.stop.set()
    trainer.seconds = before + (time.time() - warm if warm else 0)


def main():
    args = parse_arguments()
    os.makedirs(args.work, exist_ok=True)
    os.makedirs(args.out, exist_ok=True)
    started = time.time()

    def say(*words):
        print(f"[{time.time() - started:.1f}]", *words, flush=True)

    torch.manual_seed(args.seed + int(started) % 1000)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    tokenizer = load_tokenizer(args.text, args.work)
    say("tokenizer", tokenizer.get_vocab_size())
    pool = Pool(args.real, args.index, args.text, args.pool, args.pool_hours, args.device)
    say("real", {source: round(hours, 2) for source, hours in pool.hours.items()}, len(pool.utterances))
    trainer = Trainer(args, pool)
    say("parameters", trainer.delivered_size())
    train(trainer, Feeder(pool, tokenizer, args, int(started)), started)
    trainer.save()
    say("saved step", trainer.step_number, "used", round(trainer.seconds))
    os._exit(0)  # the feeders may wait on the queue


if __name__ == "__main__":
    main()
