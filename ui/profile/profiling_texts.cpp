// SPDX-License-Identifier: Apache-2.0
#include "ui/profile/profiling_texts.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/format.h"

namespace tilescribe::ui {

// What inference/profile names in words. The rest are names of kernels, ops and variants.
constexpr std::array worded{
    QT_TRANSLATE_NOOP("Profiling", "audio"),
    QT_TRANSLATE_NOOP("Profiling", "features"),
    QT_TRANSLATE_NOOP("Profiling", "encoder"),
    QT_TRANSLATE_NOOP("Profiling", "projector"),
    QT_TRANSLATE_NOOP("Profiling", "prefill"),
    QT_TRANSLATE_NOOP("Profiling", "decode"),
    QT_TRANSLATE_NOOP("Profiling", "letters"),
    QT_TRANSLATE_NOOP("Profiling", "word times"),
    QT_TRANSLATE_NOOP("Profiling", "idle"),
    QT_TRANSLATE_NOOP("Profiling", "other"),
    QT_TRANSLATE_NOOP("Profiling", "CUDA events"),
    QT_TRANSLATE_NOOP("Profiling", "clock of the CPU"),
    QT_TRANSLATE_NOOP("Profiling", "recorded steps"),
    QT_TRANSLATE_NOOP("Profiling", "outside all ops"),
    QT_TRANSLATE_NOOP("Profiling", "outside all stages"),
    QT_TRANSLATE_NOOP("Profiling", "outside all layers"),
    QT_TRANSLATE_NOOP("Profiling", "layer %1"),
    QT_TRANSLATE_NOOP("Profiling", "stream %1"),
    QT_TRANSLATE_NOOP("Profiling", "stream %1, beside"),
    QT_TRANSLATE_NOOP("Profiling", "stream %1, beside %2"),
    QT_TRANSLATE_NOOP("Profiling", "ops"),
    QT_TRANSLATE_NOOP("Profiling", "ops inside"),
    QT_TRANSLATE_NOOP("Profiling", "ops inside %1"),
    QT_TRANSLATE_NOOP("Profiling", "ops, stream %1"),
    QT_TRANSLATE_NOOP("Profiling", "ops, stream %1 inside"),
    QT_TRANSLATE_NOOP("Profiling", "ops, stream %1 inside %2"),
};

std::uint8_t stage_place(std::string_view stage) {
  const auto found = std::ranges::find(stage_names, stage);
  if (found == stage_names.end()) return other_stage;
  return static_cast<std::uint8_t>(found - stage_names.begin());
}

QString profile_name(const std::string& name) {
  const auto together = name.find(", together");
  if (together != std::string::npos)
    return ProfilingTexts::tr("%1, together").arg(profile_name(name.substr(0, together)));
  constexpr std::size_t most_bytes = 200;  // longer names are none of ours
  if (name.size() > most_bytes) return QString::fromStdString(name);
  static const QRegularExpression digits(QStringLiteral("\\b\\d+\\b"));
  QString given = QString::fromStdString(name);
  QString form = given;
  QStringList numbers;
  for (auto found = digits.match(form); found.hasMatch();
       found = digits.match(form, found.capturedStart() + 2)) {
    numbers << found.captured();
    form.replace(found.capturedStart(), found.capturedLength(), QStringLiteral("%%1").arg(numbers.size()));
  }
  for (const char* each : worded) {
    if (form != QLatin1String(each)) continue;
    QString text = ProfilingTexts::tr(each);
    for (const QString& number : numbers) text = text.arg(number);
    return text;
  }
  return given;
}

QString nice_us(double us) {
  return nice_duration(std::llround(us * 1e3));
}

QString nice_ms(double ms) {
  return nice_duration(std::llround(ms * 1e6));
}

QString nice_share(std::int64_t part, std::int64_t whole) {
  return nice_percent(whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0);
}

}  // namespace tilescribe::ui
