#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The engine remote against a server that others wrote: `transformers serve` with the demo model, on this machine. Says how
# long both take and fails where a bundled recording's text is not that of the local engine in float32. By hand: the Python
# environment takes 6 GB and some minutes to make.
# usage: tests/inference/remote/other_servers.sh [BUILD [ENVIRONMENT]]   (build/release, build/other-servers)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
cli=${1:-build/release}/bin/tilescribe-cli
environment=${2:-build/other-servers}
model=$PWD/resources/models/demo

fail() {
  echo "other_servers: $1" >&2
  exit 1
}

[[ -x $cli ]] || fail "expected $cli, found none; build it first."
if [[ ! -x $environment/bin/transformers ]]; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet "transformers[serving]>=5.19" torch librosa soundfile
fi
"$environment/bin/pip" list 2>/dev/null | grep -E "^(transformers|torch) "

scratch=$(mktemp -d)
mkdir -p "$scratch/hub" # the server lists what is in it
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
HF_HOME=$scratch HF_HUB_OFFLINE=1 "$environment/bin/transformers" serve "$model" --device cpu --dtype float32 \
  --port "$port" >"$scratch/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; rm -rf "$scratch"' EXIT
for ((i = 0; ; ++i)); do
  ! curl -fs "http://127.0.0.1:$port/v1/models" >"$scratch/models.json" || break
  kill -0 $server 2>/dev/null || fail "the server ended: $(tail -n 3 "$scratch/server.log")"
  [[ $i -lt 300 ]] || fail "the server did not answer within 5 minutes."
  sleep 1
done

different=0
for file in resources/audio/*.wav; do
  start=$(date +%s.%N)
  "$cli" transcribe "$file" --engine remote --server "http://127.0.0.1:$port" --model "$model" --format txt --output - \
    >"$scratch/there.txt" 2>"$scratch/errors.txt" || fail "$file: $(cat "$scratch/errors.txt")"
  middle=$(date +%s.%N)
  "$cli" transcribe "$file" --engine cpu --compute f32 --format txt --output - >"$scratch/here.txt" 2>/dev/null
  end=$(date +%s.%N)
  verdict="the same text"
  cmp -s "$scratch/there.txt" "$scratch/here.txt" || { verdict="ANOTHER TEXT" && different=1; }
  python3 -c 'import sys; a, b, c = map(float, sys.argv[2:5]); print(f"{sys.argv[1]}: {sys.argv[5]}, there {b - a:.1f} s, here {c - b:.1f} s")' \
    "$(basename "$file")" "$start" "$middle" "$end" "$verdict"
  [[ -s $scratch/there.txt ]] || fail "$file: no text."
done
exit $different
