// SPDX-License-Identifier: Apache-2.0
#include "app/protocol/multipart.h"

#include <algorithm>
#include <cctype>

#include "app/protocol/api_error.h"

namespace tilescribe::protocol {
namespace {

constexpr std::string_view spaces = " \t";

[[noreturn]] void refuse(const Message& message) {
  throw RequestError({.message = message, .code = "invalid_form"});
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(spaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Takes a value off the front of `text`, with or without quotes, up to the next semicolon.
std::string take_value(std::string_view& text) {
  std::string value;
  if (!text.starts_with('"')) {
    const std::size_t end = std::min(text.find(';'), text.size());
    value = trimmed(text.substr(0, end));
    text.remove_prefix(end);
    return value;
  }
  std::size_t at = 1;
  for (; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    value += text[at];
  }
  text.remove_prefix(std::min(text.find(';', at), text.size()));
  return value;
}

PartHead part_head(std::string_view lines) {
  PartHead head;
  bool named = false;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find("\r\n"), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 2, lines.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
      refuse(
          Message("Each header of a part should be a name, a colon and a value; found one without a colon."));
    if (lower(trimmed(line.substr(0, colon))) != "content-disposition") continue;
    const std::string_view value = line.substr(colon + 1);
    const auto name = header_parameter(value, "name");
    if (header_word(value) != "form-data" || !name) continue;
    named = true;
    head.name = *name;
    head.file_name = header_parameter(value, "filename");
    if (!head.file_name) head.file_name = header_parameter(value, "filename*");
  }
  if (!named)
    refuse(
        Message("Each part should have a header “Content-Disposition: form-data; name=…”; found one "
                "without it."));
  return head;
}

}  // namespace

std::string header_word(std::string_view value) {
  return lower(trimmed(value.substr(0, value.find(';'))));
}

std::optional<std::string> header_parameter(std::string_view value, std::string_view name) {
  value.remove_prefix(std::min(value.find(';'), value.size()));
  while (!value.empty()) {
    value.remove_prefix(1);  // the semicolon
    const std::size_t equals = value.find_first_of("=;");
    if (equals == std::string_view::npos) return {};
    const std::string key = lower(trimmed(value.substr(0, equals)));
    const bool has_value = value[equals] == '=';
    value.remove_prefix(equals + (has_value ? 1 : 0));
    if (!has_value) continue;
    value.remove_prefix(std::min(value.find_first_not_of(spaces), value.size()));
    std::string found = take_value(value);
    if (key == name) return found;
  }
  return {};
}

MultipartReader::MultipartReader(const std::string& boundary, PartSink& sink)
    : sink_(sink), delimiter_("\r\n--" + boundary) {
  constexpr std::size_t longest = 70;  // RFC 2046, 5.1.1
  if (boundary.empty() || boundary.size() > longest)
    refuse(Message("The Content-Type should hold a boundary of 1 to {1} characters; found one of {2}.",
                   longest, boundary.size()));
}

void MultipartReader::feed(std::string_view bytes) {
  pending_ += bytes;
  while (step()) {
  }
  pending_.erase(0, taken_);
  taken_ = 0;
}

void MultipartReader::finish() const {
  if (state_ != State::epilogue) refuse(Message("The form ends before its last boundary."));
}

// Passes the next piece on. False: more bytes are needed.
bool MultipartReader::step() {
  switch (state_) {
    case State::preamble:
      return pass_data(false);
    case State::boundary:
      return pass_boundary();
    case State::head:
      return pass_head();
    case State::data:
      return pass_data(true);
    case State::epilogue:
      taken_ = pending_.size();
      return false;
  }
  return false;
}

// Everything up to the next boundary. The end of what has come may be a boundary's beginning.
bool MultipartReader::pass_data(bool in_part) {
  const std::size_t found = pending_.find(delimiter_, taken_);
  const std::size_t unsure = delimiter_.size() - 1;
  const std::size_t end = found != std::string::npos
                              ? found
                              : std::max(taken_, pending_.size() - std::min(unsure, pending_.size()));
  if (in_part && end > taken_) sink_.part_data(std::string_view(pending_).substr(taken_, end - taken_));
  taken_ = end;
  if (found == std::string::npos) return false;
  taken_ += delimiter_.size();
  if (in_part) sink_.end_part();
  state_ = State::boundary;
  return true;
}

// What stands behind a boundary: two dashes if it is the last, else the end of its line.
bool MultipartReader::pass_boundary() {
  constexpr std::size_t most_padding = 128;
  const std::string_view rest = std::string_view(pending_).substr(taken_);
  if (rest.size() < 2) return false;
  if (rest.starts_with("--")) {
    state_ = State::epilogue;
    return true;
  }
  const std::size_t line_end = rest.find("\r\n");
  if (line_end == std::string_view::npos && rest.size() < most_padding) return false;
  if (line_end == std::string_view::npos || !trimmed(rest.substr(0, line_end)).empty())
    refuse(Message("A boundary should end its line; found more behind it."));
  if (++parts_ > most_parts) refuse(Message("A form should have at most {1} parts; found more.", most_parts));
  taken_ += line_end;  // the head's end is found from here on, also where there are no headers
  state_ = State::head;
  return true;
}

bool MultipartReader::pass_head() {
  const std::size_t end = pending_.find("\r\n\r\n", taken_);
  const std::size_t bytes = (end == std::string::npos ? pending_.size() : end) - taken_;
  if (bytes > most_head_bytes)
    refuse(Message("The headers of a part should have at most {1} bytes; found more.", most_head_bytes));
  if (end == std::string::npos) return false;
  const std::string_view lines = std::string_view(pending_).substr(taken_, bytes);
  PartHead head = part_head(lines.substr(std::min<std::size_t>(2, lines.size())));
  taken_ = end + 4;
  sink_.begin_part(std::move(head));
  state_ = State::data;
  return true;
}

}  // namespace tilescribe::protocol
