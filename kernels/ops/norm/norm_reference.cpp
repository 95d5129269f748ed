// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

void reference(const LayerNorm& op) {
  using namespace reference_support;
  const std::int64_t rows = op.x.shape[0], width = op.x.shape[1];
  for (std::int64_t r = 0; r < rows; ++r)
    store(layer_norm(row_of(op.x.as<float>() + r * width, width), op.gain, op.bias, op.eps),
          op.out.as<float>() + r * width);
}

void reference(const RmsNorm& op) {
  using namespace reference_support;
  const std::int64_t rows = op.x.shape[0], width = op.x.shape[1];
  for (std::int64_t r = 0; r < rows; ++r)
    store(rms_norm(row_of(op.x.as<float>() + r * width, width), op.gain, op.eps),
          op.out.as<float>() + r * width);
}

}  // namespace tilescribe::kernels
