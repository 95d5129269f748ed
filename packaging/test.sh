#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Test a clean checkout: install what is missing, build the release preset, run the quick tests.
# usage: packaging/test.sh [--full]
#   --full   the format check; most tests under AddressSanitizer and UndefinedBehaviorSanitizer (preset asan); in the
#            release build those labelled speed, realtime, waits, kill or optimised; what threads share under
#            ThreadSanitizer (preset tsan). Each test is built once, but for the few labelled optimised and those of tsan.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/lib.sh
source packaging/lib.sh

full=false
for argument in "$@"; do
  case $argument in
    --full) full=true ;;
    -h | --help)
      sed -n '3,7s/^# \{0,1\}//p' packaging/test.sh
      exit 0
      ;;
    *) fail "unknown option $argument; usage: packaging/test.sh [--full]" ;;
  esac
done

# timed NAME COMMAND...: run with visible output, then say how long it took.
timed() {
  local name=$1 start=$SECONDS
  shift
  "$@" || fail "$name failed after $((SECONDS - start)) s; see its output above."
  echo "$name: $((SECONDS - start)) s"
}

# tests NAME FOLDER JOBS CTEST_OPTION...: run ctest with visible output, so that its summary is seen.
tests() {
  local name=$1 folder=$2 jobs=$3
  shift 3
  echo "== $name tests"
  timed "$name tests" ctest --test-dir "$folder" --parallel "$jobs" --output-on-failure --no-tests=error "$@"
}

sections=(build test)
[[ $full == false ]] || sections+=(check)
timed setup packaging/setup.sh "${sections[@]}"
[[ $full == false ]] || timed format packaging/format.sh --check
leave_out_empty_cache
cuda_options
if [[ $full == false ]]; then
  build release
  tests quick build/release 2 --label-exclude 'slow|speed|realtime|waits|kill|asan|bench'
  exit 0
fi

cuda+=(-DTILESCRIBE_WERROR=ON)
given_flags=${CXXFLAGS:-}
# GCC would collect its garbage every few hundred megabytes, which takes a tenth of the time of a compilation.
export CXXFLAGS="$given_flags --param=ggc-min-heapsize=524288"
build release programs release_tests

# build_checked: build what runs under the sanitizers, in time that nothing else asks for.
build_checked() {
  renice -n 19 "$BASHPID" >/dev/null
  cuda=(-DTILESCRIBE_CUDA=OFF) # no GPU here to run it, and nvcc would double the build
  # Clang compiles checked code in two thirds of GCC's time, and has warnings of its own.
  CXX=clang++-19 CXXFLAGS=$given_flags build asan
  build tsan
}
set -m # it gets a process group
build_checked &
set +m
checked=$!
trap '[[ -z $checked ]] || kill -- "-$checked" 2>/dev/null' EXIT
tests waiting build/release 2 --label-regex 'waits|kill' # the processors are mostly idle
renice -n 0 -g "$checked" >/dev/null 2>&1 || true # asks for root
wait "$checked" || fail "what runs under the sanitizers could not be built; see above."
checked=""

export UBSAN_OPTIONS=print_stacktrace=1 ASAN_SYMBOLIZER_PATH=/usr/bin/llvm-symbolizer-19
tests sanitizer build/asan 2 --label-exclude 'speed|realtime|waits|kill|bench'
tests tsan build/tsan 2
tests release build/release 2 --label-regex 'speed|optimised'
tests realtime build/release 1 --label-regex realtime
echo "total: $((SECONDS / 60)) min $((SECONDS % 60)) s"
