// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "inference/api/error.h"

namespace tilescribe::ui {

/// Checks a model's folder and calls `then` soon: with the reason why it can't be opened, or an empty
/// message.
using ModelCheck =
    std::function<void(const std::string& model, const std::function<void(const Failure&)>& then)>;

}  // namespace tilescribe::ui
