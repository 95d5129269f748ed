// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/logits/logits.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

void reference(const NormLogits& op) {
  using namespace reference_support;
  const HostWeight& head = host(op.head);
  float* logits = op.logits.as<float>();
  for (std::int64_t i = 0; i < op.logits.shape[0]; ++i) {
    const std::int64_t row = op.rows.empty() ? i : op.rows[static_cast<std::size_t>(i)];
    const Row x = row_of(op.x.as<float>() + row * op.x.shape[1], op.x.shape[1]);
    store(project(head, normalise(op.norm, x)), logits);
    logits += head.out();
  }
}

}  // namespace tilescribe::kernels
