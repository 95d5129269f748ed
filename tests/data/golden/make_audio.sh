#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Cut and join the bundled samples into clips at the edges of the 30 s window (480 000 samples): audio/*.flac here.
# usage: make_audio.sh   (needs sox)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../../resources/audio
out=$here/audio
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

short=$samples/short.wav   # 44 800 samples
medium=$samples/medium.wav # 92 240 samples

silence() { # N: the path of N samples of digital silence
  sox -D -r 16000 -n -b 16 -c 1 "$work/silence-$1.wav" trim 0 "$1s"
  echo "$work/silence-$1.wav"
}

# Speech at 0, across 30 s (420 000), across 60 s (940 000) and cut off at 65 s (980 000 + 60 000).
sox -D "$medium" "$(silence 327760)" "$medium" "$(silence 427760)" "$short" "$medium" "$work/timeline.wav"
cut() { # NAME SAMPLES: the timeline's first SAMPLES
  sox -D "$work/timeline.wav" -C 8 "$out/$1.flac" trim 0 "$2s"
}
cut window 480000       # exactly one window
cut window-plus 480160  # one frame more: a second window that holds nothing else
cut three 1040000       # three windows

# 961 samples: the shortest audio that still gives one audio token.
sox -D "$short" -C 8 "$out/tiny.flac" trim 8000s 961s
