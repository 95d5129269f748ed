// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tilescribe::align {

/// The letters a to z that are heard when an English word is read out, each run of one letter once: "Will" →
/// "wil". Numbers, units, letters' names and common abbreviations are written out: "3rd" → "third", "$5" →
/// "fivedolars", "GPU" → "gepeyou". Accents are dropped. Empty if nothing is known of how the word sounds:
/// other scripts, or no letter, digit or symbol that is spoken.
std::string spoken_letters(std::string_view word);

}  // namespace tilescribe::align
