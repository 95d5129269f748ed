// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/tensor_check.h"

#include <set>

#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

std::string lines(const std::vector<std::string>& complaints) {
  std::string result;
  for (const std::string& complaint : complaints) result += complaint + "\n";
  return result;
}

}  // namespace

std::optional<kernels::DType> weight_dtype(std::string_view dtype) {
  if (dtype == "F32") return kernels::DType::f32;
  if (dtype == "F16") return kernels::DType::f16;
  if (dtype == "BF16") return kernels::DType::bf16;
  return std::nullopt;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string result = "[";
  for (const std::int64_t dim : shape) result += (result.size() > 1 ? ", " : "") + std::to_string(dim);
  return result + "]";
}

void check_tensors(const std::vector<TensorSpec>& expected, const StoredWeights& found,
                   const std::string& checkpoint) {
  std::vector<std::string> missing, misshapen, mistyped, unknown;
  std::set<std::string_view> names;
  for (const TensorSpec& spec : expected) {
    names.insert(spec.name);
    const auto place = found.find(spec.name);
    if (place == found.end()) {
      missing.push_back("missing: " + spec.name + " " + shape_text(spec.shape));
      continue;
    }
    const StoredWeight& tensor = place->second;
    if (tensor.shape != spec.shape) {
      misshapen.push_back("misshapen: " + spec.name + " should be " + shape_text(spec.shape) + ", is " +
                          shape_text(tensor.shape));
    } else if (!weight_dtype(tensor.dtype)) {
      mistyped.push_back("dtype: " + spec.name + " should be F32, F16 or BF16, is " + tensor.dtype);
    }
  }
  for (const auto& [name, tensor] : found) {
    if (!names.contains(name)) unknown.push_back("unknown: " + tensor.name + " " + shape_text(tensor.shape));
  }
  if (missing.empty() && misshapen.empty() && mistyped.empty()) return;
  throw Error(
      Message("The tensors of {1} do not fit its config.json: of {2} expected, {3} are missing, {4} "
              "have another shape and {5} another dtype; {6} are unknown.",
              checkpoint, expected.size(), missing.size(), misshapen.size(), mistyped.size(), unknown.size()),
      lines(missing) + lines(misshapen) + lines(mistyped) + lines(unknown));
}

}  // namespace tilescribe::weights
