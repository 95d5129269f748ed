#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An archive on a cluster of Slurm whose daemons and workers are killed, beside one that nobody disturbs.

usage: run.py TILESCRIBE_CLI FOLDER [--files N] [--shards N] [--kills N] [--seed N]

FOLDER must not exist. The exit status is 0 if both archives merge to the same bytes, no file was transcribed without
need, and status names the corrupt file. CI runs it with the defaults; by hand: --files 200 --shards 8 --kills 20.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import wave

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cluster import NODES, Cluster  # noqa: E402

AUDIO = pathlib.Path(__file__).resolve().parents[4] / "resources" / "audio"
AGAIN = 75  # archive run's exit status when it was stopped


def fail(sentence):
    sys.exit(f"archive on slurm: {sentence}")


def make_clips(folder, count, seed):
    """Clips of 1 to 2.5 s, each with other bytes, and a corrupt file."""
    folder.mkdir(parents=True)
    chance = random.Random(seed)
    with wave.open(str(AUDIO / "long.wav")) as source:
        rate = source.getframerate()
        sound = source.readframes(source.getnframes())
    for number in range(count - 1):
        samples = int(chance.uniform(1.0, 2.5) * rate)
        first = chance.randrange(len(sound) // 2 - samples)
        with wave.open(str(folder / f"clip-{number:04}.wav"), "wb") as clip:
            clip.setnchannels(1)
            clip.setsampwidth(2)
            clip.setframerate(rate)
            clip.writeframes(sound[2 * first:2 * (first + samples)])
    corrupt = folder / "corrupt.wav"
    corrupt.write_bytes(b"RIFF" + struct.pack("<I", 4000) + b"WAVE" + chance.randbytes(4000))
    return corrupt


class Archive:
    def __init__(self, cli, job, audio, shards):
        self.cli, self.job, self.shards = cli, job, shards
        self.call("plan", str(audio), "--into", str(job), "--shards", str(shards), "--engine", "cpu", "--compute", "f32")

    def call(self, command, *arguments, expected=(0,)):
        words = [self.cli, "archive", command, *([] if command == "plan" else [str(self.job)]), *arguments]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=600)
        if ended.returncode not in expected:
            fail(f"{' '.join(words)} ended with {ended.returncode}: {ended.stdout}{ended.stderr}")
        return ended

    def waiting(self):
        """Files that wait, and files that are set aside."""
        rows = self.call("status", expected=(0, 1)).stdout
        counts = re.search(r"^all +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)", rows, re.MULTILINE)
        return int(counts[3]), int(counts[5])

    def merged(self):
        self.call("merge")
        return {path.name: path.read_bytes() for path in (self.job / "merged").iterdir()}

    def log(self):
        """All lines of all logs; one that a kill cut off is none."""
        for file in sorted((self.job / "logs").glob("shard-*.jsonl")):
            for line in file.read_text(errors="replace").splitlines():
                try:
                    yield json.loads(line)
                except json.JSONDecodeError:
                    pass

    def workers(self):
        """Processes that work on this archive, by their command."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[1:4] == [b"archive", b"run", str(self.job).encode()] and words[0] == self.cli.encode():
                found.append(int(entry.name))
        return found


def full_disk(archive):
    """No file grows beyond a few bytes: the run ends, and no file is blamed."""
    before = archive.waiting()
    ended = subprocess.run(["prlimit", "--fsize=64", archive.cli, "archive", "run", str(archive.job), "--shard", "0"],
                           capture_output=True, text=True, timeout=600)
    if ended.returncode != 1 or "could not be saved" not in ended.stderr:
        fail(f"a full disk ended with {ended.returncode}: {ended.stderr}")
    if archive.waiting() != before:
        fail(f"a full disk changed what waits: {before} to {archive.waiting()}")


def disturb(archive, cluster, kind, chance):
    """Returns whether there was something to kill."""
    if kind == "controller":
        cluster.kill("slurmctld")
        return True
    workers = archive.workers()
    if not workers:
        return False
    if kind == "node":
        cluster.kill(chance.choice(NODES))
        return True
    try:
        os.kill(chance.choice(workers), signal.SIGTERM if kind == "stop" else signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def submit(archive, cluster):
    ended = subprocess.run([archive.cli, "archive", "submit", str(archive.job), "--slurm", "--run"], env=cluster.env,
                           capture_output=True, text=True, timeout=60)
    if ended.returncode != 0 or "Submitted batch job" not in ended.stdout:
        return False  # the controller is not back yet
    return True


def run_disturbed(archive, cluster, kills, chance):
    kinds = ["worker", "stop", "worker", "node", "worker", "controller"]
    left = [kinds[i % len(kinds)] for i in range(kills)]
    counts = dict.fromkeys(kinds, 0)
    end = time.monotonic() + 60 + 30 * kills
    next_kill = time.monotonic() + 1.0
    submitted = False
    next_help = float("inf")  # the controller was not killed yet
    while time.monotonic() < end:
        queued = cluster.queued()
        if queued == []:
            waiting, aside = archive.waiting()
            if waiting + aside == 0:
                return counts, left
            if aside > 0:
                archive.call("retry")
            submitted = submit(archive, cluster) or submitted
        if left and submitted and time.monotonic() >= next_kill and disturb(archive, cluster, left[0], chance):
            if left[0] == "controller":
                next_help = time.monotonic() + 8
            counts[left.pop(0)] += 1
            next_kill = time.monotonic() + chance.uniform(0.3, 1.5)
        if time.monotonic() >= next_help:
            cluster.restart_ended()
            cluster.put_right()
            next_help += 8
        time.sleep(0.1)
    fail(f"it did not end; {archive.call('status', expected=(0, 1)).stdout}\n"
         f"workers {archive.workers()}, kills {counts}\n{cluster.story()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=24)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    folder = wanted.folder.resolve()
    if not shutil.which("slurmd", path="/usr/sbin"):
        fail("expected slurmd and slurmctld; packaging/setup.sh check installs them")
    begin = time.monotonic()
    corrupt = make_clips(folder / "audio", wanted.files, wanted.seed)
    calm = Archive(wanted.cli, folder / "calm", folder / "audio", 1)
    calm.call("run", "--shard", "0", "--threads", "1")
    expected = calm.merged()
    print(f"undisturbed: {time.monotonic() - begin:.1f} s", flush=True)

    archive = Archive(wanted.cli, folder / "job", folder / "audio", wanted.shards)
    full_disk(archive)
    with Cluster(folder / "slurm") as cluster:
        counts, left = run_disturbed(archive, cluster, wanted.kills, random.Random(wanted.seed))
    print(f"disturbed: {time.monotonic() - begin:.1f} s; kills {counts}, without anything to kill {len(left)}")
    if wanted.kills - len(left) < wanted.kills // 2:
        fail("too few kills came while there was work")

    merged = archive.merged()
    for name, data in expected.items():
        if merged.get(name) != data:
            fail(f"{name} differs from the undisturbed one")
    if len(expected["table.tsv"].splitlines()) < wanted.files // 2 or merged.keys() != expected.keys():
        fail("the merged archive lacks texts")
    status = archive.call("status", expected=(1,)).stdout
    if f"failed: {corrupt}: " not in status:
        fail(f"status does not name {corrupt}: {status}")

    events = list(archive.log())
    done = [one["key"] for one in events if one["event"] == "done"]
    begun = sum(one["event"] == "begins" and "key" in one for one in events)
    interrupted = sum(counts.values()) + 1  # and the full disk
    print(f"{len(done)} done, {begun} begun, of {wanted.files} files")
    if len(set(done)) != len(done):
        fail("a file was transcribed twice")
    if begun > wanted.files + interrupted:
        fail(f"{begun} transcriptions were begun for {wanted.files} files and {interrupted} interruptions")

    def leftovers():
        return [path for name in ("results", "attempts") for path in (archive.job / name).glob(".*")]

    # A merge takes away what killed workers left an hour before.
    for path in leftovers():
        os.utime(path, (time.time() - 7200,) * 2)
    if archive.merged() != merged or leftovers():
        fail(f"another merge differs, or left over: {leftovers()}")
    print(f"ok after {time.monotonic() - begin:.1f} s")


if __name__ == "__main__":
    main()
