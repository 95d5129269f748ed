# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What run.sh and test.sh share: timed phases with quiet logs, nvcc, configure and build. Sourced, from the top folder.

mkdir -p build/logs
# Without these settings ccache does not store what is compiled with precompiled headers.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
# Nor does another clone find what one has compiled, unless paths below the top folder count as relative ones.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1

fail() {
  echo "$(basename "$0" .sh): $1" >&2
  exit 1
}

# phase NAME COMMAND...: run with the output in build/logs/NAME.log. Prints one line with the time, or the log's end on
# failure.
phase() {
  local name=$1 start=$SECONDS status=0
  shift
  "$@" >"build/logs/$name.log" 2>&1 || status=$?
  if [[ $status -ne 0 ]]; then
    tail -n 60 "build/logs/$name.log" >&2
    fail "$name failed after $((SECONDS - start)) s; the complete log is build/logs/$name.log."
  fi
  echo "$name: $((SECONDS - start)) s"
}

# The CUDA compiler's path, or nothing.
find_nvcc() {
  command -v nvcc || { [[ -x /usr/local/cuda/bin/nvcc ]] && echo /usr/local/cuda/bin/nvcc; } || true
}

# Whether NVIDIA's driver runs here.
has_nvidia_driver() {
  [[ -d /proc/driver/nvidia ]] || nvidia-smi -L >/dev/null 2>&1
}

# The first GPU's architecture as nvcc names it; nothing if it is too old. Only 90a has Hopper's own instructions, so 9.0
# is not plain 90.
gpu_architecture() {
  local capability
  capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1) || true
  [[ $capability =~ ^([0-9]+)\.([0-9]+)$ && ${BASH_REMATCH[1]} -ge 8 ]] || return 0
  if [[ $capability == 9.0 ]]; then echo 90a; else echo "${BASH_REMATCH[1]}${BASH_REMATCH[2]}"; fi
}

# Why a compiler can't build the plugin for an architecture; nothing if it can. C++20 needs 12.0, Blackwell 12.8.
why_not_nvcc() {
  local nvcc=$1 architecture=$2 needed=12.0 version
  [[ -n $nvcc ]] || { echo "no nvcc here" && return; }
  [[ $architecture != 1[0-9][0-9]* ]] || needed=12.8
  version=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\.[0-9]*\),.*/\1/p')
  [[ $(printf '%s\n' "$needed" "${version:-0}" | sort -V | head -n 1) == "$needed" ]] ||
    echo "nvcc $needed or later is needed for sm_$architecture, and $nvcc is ${version:-of no known version}"
}

# cuda_options: fill the array `cuda` with CMake's options, for this machine's GPU or else for sm_90a, and report if the
# plugin is left out. That is a failure where it `must` not be: in CI, because CI has nvcc.
cuda_options() {
  local must=${1:-${CI:-}} nvcc architecture reason
  nvcc=$(find_nvcc)
  architecture=$(gpu_architecture)
  architecture=${architecture:-90a}
  reason=$(why_not_nvcc "$nvcc" "$architecture")
  if [[ -z $reason ]]; then
    export CUDACXX=$nvcc # not -DCMAKE_CUDA_COMPILER: naming it again makes CMake forget the whole cache
    cuda=(-DTILESCRIBE_CUDA=ON "-DTILESCRIBE_CUDA_ARCHITECTURES=$architecture")
    return
  fi
  [[ $must != true ]] || fail "the CUDA plugin can't be built: $reason."
  leave_cuda_out "$reason"
}

# leave_cuda_out REASON: the same without the plugin.
leave_cuda_out() {
  echo "The CUDA plugin was left out: $1. Everything runs on the CPU."
  cuda=(-DTILESCRIBE_CUDA=OFF)
}

# For a single build, an empty compiler cache only costs time.
leave_out_empty_cache() {
  if [[ $(ccache --print-stats 2>/dev/null) =~ files_in_cache[[:space:]]+0($|[[:space:]]) ]]; then export CCACHE_DISABLE=1; fi
}

# build PRESET [TARGET]...: configure and build; everything if no target is named.
build() {
  local preset=$1
  shift
  # The new build would open the plugin of an earlier build.
  [[ " ${cuda[*]} " != *=OFF* ]] || rm -f "build/$preset/lib/libtilescribe_cuda.so"
  phase "configure-$preset" cmake --preset "$preset" "${cuda[@]}"
  phase "build-$preset" cmake --build "build/$preset" ${1:+--target "$@"}
}
