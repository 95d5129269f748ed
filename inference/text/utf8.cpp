// SPDX-License-Identifier: Apache-2.0
#include "inference/text/utf8.h"

#include <algorithm>

namespace tilescribe::text {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

// Every character for which Python's str.isspace() is true.
constexpr std::array<std::string_view, 29> whitespace{
    "\t",           "\n",           "\v",           "\f",           "\r",
    "\x1C",         "\x1D",         "\x1E",         "\x1F",         " ",
    "\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81",
    "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86",
    "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8",
    "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"};

}  // namespace

void Utf8Replacer::begin_character(unsigned char lead, std::string& out) {
  lower_ = 0x80;
  upper_ = 0xBF;
  if (lead < 0x80) {
    out.push_back(static_cast<char>(lead));
    return;
  }
  if (lead < 0xC2 || lead > 0xF4) {  // a continuation byte, an overlong lead, or beyond U+10FFFF
    out += replacement;
    return;
  }
  length_ = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (lead == 0xE0) lower_ = 0xA0;  // below: overlong
  if (lead == 0xED) upper_ = 0x9F;  // above: surrogates
  if (lead == 0xF0) lower_ = 0x90;  // below: overlong
  if (lead == 0xF4) upper_ = 0x8F;  // above: beyond U+10FFFF
  pending_[0] = static_cast<char>(lead);
  held_ = 1;
}

void Utf8Replacer::append(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (held_ > 0 && byte >= lower_ && byte <= upper_) {
      pending_[held_++] = c;
      lower_ = 0x80;
      upper_ = 0xBF;
      if (held_ == length_) {
        out.append(pending_.data(), length_);
        held_ = 0;
      }
      continue;
    }
    finish(out);
    begin_character(byte, out);
  }
}

void Utf8Replacer::finish(std::string& out) {
  if (held_ > 0) out += replacement;
  held_ = 0;
}

std::string replace_invalid_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  Utf8Replacer replacer;
  replacer.append(bytes, out);
  replacer.finish(out);
  return out;
}

std::string_view trim_whitespace(std::string_view utf8) {
  const auto trim_one = [&utf8] {
    return std::ranges::any_of(whitespace, [&utf8](std::string_view space) {
      if (utf8.starts_with(space)) {
        utf8.remove_prefix(space.size());
        return true;
      }
      if (utf8.ends_with(space)) {
        utf8.remove_suffix(space.size());
        return true;
      }
      return false;
    });
  };
  while (trim_one()) {
  }
  return utf8;
}

}  // namespace tilescribe::text
