// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "inference/weights/stored_weights.h"

namespace tilescribe::weights {

/// The tensors of a state dict that torch.save wrote: a zip archive of a pickle (see parse_state_dict) and
/// the bytes of each storage. Nothing in it is run. Throws Error if the file is none, is damaged, compressed
/// or big-endian, or holds anything but tensors. A storage is read from the file whenever a tensor of it is
/// requested.
/// Source: torch/serialization.py of PyTorch 2.
StoredWeights stored_in_torch_archive(const std::filesystem::path& file);

}  // namespace tilescribe::weights
