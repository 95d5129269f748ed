// SPDX-License-Identifier: Apache-2.0
#include "inference/cleanup/answer.h"

#include "inference/api/segment_edit.h"
#include "inference/api/utf8.h"
#include "inference/text/json_access.h"
#include "kernels/core/error.h"

namespace tilescribe::cleanup {
namespace {

constexpr std::size_t most_shown = 160;  // characters of what was found

std::string failure_in(const Json& json) {
  const Json* failure = member(&json, "error");
  if (const Json* words = member(failure, "message")) failure = words;
  return failure != nullptr && failure->is_string() ? shown(failure->get<std::string>()) : std::string();
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const bool breaks = point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0) ||
                        point.value == 0x2028 || point.value == 0x2029;
    if (breaks || !point.valid)
      line += ' ';
    else
      line += text.substr(at, point.length);
    at += point.length;
  }
  return trimmed(line);
}

std::string shown(std::string_view found) {
  const std::string line = one_line(found.substr(0, most_shown * 8));
  std::size_t end = 0;
  for (std::size_t count = 0; end < line.size() && count < most_shown; ++count)
    end += code_point_at(line, end).length;
  return end < line.size() ? line.substr(0, end) + "…" : line;
}

std::optional<Json> parsed(std::string_view text) {
  if (text::shape_complaint(text, text.size())) return std::nullopt;
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? std::nullopt : std::optional(std::move(json));
}

const Json* member(const Json* of, const char* name) {
  if (of == nullptr || !of->is_object()) return nullptr;
  const auto found = of->find(name);
  return found == of->end() ? nullptr : &*found;
}

ChatText chat_text(const std::string& body) {
  const std::optional<Json> json = parsed(body);
  if (!json) throw Error("Expected an answer in JSON, found: {1}", shown(body));
  if (const std::string failure = failure_in(*json); !failure.empty())
    throw Error("Expected the answer of a model, found a failure: {1}", failure);
  const Json* choices = member(&*json, "choices");
  const Json* choice =
      choices != nullptr && choices->is_array() && !choices->empty() ? &choices->front() : nullptr;
  const Json* content = member(member(choice, "message"), "content");
  if (content == nullptr || !content->is_string())
    throw Error("Expected the answer of a chat model, found: {1}", shown(body));
  const Json* reason = member(choice, "finish_reason");
  return {content->get<std::string>(), reason != nullptr && *reason == "length"};
}

std::string words_of_failure(const std::string& body) {
  const std::optional<Json> json = parsed(body);
  return json ? failure_in(*json) : std::string();
}

}  // namespace tilescribe::cleanup
