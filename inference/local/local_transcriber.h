// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inference/api/transcriber.h"
#include "inference/pipeline/opened_model.h"

namespace tilescribe {

/// The same model on one device or several, which share the windows of a file.
std::unique_ptr<Transcriber> transcriber_of(std::vector<OpenedModel> models);

}  // namespace tilescribe
