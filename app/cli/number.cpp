// SPDX-License-Identifier: Apache-2.0
#include "app/cli/number.h"

#include <charconv>

#include <nlohmann/json.hpp>

namespace tilescribe::cli {

template <typename Number>
std::optional<Number> parse_number(std::string_view text, Number least, Number most) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(value >= least && value <= most)) return std::nullopt;  // written so that a NaN is refused too
  return value;
}

template std::optional<int> parse_number(std::string_view, int, int);
template std::optional<unsigned long long> parse_number(std::string_view, unsigned long long,
                                                        unsigned long long);
template std::optional<float> parse_number(std::string_view, float, float);
template std::optional<double> parse_number(std::string_view, double, double);

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

std::string json_text(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

}  // namespace tilescribe::cli
