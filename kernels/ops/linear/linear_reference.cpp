// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

using namespace reference_support;

void reference(const Linear& op) {
  const HostWeight& weight = host(op.weight);
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r)
    store(project(weight, row_of(op.x.as<float>() + r * weight.in(), weight.in())),
          op.y.as<float>() + r * weight.out());
}

void reference(const LinearGelu& op) {
  const HostWeight& weight = host(op.weight);
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r) {
    Row y = project(weight, row_of(op.x.as<float>() + r * weight.in(), weight.in()));
    for (double& value : y) value = gelu(value);
    store(y, op.y.as<float>() + r * weight.out());
  }
}

void reference(const LinearResidual& op) {
  const HostWeight& weight = host(op.weight);
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r) {
    float* const residual = op.residual.as<float>() + r * weight.out();
    Row y = project(weight, row_of(op.x.as<float>() + r * weight.in(), weight.in()));
    for (std::size_t o = 0; o < y.size(); ++o) y[o] += residual[o];
    store(y, residual);
  }
}

}  // namespace tilescribe::kernels
