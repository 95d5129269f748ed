#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that needs the GPU machine: lay the recordings out, look the phonemes up, synthesize in the
# background, train for SECONDS. Run again with the same WORK and a larger SECONDS, it goes on.
# usage: train.sh SPEECH SENTENCES LIB WORK SECONDS [ARGUMENT OF train.py ...]
#   SPEECH     manifest.tsv, noise.tsv and the recordings
#   SENTENCES  sentences.txt.gz (make_text.py)
#   LIB        libflite, its voices, libespeak-ng and what they need, espeak-ng-data/
#   WORK       everything that is made; WORK/out/state.pt is the result
# In the environment: WORKERS (12) for flite and espeak-ng; KOKORO=DIR, and synthesize_neural.py speaks too, on the
# GPU, NEURAL_HOURS (60) with NEURAL_WORKERS (4).
set -euo pipefail
speech=$1 sentences=$2 lib=$3 work=$4 seconds=$5
shift 5
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 LD_LIBRARY_PATH=$lib
mkdir -p "$work/pool"

python3 "$here/synthesize.py" --text "$sentences" --lib "$lib" --espeak-data "$lib" --out "$work/pool" \
  --workers "${WORKERS:-12}" --seed "$(date +%s)" >"$work/synthesize.log" 2>&1 &
synthesizers=($!)
if [[ -n ${KOKORO:-} ]]; then
  python3 "$here/synthesize_neural.py" --text "$sentences" --lib "$lib" --espeak-data "$lib" --kokoro "$KOKORO" \
    --out "$work/pool" --workers "${NEURAL_WORKERS:-4}" --hours "${NEURAL_HOURS:-60}" --seed "$(date +%s)" \
    >"$work/synthesize_neural.log" 2>&1 &
  synthesizers+=($!)
fi
trap 'kill "${synthesizers[@]}" 2>/dev/null || true' EXIT
if [[ ! -e $work/ready ]]; then
  python3 "$here/synthesize.py" --text "$here/evaluation.tsv" --lib "$lib" --espeak-data "$lib" \
    --out "$work/pool" --evaluation &
  evaluation=$!
  python3 "$here/prepare_data.py" --speech "$speech" --lib "$lib" --out "$work/real"
  python3 "$here/lexicon.py" --text "$sentences" --index "$work/real/index.jsonl" --lib "$lib" \
    --espeak-data "$lib" --out "$work/phones.json"
  wait "$evaluation"
  touch "$work/ready"
fi
OMP_NUM_THREADS=4 python3 "$here/train.py" --real "$work/real" --pool "$work/pool" --text "$sentences" \
  --lexicon "$work/phones.json" --work "$work" --out "$work/out" --seconds "$seconds" "$@"
