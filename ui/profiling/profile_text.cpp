// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/profile_text.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "ui/format.h"
#include "ui/profiling/profiling_texts.h"

namespace tilescribe::ui {

namespace {

struct Unit {
  double size;
  const char* name;
};

/// Three significant digits, so that 999.6 counts as a thousand before a unit is chosen.
double rounded(double value) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  const double step = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2.0);
  return std::round(value / step) * step;
}

/// In the largest unit that leaves at least 1, else in the smallest one. Units must increase.
template <std::size_t n>
QString with_unit(double value, const std::array<Unit, n>& units) {
  if (!std::isfinite(value)) return nice_number(value);
  const double size = std::abs(rounded(value));
  const Unit* best = units.data();
  for (const Unit& unit : units) {
    if (size >= unit.size * (1.0 - 1e-9)) best = &unit;
  }
  const bool whole = best == units.data() && best->size == 1.0;  // half a nanosecond is meaningless
  const QString number = whole ? QLocale().toString(value, 'f', 0) : nice_number(value / best->size);
  return QStringLiteral("%1 %2").arg(number, QString::fromUtf8(best->name));
}

constexpr std::array<Unit, 4> time_units{{{1.0, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}}};

}  // namespace

QString nice_number(double value) {
  if (!std::isfinite(value)) return QStringLiteral("–");
  if (value == 0.0) return QStringLiteral("0");
  const double size = std::abs(rounded(value));
  const int digits = static_cast<int>(std::floor(std::log10(size) + 1e-9));
  return QLocale().toString(value, 'f', std::clamp(2 - digits, 0, 6));
}

QString nice_duration(std::int64_t ns) {
  constexpr double clock_from_ns = 120e9;
  const double value = static_cast<double>(ns);
  if (std::abs(value) < clock_from_ns) return with_unit(value, time_units);
  const QString clock = clock_text(std::abs(value) / 1e9);
  return (ns < 0 ? ProfilingTexts::tr("−%1 min") : ProfilingTexts::tr("%1 min")).arg(clock);
}

QString nice_bytes(std::int64_t bytes) {
  static constexpr std::array<Unit, 5> units{
      {{1.0, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}}};
  return with_unit(static_cast<double>(bytes), units);
}

QString nice_rate(double gb_s) {
  static constexpr std::array<Unit, 4> units{{{1e-6, "kB/s"}, {1e-3, "MB/s"}, {1.0, "GB/s"}, {1e3, "TB/s"}}};
  return with_unit(gb_s, units);
}

QString nice_flop_rate(double tflop_s) {
  static constexpr std::array<Unit, 4> units{
      {{1e-6, "MFLOP/s"}, {1e-3, "GFLOP/s"}, {1.0, "TFLOP/s"}, {1e3, "PFLOP/s"}}};
  return with_unit(tflop_s, units);
}

QString nice_percent(double percent) {
  if (!std::isfinite(percent)) return nice_number(percent);
  const double size = std::abs(percent);
  const int decimals = size == 0.0 || size >= 9.95 ? 0 : size >= 0.095 ? 1 : 2;
  return QStringLiteral("%1 %").arg(QLocale().toString(percent, 'f', decimals));
}

QString nice_count(std::int64_t count) {
  static constexpr std::array<Unit, 2> units{{{1e6, "M"}, {1e9, "G"}}};
  if (std::abs(static_cast<double>(count)) >= 999'500.0) return with_unit(static_cast<double>(count), units);
  return QLocale().toString(static_cast<qlonglong>(count));
}

QString nice_range(std::int64_t begin_ns, std::int64_t end_ns) {
  const double begin = static_cast<double>(begin_ns), end = static_cast<double>(end_ns);
  const double largest = std::max(std::abs(begin), std::abs(end));
  const Unit* best = time_units.data();
  for (const Unit& unit : time_units) {
    if (largest >= unit.size) best = &unit;
  }
  const double length = std::abs(end - begin) / best->size;
  const int decimals =
      length > 0.0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(length))), 0, 6) : 1;
  const int shown = best == time_units.data() ? 0 : decimals;
  return ProfilingTexts::tr("%1 to %2 %3")
      .arg(QLocale().toString(begin / best->size, 'f', shown),
           QLocale().toString(end / best->size, 'f', shown), QString::fromUtf8(best->name));
}

}  // namespace tilescribe::ui
