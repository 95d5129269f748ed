// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/layers/weight_loader.h"

namespace tilescribe::model {

/// The types of GLM-ASR's groups of layers.
struct ModelTypes {
  layers::GroupType encoder = {}, projector = {};
  layers::GroupType text = {}, head = {};  // the language model's blocks; its output matrix
};

}  // namespace tilescribe::model
