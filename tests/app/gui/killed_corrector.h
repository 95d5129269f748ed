// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace tilescribe::test {

/// A program whose user corrects a transcript while a file is transcribed
/// (tests/support/correcting_main.cpp), until it is killed. What goes wrong is a sentence; an empty one:
/// nothing did.
class KilledCorrector {
 public:
  /// Starts it, and waits until something is typed and something is transcribed.
  QString start();
  QString live(int ms);
  /// Every edit and every window that is older than two seconds must be on disk, in files that are whole.
  QString kill();

  qsizetype edits() const { return edits_; }      // that were looked for
  qsizetype windows() const { return windows_; }  // likewise

 private:
  QString listen(qint64 until);
  QString look_for_edits(qint64 safe_until);
  QString look_for_windows(qint64 safe_until);
  static qsizetype older(const QList<qint64>& times, qint64 than);

  QTemporaryDir folder_;
  QProcess process_;
  QElapsedTimer clock_;
  // When it said so of each number, in order. Nothing is heard before it was printed.
  QList<qint64> typed_, shown_;
  qsizetype edits_ = 0, windows_ = 0;
};

}  // namespace tilescribe::test
