// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kernels/core/message.h"

namespace tilescribe {

/// What a message counts: its first whole number, if its code has a plural with "(s)" at its end. Empty: it
/// counts nothing. Other languages have their own forms for each number.
TILESCRIBE_EXPORT std::optional<std::int64_t> count_in(const Message& message);

/// The message's code with its English plurals: every "(s)" is an s, or nothing for one.
TILESCRIBE_EXPORT std::string english_pattern(const Message& message);

}  // namespace tilescribe
