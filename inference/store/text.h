// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "inference/api/profile_analysis.h"

/// Numbers and texts for files: always with a decimal point, whatever the locale.
namespace tilescribe::store {

/// With this many decimals, rounded to nearest; "0" for values that are not finite.
std::string fixed(double value, int decimals);

/// Appends a whole number.
void append(std::string& text, std::int64_t value);

/// Appends nanoseconds as microseconds, to the nanosecond: "1234.567".
void append_us(std::string& text, std::int64_t ns);

/// In double quotes, as JSON; bytes that are not UTF-8 become U+FFFD.
std::string json_text(std::string_view text);

/// A field of a CSV file (RFC 4180), in quotes if necessary. Bytes that are not UTF-8 become U+FFFD.
std::string csv_field(std::string_view text);

/// What ran, in a word or two; never empty.
std::string name_of(const ProfileKind& kind);

/// "memory", "compute" or "neither"; empty if unknown.
std::string_view bound_word(ProfileBound bound);

/// Text between tags or in a quoted attribute of HTML and SVG; a space that does not break becomes "&#160;".
/// Bytes that are not UTF-8, and control characters except line ends, become U+FFFD.
std::string html_text(std::string_view text);

}  // namespace tilescribe::store
