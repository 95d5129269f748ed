#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Train the demo model on one GPU, from scratch or on from a checkpoint.

usage: train.py --real DIR --pool POOL --text sentences.txt.gz --lexicon phones.json --work DIR --out DIR
                --seconds SECONDS [--batch 64] [--hold-out SPEAKER,...] [--init DIR]

--real is prepare_data.py's; POOL is filled by synthesize.py and synthesize_neural.py while this runs. The
schedule counts training seconds, from the step at which all is compiled. Now and then, and at the end,
WORK/ckpt.pt is written, from which a later call goes on, and OUT/state.pt (averaged weights, bf16, published
tensor names), heads.pt (the CTC heads, likewise) and train.json.

--init DIR begins with the weights of a checkpoint folder. They hold no CTC heads: new ones learn alone first,
for HEADS_ALONE steps in which their losses do not reach the rest.
"""

import argparse
import json
import math
import multiprocessing
import os
import threading
import time

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file

import audio
import common
import words
from data import Phonemes, Prompt, Sampler, count_audio_tokens, feed
from model import GlmAsr
from muon import Muon
from pool import Pool

WARM_UP_STEPS = 200
HEADS_ALONE = 150  # steps
TIMED_AFTER = 12  # steps of a call before its training time counts: compilation is over then
AVERAGE_DECAY = 0.999
SYNTHETIC = ("flite", "espeak", "neural")
CTC_WEIGHT = 0.3  # of each of the two, to half of the time; a third of it at the end


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("real", "pool", "text", "lexicon", "work", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--batch", type=int, default=64, help="windows a step")
    parser.add_argument("--hold-out", default="", help="training speakers to evaluate on instead")
    parser.add_argument("--init", help="checkpoint folder to begin with")
    parser.add_argument("--flat", type=float, default=0.25, help="share of the time before the rate falls")
    parser.add_argument("--evaluate-every", type=float, default=240, help="seconds")
    parser.add_argument("--pool-hours", type=float, default=330)
    parser.add_argument("--lr", type=float, default=0.015, help="Muon, for matrices")
    parser.add_argument("--adam-lr", type=float, default=1.5e-3, help="AdamW, for the rest")
    parser.add_argument("--real-share", type=float, default=0.4)
    parser.add_argument("--neural-share", type=float, default=0.0, help="of synthesize_neural.py's speech")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--max-steps", type=int, default=10**9)
    return parser.parse_args()


def learning_rate_scale(progress, step, flat, warm_up=WARM_UP_STEPS):
    """Linear warm-up, flat to a share of the training time, then a cosine to 1%."""
    warm = min(1.0, (step + 1) / warm_up)
    if progress < flat:
        return warm
    cosine = 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - flat) / (1 - flat))))
    return warm * (cosine * 0.99 + 0.01)


def with_wrong_tokens(ids, rows, columns, share):
    """ids [B, S] with a share of the text's tokens replaced, so that it learns to go on after an error of its
    own. The text is what follows the places (rows, columns).
    """
    inputs = ids.clone()
    columns = (columns + 1).clamp(max=ids.shape[1] - 1)
    hit = torch.rand(len(rows), device=ids.device) < share
    wrong = torch.randint(0, 1000, (len(rows),), device=ids.device)
    inputs[rows, columns] = torch.where(hit, wrong, inputs[rows, columns])
    return inputs


def optimizers(named, args, **of_adam):
    """Muon for the matrices of layers and projector, AdamW for the rest of the parameters [(name, p), ...]."""
    matrices = [p for name, p in named if p.ndim == 2 and ("layers" in name or "projector" in name)]
    matrix_ids = {id(p) for p in matrices}
    rest = [p for _, p in named if id(p) not in matrix_ids]
    adam = torch.optim.AdamW(rest, lr=args.adam_lr, betas=(0.9, 0.98), weight_decay=0.01, **of_adam)
    return Muon(matrices, args.lr, 0.03), adam


def update(parameters, average, muon, adam, scale, decay):
    """A step of both optimizers with `scale` times their learning rates; the averaged weights keep `decay`."""
    for group in adam.param_groups:
        group["lr"] = adam.defaults["lr"] * scale
    muon.step(scale)
    adam.step()
    for parameter in parameters:
        parameter.grad = None
    with torch.no_grad():
        torch._foreach_lerp_(average, parameters, 1 - decay)


def is_delivered(name):
    return not name.startswith(GlmAsr.FOR_TRAINING)


def begin_with(model, folder):
    """Takes the weights of a checkpoint folder, which holds all that is delivered."""
    found = model.load_state_dict(load_file(os.path.join(folder, "model.safetensors")), strict=False)
    assert not found.unexpected_keys and not any(map(is_delivered, found.missing_keys)), found


class Feeder:
    """Processes that keep a queue of batches full, and a thread that takes in new synthetic speech."""

    def __init__(self, pool, tokenizer, phonemes, args, seed, kind=Sampler):
        while not ("flite" in pool.catalogue.groups and "espeak" in pool.catalogue.groups):
            time.sleep(0.2)
            pool.poll()
        context = multiprocessing.get_context("spawn")
        self.pool, self.batches, self.news = pool, context.Queue(16), []
        for i in range(2):
            sampler = kind(
                pool.catalogue, tokenizer, phonemes, args.batch, seed * 10 + i, args.real_share, args.neural_share
            )
            self.news.append(context.Queue())
            context.Process(target=feed, args=(sampler, self.news[-1], self.batches), daemon=True).start()
        threading.Thread(target=self.poll, daemon=True).start()

    def poll(self):
        while True:
            time.sleep(2.0)
            entries = self.pool.poll()
            for news in self.news if entries else ():
                news.put(entries)


class Trainer:
    """Model, optimizers, averaged weights, and one step over a batch."""

    def __init__(self, args, pool, phonemes):
        self.args, self.pool = args, pool
        self.device, self.cuda = args.device, args.device == "cuda"
        self.model = GlmAsr(common.AUDIO, common.TEXT, phonemes).to(self.device).train()
        if args.init:
            begin_with(self.model, args.init)
        self.augment, self.gather = audio.Augment(self.device), audio.gather
        named = list(self.model.named_parameters())
        self.parameters = [p for _, p in named]
        self.muon, self.adam = optimizers(named, args, **({"fused": True} if self.cuda else {}))
        self.average = [p.detach().clone() for p in self.parameters]
        self.step_number, self.seconds = 0, 0.0  # over all calls
        self.checkpoint = os.path.join(args.work, "ckpt.pt")
        if os.path.exists(self.checkpoint):
            self.resume()
        if self.cuda and not args.no_compile:
            for layer in [*self.model.audio_tower.layers, *self.model.language_model.model.layers]:
                layer.compile(dynamic=False)
            self.gather = torch.compile(audio.gather, dynamic=False)

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
        return sum(p.numel() for name, p in self.model.named_parameters() if is_delivered(name))

    def to_device(self, array):
        tensor = torch.from_numpy(array)
        return tensor.pin_memory().to(self.device, non_blocking=True) if self.cuda else tensor

    def step(self, batch, progress):
        """One update. Gives back [5]: cross-entropy, both CTC losses, next-token accuracy, gradient norm."""
        mel = audio.augmented_features(self.pool.samples, batch, self.augment, self.to_device, self.gather)
        ids, is_audio = self.to_device(batch.ids), self.to_device(batch.is_audio)
        labels = self.to_device(batch.labels)
        rows, columns = (self.to_device(index) for index in np.nonzero(batch.labels >= 0))
        targets = labels[rows, columns]
        inputs = with_wrong_tokens(ids, rows, columns, 0.10 * (1 - progress) + 0.03)
        with torch.autocast(self.device, torch.bfloat16, enabled=self.cuda):
            heads_alone = bool(self.args.init) and self.step_number < HEADS_ALONE
            hidden, tokens, phonemes = self.model(mel, inputs, is_audio, batch.windows, heads_alone)
            logits = self.model.language_model.lm_head(hidden[rows, columns])
        cross_entropy = F.cross_entropy(logits.float(), targets, label_smoothing=0.1)
        ctc = self.ctc_loss(tokens, batch.audio_tokens, batch.ctc_targets, batch.ctc_lengths)
        spelt = self.ctc_loss(phonemes, batch.audio_tokens * 2, batch.phonemes, batch.phoneme_lengths)
        ctc_weight = CTC_WEIGHT * min(1.0, 1 - 4 / 3 * (progress - 0.5))
        (cross_entropy + ctc_weight * (ctc + spelt)).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        scale = learning_rate_scale(progress, self.step_number, self.args.flat)
        decay = min(AVERAGE_DECAY, (self.step_number + 1) / (self.step_number + 10))
        update(self.parameters, self.average, self.muon, self.adam, scale, decay)
        self.step_number += 1
        with torch.no_grad():
            accuracy = (logits.argmax(-1) == targets).float().mean()
            return torch.stack([cross_entropy.detach(), ctc.detach(), spelt.detach(), accuracy, norm])

    def ctc_loss(self, logits, frames, targets, lengths):
        """CTC loss a target; the last of the classes is the blank."""
        losses = F.ctc_loss(
            logits.float().log_softmax(-1).transpose(0, 1),
            self.to_device(targets),
            torch.from_numpy(frames),
            torch.from_numpy(lengths),
            blank=logits.shape[-1] - 1,
            reduction="none",
            zero_infinity=True,
        )
        return losses.sum() / max(1, int(lengths.sum()))

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
        state = {name: value.to(torch.bfloat16).cpu() for name, value in zip(names, self.average)}
        for file, delivered in (("state.pt", True), ("heads.pt", False)):
            part = {name: value for name, value in state.items() if is_delivered(name) == delivered}
            torch.save(part, os.path.join(self.args.out, file))
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


class Evaluation:
    """Word error rates of the averaged weights while training, greedy, by set."""

    MOST_TOKENS = 150

    def __init__(self, pool, tokenizer, phonemes, device):
        self.tokenizer, self.prompt, self.device = tokenizer, Prompt(tokenizer), device
        self.model = GlmAsr(common.AUDIO, common.TEXT, phonemes).to(device).eval()
        self.bank = audio.mel_filters().to(device)
        self.items = sorted(pool.evaluation, key=lambda item: len(item[1]))

    @torch.no_grad()
    def rates(self, trainer):
        """{set: share of wrong words}."""
        model, wrong = self.model, {}
        for mine, averaged in zip(model.parameters(), trainer.average):
            mine.copy_(averaged)
        for first in range(0, len(self.items), 64):
            items = self.items[first : first + 64]
            windows = np.zeros((len(items), audio.WINDOW), np.float32)
            for window, (_, samples, _) in zip(windows, items):
                window[: len(samples)] = samples[: audio.WINDOW] / 32768
            mel = audio.log_mel(torch.from_numpy(windows).to(self.device), self.bank)
            prompts = [self.prompt.ids(count_audio_tokens(len(samples)), "P") for _, samples, _ in items]
            with torch.autocast(self.device, torch.bfloat16, enabled=trainer.cuda):
                found = model.transcribe(mel, prompts, self.prompt.pad, self.prompt.end, self.MOST_TOKENS)
            for (name, _, text), ids in zip(items, found):
                counts = wrong.setdefault(name, [0, 0])
                for i, number in enumerate(words.errors(text, self.tokenizer.decode(ids))):
                    counts[i] += number
        return {name: round(counts[0] / counts[1], 4) for name, counts in sorted(wrong.items())}


class Log:
    """A line every 50 steps: means since the last line."""

    def __init__(self, started, device):
        self.started, self.last, self.steps = started, time.time(), 0
        self.sums = torch.zeros(5, device=device)

    def add(self, figures):
        self.sums += figures
        self.steps += 1

    def write(self, trainer, progress, waiting):
        ce, ctc, spelt, accuracy, norm = (self.sums / self.steps).tolist()
        now = time.time()
        milliseconds = (now - self.last) / self.steps * 1000
        pool = " ".join(f"{k}:{v:.1f}" for k, v in trainer.pool.hours.items() if k in SYNTHETIC)
        memory = f" mem {torch.cuda.max_memory_allocated() / 2**30:.0f}G" if trainer.cuda else ""
        print(
            f"[{now - self.started:.0f}] step {trainer.step_number} p {progress:.3f} ce {ce:.3f}"
            f" ctc {ctc:.3f} phonemes {spelt:.3f} acc {accuracy:.3f} gn {norm:.2f} {milliseconds:.0f} ms/step"
            f" queue {waiting} pool {pool}{memory}",
            flush=True,
        )
        self.sums.zero_()
        self.steps, self.last = 0, now


def train(trainer, feeder, evaluation, started):
    """Steps until the time is over."""
    args, first, warm = trainer.args, trainer.step_number, None
    before, progress = trainer.seconds, 0.0
    log, evaluated = Log(started, trainer.device), time.time()
    while progress < 1 and trainer.step_number - first < args.max_steps:
        log.add(trainer.step(feeder.batches.get(), progress))
        steps = trainer.step_number - first
        if warm is None and steps >= TIMED_AFTER:
            if trainer.cuda:
                torch.cuda.synchronize()
            warm = time.time()
            print(f"[{warm - started:.1f}] warm", flush=True)
        trainer.seconds = before + (time.time() - warm if warm else 0)
        progress = min(1.0, trainer.seconds / args.seconds)
        if trainer.step_number % 50 == 0 or steps in (1, 2, 10):
            log.write(trainer, progress, feeder.batches.qsize())
        if time.time() > evaluated + args.evaluate_every:
            print("WER", evaluation.rates(trainer), flush=True)
            trainer.save()
            evaluated = time.time()


def leave():
    """Ends the program and its feeders, which wait on the queue."""
    for child in multiprocessing.active_children():
        child.kill()
    os._exit(0)


def main():
    args = parse_arguments()
    os.makedirs(args.work, exist_ok=True)
    os.makedirs(args.out, exist_ok=True)
    started = time.time()

    def say(*words):
        print(f"[{time.time() - started:.1f}]", *words, flush=True)

    torch.manual_seed(args.seed + int(started) % 1000)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    tokenizer, phonemes = common.tokenizer(), Phonemes(args.lexicon)
    held_out = set(filter(None, args.hold_out.split(",")))
    pool = Pool(args.real, args.text, args.pool, args.pool_hours, args.device, held_out)
    pool.add_synthetic_evaluation()
    say(
        "real",
        {source: round(hours, 2) for source, hours in pool.hours.items()},
        len(pool.catalogue.utterances),
    )
    trainer = Trainer(args, pool, phonemes.count)
    say("parameters", trainer.delivered_size())
    evaluation = Evaluation(pool, tokenizer, phonemes.count, args.device)
    train(trainer, Feeder(pool, tokenizer, phonemes, args, int(started)), evaluation, started)
    say("WER", evaluation.rates(trainer))
    trainer.save()
    say("saved step", trainer.step_number, "used", round(trainer.seconds))
    leave()


if __name__ == "__main__":
    main()
