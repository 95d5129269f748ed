// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/stored_weights.h"

#include "kernels/core/error.h"

namespace tilescribe::weights {

SourceTensor StoredSource::tensor(std::string_view name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end())
    throw Error("The tensor {1} was asked for, but the checkpoint has none of that name.", name);
  return found->second.read();
}

void StoredSource::release(std::string_view name) const {
  if (const auto found = tensors_.find(name); found != tensors_.end()) found->second.release();
}

}  // namespace tilescribe::weights
