// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "inference/api/options.h"

namespace tilescribe {

/// How a file is to be transcribed, as one line of JSON, and back: everything but `audio_channel`,
/// `silenced_s`, `turn_pause_s`, `batch` and `from`, which whoever runs the job chooses. Reading gives
/// nullopt for a text that is none of these.
std::string transcribe_options_json(const TranscribeOptions& options);
std::optional<TranscribeOptions> transcribe_options_of(const std::string& json);

}  // namespace tilescribe
