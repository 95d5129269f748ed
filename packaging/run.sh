#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a clean checkout to a transcript: install what is missing, build, and open the app on the files, or on the
# bundled sample. Without a display only the command line is built, and the transcript is printed on the terminal. If an
# NVIDIA driver and nvcc are found, the CUDA plugin is built for the GPU of this machine.
# usage: packaging/run.sh [--with-cuda] [FILE]...
#   --with-cuda   build the plugin without a driver, too, and fail if that is impossible; installs nvcc 12 or later if
#                 the system offers it
set -euo pipefail
here=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/lib.sh
source packaging/lib.sh

# Ubuntu's own CUDA compiler, when it is at least version 12 (C++20); Debian 12 has 11.8.
install_nvcc() {
  local version
  version=$(apt-cache policy nvidia-cuda-toolkit 2>/dev/null | sed -n 's/^ *Candidate: \([0-9]*\).*/\1/p')
  [[ ${version:-0} -ge 12 ]] ||
    fail "--with-cuda needs nvcc 12 or later, and this system offers none; install NVIDIA's CUDA toolkit and run this again."
  local as_root=()
  [[ $EUID -eq 0 ]] || as_root=(sudo)
  phase install-nvcc "${as_root[@]}" apt-get install -y --no-install-recommends nvidia-cuda-toolkit
}

with_cuda=false
files=()
for argument in "$@"; do
  case $argument in
    --with-cuda) with_cuda=true ;;
    -h | --help)
      sed -n '3,9s/^# \{0,1\}//p' packaging/run.sh
      exit 0
      ;;
    -*) fail "unknown option $argument; usage: packaging/run.sh [--with-cuda] [FILE]..." ;;
    /*) files+=("$argument") ;;
    *) files+=("$here/$argument") ;;
  esac
done

packaging/setup.sh build
if [[ $with_cuda == true ]]; then
  [[ -n $(find_nvcc) ]] || install_nvcc
  cuda_options true
elif has_nvidia_driver; then
  cuda_options
else
  leave_cuda_out "no NVIDIA driver here (--with-cuda builds it anyway)"
fi
if [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
  build release programs
  [[ ${#files[@]} -gt 0 ]] || files=(--sample)
  exec build/release/bin/tilescribe "${files[@]}"
fi
echo "No display here, so this transcribes on the terminal."
build release programs_cli programs_cuda
[[ ${#files[@]} -gt 0 ]] || files=(resources/audio/sample.wav)
exec build/release/bin/tilescribe-cli transcribe "${files[@]}"
