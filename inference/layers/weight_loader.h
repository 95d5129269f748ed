// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/weights/weight_source.h"
#include "kernels/backend/backend.h"

namespace tilescribe::layers {

/// What a group of layers computes in, if not in what the backend does.
struct Arithmetic {
  std::optional<kernels::DType> activation = {};  // between its ops; empty: the backend's type
  std::optional<bool> rounds_to_tf32 = {};        // products of f32 matrices; empty: as the backend does

  kernels::DType type(const kernels::Device& device) const {
    return activation.value_or(device.activation_dtype());
  }
};

/// While it lives, products round as a group's do.
class InArithmetic {
 public:
  InArithmetic(kernels::Device& device, const Arithmetic& arithmetic)
      : device_(device), changes_(arithmetic.rounds_to_tf32.has_value()), before_(device.rounds_to_tf32()) {
    if (changes_) device_.round_to_tf32(*arithmetic.rounds_to_tf32);
  }
  ~InArithmetic() {
    if (changes_) device_.round_to_tf32(before_);
  }
  InArithmetic(const InArithmetic&) = delete;
  InArithmetic& operator=(const InArithmetic&) = delete;

 private:
  kernels::Device& device_;
  bool changes_, before_;
};

/// A group's arithmetic, and how its matrices are stored.
struct GroupType {
  Arithmetic arithmetic = {};
  kernels::MatrixForm::Storage storage = kernels::MatrixForm::Storage::usual;
};

/// Takes tensors from a source by their published names and prepares them on a backend; what was prepared
/// leaves the source's memory again.
class WeightLoader {
 public:
  WeightLoader(kernels::Backend& backend, const weights::WeightSource& source, std::stop_token stop)
      : backend_(backend), source_(source), stop_(std::move(stop)) {}

  kernels::Backend& backend() const { return backend_; }

  /// What is taken from now on is prepared for this type. Gives its arithmetic.
  Arithmetic begin_group(const GroupType& type) {
    backend_.prepare_as({type.storage, type.arithmetic.activation});
    return type.arithmetic;
  }

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
