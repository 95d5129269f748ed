// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "inference/weights/limits.h"

namespace tilescribe::weights {

/// Reads a JSON file whose root is an object. Throws Error if the file can't be read, is longer than
/// `max_bytes`, is not JSON (with the place), nests deeper than 32, has more than `max_values`, each of which
/// takes up to 160 bytes besides its text, or has another root.
nlohmann::json read_json_object(const std::filesystem::path& file, std::size_t max_bytes,
                                std::size_t max_values = limits::json_values);

}  // namespace tilescribe::weights
