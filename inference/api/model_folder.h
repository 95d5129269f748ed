// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tilescribe {

/// Looks whether a model could be opened, as far as that is told without its weights: the folder, its
/// config, the header of its weights and its tokenizer are read. `model` is as in EngineOptions. Throws Error
/// with the sentence that opening it would give. Takes a moment, on a slow disk or a network longer.
void check_model(const std::string& model);

}  // namespace tilescribe
