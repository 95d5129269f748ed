// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

using namespace reference_support;

void reference(const NormMlp& op) {
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r) {
    Row hidden = project(host(op.fc1), normalise(op.norm, row_of(op.x, r)));
    for (double& value : hidden) value = gelu(value);
    add(project(host(op.fc2), hidden), op.x, r);
  }
}

void reference(const NormGatedMlp& op) {
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r) {
    const Row gate_up = project(host(op.gate_up), normalise(op.norm, row_of(op.x, r)));
    Row hidden(gate_up.size() / 2);
    for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] = silu(gate_up[i]) * gate_up[hidden.size() + i];
    add(project(host(op.down), hidden), op.x, r);
  }
}

}  // namespace tilescribe::kernels
