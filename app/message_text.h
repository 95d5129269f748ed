// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "inference/api/message.h"

namespace tilescribe {

/// A message as a line of JSON, for a program of ours that words it in the user's language.
std::string message_text(const Message& message);

/// The message in such a line; nothing if it is none.
std::optional<Message> read_message_text(const std::string& line);

}  // namespace tilescribe
