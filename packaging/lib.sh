# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What run.sh and test.sh share: timed phases with quiet logs, nvcc, configure and build. Sourced, from the top folder.

mkdir -p build/logs

fail() {
  echo "$(basename "$0" .sh): $1" >&2
  exit 1
}

# phase NAME COMMAND...: run quietly, output to build/logs/NAME.log; one line with the time, or the log's end on failure.
phase() {
  local name=$1 start=$SECONDS status=0
  shift
  "$@" >"build/logs/$name.log" 2>&1 || status=$?
  if [[ $status -ne 0 ]]; then
    tail -n 60 "build/logs/$name.log" >&2
    fail "$name failed after $((SECONDS - start)) s; the whole log is build/logs/$name.log."
  fi
  echo "$name: $((SECONDS - start)) s"
}

# The CUDA compiler's path, or nothing.
find_nvcc() {
  command -v nvcc || { [[ -x /usr/local/cuda/bin/nvcc ]] && echo /usr/local/cuda/bin/nvcc; } || true
}

# cuda_options: fill the array `cuda` with CMake's options, and say so where the plugin is left out.
# In CI a left-out plugin is a failure: CI has nvcc.
cuda_options() {
  local nvcc
  nvcc=$(find_nvcc)
  if [[ -n $nvcc ]]; then
    export CUDACXX=$nvcc # not -DCMAKE_CUDA_COMPILER: naming it again makes CMake forget the whole cache
    cuda=(-DTILESCRIBE_CUDA=ON)
    return
  fi
  [[ ${CI:-} != true ]] || fail "expected nvcc on this CI machine, found none: the CUDA plugin must not be skipped in CI."
  echo "The CUDA plugin was skipped: no nvcc here. Everything runs on the CPU."
  cuda=(-DTILESCRIBE_CUDA=OFF)
}

# build PRESET [TARGET]...: configure and build, everything when no target is named.
build() {
  local preset=$1
  shift
  phase "configure-$preset" cmake --preset "$preset" "${cuda[@]}"
  phase "build-$preset" cmake --build "build/$preset" ${1:+--target "$@"}
}
