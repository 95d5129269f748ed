// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/logits/logits.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

void reference(const NormLogits& op) {
  using namespace reference_support;
  for (std::int64_t i = 0; i < op.logits.shape[0]; ++i) {
    const std::int64_t row = op.rows.empty() ? i : op.rows[static_cast<std::size_t>(i)];
    store(project(host(op.head), normalise(op.norm, row_of(op.x, row))), op.logits, i);
  }
}

}  // namespace tilescribe::kernels
