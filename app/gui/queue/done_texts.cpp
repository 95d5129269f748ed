// SPDX-License-Identifier: Apache-2.0
#include "app/gui/queue/done_texts.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <algorithm>

#include "app/gui/transcript_store.h"
#include "app/paths.h"
#include "inference/api/library.h"

namespace tilescribe {

TextMaker maker_of(const Transcript& transcript) {
  QStringList parts = QString::fromStdString(transcript.engine).split(QStringLiteral(", "));
  const auto ends = [&](const char* word) {
    return !parts.isEmpty() && parts.last().endsWith(QLatin1String(word));
  };
  if (ends(" thread") || ends(" threads")) parts.removeLast();
  QString weights;
  if (ends(" weights")) weights = parts.takeLast().section(QLatin1Char(' '), 0, 0);
  EngineInfo engine;
  engine.compute = parts.isEmpty() ? std::string() : parts.last().toStdString();
  engine.weights = weights.toStdString();
  return {transcript.model, engine.arithmetic()};
}

DoneTexts::DoneTexts(const QString& folder) : folder_(folder) {
  const QStringList names =
      QDir(folder).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name | QDir::Reversed);
  for (const QString& name : names) {
    if (const auto source = kept_source(name)) names_[*source].append(name);
  }
}

void DoneTexts::search(const QString& file, const std::function<bool(const QString&)>& takes,
                       const std::function<bool(const QString&, const Transcript&)>& found) const {
  const QFileInfo audio(file);
  // A copy may bring an old time of change along, but not the time at which it came.
  const QDateTime changed = std::max(audio.lastModified(), audio.metadataChangeTime());
  for (const QString& name : names_.value(kept_source_of(audio.fileName()))) {
    // In whole seconds: names of older texts are no more precise.
    if (!takes(name) || changed.toSecsSinceEpoch() > kept_time(name).toSecsSinceEpoch()) continue;
    const QString text = QDir(folder_).filePath(name);
    if (load_notes(native_path(text)).audio != native_path(file)) continue;
    try {
      const Transcript transcript = load_transcript(native_path(text), ExportFormat::json);
      if (!transcript.cancelled && found(text, transcript)) return;
    } catch (...) {
      // One that can't be read is none.
    }
  }
}

QString DoneTexts::text_of(const QString& file, const TextMaker& maker) const {
  QString newest;
  const auto any = [](const QString&) { return true; };
  search(file, any, [&](const QString& text, const Transcript& transcript) {
    const bool same = maker_of(transcript) == maker;
    if (same) newest = text;
    return same;
  });
  return newest;
}

int DoneTexts::kept_between(const QString& file, const QString& begin, const QString& end) const {
  int texts = 0;
  const auto then = [&](const QString& name) { return kept_stamp(name) >= begin && kept_stamp(name) <= end; };
  search(file, then, [&](const QString&, const Transcript&) {
    ++texts;
    return false;
  });
  return texts;
}

}  // namespace tilescribe
