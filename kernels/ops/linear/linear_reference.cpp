// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

using namespace reference_support;

void reference(const Linear& op) {
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r) store(project(host(op.weight), row_of(op.x, r)), op.y, r);
}

void reference(const LinearGelu& op) {
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r) {
    Row y = project(host(op.weight), row_of(op.x, r));
    for (double& value : y) value = gelu(value);
    store(y, op.y, r);
  }
}

void reference(const LinearResidual& op) {
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r)
    add(project(host(op.weight), row_of(op.x, r)), op.residual, r);
}

}  // namespace tilescribe::kernels
