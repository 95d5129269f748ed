// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/weight_source.h"

#include "inference/weights/tensor_list.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {

std::int64_t SourceTensor::elements() const {
  return element_count(shape);
}

kernels::ConstTensorView SourceTensor::view() const {
  if (shape.size() > 4) {
    throw Error("A tensor of at most 4 dimensions was expected, but it has {1}.", shape.size());
  }
  return {data, dtype, kernels::Shape(shape)};
}

}  // namespace tilescribe::weights
