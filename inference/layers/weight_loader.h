// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/weights/weight_source.h"
#include "kernels/backend/backend.h"

namespace tilescribe::layers {

/// Takes tensors from a source by their published names and prepares them on a backend; what was prepared
/// leaves the source's memory again.
class WeightLoader {
 public:
  WeightLoader(kernels::Backend& backend, const weights::WeightSource& source, std::stop_token stop)
      : backend_(backend), source_(source), stop_(std::move(stop)) {}

  kernels::Backend& backend() const { return backend_; }

  /// NAME.weight and, where the source has it, NAME.bias; several names are stacked (or are gate and up).
  kernels::WeightHandle matrix(std::initializer_list<std::string> names,
                               kernels::WeightRole role = kernels::WeightRole::matrix);
  kernels::WeightHandle convolution(const std::string& name) {
    return matrix({name}, kernels::WeightRole::convolution);
  }
  /// A vector or a table under its full name.
  kernels::WeightHandle single(const std::string& name, kernels::WeightRole role);

  /// Bytes that the backend holds by now.
  std::int64_t prepared_bytes() const { return prepared_bytes_; }

 private:
  kernels::WeightHandle prepare(kernels::WeightRole role, const std::vector<std::vector<std::string>>& parts);

  kernels::Backend& backend_;
  const weights::WeightSource& source_;
  std::stop_token stop_;
  std::int64_t prepared_bytes_ = 0;
};

}  // namespace tilescribe::layers
