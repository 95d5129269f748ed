// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>

#include <nlohmann/json.hpp>

#include "inference/api/options.h"
#include "inference/text/json_access.h"
#include "kernels/core/error.h"

namespace tilescribe::exporting {

/// A field that has to be a whole number from `least` to `most`. Throws what describes it as another format.
template <class Whole>
Whole whole_field(const nlohmann::json& line, const char* key, Whole least,
                  Whole most = std::numeric_limits<Whole>::max()) {
  const std::optional<Whole> number = text::whole_number<Whole>(line.at(key));
  if (!number || *number < least || *number > most) throw Error("another format");
  return *number;
}

/// What transcribe_options_json() writes, as fields among others. Reading throws what describes the fault.
void put_option_fields(nlohmann::json& line, const TranscribeOptions& options);
TranscribeOptions get_option_fields(const nlohmann::json& line);

}  // namespace tilescribe::exporting
