#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build the tidy preset: clang-tidy over every source compiled for the host. Takes several times as long as a build.
# usage: packaging/tidy.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/lib.sh
source packaging/lib.sh

packaging/setup.sh build test tidy
cuda=(-DTILESCRIBE_CUDA=OFF) # clang-tidy reads what g++ compiles
build tidy
