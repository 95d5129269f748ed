#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lay out every C++ and CUDA source as .clang-format says, or with --check say which are not.
# usage: packaging/format.sh [--check]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mode=(-i)
[[ ${1:-} != --check ]] || mode=(--dry-run --Werror)
git ls-files -z '*.h' '*.cpp' '*.cu' '*.cuh' | xargs -0 --no-run-if-empty clang-format-14 "${mode[@]}"
