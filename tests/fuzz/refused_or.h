// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

namespace tilescribe::fuzz {

/// Reads an input, which may be refused with an Error that says something.
template <typename Read>
void refused_or(Read read) {
  try {
    read();
  } catch (const Error& refusal) {
    require(refusal.what()[0] != '\0', "the refusal is empty");
  }
}

}  // namespace tilescribe::fuzz
