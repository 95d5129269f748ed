// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "inference/api/side_by_side.h"

namespace tilescribe {

/// Has a recording of at most an hour, in the windows that our engines cut, transcribed by Hugging Face
/// transformers, in a process of a Python that has torch (transformers_peer.py): on a GPU in bf16 where torch
/// finds one, else on the CPU in float32. `python`: a file, or a name in PATH. `model`: a checkpoint's
/// folder; empty: the demo model. Fills in the row. Throws Error that says what is missing, or Cancelled.
void hear_with_transformers(const std::string& python, const std::string& model,
                            const std::filesystem::path& audio, SideBySideRow& row,
                            const std::stop_token& stop);

}  // namespace tilescribe
