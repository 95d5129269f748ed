// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/record_state.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/format.h"

namespace tilescribe::ui {

namespace {

constexpr double floor_db = -60.0;  // the lower end of the meter
constexpr double unnoticed_lag_s = 1.5;

struct RecordTexts {
  Q_DECLARE_TR_FUNCTIONS(RecordTexts)
};

double decibels(float level) {
  return 20.0 * std::log10(std::max(1e-6, static_cast<double>(level)));
}

}  // namespace

QString phase_text(RecordPhase phase) {
  switch (phase) {
    case RecordPhase::idle:
      break;
    case RecordPhase::starting:
      return RecordTexts::tr("Opening the source…");
    case RecordPhase::recording:
      return RecordTexts::tr("Recording");
    case RecordPhase::paused:
      return RecordTexts::tr("Paused");
    case RecordPhase::waiting:
      return RecordTexts::tr("Waiting for the source");
    case RecordPhase::finishing:
      return RecordTexts::tr("Finishing the text…");
  }
  return {};
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
