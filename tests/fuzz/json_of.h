// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>

#include "inference/api/export.h"

namespace tilescribe::fuzz {

/// The transcript as an exported JSON document.
inline std::string json_of(const Transcript& transcript) {
  std::ostringstream out;
  write_transcript(out, transcript, ExportFormat::json);
  return out.str();
}

}  // namespace tilescribe::fuzz
