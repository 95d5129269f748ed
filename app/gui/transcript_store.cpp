// SPDX-License-Identifier: Apache-2.0
#include "app/gui/transcript_store.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <fstream>
#include <utility>

#include "ui/queue/queue_item.h"

namespace tilescribe {

namespace {

std::filesystem::path native_path(const QString& path) {
  return QFile::encodeName(path).toStdString();
}

constexpr int stamp_length = 19;  // "20260131-142530-123", then "-" and the recording's name

/// "20260131-142530-123-interview.wav.json": sorts by time, and no two are equal. Long names are cut: file
/// systems take 255 bytes.
QString kept_name(const Transcript& transcript) {
  QString source = QString::fromStdString(transcript.source).section(QLatin1Char('/'), -1);
  while (source.toUtf8().size() > 160) source.chop(1);
  const QString stamp = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"));
  return QStringLiteral("%1-%2.json").arg(stamp, source);
}

}  // namespace

TranscriptStore::TranscriptStore(QString folder, QObject* parent)
    : QObject(parent), folder_(std::move(folder)) {
  pool_.setMaxThreadCount(1);
}

TranscriptStore::~TranscriptStore() {
  blockSignals(true);
  flush();
}

void TranscriptStore::flush() {
  pool_.waitForDone();
}

template <class Work>
void TranscriptStore::in_background(const QString& title, Work work) {
  pool_.start([this, title, work = std::move(work)] {
    try {
      const auto report = work();  // what to say on the GUI thread
      QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
    } catch (...) {
      const Failure failure = describe_failure(std::current_exception());
      QMetaObject::invokeMethod(
          this, [this, title, failure] { emit failed(title, failure); }, Qt::QueuedConnection);
    }
  });
}

void TranscriptStore::keep(const Transcript& transcript, const std::function<void()>& afterwards) {
  if (transcript.segments.empty() && !afterwards) return;
  const QString path = QDir(folder_).filePath(kept_name(transcript));
  in_background(tr("Transcript could not be kept"), [this, transcript, path, afterwards] {
    if (!transcript.segments.empty()) {
      QDir().mkpath(folder_);
      save_transcript(native_path(path), transcript, ExportFormat::json);
    }
    if (afterwards) afterwards();
    return [this] { emit kept(); };
  });
}

QList<ui::RecentTranscript> TranscriptStore::recent(int count) const {
  QList<ui::RecentTranscript> result;
  const QDir folder(folder_);
  const QStringList names =
      folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name | QDir::Reversed);
  for (const QString& name : names.mid(0, count)) {
    const QDateTime when =
        QDateTime::fromString(name.left(stamp_length), QStringLiteral("yyyyMMdd-HHmmss-zzz"));
    if (!when.isValid()) continue;
    const QString source = name.mid(stamp_length + 1).chopped(5);
    const QString title =
        QStringLiteral("%1 · %2").arg(source, QLocale().toString(when, QLocale::ShortFormat));
    result.append({title, folder.filePath(name)});
  }
  return result;
}

void TranscriptStore::load(const QString& path) {
  in_background(tr("Transcript could not be opened"), [this, path] {
    std::ifstream in(native_path(path), std::ios::binary);
    const Transcript transcript = read_transcript(in, ExportFormat::json);
    return [this, path, transcript] { emit loaded(path, transcript); };
  });
}

void TranscriptStore::save(const Transcript& transcript, const QString& path, ExportFormat format) {
  in_background(tr("Transcript could not be exported"), [this, transcript, path, format] {
    save_transcript(native_path(path), transcript, format);
    return [this, path] { emit exported(path); };
  });
}

}  // namespace tilescribe
