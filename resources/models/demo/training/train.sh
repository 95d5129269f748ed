#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One call on a GPU machine: unpack and decode the data, synthesize in the background, train until
# TRAIN_SECONDS after the start. A later call with the same WORK goes on where this one ended.
# usage: train.sh CARRY WORK TRAIN_SECONDS TOTAL_SECONDS [BATCH]
#   CARRY  real/*.opus and real/index.jsonl (prepare_data.py), sentences.txt.gz (make_text.py), and lib.tar.xz
#          with lib/ (libflite, libespeak-ng, libopusfile and what they need) and espeak-ng-data/
#   WORK   everything else; WORK/out/state.pt is the result
set -euo pipefail
start=$(date +%s)
carry=$1 work=$2 train_seconds=$3 total_seconds=$4 batch=${5:-64}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PYTHONUNBUFFERED=1 TOKENIZERS_PARALLELISM=true
mkdir -p "$work/pool"

synthesize() {
  LD_LIBRARY_PATH=$work/lib "$here/synthesize.py" --text "$carry/sentences.txt.gz" --lib "$work/lib" \
    --espeak-data "$work" --out "$work/pool" "$@"
}
if [[ ! -e $work/ready ]]; then
  tar xJf "$carry/lib.tar.xz" -C "$work"
  LD_LIBRARY_PATH=$work/lib OMP_NUM_THREADS=1 "$here/decode_real.py" \
    --packs "$carry/real" --lib "$work/lib" --out "$work/real"
  synthesize --eval 12
  touch "$work/ready"
  echo "prepared after $(($(date +%s) - start)) s"
fi

export OPENBLAS_NUM_THREADS=1
OMP_NUM_THREADS=1 synthesize --workers 8 --seed "$start" --seconds "$train_seconds" \
  >"$work/synthesize.log" 2>&1 &
synthesizer=$!
trap 'kill "$synthesizer" 2>/dev/null || true' EXIT
OMP_NUM_THREADS=4 "$here/train.py" --real "$work/real" --index "$carry/real/index.jsonl" --pool "$work/pool" \
  --text "$carry/sentences.txt.gz" --work "$work" --out "$work/out" --deadline $((start + train_seconds)) \
  --total "$total_seconds" --batch "$batch"
