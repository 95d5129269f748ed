// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

using namespace reference_support;

namespace {

void add_to(float* x, const Row& y) {
  for (const double value : y) {
    *x = static_cast<float>(*x + value);
    ++x;
  }
}

}  // namespace

void reference(const NormMlp& op) {
  const std::int64_t width = op.x.shape[1];
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r) {
    float* const x = op.x.as<float>() + r * width;
    Row hidden = project(host(op.fc1), normalise(op.norm, row_of(x, width)));
    for (double& value : hidden) value = gelu(value);
    add_to(x, project(host(op.fc2), hidden));
  }
}

void reference(const NormGatedMlp& op) {
  const std::int64_t width = op.x.shape[1];
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r) {
    float* const x = op.x.as<float>() + r * width;
    const Row gate_up = project(host(op.gate_up), normalise(op.norm, row_of(x, width)));
    Row hidden(gate_up.size() / 2);
    for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] = silu(gate_up[i]) * gate_up[hidden.size() + i];
    add_to(x, project(host(op.down), hidden));
  }
}

}  // namespace tilescribe::kernels
