// SPDX-License-Identifier: Apache-2.0
#include "inference/profile/figures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace tilescribe {
namespace {

std::string fixed(double value, int decimals) {
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
  return end.ec == std::errc{} ? std::string(text.data(), end.ptr) : std::string("many");
}

struct Unit {
  double size;
  const char* name;
};
template <std::size_t count>
std::string in_units(double value, const std::array<Unit, count>& units) {  // smallest first
  const Unit* unit = &units.front();
  for (const Unit& each : units) {
    if (value >= 0.9995 * each.size) unit = &each;
  }
  return figure(value / unit->size) + " " + unit->name;
}

}  // namespace

std::string figure(double value) {
  if (!std::isfinite(value)) return "many";
  if (value == 0.0) return "0";
  // A value that rounds up to the next power of ten gets one decimal less.
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(value) * 1.0005) + 1e-9));
  return fixed(value, std::clamp(2 - digits, 0, 6));
}

std::string percent(double part) {
  const double value = 100.0 * part;
  return fixed(value, value > 0.0 && value < 9.95 ? 1 : 0) + " %";
}

std::string duration_text(double ms) {
  if (ms == 0.0) return "0 s";
  if (ms >= 120e3) {
    const auto seconds = static_cast<std::int64_t>(std::llround(ms * 1e-3));
    return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
  }
  constexpr std::array<Unit, 4> units{{{1e-6, "ns"}, {1e-3, "µs"}, {1.0, "ms"}, {1e3, "s"}}};
  return in_units(ms, units);
}

std::string bytes_text(double bytes) {
  constexpr std::array<Unit, 5> units{{{1.0, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}}};
  return in_units(bytes, units);
}

std::string operations_text(double flops) {
  constexpr std::array<Unit, 5> units{
      {{1.0, "flop"}, {1e3, "kflop"}, {1e6, "Mflop"}, {1e9, "Gflop"}, {1e12, "Tflop"}}};
  return in_units(flops, units);
}

Message sentences(const Message& first, const Message& second) {
  if (first.empty() || second.empty()) return first.empty() ? second : first;
  return Message("{1} {2}", first, second);
}

}  // namespace tilescribe
