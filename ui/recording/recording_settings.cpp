// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/recording_settings.h"

#include <QSettings>
#include <algorithm>

namespace tilescribe::ui {

namespace {

constexpr auto pause_key = "recording/pauseS";
constexpr auto keep_key = "recording/keepDays";
constexpr auto shortcut_key = "recording/shortcut";
constexpr auto typing_key = "recording/typesText";

}  // namespace

RecordingSettings read_recording_settings(const QSettings& settings) {
  RecordingSettings result;
  const auto value = [&](const char* key, const QVariant& otherwise) {
    return settings.value(QLatin1String(key), otherwise);
  };
  result.pause_s = std::clamp(value(pause_key, result.pause_s).toDouble(), 0.2, 3.0);
  result.keep_days = std::max(0, value(keep_key, result.keep_days).toInt());
  result.shortcut = QKeySequence(value(shortcut_key, QString()).toString(), QKeySequence::PortableText);
  result.types_text = value(typing_key, result.types_text).toBool();
  return result;
}

void write_recording_settings(QSettings& settings, const RecordingSettings& chosen) {
  settings.setValue(QLatin1String(pause_key), chosen.pause_s);
  settings.setValue(QLatin1String(keep_key), chosen.keep_days);
  settings.setValue(QLatin1String(shortcut_key), chosen.shortcut.toString(QKeySequence::PortableText));
  settings.setValue(QLatin1String(typing_key), chosen.types_text);
}

}  // namespace tilescribe::ui
