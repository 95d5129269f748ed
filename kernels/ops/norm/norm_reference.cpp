// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

using namespace reference_support;

void reference(const LayerNorm& op) {
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r)
    store(layer_norm(row_of(op.x, r), op.gain, op.bias, op.eps), op.out, r);
}

void reference(const RmsNorm& op) {
  for (std::int64_t r = 0; r < op.x.shape[0]; ++r)
    store(rms_norm(row_of(op.x, r), op.gain, op.eps), op.out, r);
}

}  // namespace tilescribe::kernels
