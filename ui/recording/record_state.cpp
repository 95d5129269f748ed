// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/record_state.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/format.h"

namespace tilescribe::ui {

namespace {

constexpr double floor_db = -60.0;  // the lower end of the meter
constexpr double unnoticed_lag_s = 1.5;

struct RecordTexts {
  Q_DECLARE_TR_FUNCTIONS(RecordTexts)
};

// In the order of RecordPhase.
constexpr std::array phase_texts{
    static_cast<const char*>(nullptr),
    QT_TRANSLATE_NOOP("RecordTexts", "Opening the source…"),
    QT_TRANSLATE_NOOP("RecordTexts", "Recording"),
    QT_TRANSLATE_NOOP("RecordTexts", "Paused"),
    QT_TRANSLATE_NOOP("RecordTexts", "Waiting for the source"),
    QT_TRANSLATE_NOOP("RecordTexts", "Finishing the text…"),
};

double decibels(float level) {
  return 20.0 * std::log10(std::max(1e-6, static_cast<double>(level)));
}

}  // namespace

QString phase_text(RecordPhase phase) {
  const char* text = phase_texts[static_cast<std::size_t>(phase)];
  return text == nullptr ? QString() : RecordTexts::tr(text);
}

QString lag_text(double lag_s) {
  if (!(lag_s > unnoticed_lag_s)) return {};
  return RecordTexts::tr("%1 s behind").arg(short_number(lag_s));
}

QString level_text(const SoundLevel& level) {
  const double loudness = decibels(level.peak);
  return loudness <= floor_db ? RecordTexts::tr("silence")
                              : RecordTexts::tr("%1 dB").arg(std::lround(loudness));
}

double meter_share(float level) {
  return std::clamp(1.0 - decibels(level) / floor_db, 0.0, 1.0);
}

}  // namespace tilescribe::ui
