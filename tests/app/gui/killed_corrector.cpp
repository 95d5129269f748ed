// SPDX-License-Identifier: Apache-2.0
#include "tests/app/gui/killed_corrector.h"

#include <QDir>
#include <QFile>
#include <algorithm>

#include "inference/api/export.h"
#include "inference/api/unfinished.h"
#include "tests/support/fake_transcriber.h"

namespace tilescribe::test {
namespace {

constexpr int start_patience_ms = 120'000;
constexpr qint64 safe_ms = 2000;  // what is older is on disk
constexpr int segments = 200;

const QString kept_text = QStringLiteral("transcripts/20260131-120000-000-talk.wav.json");

}  // namespace

QString KilledCorrector::start() {
  QFile audio(folder_.filePath(QStringLiteral("spoken.wav")));
  if (!QDir(folder_.path()).mkdir(QStringLiteral("transcripts")) || !audio.open(QIODevice::WriteOnly))
    return QStringLiteral("Its folder can't be made.");
  Transcript transcript;
  transcript.source = "talk.wav";
  for (int i = 0; i < segments; ++i)
    transcript.segments.push_back(
        {.start_s = i * 3.0, .end_s = i * 3.0 + 3.0, .text = "Some words are said."});
  save_transcript(folder_.filePath(kept_text).toStdString(), transcript, ExportFormat::json,
                  Readers::user_alone);

  auto environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
  process_.setProcessEnvironment(environment);
  process_.start(QStringLiteral(TILESCRIBE_CORRECTING), {folder_.path()});
  if (!process_.waitForStarted()) return QStringLiteral("It does not start.");
  clock_.start();
  while ((typed_.isEmpty() || shown_.isEmpty()) && clock_.elapsed() < start_patience_ms) {
    if (const QString fault = listen(clock_.elapsed() + 100); !fault.isEmpty()) return fault;
  }
  return typed_.isEmpty() || shown_.isEmpty() ? QStringLiteral("It does not begin.") : QString();
}

QString KilledCorrector::listen(qint64 until) {
  process_.waitForReadyRead(static_cast<int>(std::max<qint64>(1, until - clock_.elapsed())));
  while (process_.canReadLine()) {
    const QByteArray said = process_.readLine().trimmed();
    const QByteArrayList line = said.split(' ');
    QList<qint64>& times = line.first() == "typed" ? typed_ : shown_;
    if (line.size() != 2 || line.last().toInt() != times.size())
      return QStringLiteral("It says “%1”.").arg(QString::fromUtf8(said));
    times.append(clock_.elapsed());
  }
  return {};
}

QString KilledCorrector::live(int ms) {
  const qint64 end = clock_.elapsed() + ms;
  while (clock_.elapsed() < end) {
    if (const QString fault = listen(end); !fault.isEmpty()) return fault;
  }
  return {};
}

QString KilledCorrector::kill() {
  const qint64 safe_until = clock_.elapsed() - safe_ms;
  process_.kill();
  process_.waitForFinished();
  if (process_.exitStatus() != QProcess::CrashExit) return QStringLiteral("It ended by itself.");
  const QString fault = look_for_edits(safe_until);
  return fault.isEmpty() ? look_for_windows(safe_until) : fault;
}

QString KilledCorrector::look_for_edits(qint64 safe_until) {
  const QString text = QString::fromStdString(
      load_transcript(folder_.filePath(kept_text).toStdString(), ExportFormat::json).text());
  edits_ = older(typed_, safe_until);
  for (qsizetype number = 0; number < edits_; ++number) {
    if (!text.contains(QStringLiteral(" n%1.").arg(number)))
      return QStringLiteral("Edit %1 of %2 is lost.").arg(number).arg(edits_);
  }
  const qsizetype left = text.count(QStringLiteral("Some words are said."));
  if (left != segments) return QStringLiteral("%1 sentences of %2 are left.").arg(left).arg(segments);
  return {};
}

QString KilledCorrector::look_for_windows(qint64 safe_until) {
  windows_ = older(shown_, safe_until);
  if (windows_ == 0) return {};
  const auto kept =
      unfinished_texts(folder_.filePath(QStringLiteral("transcripts/unfinished")).toStdString());
  if (kept.size() != 1) return QStringLiteral("%1 unfinished texts are kept.").arg(kept.size());
  const std::vector<Segment>& found = kept.front().options.from.segments;
  if (static_cast<qsizetype>(found.size()) < windows_)
    return QStringLiteral("%1 windows of %2 are kept.").arg(found.size()).arg(windows_);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].window != static_cast<int>(i) || found[i].text != fake_sentence(static_cast<int>(i)))
      return QStringLiteral("Window %1 is another.").arg(i);
  }
  return {};
}

qsizetype KilledCorrector::older(const QList<qint64>& times, qint64 than) {
  return std::lower_bound(times.begin(), times.end(), than) - times.begin();
}

}  // namespace tilescribe::test
