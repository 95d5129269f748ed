// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/message.h"

#include <charconv>
#include <cstring>
#include <mutex>
#include <set>

#include "kernels/core/plural.h"

namespace tilescribe {
namespace {

constexpr std::string_view plural_mark = "(s)";

std::string text_of(const std::string& text) {
  return text;
}
std::string text_of(std::int64_t number) {
  return std::to_string(number);
}
std::string text_of(const Message& message) {
  return english(message);
}
std::string text_of(Real number) {
  std::array<char, 512> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number.value,
                                 std::chars_format::fixed, number.decimals);
  return {text.data(), end.ptr};
}

// As Message::Template asks at compile time.
bool has_places_of(const std::string& code, std::size_t arguments) {
  std::set<std::size_t> found;
  for (auto at = code.find('{'); at != std::string::npos; at = code.find('{', at + 1)) {
    if (at + 2 >= code.size() || code[at + 1] < '1' || code[at + 1] > '9' || code[at + 2] != '}')
      return false;
    found.insert(static_cast<std::size_t>(code[at + 1] - '0'));
  }
  return found.size() == arguments && (found.empty() || *found.rbegin() == arguments);
}

// The same characters for as long as the program runs, as a literal has them; null if they are too many, or
// once there are too many of them.
const char* kept(const std::string& code) {
  constexpr std::size_t longest = 1024;
  constexpr std::size_t most = 1000;  // codes; we have fewer that cross a process's border
  if (code.size() > longest) return nullptr;
  static std::mutex mutex;
  static std::set<std::string> codes;
  const std::lock_guard lock(mutex);
  if (codes.size() >= most && !codes.contains(code)) return nullptr;
  return codes.insert(code).first->c_str();
}

}  // namespace

Message Message::received(const std::string& code, std::vector<Argument> arguments) {
  const bool sound = code.find('\0') == std::string::npos && has_places_of(code, arguments.size());
  const char* const text = sound ? kept(code) : nullptr;
  if (text == nullptr) return verbatim(code);
  Message message;
  message.code_ = text;
  message.arguments_ = std::move(arguments);
  return message;
}

std::optional<std::int64_t> count_in(const Message& message) {
  if (std::strstr(message.code(), plural_mark.data()) == nullptr) return {};
  for (const Argument& argument : message.arguments()) {
    if (const auto* number = std::get_if<std::int64_t>(&argument.value)) return *number;
  }
  return {};
}

std::string english_pattern(const Message& message) {
  std::string text = message.code();
  const std::optional<std::int64_t> count = count_in(message);
  if (!count) return text;
  for (auto at = text.find(plural_mark); at != std::string::npos; at = text.find(plural_mark, at))
    text.replace(at, plural_mark.size(), *count == 1 ? "" : "s");
  return text;
}

std::string english(const Message& message) {
  const std::string pattern = english_pattern(message);
  std::string text;
  for (const char* c = pattern.c_str(); *c != '\0'; ++c) {
    if (*c != '{') {
      text += *c;
      continue;
    }
    const auto place = static_cast<std::size_t>(c[1] - '1');
    text += std::visit([](const auto& value) { return text_of(value); }, message.arguments()[place].value);
    c += 2;
  }
  return text;
}

}  // namespace tilescribe
