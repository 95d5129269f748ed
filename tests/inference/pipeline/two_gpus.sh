#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Several GPUs against one, in one run on a machine that has them: the same text, a GPU that fails in the middle, and
# the time of 128 windows on two beside that of 64 on one (more GPUs in proportion). Says whether two are at least 1.9
# times as fast.
#
#   tests/inference/pipeline/two_gpus.sh [PROGRAM] [GPUS]     default: build/release/bin/tilescribe-cli 0,1
set -euo pipefail

program=${1:-build/release/bin/tilescribe-cli}
gpus=${2:-0,1}
first=${gpus%%,*}
count=$(tr ',' '\n' <<<"$gpus" | wc -l)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Half an hour of speech.
python3 - "$work/long.wav" <<'PY'
import sys, wave
with wave.open(sys.argv[1], "wb") as out:
    out.setparams((1, 2, 16000, 0, "NONE", ""))
    sounds = []
    for name in ("short", "medium", "long"):
        with wave.open(f"resources/audio/{name}.wav", "rb") as sound:
            sounds.append(sound.readframes(sound.getnframes()))
    written = 0
    while written < 1800 * 32000:
        for sound in sounds:
            out.writeframes(sound + bytes(12800))
            written += len(sound) + 12800
PY

transcribe() { # NAME OPTION...: the bundled model's text with its times, in $work/NAME.json
  local name=$1
  shift
  "$program" transcribe "$work/long.wav" --verbose --engine cuda --format json "$@" >"$work/$name.json" 2>"$work/$name.log"
  grep -m 1 'times as fast' "$work/$name.log"
}
same() { # NAME: whether its segments, with ids and probabilities, are those of one GPU
  python3 - "$work/one.json" "$work/$1.json" <<'PY'
import json, sys
one, other = (json.load(open(name))["segments"] for name in sys.argv[1:])
assert len(one) > 100, f"only {len(one)} segments"
assert one == other, next((a, b) for a, b in zip(one, other) if a != b) if len(one) == len(other) else (len(one), len(other))
PY
}

echo "one GPU:"
transcribe one --gpu "$first"
echo "GPUs $gpus:"
transcribe several --gpus "$gpus"
same several
echo "GPUs $gpus, the last of which refuses a launch at its 40th op:"
transcribe refused --gpus "$gpus" --inject-fault launch
grep 'is no longer used' "$work/refused.log"
same refused
echo "the texts are the same"

# CUDA ends all work of a program on all GPUs when a kernel of one of them dies. So only the CPU is left.
echo "GPUs $gpus, a kernel dies on the last at its 40th op:"
"$program" transcribe resources/audio/short.wav resources/audio/long.wav --engine auto --gpus "$gpus" --inject-fault lost \
  --output - >"$work/cpu.txt" 2>"$work/cpu.log"
cat "$work/cpu.log"
grep -q 'Now the CPU transcribes it' "$work/cpu.log"
grep -q 'end of the test' "$work/cpu.txt"

whole_ms() { # BATCH OPTION...: milliseconds of the full-size shape's batch
  "$program" bench stages --model random:nano --engine cuda --batch "$1" --tokens 100 --runs 5 --json - "${@:2}" >"$work/bench.json"
  python3 - "$work/bench.json" <<'PY'
import json, sys
rows = json.load(open(sys.argv[1]))["rows"]
print(next(row["ms"] for row in rows if row["stage"] == "whole"))
PY
}
one=$(whole_ms 64 --gpu "$first")
several=$(whole_ms $((64 * count)) --gpus "$gpus")
python3 - "$one" "$several" "$count" <<'PY'
import sys
one, several, count = float(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
times = count * one / several
print(f"64 windows on one GPU: {one:.1f} ms; {64 * count} on {count}: {several:.1f} ms; {times:.3f} times the throughput")
sys.exit(0 if times >= 0.95 * count else 1)
PY
