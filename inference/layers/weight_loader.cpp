// SPDX-License-Identifier: Apache-2.0
#include "inference/layers/weight_loader.h"

#include "kernels/core/error.h"

namespace tilescribe::layers {

kernels::WeightHandle WeightLoader::matrix(std::initializer_list<std::string> names,
                                           kernels::WeightRole role) {
  std::vector<std::vector<std::string>> parts;
  for (const std::string& name : names) {
    parts.push_back({name + ".weight"});
    if (source_.has(name + ".bias")) parts.back().push_back(name + ".bias");
  }
  return prepare(role, parts);
}

kernels::WeightHandle WeightLoader::single(const std::string& name, kernels::WeightRole role) {
  return prepare(role, {{name}});
}

kernels::WeightHandle WeightLoader::prepare(kernels::WeightRole role,
                                            const std::vector<std::vector<std::string>>& parts) {
  if (stop_.stop_requested()) throw Cancelled();
  std::vector<weights::SourceTensor> tensors;
  std::vector<kernels::WeightPart> views;
  for (const auto& names : parts) {
    kernels::WeightPart part;
    tensors.push_back(source_.tensor(names[0]));
    part.weight = tensors.back().view();
    if (names.size() > 1) {
      tensors.push_back(source_.tensor(names[1]));
      part.bias = tensors.back().view();
    }
    views.push_back(part);
  }
  kernels::WeightHandle weight = backend_.prepare(role, views);
  for (const auto& names : parts) {
    for (const std::string& name : names) source_.release(name);
  }
  prepared_bytes_ += static_cast<std::int64_t>(weight->bytes());
  return weight;
}

}  // namespace tilescribe::layers
