// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/layers/weight_loader.h"

namespace tilescribe::model {

/// The types of GLM-ASR's groups of layers, and of its key/value cache.
struct ModelTypes {
  layers::GroupType encoder = {}, projector = {};
  layers::GroupType text = {}, head = {};  // the language model's blocks; its output matrix
  bool float8_cache = false;               // keys and values in E4M3; else as the text's arithmetic
};

}  // namespace tilescribe::model
