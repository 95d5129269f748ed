// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

/// What stands in the answer of a service that speaks OpenAI's format, whatever it sent.
namespace tilescribe::cleanup {

using Json = nlohmann::json;

/// One line: control characters and the other ends of lines become spaces.
std::string one_line(std::string_view text);

/// The beginning of what was found, on one line.
std::string shown(std::string_view found);

/// Nothing, where it is not JSON, or is nested too deeply.
std::optional<Json> parsed(std::string_view text);

/// A member of an object; null: it is no object, or has none of this name.
const Json* member(const Json* of, const char* name);

/// What a chat model wrote.
struct ChatText {
  std::string text;
  bool cut_off = false;  // it became too long
};
/// Throws Error where the body is not the answer of a chat model.
ChatText chat_text(const std::string& body);

/// What a service says besides a status of failure; empty: nothing to be shown.
std::string words_of_failure(const std::string& body);

}  // namespace tilescribe::cleanup
