#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Speak sample.wav, the recording that the first start opens: five sentences, four flite voices, 0.4 s between them.
# usage: make_sample.sh [OUT.wav]   (needs flite 2.2 and sox)
set -euo pipefail
out=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/sample.wav}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sentences=()
say() { # VOICE TEXT
  local file=$work/${#sentences[@]}
  flite -voice "$1" -t "$2" -o "$file.spoken.wav"
  sox -D "$file.spoken.wav" -r 16000 -b 16 -c 1 "$file.wav" pad 0 0.4
  sentences+=("$file.wav")
}
say rms "Welcome. This recording was made on a computer, and it never leaves your machine."
say slt "The program listens to the audio signal, and writes down the words, one by one."
say awb "You can open a file, or drop it on the window, and read the transcript while it is written."
say kal16 "When the work is done, copy the transcript, or save it for later."
say rms "Thank you very much for listening."
sox -D "${sentences[@]}" "$out"
