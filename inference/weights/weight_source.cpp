// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/weight_source.h"

#include "inference/weights/tensor_list.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {

std::int64_t SourceTensor::elements() const {
  return element_count(shape);
}

kernels::ConstTensorView SourceTensor::view() const {
  switch (shape.size()) {
    case 0:
      return {data, dtype, {}};
    case 1:
      return {data, dtype, {shape[0]}};
    case 2:
      return {data, dtype, {shape[0], shape[1]}};
    case 3:
      return {data, dtype, {shape[0], shape[1], shape[2]}};
    case 4:
      return {data, dtype, {shape[0], shape[1], shape[2], shape[3]}};
    default:
      throw Error("A tensor of at most 4 dimensions was expected, but it has {1}.", shape.size());
  }
}

}  // namespace tilescribe::weights
