// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/conv1d/conv1d.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

void reference(const ConvGelu& op) {
  using namespace reference_support;
  const HostWeight& weight = host(op.weight);
  const std::int64_t width = op.x.shape[1];
  for (std::int64_t t = 0; t < op.y.shape[0]; ++t) {
    // The margin shifts x by one row: taps −1, 0, 1 around frame stride·t are rows stride·t … stride·t + 2.
    Row y = project(weight, row_of(op.x.as<float>() + op.stride * t * width, ConvGelu::taps * width));
    for (double& value : y) value = gelu(value);
    store(y, op.y.as<float>() + t * weight.out());
  }
}

}  // namespace tilescribe::kernels
