// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/conv1d/conv1d.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

void reference(const ConvGelu& op) {
  using namespace reference_support;
  const HostWeight& weight = host(op.weight);
  const std::int64_t width = op.x.shape[1];
  const std::int64_t x_rows = op.x.shape[0] / op.windows, frames_out = op.problem().frames_out();
  for (std::int64_t i = 0; i < op.windows * frames_out; ++i) {
    const std::int64_t window = i / frames_out, t = i % frames_out;
    // The margin shifts x by one row: the taps around frame stride·t are rows stride·t … stride·t + 2.
    const float* x = op.x.as<float>() + (window * x_rows + op.stride * t) * width;
    Row y = project(weight, row_of(x, ConvGelu::taps * width));
    for (double& value : y) value = gelu(value);
    store(y, op.y.as<float>() + (window * op.y_rows() + op.y_first() + t) * weight.out());
  }
}

}  // namespace tilescribe::kernels
