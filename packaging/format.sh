#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Format every C++ and CUDA source as .clang-format says, or with --check list those that are not.
# usage: packaging/format.sh [--check]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sources() { git ls-files -z '*.h' '*.cpp' '*.cu' '*.cuh'; }
if [[ $# -eq 0 ]]; then
  sources | xargs -0 --no-run-if-empty clang-format-14 -i
elif [[ $* != --check ]]; then
  echo "format: unknown option $*; usage: packaging/format.sh [--check]" >&2
  exit 1
elif ! sources | xargs -0 --no-run-if-empty clang-format-14 --dry-run --Werror; then
  echo "format: the sources above are not formatted as .clang-format says; packaging/format.sh fixes that." >&2
  exit 1
fi
