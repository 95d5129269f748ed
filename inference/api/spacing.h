// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tilescribe {

/// Whether a space goes between two pieces of text, one after the other: not where Chinese or Japanese
/// characters meet, nor beside their punctuation. Nor beside white space, or a piece without text.
bool space_between(std::string_view before, std::string_view after);

}  // namespace tilescribe
