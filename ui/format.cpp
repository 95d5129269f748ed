// SPDX-License-Identifier: Apache-2.0
#include "ui/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTextDocument>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "inference/api/media_types.h"

namespace tilescribe::ui {

namespace {

struct FormatTexts {
  Q_DECLARE_TR_FUNCTIONS(FormatTexts)
};

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

/// The largest unit that leaves at least 1, else the smallest one. Units must increase.
template <std::size_t n>
const Unit& unit_for(double size, const std::array<Unit, n>& units) {
  const Unit* best = units.data();
  for (const Unit& unit : units) {
    if (size >= unit.size * (1.0 - 1e-9)) best = &unit;
  }
  return *best;
}

template <std::size_t n>
QString with_unit(double value, const std::array<Unit, n>& units) {
  if (!std::isfinite(value)) return nice_number(value);
  const Unit& unit = unit_for(std::abs(rounded(value)), units);
  const bool whole = &unit == units.data() && unit.size == 1.0;  // half a nanosecond is meaningless
  const QString number = whole ? decimal_text(value, 0) : nice_number(value / unit.size);
  return QStringLiteral("%1 %2").arg(number, QString::fromUtf8(unit.name));
}

constexpr std::array<Unit, 4> time_units{{{1.0, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}}};

}  // namespace

QString decimal_text(double value, int decimals) {
  return QLocale().toString(value, 'f', decimals);
}

QString short_number(double value) {
  return decimal_text(value, value < 10.0 ? 1 : 0);
}

QString clock_text(double seconds) {
  constexpr double most = 1e15;  // up to which every whole number is a double
  if (!std::isfinite(seconds) || seconds < 0) seconds = 0;
  seconds = std::min(seconds, most);
  const auto whole = static_cast<qint64>(seconds);
  const qint64 hours = whole / 3600;
  const qint64 minutes = whole / 60 % 60;
  const QString last = QStringLiteral("%1").arg(whole % 60, 2, 10, QLatin1Char('0'));
  if (hours == 0) return QStringLiteral("%1:%2").arg(minutes).arg(last);
  return QStringLiteral("%1:%2:%3").arg(hours).arg(minutes, 2, 10, QLatin1Char('0')).arg(last);
}

QString elapsed_text(double seconds) {
  if (!(seconds >= 0.0) || seconds >= 10.0) return clock_text(seconds);
  return QStringLiteral("%1 s").arg(decimal_text(seconds, 1));
}

QString count_text(qint64 count) {
  const auto value = static_cast<double>(count);
  if (value >= 1e9) return QStringLiteral("%1 B").arg(short_number(value / 1e9));
  if (value >= 1e6) return QStringLiteral("%1 M").arg(short_number(value / 1e6));
  return QLocale().toString(count);
}

QString bytes_text(qint64 bytes) {
  const auto value = static_cast<double>(bytes);
  if (value >= 1e9) return QStringLiteral("%1 GB").arg(short_number(value / 1e9));
  return QStringLiteral("%1 MB").arg(short_number(value / 1e6));
}

QString nice_number(double value) {
  if (!std::isfinite(value)) return QStringLiteral("–");
  if (value == 0.0) return QStringLiteral("0");
  const double size = std::abs(rounded(value));
  const int digits = static_cast<int>(std::floor(std::log10(size) + 1e-9));
  return decimal_text(value, std::clamp(2 - digits, 0, 6));
}

QString nice_duration(std::int64_t ns) {
  constexpr double clock_from_ns = 120e9;
  const double value = static_cast<double>(ns);
  if (std::abs(value) < clock_from_ns) return with_unit(value, time_units);
  const QString clock = clock_text(std::abs(value) / 1e9);
  return (ns < 0 ? FormatTexts::tr("−%1 min") : FormatTexts::tr("%1 min")).arg(clock);
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
  return QStringLiteral("%1 %").arg(decimal_text(percent, decimals));
}

QString nice_count(std::int64_t count) {
  static constexpr std::array<Unit, 2> units{{{1e6, "M"}, {1e9, "G"}}};
  if (std::abs(static_cast<double>(count)) >= 999'500.0) return with_unit(static_cast<double>(count), units);
  return QLocale().toString(static_cast<qlonglong>(count));
}

QString nice_range(std::int64_t begin_ns, std::int64_t end_ns) {
  const double begin = static_cast<double>(begin_ns), end = static_cast<double>(end_ns);
  const Unit& unit = unit_for(std::max(std::abs(begin), std::abs(end)), time_units);
  const double length = std::abs(end - begin) / unit.size;
  const int decimals =
      length > 0.0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(length))), 0, 6) : 1;
  const int shown = &unit == time_units.data() ? 0 : decimals;
  return FormatTexts::tr("%1 to %2 %3")
      .arg(decimal_text(begin / unit.size, shown), decimal_text(end / unit.size, shown),
           QString::fromUtf8(unit.name));
}

QString tip_text(const QString& text) {
  if (!Qt::mightBeRichText(text)) return text;
  return QStringLiteral("<p style='white-space: pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}

QString button_text(QString text) {
  return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

QString media_filter() {
  QStringList names;
  for (const MediaType& type : media_types)
    names.append(QStringLiteral("*.") + QLatin1String(type.ending.data(), qsizetype(type.ending.size())));
  return FormatTexts::tr("Audio and video (%1);;All files (*)").arg(names.join(QLatin1Char(' ')));
}

}  // namespace tilescribe::ui
