// SPDX-License-Identifier: Apache-2.0
#include "inference/download/response.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "inference/transcript/characters.h"

namespace tilescribe::download {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::int64_t number(std::string_view text) {
  std::int64_t value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= 0 ? value : -1;
}

std::string entity_tag(std::string_view text) {
  if (text.starts_with("W/")) text.remove_prefix(2);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return std::string(text);
}

// "bytes 100-199/200", "bytes */200"
void read_range(std::string_view text, Response& response) {
  if (!text.starts_with("bytes ")) return;
  text.remove_prefix(6);
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return;
  response.total = number(text.substr(slash + 1));
  response.from = number(text.substr(0, std::min(slash, text.find('-'))));
}

}  // namespace

void Response::read(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    *this = {};
    const std::size_t space = line.find(' ');
    if (space != std::string_view::npos)
      status = static_cast<int>(std::max<std::int64_t>(0, number(line.substr(space + 1, 3))));
    return;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string name = transcript::lowered(line.substr(0, colon));
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (name == "content-length") length = number(value);
  if (name == "content-range") read_range(value, *this);
  if (name == "etag") etag = entity_tag(value);
  if (name == "x-linked-etag") linked_etag = entity_tag(value);
  if (name == "x-linked-size") linked_size = number(value);
  if (name == "retry-after") retry_after_s = number(value);
}

}  // namespace tilescribe::download
