// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/commands.h"
#include "inference/api/export.h"

namespace tilescribe::cli {

/// Says for each rule how many cues of a transcript break it, and where the first one is. Nothing if none
/// does, or if the format holds no cues. `name`: the file that it is about.
void say_broken_rules(const Context& context, const std::string& name, const Transcript& transcript,
                      ExportFormat format, const CueRules& rules);

}  // namespace tilescribe::cli
