// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "inference/weights/model_config.h"
#include "inference/weights/tensor_list.h"
#include "inference/weights/weight_source.h"

namespace tilescribe::weights {

/// Seeded random weights of any shape, for tests and for measuring a model without its checkpoint. Every
/// tensor is generated when it is requested and depends only on the seed and its name. Values are uniform;
/// mean and standard deviation keep activations near 1: matrices 0 ± 1/√fan_in, lm_head 0 ± 3/√fan_in,
/// embeddings 0 ± 1, biases 0 ± 0.1, gains of norms 1 ± 0.1. A GPT's embeddings and positions are 0 ± 0.1:
/// its head is the embedding, and with larger values would repeat the last token for ever.
class RandomWeights final : public WeightSource {
 public:
  /// Values are stored as `dtype`, f32 or bf16. Throws Error for any other.
  RandomWeights(const ModelConfig& config, std::uint64_t seed, kernels::DType dtype = kernels::DType::bf16)
      : RandomWeights(expected_tensors(config), seed, dtype) {}
  /// The same for any tensors.
  RandomWeights(std::vector<TensorSpec> tensors, std::uint64_t seed,
                kernels::DType dtype = kernels::DType::bf16);

  bool has(std::string_view name) const override { return shapes_.contains(name); }
  SourceTensor tensor(std::string_view name) const override;
  void release(std::string_view) const override {}  // nothing is kept
  std::int64_t parameters() const override { return parameters_; }

  /// One element of tensor(name), by its row-major index, without generating the tensor.
  float value(std::string_view name, std::int64_t index) const;

 private:
  const std::vector<std::int64_t>& shape(std::string_view name) const;

  std::map<std::string, std::vector<std::int64_t>, std::less<>> shapes_;
  std::uint64_t seed_;
  kernels::DType dtype_;
  std::int64_t parameters_ = 0;
};

}  // namespace tilescribe::weights
