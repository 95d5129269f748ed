// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tilescribe {

/// On one line. What is no UTF-8 is replaced.
std::string json_text(const nlohmann::ordered_json& value);

}  // namespace tilescribe
