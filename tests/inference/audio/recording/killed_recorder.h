// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/inference/audio/recording/recording_checks.h"

namespace tilescribe::test {

/// A program that records, at twice the usual speed and in a folder of its own, until it is killed.
class KilledRecorder {
 public:
  static constexpr int rate = 16'000;

  /// The WAV file is played again and again.
  void start(const QString& wav) {
    const QString source = QString("file:%1?speed=%2&loop=1").arg(wav).arg(speed);
    process_.start(TILESCRIBE_RECORD_UNTIL_KILLED, {source, folder_.path()});
  }
  bool records() {
    const bool begun = process_.waitForReadyRead(20'000);
    since_start_.start();
    return begun;
  }
  qint64 lives_ms() const { return since_start_.elapsed(); }
  bool killed() const { return process_.state() == QProcess::NotRunning; }
  void kill() {
    lived_ms_ = since_start_.elapsed();
    process_.kill();
    process_.waitForFinished();
    QList<QByteArray> lines = process_.readAllStandardOutput().split('\n');
    lines.removeLast();  // empty, or not written to its end
    told_ = lines.isEmpty() ? 0 : lines.last().toLongLong();
  }

  /// What is wrong with what it left; empty: nothing.
  QString fault(const std::vector<std::int16_t>& source) {
    if (process_.exitStatus() != QProcess::CrashExit) return "It ended by itself.";
    const auto found = recordings(folder_.path().toStdString());
    if (found.size() != 1) return QString("%1 recordings are found.").arg(found.size());
    const auto kept = samples_of(found[0].file);
    if (found[0].unfinished == kept.empty()) return "It is not offered as it should be.";
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i] != source[i % source.size()]) return QString("Sample %1 is another.").arg(i);
    }
    kept_s_ = static_cast<double>(kept.size()) / rate;
    const double heard_s = static_cast<double>(lived_ms_) / 1000.0 * speed;
    lost_s_ = (heard_s - kept_s_) / speed;
    if (static_cast<std::int64_t>(kept.size()) < told_)
      return QString("It told of %1 samples, and %2 are kept.").arg(told_).arg(kept.size());
    if (lost_s_ >= 1.0) return QString("%1 s of %2 s are kept.").arg(kept_s_).arg(heard_s);
    return {};
  }
  double kept_s() const { return kept_s_; }
  double lost_s() const { return lost_s_; }

 private:
  static constexpr int speed = 2;

  QTemporaryDir folder_;
  QProcess process_;
  QElapsedTimer since_start_;  // from when it said that it records
  qint64 lived_ms_ = 0;
  std::int64_t told_ = 0;  // samples
  double kept_s_ = 0.0, lost_s_ = 0.0;
};

}  // namespace tilescribe::test
