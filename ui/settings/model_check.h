// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "inference/api/error.h"

namespace tilescribe::ui {

/// Looks into a model's folder and calls `then` soon: with why it can't be opened, or with an empty sentence.
using ModelCheck =
    std::function<void(const std::string& model, const std::function<void(const Failure&)>& then)>;

}  // namespace tilescribe::ui
