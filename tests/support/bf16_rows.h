// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include "kernels/backend/cpu/cpu_backend.h"

namespace tilescribe::test {

/// Whether the CPU engine computes in bf16 here, so that a test can have rows for it. The output says it
/// where it does not, and why: nothing stands in for AVX512-BF16. The tile layer's bf16 is tested on every
/// machine (kernels_tile_kernels_test).
inline bool has_bf16_rows() {
  const kernels::CpuFacts facts = kernels::cpu_facts();
  if (!facts.bf16) qWarning("No row in bf16 is run: %s", english(facts.bf16_reason).c_str());
  return facts.bf16;
}

}  // namespace tilescribe::test
